// A promotion is about to end. Time alone makes it fire.
import { z } from "zod"
import { DAY_MS } from "../../../core/clock.ts"
import type { Offer } from "../../market/model.ts"
import type { Term } from "../../market/schema.ts"
import type { AlertType, ReachContext } from "./contract.ts"
import { crossedLevels } from "./latch.ts"
import { offerValues } from "./message.ts"

const params = z.strictObject({
  /** How long before the end to be told. */
  days: z.number().min(1).max(60),
})
type Params = z.output<typeof params>

export const promoEnds: AlertType<Params> = {
  name: "promoEnds",
  params,
  looksAt: "offer",
  seesHidden: false,
  isTimed: true,
  problemOf: () => null,
  pack: ({ days }) => ({ rest: {}, level: -days }),
  unpack: (_rest, level) => ({ days: -level }),
  plan: () => ({
    gauge: "promoEnds",
    windowHours: null,
    reach(before, after, context) {
      const levels = levelsOf(before, after, context)
      return crossedLevels(levels.before, levels.after)
    },
  }),
  /** Once per end: an end that is put off comes again, at its new date. */
  evaluate(watch, state, before, after, context) {
    const levels = levelsOf(before, after, context)
    const promo = after && promoOf(after, context.nowMs)
    const isInScope = context.wasWatched || context.isWatched
    if (after === null || !promo || levels.before === null || !isInScope)
      return { state: promo ? state : null, fired: null }
    const { days } = watch.params
    const isReached = levels.after !== null && levels.after >= -days && levels.before < -days
    if (!isReached || state?.told === promo.endsAt)
      return { state: state?.told === promo.endsAt ? state : null, fired: null }
    return {
      state: { armed: null, firedMs: context.nowMs, told: promo.endsAt, wakeMs: null },
      fired: {
        offerId: after.id,
        key: `${watch.ruleId}:${after.id}:promoEnds:${promo.endsAt}`,
        message: "promoEnds",
        values: {
          ...offerValues(after),
          days,
          endsAt: promo.endsAt,
          rate: after.apy,
          rateAfter: promo.term.rateAfterPromoPercent,
        },
      },
    }
  },
  describe: ({ params: { days } }) => ({ message: "promoEnds", values: { days } }),
  defaults: () => ({ params: { days: 3 }, cooldownHours: 0, hysteresis: 0 }),
}

/** The promo that ends next; null when none is known. */
export function promoOf(offer: Offer, nowMs: number): { endsAt: string; endsMs: number; term: Term } | null {
  let next: { endsAt: string; endsMs: number; term: Term } | null = null
  for (const term of offer.terms) {
    if (term.promoEndsAt === null) continue
    const endsMs = Date.parse(term.promoEndsAt)
    if (endsMs > nowMs && (next === null || endsMs < next.endsMs))
      next = { endsAt: new Date(endsMs).toISOString(), endsMs, term }
  }
  return next
}

/** Days left, below zero: it rises as the end comes near. An offer without a promo is farther from its end than any other. */
function levelsOf(
  before: Offer | null,
  after: Offer | null,
  { nowMs, sinceMs }: Pick<ReachContext, "nowMs" | "sinceMs">,
): { before: number | null; after: number | null } {
  if (before === null || after === null) return { before: null, after: null }
  const level = (offer: Offer, atMs: number) => {
    const promo = promoOf(offer, nowMs)
    return promo === null ? Number.NEGATIVE_INFINITY : -(promo.endsMs - atMs) / DAY_MS
  }
  return { before: level(before, sinceMs ?? nowMs), after: level(after, nowMs) }
}
