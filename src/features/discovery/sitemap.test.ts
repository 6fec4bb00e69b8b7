import { describe, expect, test } from "vitest"
import { ENTITIES, marketOf, NOW, offer } from "../../../test/guards/market-rows.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import { ROUTES } from "../../routes.ts"
import type { DiscoveryPost } from "./post.ts"
import {
  entriesOf,
  MOST_PER_FILE,
  pieceOf,
  readSitemapName,
  SECTIONS,
  sitemapIndex,
  sitemapPath,
  sitemapTexts,
} from "./sitemap.ts"
import { childrenOf, parseXml, textOf } from "./test-xml.ts"

const URL = "https://apyary.test"
const post = (slug: string, date: string): DiscoveryPost => ({
  slug,
  locale: "en",
  date,
  title: slug,
  description: "",
  author: "Apyary",
  tags: [],
})
const POSTS: Partial<Record<Locale, DiscoveryPost[]>> = {
  en: [post("both", "2026-11-02"), post("english", "2026-11-16")],
  de: [post("both", "2026-11-05"), post("deutsch", "2026-11-01")],
}
const listPosts = (locale: Locale) => POSTS[locale] ?? []
const market = marketOf([
  offer(1, { rate: { fetchedAt: new Date("2026-11-19T08:07:06.543Z") } }),
  offer(2, { status: "ended" }),
  offer(3, { rate: { apy: 5000 } }),
  offer(4),
])
const pathsOf = (section: (typeof SECTIONS)[number], locale: Locale = "en") =>
  entriesOf(section, locale, market, listPosts).map(({ path }) => path)

describe("what is listed", () => {
  test("pages: all without a variable part, but not the search and what belongs to a person; none has a query", () => {
    const own = /^\/(?:search|alerts|notifications|watchlist|auth\/.*|settings.*|preparing-account|unsubscribe_.*)$/
    const expected = Object.values(ROUTES).filter((path) => !path.includes(":") && !own.test(path))
    expect(pathsOf("pages").toSorted()).toEqual(expected.toSorted())
  })

  test("offers that lists show, not the hidden ones", () => {
    expect(pathsOf("offers")).toEqual(["/offers/offer-001", "/offers/offer-004"])
  })

  test.each([
    ["currencies", ENTITIES.currencies, "/currencies/"],
    ["exchanges", ENTITIES.exchanges, "/exchanges/"],
    ["protocols", ENTITIES.protocols, "/protocols/"],
    ["wallets", ENTITIES.wallets, "/wallets/"],
    ["cards", ENTITIES.cards, "/cards/"],
  ] as const)("%s: each once", (section, rows, folder) => {
    expect(pathsOf(section)).toEqual(rows.map(({ slug }) => folder + slug))
  })

  test("posts in the languages that they exist in", () => {
    expect(pathsOf("posts", "de")).toEqual(["/blog/both", "/blog/deutsch"])
    expect(pathsOf("posts", "fr")).toEqual([])
    expect(entriesOf("posts", "de", market, listPosts).map(({ locales }) => locales)).toEqual([["en", "de"], ["de"]])
  })

  test("when it changed, where that is known", () => {
    const lastmod = (section: (typeof SECTIONS)[number], path: string, locale: Locale = "en") =>
      entriesOf(section, locale, market, listPosts).find((entry) => entry.path === path)?.lastmod
    expect(lastmod("offers", "/offers/offer-001")).toBe("2026-11-19T08:07:06Z")
    expect(lastmod("wallets", "/wallets/ledger")).toBe("2026-11-20T12:00:00Z")
    expect(lastmod("pages", "/earn")).toBe("2026-11-20")
    expect(lastmod("pages", "/blog")).toBe("2026-11-16")
    expect(lastmod("pages", "/blog", "fr")).toBeNull()
    expect(lastmod("pages", "/terms")).toBeNull()
    expect(lastmod("posts", "/blog/both", "de")).toBe("2026-11-05")
  })
})

describe("a file", () => {
  const urls = (section: (typeof SECTIONS)[number], locale: Locale) => {
    const xml = [...sitemapTexts(entriesOf(section, locale, market, listPosts), locale, URL)].join("")
    return childrenOf(parseXml(xml), "url")
  }

  test("has absolute addresses and all languages, which name each other", () => {
    for (const locale of LOCALE_CODES) {
      for (const url of urls("offers", locale)) {
        const links = childrenOf(url, "xhtml:link").map(({ attributes }) => attributes)
        expect(links.map(({ hreflang }) => hreflang)).toEqual([...LOCALE_CODES, "x-default"])
        expect(links.find(({ hreflang }) => hreflang === locale)?.href).toBe(textOf(url, "loc"))
        const english = links.find(({ hreflang }) => hreflang === "en")?.href
        expect(links.at(-1)).toEqual({ rel: "alternate", hreflang: "x-default", href: english })
      }
    }
    expect(textOf(urls("offers", "de")[0] as never, "loc")).toBe(`${URL}/de/offers/offer-001`)
  })

  test("of the home page's address is the one of the page itself", () => {
    expect(urls("pages", "en").map((url) => textOf(url, "loc"))).toContain(`${URL}/`)
    expect(urls("pages", "de").map((url) => textOf(url, "loc"))).toContain(`${URL}/de`)
  })

  test("says nothing of x-default for a post that is not there in English", () => {
    const links = childrenOf(urls("posts", "de")[1] as never, "xhtml:link")
    expect(links.map(({ attributes }) => attributes.hreflang)).toEqual(["de"])
  })

  test("is well-formed whatever an address is", () => {
    const entry = { path: `/offers/a&b<c>"'`, lastmod: null, locales: LOCALE_CODES }
    const xml = [...sitemapTexts([entry], "en", "https://x.test/a&b")].join("")
    expect(textOf(childrenOf(parseXml(xml), "url")[0] as never, "loc")).toBe(`https://x.test/a&b/offers/a&b<c>"'`)
  })

  test("stays under the limits of sitemaps.org with the longest slugs", () => {
    const longest = { path: `/currencies/${"x".repeat(120)}`, lastmod: "2026-11-20T12:00:00Z", locales: LOCALE_CODES }
    const one = [...sitemapTexts([longest], "pt-BR", `https://${"x".repeat(40)}.example`)].join("").length
    expect(MOST_PER_FILE).toBeLessThanOrEqual(50_000)
    expect(one * MOST_PER_FILE).toBeLessThan(50 * 1024 * 1024)
  })
})

describe("the index", () => {
  test("names every file that has something in it, and each once", () => {
    const files = childrenOf(parseXml(sitemapIndex(market, listPosts, URL)), "sitemap").map((file) =>
      textOf(file, "loc"),
    )
    expect(new Set(files).size).toBe(files.length)
    expect(files).toHaveLength(7 * LOCALE_CODES.length + 2)
    for (const file of files) {
      const name = readSitemapName((file as string).slice(`${URL}/sitemaps/`.length))
      expect(name).not.toBeNull()
      if (name) expect(entriesOf(name.section, name.locale, market, listPosts).length).toBeGreaterThan(0)
    }
  })

  test("splits what is too long, and the parts together are the whole", () => {
    const index = parseXml(sitemapIndex(market, listPosts, URL, 2))
    const files = childrenOf(index, "sitemap").map((file) => textOf(file, "loc"))
    expect(files).toContain(`${URL}/sitemaps/currencies-zh-CN.xml`)
    expect(files).toContain(`${URL}/sitemaps/currencies-zh-CN-2.xml`)
    expect(files).not.toContain(`${URL}/sitemaps/currencies-zh-CN-3.xml`)
    const all = entriesOf("currencies", "en", market, listPosts)
    expect([...pieceOf(all, 1, 2), ...pieceOf(all, 2, 2), ...pieceOf(all, 3, 2)]).toEqual(all)
  })

  test("gives the newest change of each file", () => {
    const index = parseXml(sitemapIndex(market, listPosts, URL))
    const dates = Object.fromEntries(
      childrenOf(index, "sitemap").map((file) => [textOf(file, "loc"), textOf(file, "lastmod")]),
    )
    expect(dates[`${URL}/sitemaps/offers-en.xml`]).toBe(`${NOW.toISOString().slice(0, 19)}Z`)
    expect(dates[`${URL}/sitemaps/posts-de.xml`]).toBe("2026-11-05")
  })
})

describe("the name of a file", () => {
  test.each(
    SECTIONS.flatMap((section) =>
      LOCALE_CODES.flatMap((locale) => [1, 2, 37].map((nth) => [section, locale, nth] as const)),
    ),
  )("%s %s %d is read as it is written", (section, locale, nth) => {
    const path = sitemapPath(section, locale, nth)
    expect(readSitemapName(path.slice("/sitemaps/".length))).toEqual({ section, locale, nth })
  })

  test.each([
    "offers.xml",
    "offers-xx.xml",
    "offers-de-1.xml",
    "offers-de-0.xml",
    "offers-de-02.xml",
    "offers-de--2.xml",
    "offers-DE.xml",
    "Offers-de.xml",
    "offers-de.xml.gz",
    "offers-de",
    "x-de.xml",
    "-de.xml",
    "offers-de-123456.xml",
    "",
    "offers-de-2.xml/..",
    "toString-de.xml",
  ])("%j is none", (file) => {
    expect(readSitemapName(file)).toBeNull()
  })
})
