// Rows for tests, each with the parents it needs. What a test does not say has a usual value; names count up and never clash.
import { eq } from "drizzle-orm"
import type { Clock } from "../src/core/clock.ts"
import type { Db } from "../src/core/db/database.server.ts"
import { bumpVersion } from "../src/features/ingest/commands.server.ts"
import {
  type HistoryPoint,
  type SourceCard,
  type SourceCurrency,
  type SourceExchange,
  type SourceProtocol,
  type SourceWallet,
  sourceCardSchema,
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceProtocolSchema,
  sourceWalletSchema,
  type Term,
  termSchema,
} from "../src/features/market/schema.ts"
import {
  cards,
  currencies,
  dailyRates,
  exchanges,
  offerEvents,
  offerRates,
  offers,
  protocols,
  wallets,
} from "../src/features/market/tables.server.ts"

type Origin = "seed" | "live"
type With<Facts> = Partial<Facts> & { origin?: Origin; published?: boolean }
type OfferColumns = Omit<typeof offers.$inferInsert, "id" | "terms">
type RateColumns = Omit<typeof offerRates.$inferInsert, "offerId">
export type OfferWishes = Partial<OfferColumns> & {
  currency?: { id: number; facts: SourceCurrency }
  terms?: Partial<Term>[]
  rate?: Partial<RateColumns>
  days?: (Partial<HistoryPoint> & { day: string })[]
}

const SOURCE = "https://example.org/rates"

export function createFactories(db: Db, clock: Clock) {
  let count = 0
  const next = (word: string) => `${word}-${++count}`
  const base = () => ({ sourceUrl: SOURCE, asOf: clock().toISOString().slice(0, 10) })
  const columns = (wishes: { origin?: Origin; published?: boolean }) => ({
    origin: wishes.origin ?? ("live" as const),
    published: wishes.published ?? true,
    updatedAt: clock(),
  })

  async function currency(wishes: With<SourceCurrency> = {}) {
    const slug = wishes.slug ?? next("coin")
    const name = `Coin ${slug}`
    const facts = sourceCurrencySchema.parse({
      name,
      symbol: slug.toUpperCase(),
      kind: "coin",
      ...base(),
      ...wishes,
      slug,
    })
    const [row] = await db
      .insert(currencies)
      .values({ slug, facts, ...columns(wishes) })
      .returning()
    return must(row)
  }

  async function exchange(wishes: With<SourceExchange> = {}) {
    const slug = wishes.slug ?? next("exchange")
    const facts = sourceExchangeSchema.parse({
      name: `Name of ${slug}`,
      url: "https://example.org",
      ...base(),
      ...wishes,
      slug,
    })
    const [row] = await db
      .insert(exchanges)
      .values({ slug, facts, ...columns(wishes) })
      .returning()
    return must(row)
  }

  async function protocol(wishes: With<SourceProtocol> = {}) {
    const slug = wishes.slug ?? next("protocol")
    const facts = sourceProtocolSchema.parse({ name: `Name of ${slug}`, ...base(), ...wishes, slug })
    const [row] = await db
      .insert(protocols)
      .values({ slug, facts, defillamaId: facts.defillamaId, ...columns(wishes) })
      .returning()
    return must(row)
  }

  async function wallet(wishes: With<SourceWallet> = {}) {
    const slug = wishes.slug ?? next("wallet")
    const facts = sourceWalletSchema.parse({
      name: `Name of ${slug}`,
      mainPageLink: "https://example.org",
      ...base(),
      ...wishes,
      slug,
    })
    const [row] = await db
      .insert(wallets)
      .values({ slug, facts, ...columns(wishes) })
      .returning()
    return must(row)
  }

  async function card(wishes: With<SourceCard> = {}) {
    const slug = wishes.slug ?? next("card")
    const facts = sourceCardSchema.parse({ name: `Name of ${slug}`, ...base(), ...wishes, slug })
    const [row] = await db
      .insert(cards)
      .values({ slug, facts, ...columns(wishes) })
      .returning()
    return must(row)
  }

  /** An offer with its rate; without a provider or a currency it gets an exchange and a coin of its own. */
  async function offer(wishes: OfferWishes = {}) {
    const { currency: given, terms = [], rate = {}, days = [], ...own } = wishes
    const coin = given ?? (await currency())
    const hasProvider = own.exchangeId != null || own.protocolId != null || own.walletId != null
    const slug = own.slug ?? next("offer")
    const [row] = await db
      .insert(offers)
      .values({
        source: "bybit",
        externalId: slug,
        category: "saving",
        exchangeId: hasProvider ? null : (await exchange()).id,
        symbols: [coin.facts.symbol],
        currencyIds: [coin.id],
        status: "active",
        origin: "live",
        sourceUrl: SOURCE,
        factsHash: "test",
        firstSeenAt: clock(),
        ...own,
        slug,
        terms: terms.map((term) => termSchema.parse(term)),
      })
      .returning()
    const made = must(row)
    await db.insert(offerRates).values({
      offerId: made.id,
      apy: 5,
      kind: "apy",
      raw: "5",
      fetchedAt: clock(),
      unchangedSince: clock(),
      ...rate,
    })
    if (days.length > 0) await recordDays(made.id, days)
    return made
  }

  async function recordDays(offerId: number, days: readonly (Partial<HistoryPoint> & { day: string })[]) {
    await db.insert(dailyRates).values(
      days.map((day) => ({
        offerId,
        day: day.day,
        apy: day.apyPercent ?? null,
        apyBase: day.apyBasePercent ?? null,
        apyReward: day.apyRewardPercent ?? null,
        tvlUsd: day.tvlUsd ?? null,
        source: "bybit",
      })),
    )
  }

  return {
    currency,
    exchange,
    protocol,
    wallet,
    card,
    offer,
    days: recordDays,
    /** Makes everything that was inserted visible to readers of the market, at their next refresh. */
    publish: () => bumpVersion(db, clock()),
  }
}
export type Factories = ReturnType<typeof createFactories>

/** What tests look at after a run: everything about the offers of a source, by external id. */
export async function offersOf(db: Db, source: string) {
  const rows = await db
    .select()
    .from(offers)
    .innerJoin(offerRates, eq(offerRates.offerId, offers.id))
    .where(eq(offers.source, source))
  return new Map(rows.map(({ offer, offer_rate }) => [offer.externalId, { ...offer, rate: offer_rate }]))
}

export function eventsOf(db: Db, offerId: number) {
  return db.select().from(offerEvents).where(eq(offerEvents.offerId, offerId)).orderBy(offerEvents.id)
}

export function daysOf(db: Db, offerId: number) {
  return db.select().from(dailyRates).where(eq(dailyRates.offerId, offerId)).orderBy(dailyRates.day)
}

function must<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error("nothing was inserted")
  return row
}
