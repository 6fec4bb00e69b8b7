// An offer that was not there before fits the filter.
import { z } from "zod"
import { DAY_MS } from "../../../core/clock.ts"
import type { Offer } from "../../market/model.ts"
import { type AlertType, EVERY_LEVEL } from "./contract.ts"
import { offerValues } from "./message.ts"

const params = z.strictObject({})
type Params = z.output<typeof params>

/**
 * An offer is new for this long: many begin too small, or without a rate, and fit a filter some days later only. After that it is an
 * old one that changed.
 */
export const NEW_DAYS = 7

/** Told or not, an offer that once fitted is not new again. */
const SEEN = { armed: null, firedMs: null, told: "seen", wakeMs: null } as const

export const newOffer: AlertType<Params> = {
  name: "newOffer",
  params,
  looksAt: "offer",
  seesHidden: false,
  isTimed: false,
  problemOf: ({ offerId }) => (offerId === null ? null : "offerId"),
  pack: () => ({ rest: {}, level: 0 }),
  unpack: () => ({}),
  plan: () => ({
    gauge: "newOffer",
    windowHours: null,
    reach: (before, after, { nowMs }) => (isNew(after ?? before, nowMs) ? EVERY_LEVEL : null),
  }),
  evaluate(watch, state, before, after, context) {
    const offer = after ?? before
    if (offer === null || !isNew(offer, context.nowMs)) return { state: null, fired: null }
    const wasSeen = state !== null || (before !== null && context.wasWatched)
    if (wasSeen || after === null || !context.isWatched) {
      // While it fits, that alone tells that it was seen.
      const isRemembered = wasSeen && (state !== null || after === null || !context.isWatched)
      return { state: isRemembered ? (state ?? SEEN) : null, fired: null }
    }
    return {
      state: { ...SEEN, firedMs: context.nowMs },
      fired: {
        offerId: after.id,
        key: `${watch.ruleId}:${after.id}:newOffer`,
        message: "newOffer",
        values: { ...offerValues(after), rate: after.apy, tvlUsd: after.tvlUsd },
      },
    }
  },
  describe: () => ({ message: "newOffer", values: {} }),
  defaults: () => ({ params: {}, cooldownHours: 0, hysteresis: 0 }),
}

/** What came with the demo data was not new on the day it was loaded. */
function isNew(offer: Offer | null, nowMs: number): boolean {
  return offer !== null && offer.origin === "live" && nowMs - offer.firstSeenAt.getTime() <= NEW_DAYS * DAY_MS
}
