// What a list of offers understands in its address: the spec's filter keys under their very names (spec 3), and a few more.
import {
  flagCodec,
  integerCodec,
  lowerSlugCodec,
  numberCodec,
  type QuerySpec,
  slugCodec,
  slugsCodec,
  textCodec,
  wordCodec,
  wordsCodec,
} from "../../core/query.ts"
import { HIDDEN_REASONS, type HiddenReason } from "../market/hidden.ts"
import type { SortKey } from "../market/model.ts"
import { OFFER_CATEGORIES, type OfferCategory } from "../market/words.ts"

export type OfferFilter = {
  offerType: OfferCategory | null
  /** An id or a slug. */
  currencyId: string | null
  blockchain: string | null
  exchangeIds: string[] | null
  protocolIds: string[] | null
  walletIds: string[] | null
  /** Percent. */
  apyFrom: number | null
  apyTo: number | null
  tvlFrom: number | null
  tvlTo: number | null
  /** Hours within which the money is back; offers whose time is unknown do not count as such. */
  cashWithin: number | null
  stablecoin: true | null
  /** Only offers that Apyary earns nothing from. */
  commissionFree: true | null
  search: string | null
  /** Rows that lists leave out unless asked: which of the reasons to show all the same. */
  show: HiddenReason[] | null
}

/**
 * What a page sorts by. Not by Real APY: pages are the same for everybody, and the order of its figures is part of what the paid plans
 * have (spec 6). The API does it for them.
 */
export const PAGE_SORT_KEYS = ["rank", "apy", "tvl", "timeToCash", "name"] as const satisfies readonly SortKey[]
export type PageSortKey = (typeof PAGE_SORT_KEYS)[number]

export type OfferQuery = OfferFilter & {
  /** In the offer's currency. */
  amount: number | null
  sort: PageSortKey | null
  order: "asc" | "desc" | null
  page: number | null
}

export const MAX_AMOUNT = 1e12
const MAX_PAGE = 10_000

export const FILTER_SPEC: QuerySpec<OfferFilter> = {
  offerType: wordCodec(OFFER_CATEGORIES),
  currencyId: slugCodec,
  blockchain: lowerSlugCodec,
  exchangeIds: slugsCodec,
  protocolIds: slugsCodec,
  walletIds: slugsCodec,
  apyFrom: numberCodec(-100, 1_000_000),
  apyTo: numberCodec(-100, 1_000_000),
  tvlFrom: numberCodec(0, 1e15),
  tvlTo: numberCodec(0, 1e15),
  cashWithin: numberCodec(0, 24 * 3650),
  stablecoin: flagCodec,
  commissionFree: flagCodec,
  search: textCodec,
  show: wordsCodec(HIDDEN_REASONS),
}

export const OFFER_QUERY_SPEC: QuerySpec<OfferQuery> = {
  ...FILTER_SPEC,
  amount: numberCodec(0, MAX_AMOUNT),
  sort: wordCodec(PAGE_SORT_KEYS),
  order: wordCodec(["asc", "desc"]),
  page: integerCodec(2, MAX_PAGE),
}

/** The direction a sort starts with: the best first, names from A. */
export const NATURAL_ORDER: Record<SortKey, "asc" | "desc"> = {
  rank: "desc",
  apy: "desc",
  realApy: "desc",
  tvl: "desc",
  timeToCash: "asc",
  name: "asc",
}

export const PAGE_SIZE = 50

export type Preset = { id: string; query: Partial<OfferQuery> }

/** Ready-made questions that people ask most. */
export const PRESETS: readonly Preset[] = [
  { id: "stablecoins", query: { stablecoin: true } },
  { id: "usdc", query: { currencyId: "usd-coin" } },
  { id: "ether", query: { currencyId: "ethereum" } },
  { id: "bitcoin", query: { currencyId: "bitcoin" } },
  { id: "withinDay", query: { cashWithin: 24 } },
  { id: "deep", query: { tvlFrom: 10_000_000 } },
]
