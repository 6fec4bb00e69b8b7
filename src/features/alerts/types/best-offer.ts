// Another offer becomes the best of those that match.
import { z } from "zod"
import { HOUR_MS } from "../../../core/clock.ts"
import type { Offer } from "../../market/model.ts"
import { offerYourRate } from "../../offers/list.ts"
import { RULE_WIDE, type AlertState } from "../rule.ts"
import { type AlertType, EVERY_LEVEL, type EvaluateContext, type Watch } from "./contract.ts"
import { isCooling } from "./latch.ts"
import { momentKey, offerValues } from "./message.ts"
import { RATE_METRICS, rateOf } from "./rate.ts"

const params = z.strictObject({ metric: z.enum(RATE_METRICS) })
type Params = z.output<typeof params>

export const bestOffer: AlertType<Params> = {
  name: "bestOffer",
  params,
  looksAt: "best",
  seesHidden: false,
  isTimed: false,
  problemOf({ params, amount, filter }) {
    if (filter.currencyId === undefined) return "filter.currencyId"
    return params.metric === "amount" && amount === null ? "amount" : null
  },
  pack: (rest) => ({ rest, level: 0 }),
  unpack: (rest) => rest as Params,
  plan: ({ params: { metric }, amount }) => ({
    gauge: `bestOffer:${metric}:${metric === "amount" ? amount : ""}`,
    windowHours: null,
    reach: () => EVERY_LEVEL,
  }),
  /**
   * The rule remembers the best offer that it knows of or told. Another one must pay more by the hysteresis, so that two that are
   * level do not take turns. While the rate of the one it knows is unknown, nothing is said.
   */
  evaluate(watch, state, before, after, context) {
    const told = typeof state?.told === "number" ? state.told : (before?.id ?? null)
    if (told === null) return { state: null, fired: null }
    const firedMs = state?.firedMs ?? null
    const isQuiet = isCooling(firedMs, watch.cooldownHours, context.nowMs)
    const keeps = (known: number, wakeMs: number | null = null): AlertState | null =>
      known === after?.id && known === before?.id && !isQuiet && firedMs !== context.nowMs
        ? null
        : { armed: null, firedMs, told: known, wakeMs }
    if (after === null || after.id === told) return { state: keeps(told), fired: null }
    const lead = leadOver(context.offerById(told), after, watch, context)
    if (lead === null || !(lead > 0 && lead >= watch.hysteresis)) return { state: keeps(told), fired: null }
    if (isQuiet) return { state: keeps(told, (firedMs ?? 0) + watch.cooldownHours * HOUR_MS), fired: null }
    // What the person holds is the best again: good, and nothing to do.
    if (after.id === watch.offerId) return { state: keeps(after.id), fired: null }
    const old = context.offerById(told)
    const held = watch.offerId === null ? undefined : context.offerById(watch.offerId)
    const { metric } = watch.params
    return {
      state: { armed: null, firedMs: context.nowMs, told: after.id, wakeMs: null },
      fired: {
        offerId: after.id,
        key: momentKey(watch.ruleId, RULE_WIDE, `bestOffer.${after.id}`, context.nowMs),
        message: held ? "bestOffer.overtakes" : "bestOffer",
        values: {
          ...offerValues(after),
          metric,
          amount: watch.amount,
          rate: rateOf(after, metric, watch.amount),
          before: old?.provider.name ?? null,
          beforeSlug: old?.slug ?? null,
          rateBefore: rateOf(old ?? null, metric, watch.amount),
          held: held?.provider.name ?? null,
          heldSlug: held?.slug ?? null,
          heldRate: rateOf(held ?? null, metric, watch.amount),
        },
      },
    }
  },
  describe: ({ params: { metric }, amount }) => ({ message: "bestOffer", values: { metric, amount } }),
  defaults: () => ({ params: { metric: "apy" }, cooldownHours: 24, hysteresis: 0.1 }),
}

/**
 * By how many points the best pays more than the one that is known; infinite when that one is gone, null while its rate is not to be
 * known: missing, or too high to be true. What was not confirmed for long counts as gone.
 */
function leadOver(
  known: Offer | undefined,
  best: Offer,
  { params: { metric }, amount }: Watch<Params>,
  { watches }: EvaluateContext,
): number | null {
  const rate = rateOf(best, metric, amount)
  if (rate === null) return null
  if (known === undefined) return Number.POSITIVE_INFINITY
  const itsRate = watches(known) ? rateOf(known, metric, amount) : null
  if (itsRate !== null) return rate - itsRate
  return known.status === "active" && isUnknown(known, metric, amount) ? null : Number.POSITIVE_INFINITY
}

function isUnknown(offer: Offer, metric: Params["metric"], amount: number | null): boolean {
  if (offer.hidden === "stale") return false
  if (offer.hidden === "implausible") return true
  if (metric === "amount" && amount !== null) return offerYourRate(offer, amount).kind === "unknown"
  return rateOf(offer, metric, amount) === null
}

/**
 * The best of some offers, by rate and then by the older id; pairs are not offers for a currency. `isIn` is asked last: few offers
 * come so far. `isOrdered`: the offers come in that order already, so that the first is the best.
 */
export function bestOf(
  offers: Iterable<Offer>,
  metric: Params["metric"],
  amount: number | null,
  isIn: (offer: Offer) => boolean,
  isOrdered = false,
): Offer | null {
  let best: Offer | null = null
  let bestRate = Number.NEGATIVE_INFINITY
  for (const offer of offers) {
    const rate = offer.exposure === "multi" ? null : rateOf(offer, metric, amount)
    if (rate === null || rate < bestRate) continue
    if (best !== null && rate === bestRate && offer.id >= best.id) continue
    if (!isIn(offer)) continue
    if (isOrdered) return offer
    best = offer
    bestRate = rate
  }
  return best
}
