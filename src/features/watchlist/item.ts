// What is known today about something that is watched, joined with what its person put to it. Pure: the market comes in.
import { href } from "../../routes.ts"
import type { Market } from "../market/model.ts"
import { OFFER_CATEGORIES, type OfferCategory, type OfferStatus, type RateKind } from "../market/words.ts"
import type { FileItem } from "./file.ts"
import { keyOf, type WatchKey, type WatchKind } from "./key.ts"
import type { Own } from "./schema.ts"

export type CategoryRate = {
  category: OfferCategory
  ratePercent: number
  rateKind: RateKind
  provider: string
  path: string
}

/** What everybody may know. Rates are percent; null = unknown. */
export type Facts = {
  key: WatchKey
  kind: WatchKind
  slug: string
  name: string
  /** The symbol of a currency, the currencies of an offer. */
  symbols: string
  logo: { kind: "currency" | "exchange" | "protocol" | "wallet"; slug: string }
  /** Its page, without language. */
  path: string
  /** The offer's own rate, or the best that is listed for the currency. */
  ratePercent: number | null
  rateKind: RateKind | null
  /** The best rate of a currency in each category that has one, the highest first; empty for an offer. */
  rates: CategoryRate[]
  /** Of an offer; null for a currency. */
  category: OfferCategory | null
  status: OfferStatus | null
}

/** An item of a list. What is no longer listed keeps its place, with its slug as name and without rates. */
export type WatchItem = Own &
  Omit<Facts, "path" | "logo"> & {
    /** null in a list that lives in the browser. */
    id: string | null
    isListed: boolean
    path: string | null
    logo: Facts["logo"] | null
    /** Today's rate less the one when it was added, in percentage points; null = unknown. */
    changePoints: number | null
  }

/** The facts about a currency or an offer; null when the market does not list it. */
export function factsOf(market: Market, kind: WatchKind, slug: string): Facts | null {
  return kind === "currency" ? currencyFacts(market, slug) : offerFacts(market, slug)
}

function currencyFacts(market: Market, slug: string): Facts | null {
  const currency = market.currencyBySlug.get(slug)
  if (!currency) return null
  const rates = OFFER_CATEGORIES.flatMap((category): CategoryRate[] => {
    const best = currency.best[category]
    const offer = best && market.offerBySlug.get(best.offerSlug)
    if (!best || !offer) return []
    const { rateKind, provider } = offer
    const path = href("offer", { slug: offer.slug })
    return [{ category, ratePercent: best.apy, rateKind, provider: provider.name, path }]
  }).sort((a, b) => b.ratePercent - a.ratePercent)
  const [top] = rates
  return {
    key: keyOf("currency", slug),
    kind: "currency",
    slug,
    name: currency.name,
    symbols: currency.symbol,
    logo: { kind: "currency", slug },
    path: href("currency", { slug }),
    ratePercent: top?.ratePercent ?? null,
    rateKind: top?.rateKind ?? null,
    rates,
    category: null,
    status: null,
  }
}

function offerFacts(market: Market, slug: string): Facts | null {
  const offer = market.offerBySlug.get(slug)
  if (!offer) return null
  const symbols = offer.currencies.map(({ symbol }) => symbol).join(" + ")
  return {
    key: keyOf("offer", slug),
    kind: "offer",
    slug,
    name: offer.provider.name,
    symbols,
    logo: { kind: offer.provider.kind, slug: offer.provider.slug },
    path: href("offer", { slug }),
    ratePercent: offer.apy,
    rateKind: offer.rateKind,
    rates: [],
    category: offer.category,
    status: offer.status,
  }
}

/** An item from the facts about it and what its person put to it. */
export function watchItem(id: string | null, key: WatchKey, facts: Facts | null, own: Own): WatchItem {
  const [kind, slug] = key.split(":") as [WatchKind, string]
  const isListed = facts !== null
  const rest = facts ?? { ...NOTHING, key, kind, slug, name: slug }
  return { ...rest, ...own, id, isListed, changePoints: changeOf(rest.ratePercent, own.addedRatePercent) }
}

const NOTHING = {
  symbols: "",
  logo: null,
  path: null,
  ratePercent: null,
  rateKind: null,
  rates: [],
  category: null,
  status: null,
}

/** In points, to the five decimals that rates are kept with. */
function changeOf(now: number | null, then: number | null): number | null {
  if (now === null || then === null) return null
  const change = Math.round((now - then) * 1e5) / 1e5
  return change === 0 ? 0 : change
}

/** How it is called in a sentence: "Bitcoin", "Kraken BTC". */
export function titleOf({ kind, name, symbols }: Pick<WatchItem, "kind" | "name" | "symbols">): string {
  return kind === "currency" ? name : `${name} ${symbols}`.trim()
}

/** An item as a file has it. */
export function fileItem(item: WatchItem): FileItem {
  const { kind, slug, note, addedAt, addedRatePercent } = item
  return { kind, slug, name: titleOf(item), note, addedAt, addedRatePercent }
}

export const SORTS = ["added", "rate", "change", "name"] as const
export type WatchSort = (typeof SORTS)[number]

/** A copy in order: the newest, the highest rate, the largest change (either way) or the names first; unknown last, then by name. */
export function sortItems(items: readonly WatchItem[], sort: WatchSort, locale: string): WatchItem[] {
  const names = new Intl.Collator(locale, { numeric: true })
  const byName = (a: WatchItem, b: WatchItem) =>
    names.compare(`${a.name} ${a.symbols}`, `${b.name} ${b.symbols}`) || (a.key < b.key ? -1 : 1)
  const value = (item: WatchItem): number | null => {
    if (sort === "added") return Date.parse(item.addedAt)
    if (sort === "rate") return item.ratePercent
    return item.changePoints === null ? null : Math.abs(item.changePoints)
  }
  return items.toSorted((a, b) => {
    if (sort === "name") return byName(a, b)
    const [one, other] = [value(a), value(b)]
    if (one === null || other === null) return one === other ? byName(a, b) : one === null ? 1 : -1
    return other - one || byName(a, b)
  })
}
