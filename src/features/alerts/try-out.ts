// Try before you save: a rule over the recorded days, with the very functions that the worker uses.
import { addDays, dayOf, daysBetween } from "../../core/clock.ts"
import { window } from "../market/build.ts"
import { hiddenReason } from "../market/hidden.ts"
import type { Market, Offer } from "../market/model.ts"
import { REAL_APY_DAYS, realApyPercent } from "../market/real-apy.ts"
import type { HistoryPoint } from "../market/schema.ts"
import type { OfferStatus } from "../market/words.ts"
import { compileFilter } from "../offers/list.ts"
import { evaluateChanges, evaluateTime, type OfferChange } from "./evaluate.ts"
import type { AlertRule, Fired } from "./rule.ts"
import { createRuleIndex } from "./rule-index.ts"
import { createStateStore } from "./state-store.ts"

/** How far back a rule is tried, in days, and how long a month of the quota is taken to be. */
export const TRY_OUT_DAYS = 90
const MONTH_DAYS = 30

/** An offer as it is today with its recorded days, oldest first, and what happened to its status, oldest first. */
export type RecordedOffer = {
  offer: Offer
  history: readonly HistoryPoint[]
  events: readonly { at: Date; fromStatus: OfferStatus | null; toStatus: OfferStatus }[]
}

export type TryOut = {
  /** When it would have fired, oldest first. */
  fires: (Pick<Fired, "offerId" | "message" | "values"> & { day: string })[]
  /** How many of the 90 days something was recorded for; 0 = nothing can be said. */
  observedDays: number
  /** Messages in a month: on the average, and in the fullest 30 days. */
  perMonth: number
  busiestMonth: number
  /** What the plan includes in a month, and how much of it the fullest month would take, in percent; null where the plan has none. */
  quota: number
  quotaPercent: number | null
  /** false: in the fullest month the rule alone would use up the quota. */
  fitsQuota: boolean
}

export type TriedRule = Omit<AlertRule, "id" | "userId" | "sinceMs">

/**
 * When a rule would have fired in the last 90 days. One value a day is recorded, so moves within a day are not seen; terms (tiers,
 * minimum, maximum) are those of today, as their past is not recorded. `quota` is the plan's messages per month.
 */
export function tryOut(
  tried: TriedRule,
  recorded: readonly RecordedOffer[],
  { now, market, quota }: { now: Date; market: Market; quota: number },
): TryOut {
  const rule: AlertRule = { ...tried, id: 1, userId: "", sinceMs: 0 }
  const index = createRuleIndex([rule])
  const store = createStateStore()
  const watched = recorded.filter(couldMatch(rule, market)).map((one) => createPast(one, rule))
  const today = dayOf(now)
  const fires: TryOut["fires"] = []
  let offers: (Offer | null)[] = []
  let last: Date | null = null
  for (let ago = TRY_OUT_DAYS - 1; ago >= 0; ago--) {
    const day = addDays(today, -ago)
    const moment = new Date(Math.min(Date.parse(`${day}T12:00:00Z`), now.getTime()))
    const before = offers
    offers = watched.map((past, at) => past.on(day, moment, before[at] ?? null))
    const context = { now: moment, market: { ...market, offers: offers.filter((offer) => offer !== null) } }
    if (last !== null) {
      const changes: OfferChange[] = offers.flatMap((after, at) => {
        const was = before[at] ?? null
        return was === after ? [] : [{ before: was, after }]
      })
      const changed = evaluateChanges(index, store, changes, context)
      store.apply(changed)
      const timed = evaluateTime(index, store, { ...context, since: last })
      store.apply(timed)
      for (const { offerId, message, values } of [...changed.fired, ...timed.fired])
        fires.push({ day, offerId, message, values })
    }
    last = moment
  }
  return summary(fires, observedDays(watched, today), today, quota)
}

/** Leaves out what the filter can never take, whatever its rate and TVL were. */
function couldMatch(rule: AlertRule, market: Market): (recorded: RecordedOffer) => boolean {
  const { apyFrom: _from, apyTo: _to, tvlFrom: _least, tvlTo: _most, ...fixed } = rule.filter
  const matches = compileFilter(market, fixed)
  const isOne = rule.offerId !== null && rule.type !== "bestOffer"
  return ({ offer }) => (isOne ? offer.id === rule.offerId : matches(offer))
}

/** Tells how an offer was on each of the days, asked in their order. */
function createPast({ offer, history, events }: RecordedOffer, rule: AlertRule) {
  const days = history.map((point) => point.day)
  const base = history.map(({ apyPercent, apyBasePercent, apyRewardPercent }) =>
    apyBasePercent === null && apyRewardPercent === null ? apyPercent : apyBasePercent,
  )
  const seenOn = dayOf(offer.firstSeenAt)
  // Its past may be longer than it is known here, and is no news then.
  const from = rule.type === "newOffer" ? seenOn : (days[0] ?? seenOn)
  const needsRealApy = rule.params.metric === "realApy"
  let next = 0

  function on(day: string, moment: Date, before: Offer | null): Offer | null {
    while (next < history.length && (days[next] as string) <= day) next++
    if (day < from) return null
    const point = next === 0 ? undefined : history[next - 1]
    // A day that nobody recorded is like the day before; what came before the first is unknown.
    const apy = point?.apyPercent ?? null
    const tvlUsd = point?.tvlUsd ?? null
    const realApy = needsRealApy ? realApyPercent(window(days, base, day, REAL_APY_DAYS)) : null
    const status = statusAt(moment)
    const hidden = hiddenReason(
      {
        status,
        apyPercent: apy,
        maxRatePercent: offer.terms[0]?.maxRatePercent ?? null,
        tvlUsd,
        origin: offer.origin,
        source: offer.source.id,
        fetchedAt: moment,
      },
      moment,
    )
    if (
      before !== null &&
      before.apy === apy &&
      before.tvlUsd === tvlUsd &&
      before.realApy === realApy &&
      before.status === status
    )
      return before
    return {
      ...offer,
      apy,
      apyBase: point?.apyBasePercent ?? null,
      apyReward: point?.apyRewardPercent ?? null,
      tvlUsd,
      realApy,
      status,
      hidden,
      source: { ...offer.source, observedAt: null, fetchedAt: moment },
    }
  }

  function statusAt(moment: Date): OfferStatus {
    const past = events.findLast(({ at }) => at <= moment)
    if (past) return past.toStatus
    return events[0] ? (events[0].fromStatus ?? events[0].toStatus) : offer.status
  }

  return { on, firstDay: days[0] ?? null }
}
type Past = ReturnType<typeof createPast>

function observedDays(watched: readonly Past[], today: string): number {
  const first = watched.reduce<string | null>(
    (least, { firstDay }) => (firstDay !== null && (least === null || firstDay < least) ? firstDay : least),
    null,
  )
  if (first === null || first > today) return 0
  return Math.min(TRY_OUT_DAYS, daysBetween(first, today) + 1)
}

function summary(fires: TryOut["fires"], observed: number, today: string, quota: number): TryOut {
  const perMonth = observed === 0 ? 0 : (fires.length * MONTH_DAYS) / Math.max(observed, MONTH_DAYS)
  let busiestMonth = 0
  for (let ago = 0; ago <= TRY_OUT_DAYS - MONTH_DAYS; ago++) {
    const to = addDays(today, -ago)
    const from = addDays(to, 1 - MONTH_DAYS)
    busiestMonth = Math.max(busiestMonth, fires.filter(({ day }) => day >= from && day <= to).length)
  }
  return {
    fires,
    observedDays: observed,
    perMonth,
    busiestMonth,
    quota,
    quotaPercent: quota > 0 ? (busiestMonth / quota) * 100 : null,
    fitsQuota: busiestMonth <= quota,
  }
}
