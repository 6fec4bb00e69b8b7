// Filter, sort and page over 20,000 offers, as a list page does it.
import { type OfferFilter, PAGE_SIZE } from "../src/features/offers/query.ts"
import { selectOffers, type SelectOptions } from "../src/features/offers/list.ts"
import { SORT_KEYS } from "../src/features/market/model.ts"
import { type Line, median, quantile } from "./bench.ts"
import { makeMarket } from "./market.ts"

const ROUNDS = 60
const FILTERS: Partial<OfferFilter>[] = [
  {},
  { stablecoin: true },
  { offerType: "lending", apyFrom: 3 },
  { currencyId: "usd-coin", blockchain: "base" },
  { protocolIds: ["aave-v3", "morpho-blue"], tvlFrom: 1_000_000 },
  { search: "vault usdc" },
  { cashWithin: 24, apyFrom: 1, apyTo: 20, tvlFrom: 100_000 },
]

export default async function filterSort(): Promise<Line[]> {
  const market = makeMarket()
  const questions: SelectOptions[] = FILTERS.flatMap((filter) =>
    SORT_KEYS.flatMap((sort) =>
      [null, 1000].map((amount) => ({ filter, sort, order: null, amount, skip: 2 * PAGE_SIZE, take: PAGE_SIZE })),
    ),
  )
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const question of questions) {
      const startedAt = performance.now()
      selectOffers(market, question)
      if (round > 0) times.push(performance.now() - startedAt)
    }
  }
  return [
    {
      what: "filter + sort + page over 20,000 offers, median",
      value: median(times),
      unit: "ms",
      budget: { atMost: 1 },
    },
    { what: "filter + sort + page over 20,000 offers, p99", value: quantile(times, 0.99), unit: "ms" },
  ]
}
