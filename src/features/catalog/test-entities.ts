// Entities for the tests of this feature: everything unknown unless told.
import type { Currency, Exchange, Protocol, Wallet } from "../market/model.ts"
import {
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceProtocolSchema,
  sourceWalletSchema,
} from "../market/schema.ts"

const provenance = { sourceUrl: "https://example.com/facts", asOf: "2026-09-01" }
const entity = { id: 1, origin: "live" as const, updatedAt: new Date("2026-09-02T00:00:00Z"), offerCount: 0, best: {} }

export function makeCurrency(given: Partial<Currency> = {}): Currency {
  const facts = { slug: "ether", name: "Ether", symbol: "ETH", kind: "coin" as const, ...provenance }
  return { ...sourceCurrencySchema.parse(facts), ...entity, ...given }
}

export function makeExchange(given: Partial<Exchange> = {}): Exchange {
  const facts = { slug: "hive", name: "Hive", url: "https://hive.example.com", ...provenance }
  return { ...sourceExchangeSchema.parse(facts), ...entity, rating: null, currencyCount: 0, ...given }
}

export function makeProtocol(given: Partial<Protocol> = {}): Protocol {
  const facts = { slug: "comb", name: "Comb", ...provenance }
  return { ...sourceProtocolSchema.parse(facts), ...entity, offersTvlUsd: null, ...given }
}

export function makeWallet(given: Partial<Wallet> = {}): Wallet {
  const facts = { slug: "pocket", name: "Pocket", mainPageLink: "https://pocket.example.com", ...provenance }
  const ratings = { securityRating: null, anonymityRating: null, easeOfUseRating: null }
  return { ...sourceWalletSchema.parse(facts), ...entity, ...ratings, ...given }
}
