import type { EntityData } from "./detail-data.ts"
import type { RateView } from "./list-data.ts"

/** What the page of a currency gets. */
export type CurrencyPageData = EntityData & {
  symbol: string
  rates: {
    slug: string
    category: string
    best: RateView | null
    base: RateView | null
    count: string
    list: string | null
  }[]
  addresses: { chain: string; address: string }[]
  addressSummary: string
}
