// What a mail says, before it has a look: each feature writes its own in its emails.ts, and all mails are made of the same parts.

/** Finished texts in the reader's language. Texts of people go in as they are: whoever shows them escapes them. */
export type MailContent = {
  /** What kind of mail it is, for the operator: "confirmEmail". */
  kind: string
  subject: string
  /** What mail programs show beside the subject before the mail is opened. */
  preheader: string
  heading: string
  paragraphs: readonly string[]
  /** Facts below the paragraphs: an offer and its rate. */
  rows?: readonly { label: string; value: string }[]
  /** The one thing to do, at an address of the site. */
  button?: { label: string; href: string }
  /** Why the mail came, and what to do when it should not have. */
  footnote?: string
}

/** What stands around the content of every mail. */
export type MailFrame = {
  /** The language of all texts, as a language tag. */
  lang: string
  site: { name: string; url: string }
  /** Stands before the button's address, for programs that show no button. */
  linkFallback: string
  /** What the site is, and who runs it. */
  lines: readonly string[]
  unsubscribe?: { label: string; href: string }
}

/** The mail as plain text, complete: some people read nothing else. */
export function mailText(content: MailContent, frame: MailFrame): string {
  const { heading, paragraphs, rows = [], button, footnote } = content
  const blocks = [
    heading,
    ...paragraphs,
    rows.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    button ? [button.label, button.href].join(":\n") : "",
    footnote ?? "",
    // Mail programs know this line: a signature follows.
    ["-- ", `${frame.site.name} · ${frame.site.url}`, ...frame.lines].join("\n"),
    frame.unsubscribe ? `${frame.unsubscribe.label}: ${frame.unsubscribe.href}` : "",
  ]
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`
}
