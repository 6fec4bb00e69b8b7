// Pages of words: legal texts, contact, developers, the human sitemap, the landing page of alerts.
import type { RouteName } from "../../routes.ts"
import { definePage, type PageDefinition } from "../market/page.ts"

const soon = definePage<Record<string, never>, null>({
  features: ["content"],
  query: {},
  load: ({ t }) => ({ status: 200, title: t("content:soon.title"), description: t("content:soon.title"), data: null }),
})

type Name = Extract<
  RouteName,
  "contact" | "developers" | "terms" | "privacy" | "disclaimer" | "sitemap" | "alertsLanding"
>
export const CONTENT_PAGES: Record<Name, PageDefinition> = {
  contact: soon,
  developers: soon,
  terms: soon,
  privacy: soon,
  disclaimer: soon,
  sitemap: soon,
  alertsLanding: soon,
}
