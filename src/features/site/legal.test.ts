import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, test } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { LOCALE_CODES, LOCALE_COOKIE, splitLocale } from "../../i18n/locales.ts"
import { matchRoute } from "../../routes.ts"
import { DAY_MS } from "../../core/clock.ts"
import { KEEP_MS } from "../../core/mail-queue.server.ts"
import { HINT_COOKIE } from "../accounts/hint.ts"
import { TOUCHES } from "../affiliate/touch.ts"
import { entitlementsOf } from "../billing/entitlements.ts"
import { tariffOf } from "../billing/tariffs.ts"
import { LEGAL_DIR, LEGAL_NAMES, legalText, type SiteSettings } from "./legal.server.ts"

const catalogs = loadCatalogs()
const settings: SiteSettings = { publicUrl: "https://apyary.test" }
const text = (
  name: (typeof LEGAL_NAMES)[number],
  locale: (typeof LOCALE_CODES)[number],
  own: Partial<SiteSettings> = {},
) => legalText(name, locale, catalogs.translate(locale), { ...settings, ...own })

/** How long the rest of a mail stays, says the second of the four rows about what goes before the account does. */
const mailDays = (html: string) => {
  const rows = html.split("<li").slice(-4)
  return Number(/\d+/.exec(rows[1] ?? "")?.[0])
}

describe.each(LOCALE_CODES)("%s", (locale) => {
  it("has the three texts, and no other", () => {
    expect(readdirSync(join(LEGAL_DIR, locale)).sort()).toEqual(LEGAL_NAMES.map((name) => `${name}.md`).sort())
  })

  test.each(LEGAL_NAMES)(
    "%s has the parts of English, with operator and contact put in, and links that lead somewhere",
    (name) => {
      const { html, headings, updated } = text(name, locale)
      const english = text(name, "en")
      expect(headings.length).toBe(english.headings.length)
      expect(headings.length).toBeGreaterThan(8)
      expect(updated).toBe(english.updated)
      for (const tag of ["<li", "<tr", "<a "]) expect(html.split(tag).length, tag).toBe(english.html.split(tag).length)
      // A translation says in one paragraph more that it is one.
      expect(html.split("<p").length).toBe(english.html.split("<p").length + (locale === "en" ? 0 : 1))
      expect(html).not.toMatch(/[{}]/)
      for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
        const place = splitLocale(href)
        expect(place.locale, href).toBe(locale)
        expect(matchRoute(place.path), href).not.toBeNull()
      }
      if (name !== "privacy") expect(html).toContain(catalogs.translate(locale)("content:legal.noOperator"))
    },
  )

  it("tells of the cookies, the limit of the API and the mails what the code does", () => {
    const privacy = text("privacy", locale).html
    const rows = privacy
      .split("<tr")
      .slice(2)
      .map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell))
    expect(rows.map(([name]) => name)).toEqual([
      LOCALE_COOKIE,
      ...TOUCHES.map(({ name }) => name),
      "session",
      HINT_COOKIE,
      "oauth",
    ])
    expect(mailDays(privacy)).toBe(KEEP_MS / DAY_MS)
    for (const { name, maxAgeSeconds } of TOUCHES) {
      const kept = rows.find(([cookie]) => cookie === name)?.[2] ?? ""
      expect(Number.parseInt(kept, 10)).toBe((maxAgeSeconds * 1000) / DAY_MS)
    }
    expect(text("terms", locale).html).toMatch(
      new RegExp(`\\D${entitlementsOf(tariffOf("free")).apiRequestsPerMinute}\\D`),
    )
  })
})

describe("the operator", () => {
  it("is named within sentences and at the end", () => {
    const { html } = text("terms", "en", { operatorName: "Hive & Sons *Ltd*" })
    expect(html).toContain("an agreement between you and Hive &amp; Sons *Ltd*, who runs this site")
    expect(html).toContain("<p>Hive &amp; Sons *Ltd*</p>")
    expect(html).not.toContain("has not been entered")
  })

  test.each([
    [undefined, '<a href="/de/contact" class="text-link">apyary.test/de/contact</a>'],
    ["", '<a href="/de/contact" class="text-link">apyary.test/de/contact</a>'],
    ["ops@apyary.test", '<a href="mailto:ops@apyary.test" class="text-link"'],
    ["https://hive.example/kontakt", '<a href="https://hive.example/kontakt" class="text-link" target="_blank"'],
    ["Hive Ltd, 1 Road & Co", "<p>Hive Ltd, 1 Road &amp; Co</p>"],
    ["[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"],
    ["<b>bold</b> $& $1", "<p>bold $&amp; $1</p>"],
  ])("can be reached at %j", (operatorContact, html) => {
    expect(text("disclaimer", "de", { operatorContact }).html).toContain(html)
  })
})
