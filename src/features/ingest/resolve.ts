// Finds the listed currency behind a source's symbol. Pure, over an index that is made once per run.
import { slugify } from "../../core/slug.ts"
import type { SourceCurrency } from "../market/schema.ts"

export type CurrencyIndex = {
  /** The id of the listed currency, or null. An address beats a symbol: symbols are shared by different currencies. */
  find(symbol: string, chainSlug: string | null, address: string | undefined): number | null
}

/** DefiLlama's chain names to those that currency addresses are kept under, where the slug alone does not match. */
const CHAIN_ALIASES: Record<string, string> = {
  arbitrum: "arbitrum-one",
  bsc: "binance-smart-chain",
  gnosis: "xdai",
  metis: "metis-andromeda",
  "op-mainnet": "optimistic-ethereum",
  polygon: "polygon-pos",
  "zksync-era": "zksync",
}

type Listed = { id: number; facts: Pick<SourceCurrency, "symbol" | "marketCapRank" | "addresses"> }

/** Of several currencies with one symbol the best-ranked is meant. */
export function indexCurrencies(currencies: readonly Listed[]): CurrencyIndex {
  const bySymbol = new Map<string, Listed>()
  const byAddress = new Map<string, number>()
  for (const currency of currencies) {
    const symbol = currency.facts.symbol.toUpperCase()
    const known = bySymbol.get(symbol)
    if (!known || rankOf(currency) < rankOf(known)) bySymbol.set(symbol, currency)
    for (const { chain, address } of currency.facts.addresses)
      byAddress.set(`${slugify(chain)}:${address.toLowerCase()}`, currency.id)
  }
  return {
    find(symbol, chainSlug, address) {
      if (chainSlug !== null && address !== undefined) {
        const key = address.toLowerCase()
        const exact =
          byAddress.get(`${chainSlug}:${key}`) ?? byAddress.get(`${CHAIN_ALIASES[chainSlug] ?? chainSlug}:${key}`)
        if (exact !== undefined) return exact
      }
      return bySymbol.get(symbol.toUpperCase())?.id ?? null
    },
  }
}

function rankOf(currency: Listed): number {
  return currency.facts.marketCapRank ?? Number.POSITIVE_INFINITY
}
