// What is on the pictures, and that they are drawn whatever the names are.
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { type Catalogs, loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import type { MessageId } from "../../i18n/messages.ts"
import { CATEGORY_LABEL } from "../offers/labels.ts"
import { drawPicture, layOut } from "./draw-picture.server.ts"
import { picturePath } from "./page-picture.ts"
import {
  offerPicture,
  OFFER_LISTS,
  pagePicture,
  type PictureContent,
  type PictureTexts,
  shorten,
} from "./picture-content.ts"

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

  test("is in words in every language, Chinese too", () => {
    expect(offerPicture(lent, texts("zh-CN"))).toMatchObject({
      kicker: "\u501f\u8d37",
      rate: { text: "12.50%", kind: "APR" },
      date: "\u6570\u636e\u65e5\u671f 2026\u5e7411\u670818\u65e5",
    })
    expect(offerPicture(lent, texts("ru"))).toMatchObject({ kicker: "Лендинг", date: "Данные на 18 нояб. 2026 г." })
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
    expect(pagePicture("home", "\u6807\u9898", market, texts("zh-CN")).title).toBe("\u6807\u9898")
  })
})

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["ab cd", 4, "ab…"],
  ["🐝🐝🐝", 2, "🐝…"],
  ["\u5229\u7387\u5982\u4f55", 7, "\u5229\u7387\u5982…"],
  ["\u5229\u7387\u5982\u4f55", 8, "\u5229\u7387\u5982\u4f55"],
  ["", 5, ""],
])("%j in a width of %d is %j", (text, longest, expected) => {
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

  test("leaves out letters that no font has: the same picture as without them", async () => {
    const strange = { ...content, title: "Kra\ud55cken\u{1f41d}", detail: "BTC + \u0e01" }
    expect((await drawPicture(strange)).equals(await drawPicture(content))).toBe(true)
  })

  test.each(LOCALE_CODES)("has every letter of the texts in %s", async (locale) => {
    // Offers of every category, what a status can be, and the headings of all lists.
    const { t } = texts(locale)
    const words = [
      ...Object.values(CATEGORY_LABEL).map((id) => t(id)),
      ...(["soldOut", "paused", "ended"] as const).map((status) => t(`offers:status.${status}`)),
      ...Object.keys(OFFER_LISTS).map((page) => t(`lists:${page}.heading` as MessageId)),
      t("offers:column.updated") + formatsOf(locale).date(new Date("2026-11-18T00:00:00Z")),
      t("lists:apy.upTo", { rate: formatsOf(locale).percent(8) }),
    ]
    expect([...(await layOut({ ...content, title: words.join(" ") })).missing]).toEqual([])
  })

  test("has the letters that people of every language write", async () => {
    const latin = "ÄÖÜßéèêëçàâîïôûùñáíóúüãõœÀÉ¿¡ привет ЁЙЪЫЭё №"
    const chinese = "\u5e01\u5b89\u4eba\u751f\uff0c\u8d28\u62bc\uff1a\u300c\u7a33\u5b9a\u5e01\u300d\u3002"
    const shown = await layOut({ ...content, title: `${latin} ${chinese}`, detail: "„“«»–—…’ € · ₮" })
    expect([...shown.missing]).toEqual([])
  })

  test("draws Chinese letters in the weight of the others: they stand out as much", async () => {
    const inkOf = async (title: string) => {
      const drawn = await drawPicture({ ...content, title, detail: null, kicker: null, rate: null })
      return 255 - ((await sharp(drawn).greyscale().stats()).channels[0]?.mean ?? 255)
    }
    const none = await inkOf("")
    // Of the thinnest weight the same letter has less than half of the ink.
    expect((await inkOf("\u7530".repeat(5))) - none).toBeGreaterThan(((await inkOf("H".repeat(10))) - none) * 0.8)
  })

  test.each<[string, Partial<PictureContent>]>([
    ["endless words", { title: "x".repeat(5000), detail: "y".repeat(5000) }],
    ["nothing", { title: "", detail: "", kicker: null, rate: null, date: null, address: "" }],
    ["only unknown letters", { title: "\ud55c\u0e01", detail: "\uf0a7", kicker: "\u{1f41d}" }],
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
