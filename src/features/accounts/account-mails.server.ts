// The mails that accounts send, as data, and their way into the outbox.
import type { Clock } from "../../core/clock.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { enqueueMail, mailsAreWaiting } from "../../core/mail-queue.server.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { type Locale, localePath } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import type { MailContent } from "../mail/content.ts"
import type { WriteMail } from "../mail/write.server.ts"
import {
  accountDeleted,
  confirmEmail,
  confirmNewEmail,
  emailChanged,
  passwordChanged,
  restorePassword,
} from "./emails.ts"
import { TOKEN_LIFE_MS } from "./token-life.ts"

export type AccountMail = {
  to: string
  /** How the person wants to be called; null when they did not say. */
  name: string | null
  locale: Locale
} & (
  | { kind: "confirmEmail" | "changeEmail" | "restorePassword"; token: string; validUntil: Date }
  | { kind: "emailChanged"; newEmail: string }
  | { kind: "passwordChanged" | "accountDeleted" }
)

export type SendAccountMail = (tx: Db | Tx, mail: AccountMail) => Promise<void>

export type AccountMailDeps = { write: WriteMail; catalogs: Catalogs; publicUrl: string; clock: Clock }

const HOUR_MS = 3_600_000

/** Writes the mails of accounts into the outbox, in the language of their reader. */
export function accountMailer({ write, catalogs, publicUrl, clock }: AccountMailDeps): SendAccountMail {
  return async (tx, mail) => {
    const { to, name, locale } = mail
    const content = contentOf(mail, catalogs.translate(locale), publicUrl, clock())
    const written = await write(content, { locale })
    const expiresAt = "validUntil" in mail ? { expiresAt: mail.validUntil } : {}
    await enqueueMail(tx, { ...written, to, ...(name === null ? {} : { toName: name }), ...expiresAt }, clock())
    // The workers look after the commit at the latest; this only wakes them.
    setImmediate(mailsAreWaiting)
  }
}

function contentOf(mail: AccountMail, t: Translate, publicUrl: string, at: Date): MailContent {
  const page = (path: string) => publicUrl + localePath(mail.locale, path)
  const { locale } = mail
  switch (mail.kind) {
    case "confirmEmail":
      return confirmEmail(t, { link: confirmLink(publicUrl, mail.token), validHours: hoursOf("confirmEmail") })
    case "changeEmail":
      return confirmNewEmail(t, {
        email: mail.to,
        link: confirmLink(publicUrl, mail.token),
        validHours: hoursOf("changeEmail"),
      })
    case "restorePassword":
      return restorePassword(t, {
        link: page(href("authRestoreConfirm", null, `token=${mail.token}`)),
        validHours: hoursOf("restorePassword"),
      })
    case "passwordChanged":
      return passwordChanged(t, { locale, at, restoreLink: page(href("authRestore")) })
    case "emailChanged":
      return emailChanged(t, { email: mail.newEmail, contactLink: page(href("contact")) })
    case "accountDeleted":
      return accountDeleted(t, { locale, at, contactLink: page(href("contact")) })
  }
}

const confirmLink = (publicUrl: string, token: string) => `${publicUrl}/api/registration/confirm?token=${token}`
const hoursOf = (purpose: keyof typeof TOKEN_LIFE_MS) => TOKEN_LIFE_MS[purpose] / HOUR_MS
