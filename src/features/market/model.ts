// What the market looks like in memory and on the pages: entities with everything derived already worked out.
import type { HiddenReason } from "./hidden.ts"
import type { RealApyVerdict } from "./real-apy.ts"
import type { SourceCard, SourceCurrency, SourceExchange, SourceProtocol, SourceWallet, Term } from "./schema.ts"
import type { Commission, OfferCategory, OfferStatus, ProviderKind, RateKind } from "./words.ts"

/** A currency as an offer names it; slug and name are null when it is not listed here. */
export type CurrencyRef = { slug: string | null; symbol: string; name: string | null }
export type ProviderRef = { kind: ProviderKind; slug: string; name: string }

export type Offer = {
  id: number
  slug: string
  category: OfferCategory
  status: OfferStatus
  provider: ProviderRef
  providerId: number
  currencies: CurrencyRef[]
  /** The listed currencies' ids, for filters. */
  currencyIds: number[]
  rewardSymbols: string[]
  /** Display name of the chain, and the slug that filters use. */
  blockchain: string | null
  blockchainSlug: string | null
  label: string | null
  /** Percent. `rateKind` says whether it is an APY or an APR whose payout rhythm nobody tells. */
  apy: number | null
  apyBase: number | null
  apyReward: number | null
  rateKind: RateKind
  tvlUsd: number | null
  /** Percent over the last 90 days; null under 20 recorded days. A paid figure (spec 6). */
  realApy: number | null
  /** Real APY as percent of the headline. A paid figure (spec 6). */
  paidSharePercent: number | null
  realApyVerdict: RealApyVerdict
  /** Recorded days among the last 90. */
  recordedDays: number
  mean30: number | null
  timeToCashHours: number | null
  terms: Term[]
  commission: Commission
  exposure: "single" | "multi" | null
  ilRisk: boolean | null
  stablecoin: boolean | null
  source: OfferSource
  origin: "seed" | "live"
  firstSeenAt: Date
  unchangedSince: Date
  rank: number
  hidden: HiddenReason | null
  /** Total APY of the last 30 days up to the last recorded one, oldest first, null where a day was not recorded. */
  recent: (number | null)[]
  /** Lower-case words that a search looks through. */
  haystack: string
}

export type OfferSource = {
  id: string
  externalId: string
  url: string
  observedAt: Date | null
  fetchedAt: Date
  rateKind: RateKind
  raw: string
  /** true: the source lately gave only a part of its offers, so that this figure may be old. */
  isStale: boolean
}

type Entity<Facts> = Facts & { id: number; origin: "seed" | "live"; updatedAt: Date; offerCount: number }

/** Best active rates by category, in percent; a category without an offer is absent. */
export type BestRates = Partial<Record<OfferCategory, { apy: number; offerSlug: string }>>

export type Currency = Entity<SourceCurrency> & { best: BestRates }
export type Exchange = Entity<SourceExchange> & { best: BestRates; rating: number | null; currencyCount: number }
export type Protocol = Entity<SourceProtocol> & { best: BestRates; offersTvlUsd: number | null }
export type Wallet = Entity<SourceWallet> & {
  best: BestRates
  securityRating: number | null
  anonymityRating: number | null
  easeOfUseRating: number | null
}
export type Card = Omit<Entity<SourceCard>, "offerCount" | "provider"> & { provider: ProviderRef | null }

export type Chain = { slug: string; name: string; offerCount: number }

/** How much of what shows is demo data, and from which days; null when everything is live. */
export type SeedNotice = { seedOffers: number; allOffers: number; fromDay: string; toDay: string }

export const SORT_KEYS = ["rank", "apy", "realApy", "tvl", "timeToCash", "name"] as const
export type SortKey = (typeof SORT_KEYS)[number]

/** The whole market at one version. Never changed after it is built; a new version is a new object. */
export type Market = {
  version: string
  builtAt: Date
  offers: readonly Offer[]
  /** Indexes into `offers` by sort key, in the key's natural direction (see DIRECTIONS), unknown values last, slug as tie-break. */
  order: Readonly<Record<SortKey, { asc: Int32Array; desc: Int32Array }>>
  currencies: readonly Currency[]
  exchanges: readonly Exchange[]
  protocols: readonly Protocol[]
  wallets: readonly Wallet[]
  cards: readonly Card[]
  chains: readonly Chain[]
  offerBySlug: ReadonlyMap<string, Offer>
  currencyBySlug: ReadonlyMap<string, Currency>
  exchangeBySlug: ReadonlyMap<string, Exchange>
  protocolBySlug: ReadonlyMap<string, Protocol>
  walletBySlug: ReadonlyMap<string, Wallet>
  cardBySlug: ReadonlyMap<string, Card>
  seed: SeedNotice | null
}
