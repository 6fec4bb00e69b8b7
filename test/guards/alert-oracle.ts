// The engine once more, as simple as can be: every rule is tried on every change, every offer is looked through for the best, and of
// every figure the whole past is kept. For tests only: what the engine finds by indexes and short memories must be what this finds.
import { DAY_MS, HOUR_MS } from "../../src/core/clock.ts"
import type { Market, Offer } from "../../src/features/market/model.ts"
import type { OfferChange } from "../../src/features/alerts/evaluate.ts"
import {
  type AlertFilter,
  type AlertRule,
  type AlertState,
  type Fired,
  RULE_WIDE,
} from "../../src/features/alerts/rule.ts"
import { promoOf } from "../../src/features/alerts/types/promo-ends.ts"
import { type RateMetric, rateOf } from "../../src/features/alerts/types/rate.ts"
import { typeOf } from "../../src/features/alerts/types/registry.ts"
import { FIGURES, figureOf, type OfferTrack, type TrackPoint } from "../../src/features/alerts/types/track.ts"

type Past = { atMs: number; apy: number | null; tvlUsd: number | null }[]

export function createOracle(rules: readonly AlertRule[]) {
  const states = new Map<string, AlertState>()
  const pasts = new Map<number, Past>()
  const lasts = new Map<number, OfferTrack["known"]>()

  function evaluate(
    rule: AlertRule,
    stateId: number,
    [before, after]: [Offer | null, Offer | null],
    [wasWatched, isWatched]: [boolean, boolean],
    { nowMs, sinceMs, market }: { nowMs: number; sinceMs: number | null; market: Market },
  ): Fired[] {
    const key = `${rule.id}:${stateId}`
    const { id: ruleId, type, params, filter, offerId, amount, cooldownHours, hysteresis } = rule
    const outcome = typeOf(type).evaluate(
      { ruleId, params, filter, offerId, amount, cooldownHours, hysteresis },
      states.get(key) ?? null,
      before,
      after,
      {
        nowMs,
        sinceMs,
        track: trackOf(stateId, nowMs),
        wasWatched,
        isWatched,
        watches: (offer) => watches(rule, offer),
        offerById: (id) => market.offers.find((offer) => offer.id === id),
      },
    )
    if (outcome.state) states.set(key, outcome.state)
    else states.delete(key)
    return outcome.fired ? [{ ruleId, type, ...outcome.fired }] : []
  }

  /** What held when each hour and day began, from the whole past; in its first one, what it came with. */
  function trackOf(offerId: number, nowMs: number): OfferTrack {
    const past = pasts.get(offerId) ?? []
    const points = (unit: number, count: number): TrackPoint[] =>
      Array.from({ length: count }, (_, at) => Math.floor(nowMs / unit) - count + 1 + at).flatMap((start) => {
        const then =
          past.findLast(({ atMs }) => atMs < start * unit) ?? past.find(({ atMs }) => atMs < (start + 1) * unit)
        return then ? [[start, then.apy, then.tvlUsd] satisfies TrackPoint] : []
      })
    return { known: {}, hours: points(HOUR_MS, 26), days: points(DAY_MS, 32) }
  }

  function known(offer: Offer, sinceMs: number): Offer {
    const last = lasts.get(offer.id) ?? {}
    const isOld = Object.values(last).every(([, untilMs]) => sinceMs > untilMs)
    if (isOld) return offer
    const filled = FIGURES.filter((figure) => figureOf(offer, figure) === null && last[figure])
    if (filled.length === 0) return offer
    const isDoubtful = offer.hidden === "implausible" || offer.hidden === "stale"
    const terms = offer.terms.map((term) => ({ ...term, tiers: [] }))
    return {
      ...offer,
      ...(isDoubtful ? { apy: null, realApy: null, hidden: null, terms } : {}),
      ...Object.fromEntries(filled.map((figure) => [figure, last[figure]?.[0]])),
    }
  }

  function remember({ before, after }: OfferChange, nowMs: number): void {
    const id = (after ?? before)?.id ?? 0
    if (after === null) {
      pasts.delete(id)
      lasts.delete(id)
      return
    }
    const last = { ...lasts.get(id) }
    for (const figure of FIGURES) {
      const was = figureOf(before, figure)
      if (figureOf(after, figure) !== null) delete last[figure]
      else if (was !== null) last[figure] = [was, nowMs]
    }
    lasts.set(id, last)
    const apy = figureOf(after, "apy") ?? last.apy?.[0] ?? null
    const tvlUsd = figureOf(after, "tvlUsd") ?? last.tvlUsd?.[0] ?? null
    pasts.set(id, [...(pasts.get(id) ?? []), { atMs: nowMs, apy, tvlUsd }])
  }

  function bestOf(rule: AlertRule, offers: readonly Offer[]): Offer | null {
    const rate = (offer: Offer) => rateOf(offer, rule.params.metric as RateMetric, rule.amount)
    const found = offers.filter((offer) => offer.exposure !== "multi" && watches(rule, offer) && rate(offer) !== null)
    found.sort((a, b) => (rate(b) ?? 0) - (rate(a) ?? 0) || a.id - b.id)
    return found[0] ?? null
  }

  return {
    states,
    changes(changes: readonly OfferChange[], now: Date, market: Market, before: readonly Offer[]): Fired[] {
      const moment = { nowMs: now.getTime(), sinceMs: null, market }
      const fired = changes.flatMap((change) => {
        const { before, after } = change
        const offerId = (after ?? before)?.id ?? 0
        const found = rules
          .filter(({ type }) => type !== "bestOffer")
          .flatMap((rule) => {
            const watched: [boolean, boolean] = [
              before !== null && watches(rule, before),
              after !== null && watches(rule, after),
            ]
            const isFixed = [before, after].some((offer) => offer !== null && isInScope(rule, offer))
            if (!isFixed) return []
            const its = before && known(before, rule.sinceMs)
            return evaluate(rule, offerId, [its, after], watched, moment)
          })
        remember(change, now.getTime())
        return found
      })
      for (const rule of rules) {
        if (rule.type !== "bestOffer") continue
        const bests: [Offer | null, Offer | null] = [bestOf(rule, before), bestOf(rule, market.offers)]
        const isTouched = changes.some(({ before, after }) =>
          [before, after].some((one) => one && isInScope(rule, one)),
        )
        if (isTouched) fired.push(...evaluate(rule, RULE_WIDE, bests, [true, true], moment))
      }
      return fired
    },
    time(since: Date, now: Date, market: Market): Fired[] {
      const moment = { nowMs: now.getTime(), sinceMs: since.getTime(), market }
      const due = [...states].filter(([, { wakeMs }]) => wakeMs !== null && wakeMs <= now.getTime())
      const fired = rules
        .filter(({ type }) => type === "promoEnds")
        .flatMap((rule) =>
          market.offers
            .filter((offer) => isInScope(rule, offer) && promoOf(offer, now.getTime()) !== null)
            .flatMap((offer) => {
              const is = watches(rule, offer)
              return evaluate(rule, offer.id, [offer, offer], [is, is], moment)
            }),
        )
      for (const [key] of due) {
        const [ruleId, offerId] = key.split(":").map(Number)
        const rule = rules.find(({ id }) => id === ruleId)
        if (!rule) continue
        if (offerId === RULE_WIDE) {
          const best = bestOf(rule, market.offers)
          fired.push(...evaluate(rule, RULE_WIDE, [best, best], [true, true], moment))
          continue
        }
        const offer = market.offers.find(({ id }) => id === offerId)
        if (!offer) states.delete(key)
        else {
          const is = watches(rule, offer)
          fired.push(...evaluate(rule, offer.id, [offer, offer], [is, is], moment))
        }
      }
      return fired
    },
  }
}

function watches(rule: AlertRule, offer: Offer): boolean {
  if (rule.offerId !== null && rule.type !== "bestOffer") return offer.id === rule.offerId
  return (
    (rule.type === "offerStatus" || offer.hidden === null) && isInScope(rule, offer) && isInRange(rule.filter, offer)
  )
}

function isInScope({ filter, offerId, type }: AlertRule, offer: Offer): boolean {
  if (offerId !== null && type !== "bestOffer") return offer.id === offerId
  const names = [...offer.currencies.map(({ slug }) => slug), ...offer.currencyIds.map(String)]
  const given = { exchange: filter.exchangeIds, protocol: filter.protocolIds, wallet: filter.walletIds }
  const isAny = Object.values(given).every((ids) => ids === undefined)
  const its = given[offer.provider.kind] ?? []
  return (
    (filter.offerType === undefined || filter.offerType === offer.category) &&
    (filter.currencyId === undefined || names.includes(filter.currencyId)) &&
    (filter.blockchain === undefined || filter.blockchain === offer.blockchainSlug) &&
    (isAny || its.includes(offer.provider.slug) || its.includes(String(offer.providerId)))
  )
}

function isInRange({ apyFrom, apyTo, tvlFrom, tvlTo }: AlertFilter, { apy, tvlUsd }: Offer): boolean {
  const isWithin = (value: number | null, from: number | undefined, to: number | undefined) =>
    (from === undefined || (value !== null && value >= from)) && (to === undefined || (value !== null && value <= to))
  return isWithin(apy, apyFrom, apyTo) && isWithin(tvlUsd, tvlFrom, tvlTo)
}
