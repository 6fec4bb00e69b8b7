// A market of 20,000 offers that is the same every time, made the way the site makes its own: the entities of the demo data, offers
// with all their texts, 90 recorded days for two of three, tiers on every tenth.
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { addDays, dayOf } from "../src/core/clock.ts"
import { assembleMarket, buildOffer, namesOf, type Recorded } from "../src/features/market/build-old-tmp.ts"
import type { Market } from "../src/features/market/model.ts"
import type { EntityRows, OfferRow } from "../src/features/market/queries.server.ts"
import {
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceProtocolSchema,
  termSchema,
} from "../src/features/market/schema.ts"
import { OFFER_CATEGORIES } from "../src/features/market/words.ts"
import { seededRandom } from "./bench.ts"

const SEED = resolve(import.meta.dirname, "../db/seed")
const CHAINS = [
  "Ethereum",
  "Base",
  "Arbitrum",
  "Solana",
  "BSC",
  "Polygon",
  "Optimism",
  "Avalanche",
  "Sui",
  "Hyperliquid L1",
]
export const NOW = new Date("2026-11-20T12:00:00Z")
const TODAY = dayOf(NOW)

export function makeMarket(count = 20_000): Market {
  const random = seededRandom(7)
  const entities = readEntities()
  const names = namesOf(entities)
  const offers = Array.from({ length: count }, (_, at) => {
    const row = makeRow(at + 1, entities, random)
    return buildOffer(row, at % 3 === 0 ? NO_DAYS : makeDays(row.rate.apy ?? 0, random), names, NOW)
  })
  return assembleMarket("bench", offers, entities, NOW)
}

function readEntities(): EntityRows {
  const read = <Facts extends { slug: string }>(file: string, parse: (row: unknown) => Facts) =>
    (JSON.parse(readFileSync(join(SEED, file), "utf8")) as { rows: unknown[] }).rows.map((row, at) => {
      const facts = parse(row)
      return { id: at + 1, slug: facts.slug, published: true, origin: "live" as const, facts, updatedAt: NOW }
    })
  return {
    currencies: read("currencies.json", (row) => sourceCurrencySchema.parse(row)),
    exchanges: read("exchanges.json", (row) => sourceExchangeSchema.parse(row)),
    protocols: read("protocols.json", (row) => sourceProtocolSchema.parse(row)).map((row) => ({
      ...row,
      defillamaId: row.facts.defillamaId,
    })),
    wallets: [],
    cards: [],
  }
}

function makeRow(id: number, entities: EntityRows, random: () => number): OfferRow {
  // The first of a list are chosen most, as a market has more offers in USDC than in anything else.
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() ** 2 * items.length)] as Item
  const onExchange = random() < 0.1
  const provider = onExchange ? pick(entities.exchanges) : pick(entities.protocols)
  const chosen = [pick(entities.currencies), ...(random() < 0.3 ? [pick(entities.currencies)] : [])]
  const apyBase = Math.round(random() ** 3 * 3e6) / 1e5
  const apyReward = random() < 0.5 ? Math.round(random() ** 3 * 1e6) / 1e5 : null
  const tiers = [
    { from: 0, to: 500, ratePercent: apyBase },
    { from: 500, to: null, ratePercent: apyBase / 4 },
  ]
  return {
    id,
    slug: `${provider.slug}-${chosen.map((row) => row.slug).join("-")}-${id}`,
    source: "defillama",
    externalId: `pool-${id}`,
    category: pick(OFFER_CATEGORIES),
    exchangeId: onExchange ? provider.id : null,
    protocolId: onExchange ? null : provider.id,
    walletId: null,
    symbols: chosen.map((row) => row.facts.symbol),
    currencyIds: chosen.map((row) => row.id),
    rewardSymbols: [],
    blockchain: onExchange ? null : pick(CHAINS),
    label: random() < 0.5 ? `Vault ${Math.floor(random() * 1e6)}` : null,
    status: "active",
    commission: "none",
    published: true,
    origin: "live",
    sourceUrl: `https://defillama.com/yields/pool/${id}`,
    exposure: chosen.length > 1 ? "multi" : "single",
    ilRisk: chosen.length > 1,
    stablecoin: random() < 0.3,
    terms: [
      termSchema.parse({
        lockDays: pick([0, 0, 0, 7, 30, 90]),
        processingHours: pick([0, 1, 24]),
        noticeDays: 0,
        unbondDays: 0,
        minAmount: random() < 0.2 ? 10 : null,
        tiers: id % 10 === 0 ? tiers : [],
      }),
    ],
    factsHash: "",
    firstSeenAt: NOW,
    missingSince: null,
    rate: {
      offerId: id,
      apy: apyBase + (apyReward ?? 0),
      apyBase,
      apyReward,
      tvlUsd: Math.round(10 ** (3.5 + random() * 5.5)),
      kind: random() < 0.2 ? "apr" : "apy",
      raw: "",
      observedAt: null,
      fetchedAt: NOW,
      unchangedSince: NOW,
      pendingApy: null,
    },
  }
}

const NO_DAYS: Recorded = { days: [], total: [], base: [] }
const DAYS = Array.from({ length: 90 }, (_, at) => addDays(TODAY, at - 89))

function makeDays(apy: number, random: () => number): Recorded {
  // Rates drift from day to day and come back; a third changes about once a week only, as set rates do.
  const often = random() < 0.67 ? 1 : 0.15
  let drift = 0
  const total = DAYS.map(() => {
    if (random() < often) drift = drift * 0.9 + (random() - 0.5) * 0.1
    return Math.round(apy * (1 + drift) * 1e5) / 1e5
  })
  return { days: DAYS, total, base: total.map((value) => value * 0.8) }
}
