// The mails about an account. Each takes the texts of its reader's language and what it tells about; links are complete addresses.
import { formatsOf } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { MailContent } from "../mail/content.ts"

/** A new account: the link proves that the address is its owner's. `validHours` says for how long. */
export function confirmEmail(t: Translate, { link, validHours }: { link: string; validHours: number }): MailContent {
  return {
    kind: "confirmEmail",
    subject: t("mail:confirmEmail.subject"),
    preheader: t("mail:confirmEmail.preheader"),
    heading: t("mail:confirmEmail.subject"),
    paragraphs: [t("mail:confirmEmail.text"), t("mail:linkValid", { hours: validHours })],
    button: { label: t("mail:confirmEmail.button"), href: link },
    footnote: t("mail:confirmEmail.ignore"),
  }
}

/** A forgotten password: the link leads to a new one. */
export function restorePassword(t: Translate, { link, validHours }: { link: string; validHours: number }): MailContent {
  return {
    kind: "restorePassword",
    subject: t("mail:restorePassword.subject"),
    preheader: t("mail:restorePassword.preheader"),
    heading: t("mail:restorePassword.subject"),
    paragraphs: [t("mail:restorePassword.text"), t("mail:linkValid", { hours: validHours })],
    button: { label: t("mail:restorePassword.button"), href: link },
    footnote: t("mail:restorePassword.ignore"),
  }
}

/** Says that the password is another one since a moment; `restoreLink` is where somebody else's change is undone. */
export function passwordChanged(
  t: Translate,
  { locale, at, restoreLink }: { locale: Locale; at: Date; restoreLink: string },
): MailContent {
  return {
    kind: "passwordChanged",
    subject: t("mail:passwordChanged.subject"),
    preheader: t("mail:ifNotYou"),
    heading: t("mail:passwordChanged.subject"),
    paragraphs: [
      t("mail:passwordChanged.text", { moment: formatsOf(locale).dateTime(at) }),
      t("mail:passwordChanged.warning"),
    ],
    button: { label: t("mail:restorePassword.button"), href: restoreLink },
  }
}

/** To the new address: the link proves that it belongs to the account's owner. */
export function confirmNewEmail(
  t: Translate,
  { email, link, validHours }: { email: string; link: string; validHours: number },
): MailContent {
  return {
    kind: "confirmNewEmail",
    subject: t("mail:confirmNewEmail.subject"),
    preheader: t("mail:confirmNewEmail.preheader"),
    heading: t("mail:confirmNewEmail.subject"),
    paragraphs: [t("mail:confirmNewEmail.text", { email }), t("mail:linkValid", { hours: validHours })],
    button: { label: t("mail:confirmEmail.button"), href: link },
    footnote: t("mail:confirmNewEmail.ignore"),
  }
}

/** To the old address, which no longer belongs to the account; `contactLink` is where its owner can object. */
export function emailChanged(
  t: Translate,
  { email, contactLink }: { email: string; contactLink: string },
): MailContent {
  return {
    kind: "emailChanged",
    subject: t("mail:emailChanged.subject"),
    preheader: t("mail:ifNotYou"),
    heading: t("mail:emailChanged.subject"),
    paragraphs: [t("mail:emailChanged.text", { email }), t("mail:writeToUs")],
    button: { label: t("mail:contact"), href: contactLink },
  }
}

/** The last mail: the account is gone. */
export function accountDeleted(
  t: Translate,
  { locale, at, contactLink }: { locale: Locale; at: Date; contactLink: string },
): MailContent {
  return {
    kind: "accountDeleted",
    subject: t("mail:accountDeleted.subject"),
    preheader: t("mail:ifNotYou"),
    heading: t("mail:accountDeleted.subject"),
    paragraphs: [t("mail:accountDeleted.text", { moment: formatsOf(locale).dateTime(at) }), t("mail:writeToUs")],
    button: { label: t("mail:contact"), href: contactLink },
  }
}
