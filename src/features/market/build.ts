// From rows to the market in memory. Pure: rows, recorded days and the time come in, a new object comes out.
import { dayOf, daysBetween } from "../../core/clock.ts"
import { slugify } from "../../core/slug.ts"
import { hiddenReason } from "./hidden.ts"
import {
  type BestRates,
  type Card,
  type Chain,
  type Currency,
  type Exchange,
  type Market,
  type Offer,
  type Protocol,
  type ProviderRef,
  type SeedNotice,
  SORT_KEYS,
  type SortKey,
  type Wallet,
} from "./model.ts"
import type { EntityRows, OfferRow } from "./queries.server.ts"
import { rankScore } from "./rank.ts"
import { exchangeRating, walletAnonymityRating, walletEaseOfUseRating, walletSecurityRating } from "./ratings.ts"
import { paidShareOfHeadline, REAL_APY_DAYS, realApyPercent, realApyVerdict } from "./real-apy.ts"
import { timeToCashHours } from "./time-to-cash.ts"

/** Recorded days of one offer, ascending; the three lists go together. */
export type Recorded = { days: string[]; total: (number | null)[]; base: (number | null)[] }

const MEAN_DAYS = 30

/** An offer with all that is derived from its terms, its rate and its recorded days. */
export function buildOffer(row: OfferRow, recorded: Recorded, names: Names, now: Date): Offer {
  const { rate } = row
  const asOf = rate.observedAt ?? rate.fetchedAt
  const lastDay = dayOf(rate.fetchedAt)
  const base90 = window(recorded.days, recorded.base, lastDay, REAL_APY_DAYS)
  const recent = window(recorded.days, recorded.total, lastDay, MEAN_DAYS)
  const known30 = recent.filter((value) => value !== null)
  const mean30 = known30.length === 0 ? null : known30.reduce((sum, value) => sum + value, 0) / known30.length
  const realApy = realApyPercent(base90)
  const paidSharePercent = paidShareOfHeadline(realApy, rate.apy)
  const provider = names.provider(row)
  const currencies = row.symbols.map((symbol, at) => names.currency(row.currencyIds[at] ?? 0, symbol))
  const status = row.status
  return {
    id: row.id,
    slug: row.slug,
    category: row.category,
    status,
    provider: provider.ref,
    providerId: provider.id,
    currencies,
    currencyIds: row.currencyIds.filter((id) => id > 0),
    rewardSymbols: row.rewardSymbols,
    blockchain: row.blockchain,
    blockchainSlug: row.blockchain === null ? null : slugify(row.blockchain),
    label: row.label,
    apy: rate.apy,
    apyBase: rate.apyBase,
    apyReward: rate.apyReward,
    rateKind: rate.kind,
    tvlUsd: rate.tvlUsd,
    realApy,
    paidSharePercent,
    realApyVerdict: realApyVerdict(paidSharePercent),
    recordedDays: base90.filter((value) => value !== null).length,
    mean30,
    timeToCashHours: timeToCashHours(row.terms[0]),
    terms: row.terms,
    commission: row.commission,
    exposure: row.exposure,
    ilRisk: row.ilRisk,
    stablecoin: row.stablecoin,
    source: {
      id: row.source,
      externalId: row.externalId,
      url: row.sourceUrl,
      observedAt: rate.observedAt,
      fetchedAt: rate.fetchedAt,
      rateKind: rate.kind,
      raw: rate.raw,
      isStale: names.isStale(row.source),
    },
    origin: row.origin,
    firstSeenAt: row.firstSeenAt,
    unchangedSince: rate.unchangedSince,
    rank: rankScore(
      {
        apyPercent: rate.apy,
        mean30Percent: mean30,
        recordedDays30: known30.length,
        tvlUsd: rate.tvlUsd,
        ilRisk: row.ilRisk,
        status,
        asOf,
      },
      now,
    ),
    hidden: hiddenReason(
      {
        status,
        apyPercent: rate.apy,
        maxRatePercent: row.terms[0]?.maxRatePercent ?? null,
        tvlUsd: rate.tvlUsd,
        origin: row.origin,
        source: row.source,
        fetchedAt: rate.fetchedAt,
      },
      now,
    ),
    recent,
    haystack: [
      provider.ref.name,
      row.label ?? "",
      row.blockchain ?? "",
      ...currencies.flatMap((c) => [c.symbol, c.name ?? ""]),
    ]
      .join(" ")
      .toLowerCase(),
  }
}

/** The values of the `length` days up to `lastDay`, oldest first, null where nothing was recorded. */
export function window(
  days: readonly string[],
  values: readonly (number | null)[],
  lastDay: string,
  length: number,
): (number | null)[] {
  const result: (number | null)[] = []
  for (let place = 0; place < length; place++) result.push(null)
  const first = dayNumber(lastDay) + 1 - length
  for (let at = days.length - 1; at >= 0; at--) {
    const place = dayNumber(days[at] as string) - first
    if (place < 0) break
    if (place < length) result[place] = values[at] ?? null
  }
  return result
}

const dayNumbers = new Map<string, number>()

/** Days since 1970. A market has millions of recorded days but only a few hundred different ones. */
function dayNumber(day: string): number {
  const known = dayNumbers.get(day)
  if (known !== undefined) return known
  const number = daysBetween("1970-01-01", day)
  dayNumbers.set(day, number)
  return number
}

type Names = {
  isStale(source: string): boolean
  /** false: its provider is not published, so nobody could be sent anywhere. */
  hasProvider(row: OfferRow): boolean
  provider(row: OfferRow): { ref: ProviderRef; id: number }
  currency(id: number, symbol: string): { slug: string | null; symbol: string; name: string | null }
}

/** Looks up the names that offers refer to by id. */
export function namesOf(entities: EntityRows, staleSources: ReadonlySet<string> = new Set()): Names {
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
  const tables = {
    exchange: byId(entities.exchanges),
    protocol: byId(entities.protocols),
    wallet: byId(entities.wallets),
    currency: byId(entities.currencies),
  }
  return {
    isStale: (source) => staleSources.has(source),
    hasProvider: (row) =>
      (row.exchangeId !== null && tables.exchange.has(row.exchangeId)) ||
      (row.protocolId !== null && tables.protocol.has(row.protocolId)) ||
      (row.walletId !== null && tables.wallet.has(row.walletId)),
    provider(row) {
      const [kind, id] =
        row.exchangeId !== null
          ? (["exchange", row.exchangeId] as const)
          : row.protocolId !== null
            ? (["protocol", row.protocolId] as const)
            : (["wallet", row.walletId ?? 0] as const)
      const found = tables[kind].get(id)
      return { id, ref: { kind, slug: found?.slug ?? "", name: found?.facts.name ?? "" } }
    },
    currency(id, symbol) {
      const found = tables.currency.get(id)
      return { slug: found?.slug ?? null, symbol, name: found?.facts.name ?? null }
    },
  }
}

/**
 * Puts the parts together: entities with their counts and best rates, the orders, the look-ups. Orders take the longest, so
 * whoever must not stand still for that long makes them one by one (orderBy) and hands them in.
 */
export function assembleMarket(
  version: string,
  offers: Offer[],
  entities: EntityRows,
  now: Date,
  order: Market["order"] = ordersOf(offers),
): Market {
  const visible = offers.filter((offer) => offer.hidden === null)
  const byCurrency = collect(visible, (offer) => offer.currencyIds)
  const byProvider = collect(visible, (offer) => [`${offer.provider.kind}:${offer.providerId}`])
  const ofProvider = (kind: string, id: number) => byProvider.get(`${kind}:${id}`) ?? []
  const base = <Facts extends object>(
    row: { id: number; origin: "seed" | "live"; updatedAt: Date; facts: Facts },
    its: readonly Offer[],
  ) => ({
    ...row.facts,
    id: row.id,
    origin: row.origin,
    updatedAt: row.updatedAt,
    offerCount: its.length,
    best: bestRates(its),
  })

  const currencies: Currency[] = entities.currencies.map((row) => base(row, byCurrency.get(row.id) ?? []))
  const exchanges: Exchange[] = entities.exchanges.map((row) => {
    const its = ofProvider("exchange", row.id)
    return {
      ...base(row, its),
      rating: exchangeRating(row.facts, now),
      currencyCount: new Set(its.flatMap((o) => o.currencyIds)).size,
    }
  })
  const protocols: Protocol[] = entities.protocols.map((row) => {
    const its = ofProvider("protocol", row.id)
    const tvls = its.map((offer) => offer.tvlUsd).filter((tvl) => tvl !== null)
    return { ...base(row, its), offersTvlUsd: tvls.length === 0 ? null : tvls.reduce((sum, tvl) => sum + tvl, 0) }
  })
  const wallets: Wallet[] = entities.wallets.map((row) => ({
    ...base(row, ofProvider("wallet", row.id)),
    securityRating: walletSecurityRating(row.facts),
    anonymityRating: walletAnonymityRating(row.facts),
    easeOfUseRating: walletEaseOfUseRating(row.facts),
  }))
  const providerNames = { exchange: bySlug(exchanges), protocol: bySlug(protocols), wallet: bySlug(wallets) }
  const cards: Card[] = entities.cards.map((row) => {
    const given = row.facts.provider
    const found = given ? providerNames[given.kind].get(given.slug) : undefined
    return {
      ...row.facts,
      id: row.id,
      origin: row.origin,
      updatedAt: row.updatedAt,
      provider: given && found ? { ...given, name: found.name } : null,
    }
  })

  return {
    version,
    builtAt: now,
    offers,
    order,
    currencies,
    exchanges,
    protocols,
    wallets,
    cards,
    chains: chainsOf(visible),
    offerBySlug: bySlug(offers),
    currencyBySlug: bySlug(currencies),
    exchangeBySlug: providerNames.exchange,
    protocolBySlug: providerNames.protocol,
    walletBySlug: providerNames.wallet,
    cardBySlug: bySlug(cards),
    seed: seedNotice(visible),
  }
}

function bySlug<Thing extends { slug: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.slug, thing]))
}

function collect<Key>(offers: readonly Offer[], keysOf: (offer: Offer) => readonly Key[]): Map<Key, Offer[]> {
  const groups = new Map<Key, Offer[]>()
  for (const offer of offers) {
    for (const key of keysOf(offer)) {
      const group = groups.get(key)
      if (group) group.push(offer)
      else groups.set(key, [offer])
    }
  }
  return groups
}

/** The best-ranked category's top rate: the highest APY among the offers that lists show, by category. */
function bestRates(offers: readonly Offer[]): BestRates {
  const best: BestRates = {}
  for (const offer of offers) {
    if (offer.apy === null || offer.exposure === "multi") continue
    const known = best[offer.category]
    if (!known || offer.apy > known.apy) best[offer.category] = { apy: offer.apy, offerSlug: offer.slug }
  }
  return best
}

const VALUE_OF: Record<Exclude<SortKey, "name">, (offer: Offer) => number | null> = {
  rank: (offer) => offer.rank,
  apy: (offer) => offer.apy,
  realApy: (offer) => offer.realApy,
  tvl: (offer) => offer.tvlUsd,
  timeToCash: (offer) => offer.timeToCashHours,
}

/** All orders of the list, worked out once per version. */
function ordersOf(offers: readonly Offer[]): Market["order"] {
  const bySlugOrder = slugOrder(offers)
  return Object.fromEntries(SORT_KEYS.map((key) => [key, orderBy(key, offers, bySlugOrder)])) as Market["order"]
}

export function slugOrder(offers: readonly Offer[]): number[] {
  return [...offers.keys()].sort((a, b) => compareText((offers[a] as Offer).slug, (offers[b] as Offer).slug))
}

/** One order of the list, both ways: unknown values last, then by slug. */
export function orderBy(key: SortKey, offers: readonly Offer[], bySlugOrder: readonly number[]) {
  return key === "name" ? orderByName(offers, bySlugOrder) : orderByValue(offers, bySlugOrder, VALUE_OF[key])
}

function orderByName(offers: readonly Offer[], bySlugOrder: readonly number[]): Market["order"][SortKey] {
  const names = offers.map((offer) => `${offer.provider.name} ${offer.currencies[0]?.symbol ?? ""}`.toLowerCase())
  const asc = bySlugOrder.toSorted((a, b) => compareText(names[a] as string, names[b] as string))
  return { asc: Int32Array.from(asc), desc: Int32Array.from(asc.toReversed()) }
}

function orderByValue(
  offers: readonly Offer[],
  bySlugOrder: readonly number[],
  valueOf: (offer: Offer) => number | null,
): Market["order"][SortKey] {
  const values = Float64Array.from(offers.map((offer) => valueOf(offer) ?? Number.NaN))
  const known = bySlugOrder.filter((at) => !Number.isNaN(values[at]))
  const unknown = bySlugOrder.filter((at) => Number.isNaN(values[at]))
  const asc = known.toSorted((a, b) => (values[a] as number) - (values[b] as number))
  const desc = known.toSorted((a, b) => (values[b] as number) - (values[a] as number))
  return { asc: Int32Array.from([...asc, ...unknown]), desc: Int32Array.from([...desc, ...unknown]) }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function chainsOf(offers: readonly Offer[]): Chain[] {
  const chains = new Map<string, Chain>()
  for (const offer of offers) {
    if (offer.blockchain === null || !offer.blockchainSlug) continue
    const chain = chains.get(offer.blockchainSlug)
    if (chain) chain.offerCount++
    else chains.set(offer.blockchainSlug, { slug: offer.blockchainSlug, name: offer.blockchain, offerCount: 1 })
  }
  return [...chains.values()].sort((a, b) => b.offerCount - a.offerCount || compareText(a.slug, b.slug))
}

function seedNotice(offers: readonly Offer[]): SeedNotice | null {
  const days = offers
    .filter((offer) => offer.origin === "seed")
    .map((offer) => dayOf(offer.source.observedAt ?? offer.source.fetchedAt))
  if (days.length === 0) return null
  days.sort()
  return { seedOffers: days.length, allOffers: offers.length, fromDay: days[0] as string, toDay: days.at(-1) as string }
}
