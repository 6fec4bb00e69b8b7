// What the pages of words show: finished texts in the page's language.
import type { Heading } from "../../core/markdown.server.ts"
import type { ContactFailure, ContactField, ContactProblem, ContactSubject, RefusedMessage } from "./contact.ts"

export type LegalData = {
  path: string
  title: string
  updatedLabel: string
  day: string
  updated: string
  contents: { label: string; headings: Heading[] }
  html: string
}

export type ContactData = {
  heading: string
  intro: string
  hint: { text: string; link: string; to: string }
  labels: Record<ContactField | "optional" | "messageHint" | "submit" | "busy" | "honeypot" | "choose", string>
  subjects: { value: ContactSubject; label: string }[]
  problems: Record<ContactProblem, string>
  failures: Record<ContactFailure, string>
  problemHeading: string
  sent: { heading: string; text: string; again: string }
  /** What the address says, for forms without a script. */
  isSent: boolean
  /** A form without a script that was refused: the page comes again as its answer, and nobody types twice. */
  refused: RefusedMessage | null
}

export type SitemapEntry = { label: string; to: string; note?: string; lang?: "en" }
export type SitemapData = {
  heading: string
  intro: string
  groups: { id: string; heading: string; sections: (SitemapEntry & { entries: SitemapEntry[] })[] }[]
}

export type TextSection = { id: string; title: string; texts: string[]; link?: { label: string; to: string } }

export type ApiParameter = {
  name: string
  type: string
  values: string[]
  note: string | null
  description: string
}
export type ApiEndpoint = {
  id: string
  method: string
  path: string
  summary: string
  parameters: ApiParameter[]
  answers: { status: string; description: string; body: string | null }[]
}
export type ApiFields = {
  id: string
  name: string
  fields: { name: string; type: string; description: string | null }[]
}

export type DevelopersData = {
  heading: string
  intro: string
  path: string
  contents: { label: string; headings: Heading[] }
  about: TextSection[]
  examples: {
    id: string
    title: string
    items: { id: string; title: string; curl: string; answer: string | null; note: string | null }[]
    curlLabel: string
    answerLabel: string
  }
  reference: {
    id: string
    title: string
    intro: string
    document: { label: string; href: string }
    endpoints: ApiEndpoint[]
    schemasTitle: string
    schemas: ApiFields[]
    labels: Record<
      "parameters" | "answers" | "name" | "type" | "values" | "meaning" | "status" | "body" | "none" | "field",
      string
    >
  }
}

export type AlertsData = {
  heading: string
  lead: string
  kinds: { heading: string; items: { id: string; title: string; text: string; plans: string }[] }
  rules: { heading: string; items: string[] }
  limits: {
    heading: string
    intro: string
    caption: string
    columns: { plan: string; alerts: string; messages: string }
    rows: { plan: string; alerts: string; messages: string }[]
  }
  actions: { setUp: string; plans: string; offers: string }
}
