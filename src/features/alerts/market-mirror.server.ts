// The evaluator's own market: every offer as it was after the last change that was looked at.
import { setImmediate as pause } from "node:timers/promises"
import { and, asc, eq, inArray, not, sql } from "drizzle-orm"
import { HOUR_MS } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { assembleMarket, buildOffer, namesOf, type Recorded } from "../market/build.ts"
import type { OfferChange } from "../market/changes.ts"
import { type Market, type Offer, SORT_KEYS } from "../market/model.ts"
import {
  listEntityRows,
  listOfferRows,
  listRecentDays,
  listStaleSources,
  type OfferRow,
} from "../market/queries.server.ts"
import { offerChanges, offerRates, offers as offerTable, sourceStates } from "../market/tables.server.ts"
import { type Names, NOTHING_RECORDED, type OfferPair, pairOf, withDay } from "./market-mirror.ts"

/** What is not in the changes (names, staleness, days that were filled in) is read anew this often. */
const RELOAD_AFTER_MS = HOUR_MS
const BUILD_PIECE = 500

export type ChangeRow = typeof offerChanges.$inferSelect

export type Mirror = {
  /** The market after the last changes that were applied. Its orders are empty: nobody sorts it. */
  market(): Market
  /** What the rows of one run say, in the market's words. Changes nothing in the mirror until `apply`. */
  read(rows: readonly ChangeRow[]): Promise<MirrorStep>
  apply(step: MirrorStep): void
  isOld(now: Date): boolean
}

export type MirrorStep = {
  /** The moment of the changes. */
  at: Date
  pairs: OfferPair[]
  /** The market after them. */
  market: Market
  recorded: Map<number, Recorded>
}

/**
 * The rows of the oldest run that nobody has acted on. A run that is still being written is left alone: which offer is the best is
 * decided once, at its end. A run that was killed counts as ended when its claim is over.
 */
export async function listNextRun(db: Db, now: Date): Promise<ChangeRow[]> {
  const isRunning = sql`exists (select 1 from ${sourceStates} where ${sourceStates.source} = ${offerChanges.source}
    and ${sourceStates.runningUntil} > ${now.toISOString()}::timestamptz)`
  const [first] = await db
    .select({ source: offerChanges.source, at: offerChanges.at })
    .from(offerChanges)
    .where(not(isRunning))
    .orderBy(asc(offerChanges.id))
    .limit(1)
  if (!first) return []
  return db
    .select()
    .from(offerChanges)
    .where(and(eq(offerChanges.source, first.source), eq(offerChanges.at, first.at)))
    .orderBy(asc(offerChanges.id))
}

/** Loads the market as it is stored. */
export async function openMirror(db: Db, now: Date): Promise<Mirror> {
  const recorded = new Map((await listRecentDays(db)).map((row) => [row.offerId, row as Recorded]))
  let { names, base } = await readBase(db, now)
  let offers = new Map<number, Offer>()
  /** Offers of what is not published: the names were read anew for them already. */
  const unnamed = new Set<number>()
  for (const [at, row] of (await listOfferRows(db)).entries()) {
    if (names.hasProvider(row))
      offers.set(row.id, buildOffer(row, recorded.get(row.id) ?? NOTHING_RECORDED, names, now))
    if (at % BUILD_PIECE === BUILD_PIECE - 1) await pause()
  }
  let market: Market = { ...base, offers: [...offers.values()] }

  async function knowNames(rows: ReadonlyMap<number, OfferRow>): Promise<void> {
    const isKnown = (row: OfferRow) => unnamed.has(row.id) || isNamed(row, names)
    if ([...rows.values()].every(isKnown)) return
    ;({ names, base } = await readBase(db, now))
    for (const row of rows.values()) if (!isNamed(row, names)) unnamed.add(row.id)
  }

  async function read(rows: readonly ChangeRow[]): Promise<MirrorStep> {
    const at = rows[0]?.at ?? now
    const next = new Map(offers)
    const pairs: OfferPair[] = []
    const days = new Map<number, Recorded>()
    for (const { changes } of rows) {
      const stored = await rowsOf(db, changes)
      await knowNames(stored)
      for (const change of changes) {
        const row = stored.get(change.offerId)
        if (!row || !names.hasProvider(row)) {
          const before = next.get(change.offerId)
          if (before) pairs.push({ before, after: null })
          next.delete(change.offerId)
          continue
        }
        const known = days.get(row.id) ?? recorded.get(row.id) ?? NOTHING_RECORDED
        const pair = pairOf(change, row, known, next.get(row.id)?.terms ?? row.terms, names, at)
        pairs.push(pair)
        if (pair.after) next.set(row.id, pair.after)
        days.set(row.id, withDay(known, change.after))
      }
      await pause()
    }
    return { at, pairs, recorded: days, market: { ...base, offers: [...next.values()] } }
  }

  return {
    market: () => market,
    read,
    apply(step) {
      market = step.market
      offers = new Map(market.offers.map((offer) => [offer.id, offer]))
      for (const [id, its] of step.recorded) recorded.set(id, its)
    },
    isOld: (moment) => moment.getTime() - now.getTime() > RELOAD_AFTER_MS,
  }
}

const NO_ORDER = Object.fromEntries(
  SORT_KEYS.map((key) => [key, { asc: new Int32Array(), desc: new Int32Array() }]),
) as Market["order"]

/** The names that offers refer to, and a market of them without offers. */
async function readBase(db: Db, now: Date): Promise<{ names: Names; base: Market }> {
  const entities = await listEntityRows(db)
  return {
    names: namesOf(entities, await listStaleSources(db)),
    base: assembleMarket("mirror", [], entities, now, NO_ORDER),
  }
}

/** false: it refers to something that was added after the names were read. */
function isNamed(row: OfferRow, names: Names): boolean {
  return names.hasProvider(row) && row.currencyIds.every((id) => id === 0 || names.currency(id, "").slug !== null)
}

async function rowsOf(db: Db, changes: readonly OfferChange[]): Promise<Map<number, OfferRow>> {
  const rows = await db
    .select()
    .from(offerTable)
    .innerJoin(offerRates, eq(offerRates.offerId, offerTable.id))
    .where(
      and(
        inArray(
          offerTable.id,
          changes.map(({ offerId }) => offerId),
        ),
        eq(offerTable.published, true),
      ),
    )
  return new Map(rows.map(({ offer, offer_rate }) => [offer.id, { ...offer, rate: offer_rate }]))
}
