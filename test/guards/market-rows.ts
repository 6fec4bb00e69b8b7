// Rows and a market in memory for the tests of pure rules: no database. What a test does not say has a usual value.
import { assembleMarket, buildOffer, namesOf, type Recorded } from "../../src/features/market/build.ts"
import type { Market, Offer } from "../../src/features/market/model.ts"
import type { EntityRows, OfferRow } from "../../src/features/market/queries.server.ts"
import {
  type SourceExchange,
  sourceCardSchema,
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceProtocolSchema,
  type SourceWallet,
  sourceWalletSchema,
  type Term,
  termSchema,
} from "../../src/features/market/schema.ts"

export const NOW = new Date("2026-11-20T12:00:00Z")
const FACTS = { sourceUrl: "https://example.org/source", asOf: "2026-11-01" }
export const NOTHING: Recorded = { days: [], total: [], base: [] }

export const term = (wishes: Partial<Term> = {}): Term => termSchema.parse(wishes)

export function exchangeFacts(wishes: Partial<SourceExchange> = {}): SourceExchange {
  return sourceExchangeSchema.parse({ slug: "kraken", name: "Kraken", url: "https://example.org", ...FACTS, ...wishes })
}

export function walletFacts(wishes: Partial<SourceWallet> = {}): SourceWallet {
  return sourceWalletSchema.parse({
    slug: "ledger",
    name: "Ledger",
    mainPageLink: "https://example.org",
    ...FACTS,
    ...wishes,
  })
}

const entity = <Facts extends { slug: string }>(id: number, facts: Facts) => ({
  id,
  slug: facts.slug,
  published: true,
  origin: "live" as const,
  facts,
  updatedAt: NOW,
})

const currency = (id: number, slug: string, name: string, symbol: string) =>
  entity(id, sourceCurrencySchema.parse({ slug, name, symbol, kind: "coin", ...FACTS }))
const protocol = (id: number, slug: string, name: string) => ({
  ...entity(id, sourceProtocolSchema.parse({ slug, name, ...FACTS })),
  defillamaId: null,
})
const exchange = (id: number, slug: string, name: string) => entity(id, exchangeFacts({ slug, name }))

/** Ids are chosen so that an exchange, a protocol and a wallet share the number 1. */
export const ENTITIES: EntityRows = {
  currencies: [
    currency(1, "bitcoin", "Bitcoin", "BTC"),
    currency(2, "ethereum", "Ether", "ETH"),
    currency(3, "usd-coin", "USD Coin", "USDC"),
  ],
  exchanges: [exchange(1, "kraken", "Kraken"), exchange(2, "okx", "OKX")],
  protocols: [protocol(1, "aave-v3", "Aave V3"), protocol(2, "lido", "Lido")],
  wallets: [entity(1, walletFacts())],
  cards: [
    entity(
      1,
      sourceCardSchema.parse({
        slug: "kraken-card",
        name: "Kraken Card",
        provider: { kind: "exchange", slug: "kraken" },
        ...FACTS,
      }),
    ),
  ],
}
export const NAMES = namesOf(ENTITIES)

export type RowWishes = Partial<Omit<OfferRow, "rate" | "terms">> & {
  rate?: Partial<OfferRow["rate"]>
  terms?: Partial<Term>[]
}

/** An active offer of Kraken for bitcoin at 5 % APY, fetched now. */
export function offerRow(id: number, wishes: RowWishes = {}): OfferRow {
  const { rate, terms, ...own } = wishes
  const hasProvider = own.exchangeId != null || own.protocolId != null || own.walletId != null
  return {
    id,
    slug: `offer-${String(id).padStart(3, "0")}`,
    source: "bybit",
    externalId: `external-${id}`,
    category: "saving",
    exchangeId: hasProvider ? null : 1,
    protocolId: null,
    walletId: null,
    symbols: ["BTC"],
    currencyIds: [1],
    rewardSymbols: [],
    blockchain: null,
    label: null,
    status: "active",
    published: true,
    origin: "live",
    sourceUrl: "https://example.org/offer",
    commission: "unknown",
    exposure: null,
    ilRisk: null,
    stablecoin: null,
    factsHash: "",
    firstSeenAt: NOW,
    missingSince: null,
    ...own,
    terms: (terms ?? []).map(term),
    rate: {
      offerId: id,
      apy: 5,
      apyBase: null,
      apyReward: null,
      tvlUsd: null,
      kind: "apy",
      raw: "5",
      observedAt: null,
      fetchedAt: NOW,
      unchangedSince: NOW,
      pendingApy: null,
      ...rate,
    },
  } as OfferRow
}

export const offer = (id: number, wishes: RowWishes = {}, recorded: Recorded = NOTHING): Offer =>
  buildOffer(offerRow(id, wishes), recorded, NAMES, NOW)

/** A market of these offers; a number alone is an offer with that id and nothing else said. */
export const marketOf = (offers: readonly Offer[], entities: EntityRows = ENTITIES): Market =>
  assembleMarket("7", [...offers], entities, NOW)
