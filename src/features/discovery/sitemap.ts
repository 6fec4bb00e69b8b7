// XML sitemaps (sitemaps.org 0.9, with the languages' addresses as Google reads them): an index, and files by section and language.
import { dayOf } from "../../core/clock.ts"
import { LOCALE_CODES, type Locale } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import type { Market } from "../market/model.ts"
import { absolute, alternatesOf, INDEXED_PAGES, type PlainPage, plainPath } from "./addresses.ts"
import type { ListPosts } from "./post.ts"
import { element, textElement, XML_HEAD } from "./xml.ts"

export const SECTIONS = [
  "pages",
  "offers",
  "currencies",
  "exchanges",
  "protocols",
  "wallets",
  "cards",
  "posts",
] as const
export type Section = (typeof SECTIONS)[number]

/**
 * Addresses in one file. sitemaps.org allows 50,000 and 50 MB; with ten languages' addresses each takes 1 to 2.5 kB, so that
 * 50,000 would be too many bytes.
 */
export const MOST_PER_FILE = 10_000
/** How many addresses become text at once. */
const PIECE = 200

export type SitemapEntry = {
  /** Without language prefix. */
  path: string
  /** A day or a moment in UTC (W3C date and time); null = not known. */
  lastmod: string | null
  /** The languages that the page exists in. */
  locales: readonly Locale[]
}

/** Pages that change with the market. */
const MARKET_PAGES: ReadonlySet<PlainPage> = new Set([
  "home",
  "earn",
  "savings",
  "staking",
  "lending",
  "defi",
  "cards",
  "cryptocurrencies",
  "exchanges",
  "protocols",
  "wallets",
])

/** Everything that search engines may list of a section in a language: canonical addresses only, hidden offers left out. */
export function entriesOf(section: Section, locale: Locale, market: Market, listPosts: ListPosts): SitemapEntry[] {
  if (section === "pages") return pageEntries(locale, market, listPosts)
  if (section === "posts") return postEntries(locale, listPosts)
  return marketEntries(market)[section]
}

type MarketSection = Exclude<Section, "pages" | "posts">
const made = new WeakMap<Market, Record<MarketSection, SitemapEntry[]>>()

/** The same in every language. A market never changes, so they are made once for each. */
function marketEntries(market: Market): Record<MarketSection, SitemapEntry[]> {
  const known = made.get(market)
  if (known) return known
  const entry = (path: string, changed: Date): SitemapEntry => ({
    path,
    lastmod: momentText(changed),
    locales: LOCALE_CODES,
  })
  const { offers, currencies, exchanges, protocols, wallets, cards } = market
  const entries = {
    offers: offers
      .filter((offer) => offer.hidden === null)
      .map(({ slug, source }) => entry(href("offer", { slug }), source.fetchedAt)),
    currencies: currencies.map(({ slug, updatedAt }) => entry(href("currency", { slug }), updatedAt)),
    exchanges: exchanges.map(({ slug, updatedAt }) => entry(href("exchange", { slug }), updatedAt)),
    protocols: protocols.map(({ slug, updatedAt }) => entry(href("protocol", { slug }), updatedAt)),
    wallets: wallets.map(({ slug, updatedAt }) => entry(href("wallet", { slug }), updatedAt)),
    cards: cards.map(({ slug, updatedAt }) => entry(href("card", { slug }), updatedAt)),
  }
  made.set(market, entries)
  return entries
}

function pageEntries(locale: Locale, market: Market, listPosts: ListPosts): SitemapEntry[] {
  const newestPost = newest(listPosts(locale).map(({ date }) => date))
  return INDEXED_PAGES.map((name) => ({
    path: plainPath(name),
    lastmod: MARKET_PAGES.has(name) ? dayOf(market.builtAt) : name === "blog" ? newestPost : null,
    locales: LOCALE_CODES,
  }))
}

function postEntries(locale: Locale, listPosts: ListPosts): SitemapEntry[] {
  const slugs = LOCALE_CODES.map((code) => [code, new Set(listPosts(code).map(({ slug }) => slug))] as const)
  return listPosts(locale).map(({ slug, date }) => ({
    path: href("post", { slug }),
    lastmod: date,
    locales: slugs.filter(([, its]) => its.has(slug)).map(([code]) => code),
  }))
}

/** "/sitemaps/offers-pt-BR-2.xml" for the second file of a section; the first has no number. */
export function sitemapPath(section: Section, locale: Locale, nth: number): string {
  return `/sitemaps/${section}-${locale}${nth === 1 ? "" : `-${nth}`}.xml`
}

/** What a file's name asks for, or null when there is no such name. */
export function readSitemapName(file: string): { section: Section; locale: Locale; nth: number } | null {
  const found = /^([a-z]+)-(.+?)(?:-([1-9]\d{0,4}))?\.xml$/.exec(file)
  const section = SECTIONS.find((name) => name === found?.[1])
  const locale = LOCALE_CODES.find((code) => code === found?.[2])
  const nth = found?.[3] === undefined ? 1 : Number(found[3])
  return section && locale && (found?.[3] === undefined || nth > 1) ? { section, locale, nth } : null
}

/** The addresses of the nth file (from 1) of a section; none when there is no such file. */
export function pieceOf(entries: readonly SitemapEntry[], nth: number, most = MOST_PER_FILE): readonly SitemapEntry[] {
  return entries.slice((nth - 1) * most, nth * most)
}

/** The index of all files that have something in them, each with the newest change in it. */
export function sitemapIndex(market: Market, listPosts: ListPosts, publicUrl: string, most = MOST_PER_FILE): string {
  // Most sections are the same in every language.
  const known = new Map<readonly SitemapEntry[], (string | null)[]>()
  const files = SECTIONS.flatMap((section) =>
    LOCALE_CODES.flatMap((locale) => {
      const entries = entriesOf(section, locale, market, listPosts)
      const changes = known.get(entries) ?? newestOfPieces(entries, most)
      known.set(entries, changes)
      return changes.map((changed, at) =>
        element(
          "sitemap",
          {},
          textElement("loc", publicUrl + sitemapPath(section, locale, at + 1)) + textElement("lastmod", changed),
        ),
      )
    }),
  )
  const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
  return `${XML_HEAD}${element("sitemapindex", { xmlns: namespace }, files.join("\n"))}\n`
}

/** One file in pieces of text, so that thousands of addresses are never all in memory. */
export function* sitemapTexts(entries: readonly SitemapEntry[], locale: Locale, publicUrl: string): Generator<string> {
  yield `${XML_HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
  for (let from = 0; from < entries.length; from += PIECE) {
    yield entries
      .slice(from, from + PIECE)
      .map((entry) => urlElement(entry, locale, publicUrl))
      .join("")
  }
  yield "</urlset>\n"
}

function urlElement({ path, lastmod, locales }: SitemapEntry, locale: Locale, publicUrl: string): string {
  const links = alternatesOf(publicUrl, path, locales).map(({ hreflang, href: to }) =>
    element("xhtml:link", { rel: "alternate", hreflang, href: to }),
  )
  const content = textElement("loc", absolute(publicUrl, locale, path)) + textElement("lastmod", lastmod)
  return `${element("url", {}, content + links.join(""))}\n`
}

/** The newest change in each file that the entries need. */
function newestOfPieces(entries: readonly SitemapEntry[], most: number): (string | null)[] {
  return Array.from({ length: Math.ceil(entries.length / most) }, (_, at) =>
    newest(pieceOf(entries, at + 1, most).map(({ lastmod }) => lastmod)),
  )
}

function newest(days: readonly (string | null)[]): string | null {
  let last: string | null = null
  for (const day of days) if (day !== null && (last === null || day > last)) last = day
  return last
}

function momentText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`
}
