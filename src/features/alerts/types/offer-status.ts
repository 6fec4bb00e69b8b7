// An offer sells out, is paused, ends, or opens again.
import { z } from "zod"
import { HOUR_MS } from "../../../core/clock.ts"
import { OFFER_STATUSES } from "../../market/words.ts"
import { type AlertType, EVERY_LEVEL } from "./contract.ts"
import { isCooling } from "./latch.ts"
import { momentKey, offerValues } from "./message.ts"

const params = z.strictObject({
  /** The statuses to be told of. */
  to: z.array(z.enum(OFFER_STATUSES)).min(1).max(OFFER_STATUSES.length),
})
type Params = z.output<typeof params>

export const offerStatus: AlertType<Params> = {
  name: "offerStatus",
  params,
  looksAt: "offer",
  // What has ended is in no list any more.
  seesHidden: true,
  isTimed: false,
  problemOf: () => null,
  pack: (rest) => ({ rest, level: 0 }),
  unpack: (rest) => rest as Params,
  plan: () => ({
    gauge: "offerStatus",
    windowHours: null,
    reach: (before, after) =>
      before !== null && after !== null && before.status !== after.status ? EVERY_LEVEL : null,
  }),
  /**
   * Unlike a rate, a status stays: what changes during the cooldown is told when it is over, if it is still so. So the rule
   * remembers the status that it told last.
   */
  evaluate(watch, state, before, after, context) {
    const told = state?.told ?? before?.status ?? null
    const isInScope = context.wasWatched || context.isWatched
    if (after === null || told === null || (state === null && !isInScope)) return { state, fired: null }
    const firedMs = state?.firedMs ?? null
    const isQuiet = isCooling(firedMs, watch.cooldownHours, context.nowMs)
    const mustTell = after.status !== told && watch.params.to.includes(after.status) && isInScope
    if (mustTell && !isQuiet) {
      const message = `offerStatus.${after.status}`
      return {
        state: { armed: null, firedMs: context.nowMs, told: after.status, wakeMs: null },
        fired: {
          offerId: after.id,
          key: momentKey(watch.ruleId, after.id, message, context.nowMs),
          message,
          values: { ...offerValues(after), statusBefore: told, status: after.status, rate: after.apy },
        },
      }
    }
    // A status that nobody asked for is known without a word.
    const known = mustTell ? told : after.status
    const isNoNews = state === null || before?.status === after.status
    if (isNoNews && !isQuiet && firedMs !== context.nowMs) return { state: null, fired: null }
    const wakeMs = mustTell && firedMs !== null ? firedMs + watch.cooldownHours * HOUR_MS : null
    return { state: { armed: null, firedMs, told: known, wakeMs }, fired: null }
  },
  describe: ({ params: { to } }) => ({ message: "offerStatus", values: { to: to.join(",") } }),
  defaults: () => ({ params: { to: [...OFFER_STATUSES] }, cooldownHours: 6, hysteresis: 0 }),
}
