// Why a list leaves a row out unless asked for it. Nothing is left out silently: lists count these and link to them.
import { DAY_MS } from "../../core/clock.ts"
import type { OfferStatus } from "./words.ts"

export const HIDDEN_REASONS = ["ended", "closed", "noRate", "implausible", "thin", "stale"] as const
export type HiddenReason = (typeof HIDDEN_REASONS)[number]

/** Over this a rate is shown only on request (SOURCES 5.4: flag over 200 % for review). */
export const IMPLAUSIBLE_APY_PERCENT = 200
/** Under this TVL a rate moves with every deposit. */
export const THIN_TVL_USD = 100_000
/** A live figure that its source has not confirmed for this long. */
export const STALE_DAYS = 7
/** A hand-verified figure counts for this long after the day on which a person checked it: nobody looks every week. */
export const MANUAL_STALE_DAYS = 90

export type HiddenInput = {
  status: OfferStatus
  apyPercent: number | null
  maxRatePercent: number | null
  tvlUsd: number | null
  origin: "seed" | "live"
  /** The id of the source; "manual" is what people checked by hand. */
  source: string
  /** For a hand-verified figure, the day it was checked. */
  fetchedAt: Date
}

/** The first reason that applies, or null when the row belongs in every list. */
export function hiddenReason(offer: HiddenInput, now: Date): HiddenReason | null {
  if (offer.status === "ended") return "ended"
  if (offer.status !== "active") return "closed"
  if (offer.apyPercent === null && offer.maxRatePercent === null) return "noRate"
  if ((offer.apyPercent ?? 0) > IMPLAUSIBLE_APY_PERCENT) return "implausible"
  if (offer.tvlUsd !== null && offer.tvlUsd < THIN_TVL_USD) return "thin"
  const staleDays = offer.source === "manual" ? MANUAL_STALE_DAYS : STALE_DAYS
  if (offer.origin === "live" && now.getTime() - offer.fetchedAt.getTime() > staleDays * DAY_MS) return "stale"
  return null
}
