// From what a mail says to a mail: the frame in the reader's language, HTML, plain text and headers.
import { AppError } from "../../core/errors.ts"
import { type MailHeaders, unsubscribeHeaders } from "../../core/mail.server.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { type Locale, localePath } from "../../i18n/locales.ts"
import { type MailContent, type MailFrame, mailText } from "./content.ts"

/** React's part: the build's, or in development the source's. */
export type RenderMail = (content: MailContent, frame: MailFrame) => string

export type MailReader = {
  locale: Locale
  /** For mails that somebody can do without: where one click ends them, without a login. */
  unsubscribeUrl?: string
}

/** What goes into the outbox, with the recipient's address and the like. */
export type WrittenMail = { kind: string; subject: string; text: string; html: string; headers: MailHeaders }

/** Makes a mail. Throws AppError "internal" for a link that does not lead into the site: a mail is no place for others' addresses. */
export type WriteMail = (content: MailContent, reader: MailReader) => Promise<WrittenMail>

export type MailWriterOptions = {
  /** Asked for each mail, so that in development a change of the layout shows. */
  renderer: () => Promise<RenderMail>
  catalogs: Catalogs
  site: { publicUrl: string; operatorName: string | undefined; operatorContact: string | undefined }
}

export function createMailWriter({ renderer, catalogs, site }: MailWriterOptions): WriteMail {
  return async (content, { locale, unsubscribeUrl }) => {
    for (const link of [content.button?.href, unsubscribeUrl]) {
      if (link !== undefined && !isOwn(link, site.publicUrl))
        throw new AppError("internal", { message: `The mail "${content.kind}" leads to a foreign address.` })
    }
    const t = catalogs.translate(locale)
    const { operatorName: name, operatorContact: contact } = site
    const frame: MailFrame = {
      lang: locale,
      site: { name: "Apyary", url: site.publicUrl + (locale === "en" ? "" : localePath(locale, "/")) },
      linkFallback: t("mail:linkFallback"),
      lines: [
        t("mail:footer.about"),
        ...(name === undefined ? [] : [t("mail:footer.operator", { name })]),
        ...(contact === undefined ? [] : [t("mail:footer.contact", { contact })]),
      ],
      ...(unsubscribeUrl === undefined
        ? {}
        : { unsubscribe: { label: t("mail:footer.unsubscribe"), href: unsubscribeUrl } }),
    }
    const render = await renderer()
    return {
      kind: content.kind,
      subject: content.subject,
      text: mailText(content, frame),
      html: render(content, frame),
      headers: {
        // No machine is to answer it (RFC 3834).
        "Auto-Submitted": "auto-generated",
        ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
      },
    }
  }
}

function isOwn(link: string, publicUrl: string): boolean {
  return URL.canParse(link) && new URL(link).origin === new URL(publicUrl).origin
}
