// How a fetched entity meets the one that is already listed. Pure.
import type { SourceCurrency, SourceProtocol } from "../market/schema.ts"

/** What is known stays unless the new facts say something: null and empty lists never overwrite. The address (slug) never changes. */
export function mergeFacts<Facts extends { slug: string }>(known: Facts, fetched: Facts): Facts {
  const news = Object.entries(fetched).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return { ...known, ...Object.fromEntries(news), slug: known.slug }
}

/** A protocol keeps every DefiLlama slug it was ever known by, because DefiLlama renames them. */
export function mergeProtocol(known: SourceProtocol, fetched: SourceProtocol): SourceProtocol {
  const defillamaSlugs = [...new Set([...known.defillamaSlugs, ...fetched.defillamaSlugs])]
  return { ...mergeFacts(known, fetched), defillamaSlugs }
}

/** Kind and category of a listed currency were checked by hand; prices and ranks come from the source. */
export function mergeCurrency(known: SourceCurrency, fetched: SourceCurrency): SourceCurrency {
  return {
    ...mergeFacts(known, fetched),
    symbol: known.symbol,
    name: known.name,
    kind: known.kind,
    category: known.category ?? fetched.category,
  }
}

type ListedCurrency = { id: number; facts: SourceCurrency }

/** Finds the listed currency that a fetched one is: by the sources' ids, by slug, or by symbol and name together. */
export function matchCurrency(
  listed: readonly ListedCurrency[],
): (fetched: SourceCurrency) => ListedCurrency | undefined {
  const byKey = new Map<string, ListedCurrency>()
  const keysOf = (facts: SourceCurrency) => [
    facts.coingeckoId && `coingecko:${facts.coingeckoId}`,
    facts.coinpaprikaId && `coinpaprika:${facts.coinpaprikaId}`,
    `slug:${facts.slug}`,
    `name:${facts.symbol.toUpperCase()}:${facts.name.toLowerCase()}`,
  ]
  for (const currency of listed)
    for (const key of keysOf(currency.facts)) if (key && !byKey.has(key)) byKey.set(key, currency)
  return (fetched) => keysOf(fetched).flatMap((key) => (key ? (byKey.get(key) ?? []) : []))[0]
}
