// A rate moves by so many points within a time.
import { z } from "zod"
import type { Offer } from "../../market/model.ts"
import type { AlertType, ReachContext } from "./contract.ts"
import { crossedLevels, stepLatch } from "./latch.ts"
import { momentKey, offerValues } from "./message.ts"
import { figureOf, spanOf, WINDOW_HOURS } from "./track.ts"

const params = z.strictObject({
  direction: z.enum(["up", "down", "any"]),
  points: z.number().min(0.01).max(1_000_000),
  windowHours: z.literal(WINDOW_HOURS),
})
type Params = z.output<typeof params>

export const rateMove: AlertType<Params> = {
  name: "rateMove",
  params,
  looksAt: "offer",
  seesHidden: false,
  isTimed: false,
  problemOf: () => null,
  pack: ({ points, ...rest }) => ({ rest, level: points }),
  unpack: (rest, level) => ({ ...(rest as Omit<Params, "points">), points: level }),
  plan({ params: { direction, windowHours } }) {
    return {
      gauge: `rateMove:${direction}:${windowHours}`,
      windowHours,
      reach(before, after, context) {
        const move = movesOf(before, after, direction, windowHours, context)
        return crossedLevels(move.before, move.after)
      },
    }
  },
  evaluate(watch, state, before, after, context) {
    const { direction, points, windowHours } = watch.params
    const move = movesOf(before, after, direction, windowHours, context)
    const step = stepLatch(state, { ...move, threshold: points }, watch, context)
    if (!step.isCrossed || after === null) return { state: step.state, fired: null }
    const rate = figureOf(after, "apy")
    const message = `rateMove.${rate !== null && move.from !== null && rate < move.from ? "down" : "up"}`
    return {
      state: step.state,
      fired: {
        offerId: after.id,
        key: momentKey(watch.ruleId, after.id, message, context.nowMs),
        message,
        values: { ...offerValues(after), points, windowHours, rateBefore: move.from, rate, moved: move.after },
      },
    }
  },
  describe: ({ params: { direction, points, windowHours } }) => ({
    message: `rateMove.${direction}`,
    values: { points, windowHours },
  }),
  defaults: () => ({ params: { direction: "any", points: 1, windowHours: 168 }, cooldownHours: 24, hysteresis: 0.25 }),
}

/**
 * How far the rate is, in points, from the least (up), the most (down) or the farther of them (any) that it was within the window;
 * before the change and after it. `from` is where the move after the change began.
 */
function movesOf(
  before: Offer | null,
  after: Offer | null,
  direction: Params["direction"],
  windowHours: number,
  { nowMs, track }: ReachContext,
): { before: number | null; after: number | null; from: number | null } {
  const span = spanOf(track, before, "apy", windowHours, nowMs)
  const [was, is] = [figureOf(before, "apy"), figureOf(after, "apy")]
  if (span === null || was === null) return { before: null, after: null, from: null }
  const moved = (rate: number) => {
    const [up, down] = [rate - span.min, span.max - rate]
    const isDown = direction === "down" || (direction === "any" && down > up)
    return isDown ? { by: down, from: span.max } : { by: up, from: span.min }
  }
  const now = is === null ? null : moved(is)
  return { before: moved(was).by, after: now?.by ?? null, from: now?.from ?? null }
}
