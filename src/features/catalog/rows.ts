// The rows of the lists, in finished texts.
import type { RateView } from "./list-data.ts"

export type CurrencyRow = {
  slug: string
  name: string
  symbol: string
  rank: string | null
  kind: string
  category: string | null
  price: string | null
  saving: RateView | null
  staking: RateView | null
  lending: RateView | null
  defi: RateView | null
  offers: string | null
}
/** Prices come with live data: without any, the list has no such column. */
export type CurrencyListMore = { hasPrices: boolean; isDemo: boolean }

export type ExchangeRow = {
  slug: string
  name: string
  kind: string | null
  rating: string | null
  countries: string | null
  since: string | null
  maker: string | null
  taker: string | null
  proof: string | null
  best: RateView | null
  offers: string | null
}

export type ProtocolRow = {
  slug: string
  name: string
  category: string | null
  chains: string | null
  tvl: string | null
  offers: string | null
  best: RateView | null
  audits: string | null
}

export type WalletRow = {
  slug: string
  name: string
  type: string | null
  platforms: string | null
  security: string | null
  anonymity: string | null
  ease: string | null
  openSource: string | null
  coins: string | null
  services: string | null
}
