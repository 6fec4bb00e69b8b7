// A rate reaches a line, from below or from above.
import { z } from "zod"
import type { Offer } from "../../market/model.ts"
import type { AlertType, Reach } from "./contract.ts"
import { crossedLevels, stepLatch } from "./latch.ts"
import { momentKey, offerValues } from "./message.ts"
import { amountRates, earnsTheSame, RATE_METRICS, rateOf } from "./rate.ts"

const params = z.strictObject({
  metric: z.enum(RATE_METRICS),
  direction: z.enum(["up", "down"]),
  percent: z.number().min(-100).max(1_000_000),
})
type Params = z.output<typeof params>

export const rateThreshold: AlertType<Params> = {
  name: "rateThreshold",
  params,
  looksAt: "offer",
  seesHidden: false,
  isTimed: false,
  problemOf: ({ params, amount }) => (params.metric === "amount" && amount === null ? "amount" : null),
  pack: ({ percent, ...rest }) => ({ rest, level: signOf(rest.direction) * percent }),
  unpack(rest, level) {
    const shape = rest as Omit<Params, "percent">
    return { ...shape, percent: signOf(shape.direction) * level }
  },
  plan({ params: { metric, direction } }) {
    const sign = signOf(direction)
    return {
      gauge: `rateThreshold:${metric}:${direction}`,
      windowHours: null,
      reach:
        metric === "amount"
          ? (before, after) => reachOfAmounts(before, after, sign)
          : (before, after) =>
              crossedLevels(signed(rateOf(before, metric, null), sign), signed(rateOf(after, metric, null), sign)),
    }
  },
  evaluate(watch, state, before, after, context) {
    const { metric, direction, percent } = watch.params
    const sign = signOf(direction)
    const [rateBefore, rate] = [rateOf(before, metric, watch.amount), rateOf(after, metric, watch.amount)]
    const levels = { before: signed(rateBefore, sign), after: signed(rate, sign), threshold: sign * percent }
    const step = stepLatch(state, levels, watch, context)
    if (!step.isCrossed || after === null) return { state: step.state, fired: null }
    const message = `rateThreshold.${direction}`
    return {
      state: step.state,
      fired: {
        offerId: after.id,
        key: momentKey(watch.ruleId, after.id, message, context.nowMs),
        message,
        values: { ...offerValues(after), metric, amount: watch.amount, percent, rateBefore, rate },
      },
    }
  },
  describe: ({ params: { direction, metric, percent }, amount }) => ({
    message: `rateThreshold.${direction}`,
    values: { metric, percent, amount },
  }),
  defaults(offer) {
    // A line that is not reached yet, in round figures: half a point above what it pays today.
    const percent = offer?.apy == null ? 5 : Math.round((offer.apy + 0.5) * 10) / 10
    return { params: { metric: "apy", direction: "up", percent }, cooldownHours: 24, hysteresis: 0.25 }
  },
}

/** Falling is rising below zero, so that there is one machine for both. */
function signOf(direction: Params["direction"]): 1 | -1 {
  return direction === "up" ? 1 : -1
}

function signed(rate: number | null, sign: 1 | -1): number | null {
  return rate === null ? null : sign * rate
}

/** Rules with any amount stand together: reached is whatever lies between the least and the most that any amount earns. */
function reachOfAmounts(before: Offer | null, after: Offer | null, sign: 1 | -1): Reach | null {
  if (before === null || after === null || earnsTheSame(before, after)) return null
  const [was, is] = [amountRates(before), amountRates(after)]
  if (!was || !is) return null
  const least = Math.min(was.least, is.least)
  const most = Math.max(was.most, is.most)
  return sign === 1 ? { above: least, upTo: most } : { above: -most, upTo: -least }
}
