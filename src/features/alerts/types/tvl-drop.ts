// Money leaves: the TVL falls by so many percent within a time.
import { z } from "zod"
import type { Offer } from "../../market/model.ts"
import type { AlertType, ReachContext } from "./contract.ts"
import { crossedLevels, stepLatch } from "./latch.ts"
import { momentKey, offerValues } from "./message.ts"
import { figureOf, spanOf, WINDOW_HOURS } from "./track.ts"

const params = z.strictObject({
  /** Of the most that it was within the window. */
  percent: z.number().min(1).max(100),
  windowHours: z.literal(WINDOW_HOURS),
})
type Params = z.output<typeof params>

export const tvlDrop: AlertType<Params> = {
  name: "tvlDrop",
  params,
  looksAt: "offer",
  // A pool that becomes too thin for the lists was in them before; one that is thin already loses and gains with every deposit.
  seesHidden: false,
  isTimed: false,
  problemOf: () => null,
  pack: ({ percent, ...rest }) => ({ rest, level: percent }),
  unpack: (rest, level) => ({ ...(rest as Omit<Params, "percent">), percent: level }),
  plan({ params: { windowHours } }) {
    return {
      gauge: `tvlDrop:${windowHours}`,
      windowHours,
      reach(before, after, context) {
        const fall = fallsOf(before, after, windowHours, context)
        return crossedLevels(fall.before, fall.after)
      },
    }
  },
  evaluate(watch, state, before, after, context) {
    const { percent, windowHours } = watch.params
    const fall = fallsOf(before, after, windowHours, context)
    const step = stepLatch(state, { ...fall, threshold: percent }, watch, context)
    if (!step.isCrossed || after === null) return { state: step.state, fired: null }
    const tvlUsd = figureOf(after, "tvlUsd")
    return {
      state: step.state,
      fired: {
        offerId: after.id,
        key: momentKey(watch.ruleId, after.id, "tvlDrop", context.nowMs),
        message: "tvlDrop",
        values: { ...offerValues(after), percent, windowHours, tvlBefore: fall.from, tvlUsd, fell: fall.after },
      },
    }
  },
  describe: ({ params: { percent, windowHours } }) => ({ message: "tvlDrop", values: { percent, windowHours } }),
  defaults: () => ({ params: { percent: 30, windowHours: 168 }, cooldownHours: 24, hysteresis: 5 }),
}

/** How far the TVL lies under the most that it was within the window, in percent of that; before the change and after it. */
function fallsOf(
  before: Offer | null,
  after: Offer | null,
  windowHours: number,
  { nowMs, track }: ReachContext,
): { before: number | null; after: number | null; from: number | null } {
  const span = spanOf(track, before, "tvlUsd", windowHours, nowMs)
  const [was, is] = [figureOf(before, "tvlUsd"), figureOf(after, "tvlUsd")]
  // Of nothing nothing can be lost.
  if (span === null || was === null || span.max <= 0) return { before: null, after: null, from: null }
  const fallen = (tvlUsd: number) => ((span.max - tvlUsd) / span.max) * 100
  return { before: fallen(was), after: is === null ? null : fallen(is), from: span.max }
}
