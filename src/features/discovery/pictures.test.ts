// What is on the pictures, and that they are drawn whatever the names are.
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { type Catalogs, loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import { drawPicture } from "./draw-picture.server.ts"
import { picturePath } from "./page-picture.ts"
import { offerPicture, pagePicture, type PictureContent, type PictureTexts, shorten } from "./picture-content.ts"

let catalogs: Catalogs
beforeAll(() => {
  catalogs = loadCatalogs()
})
const texts = (locale: Locale): PictureTexts => ({
  locale,
  t: catalogs.translate(locale),
  formats: formatsOf(locale),
  publicUrl: "https://apyary.test",
})

const lent = offer(2, {
  category: "lending",
  protocolId: 1,
  symbols: ["USDC", "ETH"],
  currencyIds: [3, 2],
  blockchain: "Ethereum",
  rate: { apy: 12.5, kind: "apr", observedAt: new Date("2026-11-18T00:00:00Z") },
})

describe("an offer's picture", () => {
  test("has provider, currencies, rate with its kind, and the day of the figure", () => {
    expect(offerPicture(lent, texts("en"))).toEqual({
      kicker: "Lending",
      title: "Aave V3",
      detail: "USDC + ETH · Ethereum",
      rate: { text: "12.50%", kind: "APR" },
      rows: [],
      date: "As of Nov 18, 2026",
      address: "apyary.test/offers/offer-002",
    })
  })

  test("has nothing in words that the font does not have", () => {
    const shown = JSON.stringify(offerPicture(lent, texts("zh-CN")))
    expect(shown).not.toMatch(/[\u3000-\u9fff]/)
    expect(shown).toContain("2026-11-18")
  })

  test.each([
    [{ apy: 5, kind: "unknown" as const }, [], { text: "5.00%", kind: null }],
    [{ apy: null }, [], null],
    [{ apy: null }, [{ maxRatePercent: 8 }], { text: "up to 8.00%", kind: null }],
    [{ apy: 0 }, [], { text: "0.00%", kind: "APY" }],
  ])("with the rate %j says what is known", (rate, terms, expected) => {
    expect(offerPicture(offer(1, { rate, terms }), texts("en")).rate).toEqual(expected)
  })

  test("says when it is not open", () => {
    expect(offerPicture(offer(1, { status: "soldOut" }), texts("en")).kicker).toBe("Savings · sold out")
  })
})

describe("a page's picture", () => {
  const market = marketOf([
    offer(1, { rate: { apy: 4 } }),
    lent,
    offer(3, { status: "ended" }),
    offer(4, { rate: { apy: null } }),
  ])

  test("of a list has the offers that rank best and their oldest day", () => {
    const content = pagePicture("earn", "not used", market, texts("en"))
    expect(content.rows.map(({ name, rate }) => `${name} ${rate}`).toSorted()).toEqual([
      "Aave V3 USDC + ETH 12.50% APR",
      "Kraken BTC 4.00% APY",
    ])
    expect(content.date).toBe("As of Nov 18, 2026")
    expect(pagePicture("staking", null, market, texts("en"))).toMatchObject({ rows: [], date: null })
  })

  test("of another page has its title", () => {
    expect(pagePicture("terms", "Bedingungen", market, texts("de"))).toMatchObject({
      title: "Bedingungen",
      rows: [],
      date: null,
      address: "apyary.test/de/terms",
    })
    expect(pagePicture("home", "标题", market, texts("zh-CN")).title).toBe("Apyary")
  })
})

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["ab cd", 4, "ab…"],
  ["🐝🐝🐝", 2, "🐝…"],
  ["", 5, ""],
])("%j in %d characters is %j", (text, longest, expected) => {
  expect(shorten(text, longest)).toBe(expected)
})

describe("drawing", () => {
  const content: PictureContent = {
    kicker: "Savings",
    title: "Kraken",
    detail: "BTC",
    rate: { text: "4.50%", kind: "APY" },
    rows: [],
    date: "As of Nov 20, 2026",
    address: "apyary.test",
  }

  test.each(LOCALE_CODES)("in %s gives a PNG of 1200 x 630 with something on it", async (locale) => {
    const png = await drawPicture(offerPicture(lent, texts(locale)))
    const { format, width, height } = await sharp(png).metadata()
    expect([format, width, height]).toEqual(["png", 1200, 630])
    expect(png.length).toBeLessThan(100_000)
    expect((await sharp(png).greyscale().stats()).channels[0]?.min).toBeLessThan(60)
  })

  test("leaves out letters that the font does not have: the same picture as without them", async () => {
    const strange = { ...content, title: "Kra\u4ee3ken\u{1f41d}", detail: "BTC + \u5e01" }
    expect((await drawPicture(strange)).equals(await drawPicture(content))).toBe(true)
  })

  test("has the letters of every language: none of its texts loses one", async () => {
    const missing = { ...content, title: "ÄÖÜßéèêëçàâîïôûùñáíóúüãõœÀÉ¿¡ привет ЁЙЪЫЭё №", detail: "„“«»–—…’ € · ₮" }
    const dropped = { ...missing, title: missing.title.replace("ё", "") }
    expect((await drawPicture(missing)).equals(await drawPicture(dropped))).toBe(false)
  })

  test.each<[string, Partial<PictureContent>]>([
    ["endless words", { title: "x".repeat(5000), detail: "y".repeat(5000) }],
    ["nothing", { title: "", detail: "", kicker: null, rate: null, date: null, address: "" }],
    ["only unknown letters", { title: "\u4ee3\u5e01", detail: "\u4ee3", kicker: "\u4ee3" }],
    ["what looks like markup", { title: "</text><script>&amp;]]>", detail: `<img src="http://127.0.0.1/">` }],
    ["control characters", { title: "a\u0000b\u001b\u202ec\ud800" }],
  ])("survives %s", async (_what, wishes) => {
    expect((await sharp(await drawPicture({ ...content, ...wishes })).metadata()).width).toBe(1200)
  })
})

test.each([
  ["offer", { slug: "a" }, "/og/de/offers/a.png"],
  ["earn", {}, "/og/de/earn.png"],
  ["home", {}, "/og/de/home.png"],
  ["currency", { slug: "a" }, "/og/de/cryptocurrencies.png"],
  ["post", { slug: "a" }, "/og/de/blog.png"],
  ["offer", { slug: "../x?" }, "/og/de/offers/..%2Fx%3F.png"],
] as const)("the page %s %j has the picture %s", (page, params, expected) => {
  expect(picturePath(page, params, "de")).toBe(expected)
})
