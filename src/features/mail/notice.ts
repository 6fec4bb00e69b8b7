// The mail for everything that has no template of its own: alerts, digests, plans.
import type { MailContent } from "./content.ts"

export type Notice = Pick<
  MailContent,
  "kind" | "subject" | "heading" | "paragraphs" | "rows" | "button" | "footnote"
> & {
  /** Without it the first paragraph. */
  preheader?: string
}

/** A mail of finished texts. */
export function notice(said: Notice): MailContent {
  return { ...said, preheader: said.preheader ?? said.paragraphs[0] ?? said.heading }
}
