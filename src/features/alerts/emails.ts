// The mails of alerts: one message, or all of a day.
import type { Translate } from "../../i18n/messages.ts"
import type { MailContent } from "../mail/content.ts"
import type { Message } from "./channels/channel.ts"

/** In a day's mail the rest is counted: nobody reads more. */
export const MOST_IN_DIGEST = 50

/** One message. */
export function alertMail(t: Translate, message: Message): MailContent {
  return {
    kind: message.kind === "alert" ? "alert" : `alert-${message.kind}`,
    subject: message.title,
    preheader: message.text,
    heading: message.title,
    paragraphs: [message.text],
    ...(message.rows.length > 0 ? { rows: message.rows } : {}),
    button: { label: message.linkText, href: message.url },
    footnote: t("alerts:mail.why"),
  }
}

/** The messages since yesterday's mail, the oldest first. */
export function digestMail(t: Translate, messages: readonly Message[], alertsUrl: string): MailContent {
  const count = messages.length
  const shown = messages.slice(0, MOST_IN_DIGEST)
  const heading = t("alerts:mail.digest.title", { count })
  return {
    kind: "alert-digest",
    subject: heading,
    preheader: shown[0]?.title ?? heading,
    heading,
    paragraphs: count > shown.length ? [t("alerts:mail.digest.more", { count: count - shown.length })] : [],
    rows: shown.map(({ title, text }) => ({ label: title, value: text })),
    button: { label: t("alerts:mail.digest.button"), href: alertsUrl },
    footnote: t("alerts:mail.why"),
  }
}
