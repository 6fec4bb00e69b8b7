import { describe, expect, it } from "vitest"
import { renderMail } from "../../app/entry-mail.tsx"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { MailContent } from "../mail/content.ts"
import { createMailWriter } from "../mail/write.server.ts"
import {
  accountDeleted,
  confirmEmail,
  confirmNewEmail,
  emailChanged,
  passwordChanged,
  restorePassword,
} from "./emails.ts"

const publicUrl = "https://apyary.test"
const catalogs = loadCatalogs()
const write = createMailWriter({
  renderer: async () => renderMail,
  catalogs,
  site: { publicUrl, operatorName: undefined, operatorContact: undefined },
})
const link = `${publicUrl}/de/auth/x?token=a-B_3&next=1`
const email = "new+tag@x.org"
const at = new Date("2026-11-20T23:05:00Z")

/** Every mail with what must be in it, whatever the language. */
const MAILS: Record<string, (t: Translate, locale: Locale) => { content: MailContent; holds: string[] }> = {
  confirmEmail: (t) => ({ content: confirmEmail(t, { link, validHours: 48 }), holds: [link, "48"] }),
  restorePassword: (t) => ({ content: restorePassword(t, { link, validHours: 1 }), holds: [link, "1"] }),
  passwordChanged: (t, locale) => ({
    content: passwordChanged(t, { locale, at, restoreLink: link }),
    holds: [link, formatsOf(locale).dateTime(at)],
  }),
  confirmNewEmail: (t) => ({
    content: confirmNewEmail(t, { email, link, validHours: 24 }),
    holds: [link, email, "24"],
  }),
  emailChanged: (t) => ({ content: emailChanged(t, { email, contactLink: link }), holds: [link, email] }),
  accountDeleted: (t, locale) => ({
    content: accountDeleted(t, { locale, at, contactLink: link }),
    holds: [link, formatsOf(locale).dateTime(at)],
  }),
}

describe.each(LOCALE_CODES)("in %s", (locale) => {
  it.each(Object.keys(MAILS))("%s says everything, as text and as HTML", async (kind) => {
    const { content, holds } = MAILS[kind]?.(catalogs.translate(locale), locale) ?? expect.fail()
    const { text, html, subject } = await write(content, { locale })
    expect(content.kind).toBe(kind)
    const shown = html.replaceAll("&amp;", "&")
    for (const part of [...holds, content.heading, ...content.paragraphs, content.footnote ?? ""]) {
      expect(text).toContain(part)
      expect(shown).toContain(part)
    }
    expect(text).toContain(`\n${link}\n`)
    expect(shown).toContain(content.preheader)
    // Neither ids without a text nor placeholders without a value.
    expect(subject + text + html.replace(/<style>.*<\/style>/s, "")).not.toMatch(
      /\b(?:mail|common):[a-z]|[{}]|undefined|null/i,
    )
    expect(subject.length).toBeLessThanOrEqual(60)
    if (locale !== "en") {
      const english = (MAILS[kind]?.(catalogs.translate("en"), "en") ?? expect.fail()).content
      expect(subject).not.toBe(english.subject)
      expect(content.paragraphs).not.toEqual(english.paragraphs)
    }
  })

  it("an hour is said in the right form", () => {
    const t = catalogs.translate(locale)
    const [one, many] = [1, 5].map((hours) => t("mail:linkValid", { hours }))
    expect(one).not.toBe(many)
    expect(one?.replace("1", "5") === many).toBe(locale === "zh-CN")
  })
})

it("no two mails have the same subject", () => {
  for (const locale of LOCALE_CODES) {
    const subjects = Object.values(MAILS).map((make) => make(catalogs.translate(locale), locale).content.subject)
    expect(new Set(subjects).size).toBe(subjects.length)
  }
})
