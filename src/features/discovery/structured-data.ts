// JSON-LD (schema.org) of a page. Only what the page shows; what is not known is not there.
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href, type RouteName } from "../../routes.ts"
import type { Market, Offer } from "../market/model.ts"
import { CATEGORY_LABEL, CATEGORY_LIST } from "../offers/labels.ts"
import { absolute } from "./addresses.ts"
import { iconPath } from "./icons.ts"
import { offerName } from "./offer-texts.ts"
import type { DiscoveryPost } from "./post.ts"
import { SITE_NAME } from "./program-files.ts"

type Json = string | number | readonly Json[] | { readonly [key: string]: Json | undefined }
export type StructuredObject = { readonly "@type": string; readonly [key: string]: Json | undefined }

export type StructuredInput = {
  page: RouteName
  /** The variable parts of the path. */
  params: Readonly<Record<string, string>>
  locale: Locale
  publicUrl: string
  /** Absolute, with the language's prefix and the canonical query. */
  canonical: string
  market: Market
  t: Translate
  /** What the loader gave the page: the rows of a list are read from it. */
  data: unknown
  /** The post that a "post" page shows. */
  post?: DiscoveryPost | null
  /** The addresses of the site's profiles elsewhere, as the footer shows them. */
  profiles?: readonly string[]
}

/** Names of rows and addresses: percent with as many digits as the page shows. */
const SHOWN_DIGITS = 2

/** The page of one thing, and the list that its breadcrumbs lead to. */
const PARENTS = {
  card: { list: "cards", label: "common:nav.cards" },
  currency: { list: "cryptocurrencies", label: "common:nav.cryptocurrencies" },
  exchange: { list: "exchanges", label: "common:nav.exchanges" },
  protocol: { list: "protocols", label: "common:nav.protocols" },
  wallet: { list: "wallets", label: "common:nav.wallets" },
} as const
type Thing = keyof typeof PARENTS

/** Which page a row of a list leads to. */
const ROWS_OF: Partial<Record<RouteName, "offer" | Thing>> = {
  earn: "offer",
  savings: "offer",
  staking: "offer",
  lending: "offer",
  defi: "offer",
  cards: "card",
  cryptocurrencies: "currency",
  exchanges: "exchange",
  protocols: "protocol",
  wallets: "wallet",
}

/** Everything that can be said of a page, as plain objects; [] when there is nothing. Hand in pages with status 200 only. */
export function structuredData(input: StructuredInput): StructuredObject[] {
  const { page } = input
  if (page === "home") return [organization(input)]
  if (page === "offer") return offerObjects(input)
  if (page === "post") return input.post ? postObjects(input.post, input) : []
  if (isThing(page)) return thingObjects(page, input)
  const rows = ROWS_OF[page]
  return rows ? itemList(rows, input) : []
}

/**
 * The text of a script element of type application/ld+json: one object with a graph. It cannot end the element or begin another
 * (HTML, 4.12.1.3), whatever the names say. "" when there is nothing to say.
 */
export function structuredText(objects: readonly StructuredObject[]): string {
  if (objects.length === 0) return ""
  return JSON.stringify({ "@context": "https://schema.org", "@graph": objects })
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
}

function organization({ publicUrl, profiles = [] }: StructuredInput): StructuredObject {
  return {
    "@type": "Organization",
    "@id": `${publicUrl}/#organization`,
    name: SITE_NAME,
    url: `${publicUrl}/`,
    logo: publicUrl + iconPath(512),
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
}

function offerObjects(input: StructuredInput): StructuredObject[] {
  const offer = input.market.offerBySlug.get(input.params.slug ?? "")
  if (!offer) return []
  const trail: Crumb[] = [
    { name: input.t("common:nav.earn"), path: href("earn") },
    { name: input.t(CATEGORY_LABEL[offer.category]), path: href(CATEGORY_LIST[offer.category]) },
    { name: offerName(offer), path: href("offer", { slug: offer.slug }) },
  ]
  return [breadcrumbs(trail, input), financialProduct(offer, input)]
}

/** An offer. Fees are never said, as no source tells them. */
export function financialProduct(offer: Offer, input: StructuredInput): StructuredObject {
  const url = absolute(input.publicUrl, input.locale, href("offer", { slug: offer.slug }))
  return {
    "@type": "FinancialProduct",
    "@id": `${url}#offer`,
    name: offerName(offer),
    url,
    category: input.t(CATEGORY_LABEL[offer.category]),
    provider: offer.provider.name === "" ? undefined : { "@type": "Organization", name: offer.provider.name },
    ...rateOf(offer),
  }
}

/**
 * An APY is the yearly rate with everything in it, schema.org's annualPercentageRate; an APR is its interestRate, which is "different
 * from the calculated annualPercentageRate". A rate whose kind the source does not tell is neither. Percent.
 */
function rateOf(offer: Offer): Record<string, Json> {
  if (offer.apy === null || offer.rateKind === "unknown") return {}
  const value = Number(offer.apy.toFixed(SHOWN_DIGITS))
  // P1 is "percent" in UN/CEFACT Common Code, which schema.org asks for.
  const rate = { "@type": "QuantitativeValue", value, unitCode: "P1" }
  return offer.rateKind === "apy" ? { annualPercentageRate: rate } : { interestRate: rate }
}

function thingObjects(kind: Thing, input: StructuredInput): StructuredObject[] {
  const slug = input.params.slug ?? ""
  const { market } = input
  const maps = {
    card: market.cardBySlug,
    currency: market.currencyBySlug,
    exchange: market.exchangeBySlug,
    protocol: market.protocolBySlug,
    wallet: market.walletBySlug,
  }
  const found = maps[kind].get(slug)
  if (!found) return []
  const parent = PARENTS[kind]
  const trail = [
    { name: input.t(parent.label), path: href(parent.list) },
    { name: found.name, path: href(kind, { slug }) },
  ]
  return [breadcrumbs(trail, input)]
}

type Crumb = { name: string; path: string }

function breadcrumbs(trail: readonly Crumb[], { publicUrl, locale }: StructuredInput): StructuredObject {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: absolute(publicUrl, locale, path),
    })),
  }
}

function itemList(kind: "offer" | Thing, input: StructuredInput): StructuredObject[] {
  const items = rowsOf(input.data).flatMap((row) => {
    const offer = kind === "offer" ? input.market.offerBySlug.get(row.slug) : undefined
    const name = kind === "offer" ? (offer ? offerName(offer) : null) : row.name
    return name === null ? [] : [{ name, url: absolute(input.publicUrl, input.locale, href(kind, { slug: row.slug })) }]
  })
  if (items.length === 0) return []
  return [
    {
      "@type": "ItemList",
      "@id": `${input.canonical}#list`,
      url: input.canonical,
      numberOfItems: items.length,
      itemListElement: items.map(({ name, url }, at) => ({ "@type": "ListItem", position: at + 1, name, url })),
    },
  ]
}

function postObjects(post: DiscoveryPost, input: StructuredInput): StructuredObject[] {
  const trail = [
    { name: input.t("content:blog.heading"), path: href("blog") },
    { name: post.title, path: href("post", { slug: post.slug }) },
  ]
  return [breadcrumbs(trail, input), blogPosting(post, input)]
}

/** A post. An author with the site's name is the site itself. */
function blogPosting(post: DiscoveryPost, { locale, publicUrl }: StructuredInput): StructuredObject {
  const url = absolute(publicUrl, locale, href("post", { slug: post.slug }))
  return {
    "@type": "BlogPosting",
    "@id": `${url}#post`,
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.description,
    datePublished: post.date,
    inLanguage: post.locale,
    keywords: post.tags.length > 0 ? post.tags : undefined,
    author: { "@type": post.author === SITE_NAME ? "Organization" : "Person", name: post.author },
    publisher: { "@type": "Organization", name: SITE_NAME, url: `${publicUrl}/` },
  }
}

/** The rows in the data of a list page; whatever else the data are. */
function rowsOf(data: unknown): { slug: string; name: string | null }[] {
  const rows: unknown = isObject(data) ? data.rows : null
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) =>
    isObject(row) && typeof row.slug === "string"
      ? [{ slug: row.slug, name: typeof row.name === "string" ? row.name : null }]
      : [],
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

function isThing(page: RouteName): page is Thing {
  return Object.hasOwn(PARENTS, page)
}
