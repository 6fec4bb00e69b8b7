// The search of the header over 20,000 currencies: its GraphQL operation, asked the way the browser asks it.
import type { Market } from "../src/features/market/model.ts"
import { searchOperation } from "../src/features/search/operation.ts"
import { type Line, median, quantile } from "./bench.ts"
import { makeMarket } from "./market.ts"
import { webOver } from "./web.ts"

const CURRENCIES = 20_000
const ROUNDS = 40
const WORDS = ["u", "usdc", "ethereum", "staked", "no such coin", "100%"]

export default async function search(): Promise<Line[]> {
  const app = await webOver(withCurrencies(makeMarket(0)), 0)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const word of WORDS) {
      const payload = searchOperation(word)
      const startedAt = performance.now()
      const answer = await app.inject({ method: "POST", url: "/graphql", payload })
      if (round > 0) times.push(performance.now() - startedAt)
      const { errors } = answer.json<{ errors?: unknown }>()
      if (errors || answer.statusCode !== 200) throw new Error(`no answer for ${word}: ${answer.body}`)
    }
  }
  await app.close()
  return [
    { what: "search over 20,000 currencies, median", value: median(times), unit: "ms", budget: { atMost: 5 } },
    { what: "search over 20,000 currencies, p99", value: quantile(times, 0.99), unit: "ms" },
  ]
}

/** The real currencies, repeated under names of their own. */
function withCurrencies(market: Market): Market {
  const { currencies } = market
  return {
    ...market,
    currencies: Array.from({ length: CURRENCIES }, (_, at) => {
      const real = currencies[at % currencies.length] as Market["currencies"][number]
      if (at < currencies.length) return real
      return { ...real, id: at + 1, slug: `${real.slug}-${at}`, name: `${real.name} ${at}`, marketCapRank: null }
    }),
  }
}
