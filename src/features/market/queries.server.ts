// Reading the market from the database. Long results come in pieces, so that no request waits for them.
import { setImmediate as pause } from "node:timers/promises"
import { and, asc, eq, gt, gte, inArray, sql } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import type { HistoryPoint } from "./schema.ts"
import {
  cards,
  currencies,
  dailyRates,
  exchanges,
  historyFills,
  marketVersion,
  offerEvents,
  offerRates,
  offers,
  protocols,
  sourceStates,
  wallets,
} from "./tables.server.ts"

const PIECE = 1000

/** The number of the last committed change; 0 before the first. */
export async function getMarketVersion(db: Db): Promise<number> {
  const [row] = await db.select({ version: marketVersion.version }).from(marketVersion)
  return row?.version ?? 0
}

export type OfferRow = typeof offers.$inferSelect & { rate: typeof offerRates.$inferSelect }

/** Every published offer with its latest rate, by id. */
export async function listOfferRows(db: Db): Promise<OfferRow[]> {
  const rows: OfferRow[] = []
  for (let after = 0; ; ) {
    const piece = await db
      .select()
      .from(offers)
      .innerJoin(offerRates, eq(offerRates.offerId, offers.id))
      .where(and(gt(offers.id, after), eq(offers.published, true)))
      .orderBy(asc(offers.id))
      .limit(PIECE)
    for (const { offer, offer_rate } of piece) rows.push({ ...offer, rate: offer_rate })
    const last = piece.at(-1)
    if (!last || piece.length < PIECE) return rows
    after = last.offer.id
    await pause()
  }
}

export async function listEntityRows(db: Db) {
  return {
    currencies: await db.select().from(currencies).where(eq(currencies.published, true)).orderBy(asc(currencies.id)),
    exchanges: await db.select().from(exchanges).where(eq(exchanges.published, true)).orderBy(asc(exchanges.id)),
    protocols: await db.select().from(protocols).where(eq(protocols.published, true)).orderBy(asc(protocols.id)),
    wallets: await db.select().from(wallets).where(eq(wallets.published, true)).orderBy(asc(wallets.id)),
    cards: await db.select().from(cards).where(eq(cards.published, true)).orderBy(asc(cards.id)),
  }
}
export type EntityRows = Awaited<ReturnType<typeof listEntityRows>>

export type RecentRow = { offerId: number; days: string[]; total: (number | null)[]; base: (number | null)[] }

/** Which days to read: from a day on, of some offers, or of offers first seen since a moment; all empty = everything. */
export type RecentScope = { sinceDay?: string; offerIds?: readonly number[]; offersSince?: Date }

/**
 * The recorded days of the last 90 up to each offer's latest rate, oldest first. `base` is the provider's base rate, or the
 * total where the source tells no split.
 */
export async function listRecentDays(db: Db, scope: RecentScope = {}): Promise<RecentRow[]> {
  if (scope.offerIds?.length === 0) return []
  const rows: RecentRow[] = []
  for (let after = 0; ; ) {
    const piece = await db
      .select({
        offerId: dailyRates.offerId,
        days: sql<string[]>`array_agg(${dailyRates.day}::text order by ${dailyRates.day})`,
        total: sql<(number | null)[]>`array_agg(${dailyRates.apy}::float8 order by ${dailyRates.day})`,
        base: sql<
          (number | null)[]
        >`array_agg(coalesce(${dailyRates.apyBase}, case when ${dailyRates.apyReward} is null then ${dailyRates.apy} end)::float8 order by ${dailyRates.day})`,
      })
      .from(dailyRates)
      .innerJoin(offerRates, eq(offerRates.offerId, dailyRates.offerId))
      .where(
        and(
          gt(dailyRates.offerId, after),
          sql`${dailyRates.day} > (${offerRates.fetchedAt} at time zone 'UTC')::date - 90`,
          scope.sinceDay ? gte(dailyRates.day, scope.sinceDay) : undefined,
          scope.offerIds ? inArray(dailyRates.offerId, [...scope.offerIds]) : undefined,
          scope.offersSince
            ? inArray(
                dailyRates.offerId,
                db.select({ id: offers.id }).from(offers).where(gte(offers.firstSeenAt, scope.offersSince)),
              )
            : undefined,
        ),
      )
      .groupBy(dailyRates.offerId)
      .orderBy(asc(dailyRates.offerId))
      .limit(PIECE)
    rows.push(...piece)
    const last = piece.at(-1)
    if (!last || piece.length < PIECE) return rows
    after = last.offerId
    await pause()
  }
}

/** Offers whose past was filled in after the moment given. */
export async function listFilledSince(db: Db, since: Date): Promise<number[]> {
  const rows = await db.select({ id: historyFills.offerId }).from(historyFills).where(gt(historyFills.filledAt, since))
  return rows.map((row) => row.id)
}

/** The recorded past of one offer, oldest first, with the source of each day. */
export async function listHistory(
  db: Db,
  offerId: number,
  fromDay: string,
  toDay: string,
): Promise<(HistoryPoint & { source: string })[]> {
  const rows = await db
    .select()
    .from(dailyRates)
    .where(and(eq(dailyRates.offerId, offerId), sql`${dailyRates.day} between ${fromDay} and ${toDay}`))
    .orderBy(asc(dailyRates.day))
  return rows.map((row) => ({
    day: row.day,
    apyPercent: row.apy,
    apyBasePercent: row.apyBase,
    apyRewardPercent: row.apyReward,
    tvlUsd: row.tvlUsd,
    source: row.source,
  }))
}

/** First and last recorded day of an offer, or null when nothing was recorded. */
export async function findHistoryRange(db: Db, offerId: number): Promise<{ first: string; last: string } | null> {
  const [row] = await db
    .select({
      first: sql<string | null>`min(${dailyRates.day})::text`,
      last: sql<string | null>`max(${dailyRates.day})::text`,
    })
    .from(dailyRates)
    .where(eq(dailyRates.offerId, offerId))
  return row?.first && row.last ? { first: row.first, last: row.last } : null
}

/** The status events of an offer, newest first. */
export function listEvents(db: Db, offerId: number, limit: number) {
  return db
    .select()
    .from(offerEvents)
    .where(eq(offerEvents.offerId, offerId))
    .orderBy(sql`${offerEvents.id} desc`)
    .limit(limit)
}

/** Sources whose last answer was only a fraction of what they used to give. */
export async function listStaleSources(db: Db): Promise<Set<string>> {
  const rows = await db.select({ source: sourceStates.source }).from(sourceStates).where(eq(sourceStates.stale, true))
  return new Set(rows.map((row) => row.source))
}

/** When the offer's past was last asked of its source, and whether that failed; null = never. */
export async function findHistoryFill(db: Db, offerId: number): Promise<{ at: Date; failed: boolean } | null> {
  const [row] = await db
    .select({ at: historyFills.filledAt, error: historyFills.error })
    .from(historyFills)
    .where(eq(historyFills.offerId, offerId))
  return row ? { at: row.at, failed: row.error !== null } : null
}
