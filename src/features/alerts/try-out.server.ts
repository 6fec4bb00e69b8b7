// Try before you save: reads what was recorded of the offers that a rule could watch, and asks the engine.
import { and, asc, gte, inArray } from "drizzle-orm"
import { addDays, DAY_MS, dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import type { Market, Offer } from "../market/model.ts"
import { REAL_APY_DAYS } from "../market/real-apy.ts"
import type { HistoryPoint } from "../market/schema.ts"
import { dailyRates, offerEvents } from "../market/tables.server.ts"
import type { OfferStatus } from "../market/words.ts"
import { compileFilter } from "../offers/list.ts"
import type { AlertRuleInput } from "./schema.ts"
import { type RecordedOffer, TRY_OUT_DAYS, tryOut } from "./try-out.ts"

/** A rule that watches more than this is tried on those that lists show first: the answer has to come while somebody waits. */
export const MOST_OFFERS = 1000
/** Messages that are shown one by one; the numbers count all. */
const MOST_FIRES = 200

/** When the rule would have fired in the last 90 days, and what that means for the month's quota. */
export async function tryAlert(
  db: Db,
  market: Market,
  rule: AlertRuleInput,
  { now, quota }: { now: Date; quota: number },
) {
  const all = offersOf(market, rule)
  const tried = all.slice(0, MOST_OFFERS)
  const from = addDays(dayOf(now), -TRY_OUT_DAYS - (rule.params.metric === "realApy" ? REAL_APY_DAYS : 0))
  const recorded = await readRecorded(db, tried, from, new Date(now.getTime() - TRY_OUT_DAYS * DAY_MS))
  const { fires, ...numbers } = tryOut(rule, recorded, { now, market, quota })
  return {
    ...numbers,
    count: fires.length,
    fires: fires.slice(-MOST_FIRES),
    watchedOffers: all.length,
    triedOffers: tried.length,
  }
}

/** What the rule could watch, in the order of the lists; ranges of rate and TVL are tried day by day. */
function offersOf(market: Market, { type, filter, offerId }: AlertRuleInput): Offer[] {
  if (offerId !== null && type !== "bestOffer") return market.offers.filter(({ id }) => id === offerId)
  const { apyFrom: _from, apyTo: _to, tvlFrom: _least, tvlTo: _most, ...fixed } = filter
  const matches = compileFilter(market, fixed)
  return [...market.order.rank.desc].map((at) => market.offers[at] as Offer).filter(matches)
}

async function readRecorded(db: Db, offers: readonly Offer[], fromDay: string, since: Date): Promise<RecordedOffer[]> {
  const ids = offers.map(({ id }) => id)
  if (ids.length === 0) return []
  const history = new Map<number, HistoryPoint[]>()
  const days = await db
    .select()
    .from(dailyRates)
    .where(and(inArray(dailyRates.offerId, ids), gte(dailyRates.day, fromDay)))
    .orderBy(asc(dailyRates.offerId), asc(dailyRates.day))
  for (const { offerId, day, apy, apyBase, apyReward, tvlUsd } of days) {
    const points = history.get(offerId) ?? []
    history.set(offerId, points)
    points.push({ day, apyPercent: apy, apyBasePercent: apyBase, apyRewardPercent: apyReward, tvlUsd })
  }
  const events = new Map<number, RecordedOffer["events"][number][]>()
  const rows = await db
    .select()
    .from(offerEvents)
    .where(and(inArray(offerEvents.offerId, ids), gte(offerEvents.at, since)))
    .orderBy(asc(offerEvents.id))
  for (const { offerId, at, fromStatus, toStatus } of rows) {
    const its = events.get(offerId) ?? []
    events.set(offerId, its)
    its.push({ at, fromStatus: fromStatus as OfferStatus | null, toStatus: toStatus as OfferStatus })
  }
  return offers.map((offer) => ({ offer, history: history.get(offer.id) ?? [], events: events.get(offer.id) ?? [] }))
}
