import { describe, expect, it, test } from "vitest"
import { renderMail } from "../../app/entry-mail.tsx"
import { MAIL_HEADERS } from "../../core/mail.server.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import type { MailContent } from "./content.ts"
import { notice } from "./notice.ts"
import { createMailWriter } from "./write.server.ts"

const publicUrl = "https://apyary.test"
const catalogs = loadCatalogs()
const writer = (operator: { name?: string; contact?: string } = {}) =>
  createMailWriter({
    renderer: async () => renderMail,
    catalogs,
    site: { publicUrl, operatorName: operator.name, operatorContact: operator.contact },
  })
const FULL: MailContent = notice({
  kind: "alert",
  subject: "Ether: 3.20% at Lido",
  preheader: "It was 2.90% yesterday.",
  heading: "Ether pays more than 3%",
  paragraphs: ["The rate has crossed your threshold.", "Second paragraph."],
  rows: [
    { label: "Offer", value: "Lido ETH" },
    { label: "Rate", value: "3.20% APY" },
  ],
  button: { label: "See the offer", href: `${publicUrl}/offers/lido-steth?amount=100&from=mail` },
  footnote: "You get this because of an alert.",
})

describe("a mail", () => {
  it("is complete as plain text", async () => {
    const write = writer({ name: "Bee & Co", contact: "ops@apyary.test" })
    const { text, kind, subject } = await write(FULL, {
      locale: "en",
      unsubscribeUrl: `${publicUrl}/unsubscribe_alerts?token=1`,
    })
    expect([kind, subject]).toEqual(["alert", "Ether: 3.20% at Lido"])
    expect(text).toBe(`Ether pays more than 3%

The rate has crossed your threshold.

Second paragraph.

Offer: Lido ETH
Rate: 3.20% APY

See the offer:
https://apyary.test/offers/lido-steth?amount=100&from=mail

You get this because of an alert.

-- 
Apyary · https://apyary.test
Apyary compares what you can earn on crypto.
Apyary is run by Bee & Co.
Contact: ops@apyary.test

Unsubscribe from these mails: https://apyary.test/unsubscribe_alerts?token=1
`)
  })

  it("is complete as HTML, light and dark, for programs that hide the button too", async () => {
    const write = writer({ name: "Bee & Co", contact: "ops@apyary.test" })
    const { html } = await write(FULL, { locale: "en", unsubscribeUrl: `${publicUrl}/unsubscribe_alerts?token=1` })
    expect(html).toMatch(/^<!DOCTYPE html PUBLIC/)
    expect(html).toContain('<html dir="ltr" lang="en">')
    expect(html).toContain("<title>Ether: 3.20% at Lido</title>")
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    expect(html).toContain("@media (prefers-color-scheme: dark)")
    expect(html).toMatch(/display:none[^>]*>It was 2\.90% yesterday\./)
    expect(html).toMatch(/<th scope="row"[^>]*>Rate<\/th><td[^>]*>3\.20% APY<\/td>/)
    const link = "https://apyary.test/offers/lido-steth?amount=100&amp;from=mail"
    expect(html.split(`href="${link}"`)).toHaveLength(3)
    for (const part of ["Second paragraph.", "You get this because of an alert.", "Bee &amp; Co", "ops@apyary.test"])
      expect(html).toContain(part)
    expect(html).toContain('href="https://apyary.test/unsubscribe_alerts?token=1"')
    // A mail loads nothing: no picture tells that it was opened, no program has to ask.
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i)
  })

  it("can be ended by people and by programs where that was said, and says that no person wrote it", async () => {
    const unsubscribeUrl = `${publicUrl}/unsubscribe_alerts?token=1`
    const { headers } = await writer()(FULL, { locale: "en", unsubscribeUrl })
    expect(headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    })
    const without = await writer()(FULL, { locale: "en" })
    expect(Object.keys(without.headers)).toEqual(["Auto-Submitted"])
    expect(without.html + without.text).not.toMatch(/unsubscribe/i)
    for (const name of Object.keys(headers)) expect(MAIL_HEADERS).toContain(name)
  })

  it("shows what people wrote as they wrote it", async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)> & "quotes" {name}`
    const said = notice({
      kind: "alert",
      subject: evil,
      heading: evil,
      paragraphs: [evil],
      rows: [{ label: evil, value: evil }],
      footnote: evil,
    })
    const { html, text } = await writer({ name: evil, contact: evil })(said, { locale: "en" })
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;")
    expect(text).toContain(evil)
  })

  test.each([
    ["a button", { button: { label: "x", href: "https://evil.example/" } }, {}],
    ["a button without an origin", { button: { label: "x", href: "/offers" } }, {}],
    [
      "a button to an address that begins alike",
      { button: { label: "x", href: "https://apyary.test.evil.example/" } },
      {},
    ],
    ["a script for a button", { button: { label: "x", href: "javascript:alert(1)" } }, {}],
    ["a link to unsubscribe", {}, { unsubscribeUrl: "https://evil.example/" }],
  ])("with %s that leaves the site is not made", async (_what, content, reader) => {
    await expect(writer()({ ...FULL, ...content }, { locale: "en", ...reader })).rejects.toMatchObject({
      code: "internal",
    })
  })

  it("without rows, button, footnote and operator has no empty places", async () => {
    const { html, text } = await writer()(notice({ kind: "news", subject: "S", heading: "H", paragraphs: ["P"] }), {
      locale: "en",
    })
    expect(text).toBe("H\n\nP\n\n-- \nApyary · https://apyary.test\nApyary compares what you can earn on crypto.\n")
    expect(html).not.toContain("<th")
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://apyary.test"', 'href="https://apyary.test"'])
    expect(html).toMatch(/display:none[^>]*>P</)
  })
})

describe.each(LOCALE_CODES)("in %s", (locale) => {
  it("stands in a frame of that language", async () => {
    const write = writer({ name: "Bee", contact: "ops@apyary.test" })
    const { html, text } = await write(FULL, { locale, unsubscribeUrl: `${publicUrl}/unsubscribe_alerts?token=1` })
    const t = catalogs.translate(locale)
    expect(html).toContain(`lang="${locale}"`)
    for (const line of [
      t("mail:footer.about"),
      t("mail:footer.operator", { name: "Bee" }),
      t("mail:footer.contact", { contact: "ops@apyary.test" }),
      t("mail:footer.unsubscribe"),
    ]) {
      expect(html).toContain(line)
      expect(text).toContain(line)
    }
    expect(html).toContain(t("mail:linkFallback"))
    expect(text).toContain(`Apyary · ${publicUrl}${locale === "en" ? "" : `/${locale}`}\n`)
  })
})
