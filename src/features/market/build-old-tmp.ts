// From rows to the market in memory. Pure: rows, recorded days and the time come in, a new object comes out.
import { addDays, dayOf, daysBetween } from "../../core/clock.ts"
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
  const result: (number | null)[] = Array.from({ length }, () => null)
  const first = addDays(lastDay, 1 - length)
  for (let at = days.length - 1; at >= 0; at--) {
    const day = days[at] as string
    if (day < first) break
    if (day <= lastDay) result[daysBetween(first, day)] = values[at] ?? null
  }
  return result
}

type Names = {
  provider(row: OfferRow): { ref: ProviderRef; id: number }
  currency(id: number, symbol: string): { slug: string | null; symbol: string; name: string | null }
}

/** Looks up the names that offers refer to by id. */
export function namesOf(entities: EntityRows): Names {
  const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
  const tables = {
    exchange: byId(entities.exchanges),
    protocol: byId(entities.protocols),
    wallet: byId(entities.wallets),
    currency: byId(entities.currencies),
  }
  return {
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

/** Puts the parts together: entities with their counts and best rates, the orders, the look-ups. */
export function assembleMarket(version: string, offers: Offer[], entities: EntityRows, now: Date): Market {
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
    order: ordersOf(offers),
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

/** All orders of the list, worked out once per version: unknown values last both ways, then by slug. */
function ordersOf(offers: readonly Offer[]): Market["order"] {
  const bySlugOrder = [...offers.keys()].sort((a, b) =>
    compareText((offers[a] as Offer).slug, (offers[b] as Offer).slug),
  )
  const entries = SORT_KEYS.map((key) => {
    if (key === "name") {
      const names = offers.map((offer) => `${offer.provider.name} ${offer.currencies[0]?.symbol ?? ""}`.toLowerCase())
      const asc = [...bySlugOrder].sort((a, b) => compareText(names[a] as string, names[b] as string))
      return [key, { asc: Int32Array.from(asc), desc: Int32Array.from(asc.toReversed()) }] as const
    }
    const values = Float64Array.from(offers, (offer) => VALUE_OF[key](offer) ?? Number.NaN)
    const known = bySlugOrder.filter((at) => !Number.isNaN(values[at]))
    const unknown = bySlugOrder.filter((at) => Number.isNaN(values[at]))
    const asc = [...known].sort((a, b) => (values[a] as number) - (values[b] as number))
    const desc = [...known].sort((a, b) => (values[b] as number) - (values[a] as number))
    return [key, { asc: Int32Array.from([...asc, ...unknown]), desc: Int32Array.from([...desc, ...unknown]) }] as const
  })
  return Object.fromEntries(entries) as Market["order"]
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
