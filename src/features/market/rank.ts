// The default order: a published formula that no commission or advertising enters (design 1, 6).
import { DAY_MS } from "../../core/clock.ts"
import type { OfferStatus } from "./words.ts"

/** A 30-day mean above this counts as this: beyond it a rate says more about risk than about earnings. */
export const RANK_CAP_PERCENT = 25
/** With fewer recorded days than this the latest rate stands in for the mean, at a discount. */
export const RANK_MIN_DAYS = 7
export const RANK_SHORT_HISTORY_FACTOR = 0.9
/** TVL at which depth no longer counts against an offer, and the TVL that counts least. */
export const RANK_FULL_TVL_USD = 10_000_000
export const RANK_THIN_TVL_USD = 10_000
export const RANK_THIN_TVL_FACTOR = 0.2
/** A source that tells no TVL (most exchanges) is neither deep nor thin. */
export const RANK_UNKNOWN_TVL_FACTOR = 0.85
/** Fresh for this long; then falling in two straight lines, to the first factor at 30 days and to the second at a year. */
export const RANK_FRESH_DAYS = 2
export const RANK_STALE_DAYS = 30
export const RANK_STALE_FACTOR = 0.3
export const RANK_OLD_DAYS = 365
export const RANK_OLD_FACTOR = 0.05
/** A deposit that can lose against holding its parts. */
export const RANK_IL_FACTOR = 0.7
export const RANK_STATUS_FACTOR: Record<OfferStatus, number> = { active: 1, soldOut: 0.2, paused: 0.1, ended: 0 }

export type RankInput = {
  apyPercent: number | null
  /** Mean of the recorded days among the last 30, in percent. */
  mean30Percent: number | null
  recordedDays30: number
  tvlUsd: number | null
  ilRisk: boolean | null
  status: OfferStatus
  /** When the figure was true: observed, else fetched. */
  asOf: Date
}

/** The score by which lists are ordered by default, highest first; 0 when there is nothing to go by. `now` decides the staleness. */
export function rankScore(offer: RankInput, now: Date): number {
  const rate = expectedRate(offer)
  if (rate === null || rate <= 0) return 0
  return (
    Math.min(rate, RANK_CAP_PERCENT) *
    depthFactor(offer.tvlUsd) *
    freshnessFactor((now.getTime() - offer.asOf.getTime()) / DAY_MS) *
    (offer.ilRisk ? RANK_IL_FACTOR : 1) *
    RANK_STATUS_FACTOR[offer.status]
  )
}

function expectedRate(offer: RankInput): number | null {
  if (offer.mean30Percent !== null && offer.recordedDays30 >= RANK_MIN_DAYS) return offer.mean30Percent
  return offer.apyPercent === null ? null : offer.apyPercent * RANK_SHORT_HISTORY_FACTOR
}

/** 0.2 at $10,000 and below, 1 from $10 million, even steps per power of ten between. */
export function depthFactor(tvlUsd: number | null): number {
  if (tvlUsd === null) return RANK_UNKNOWN_TVL_FACTOR
  const span = Math.log10(RANK_FULL_TVL_USD / RANK_THIN_TVL_USD)
  const share = Math.log10(Math.max(tvlUsd, RANK_THIN_TVL_USD) / RANK_THIN_TVL_USD) / span
  return RANK_THIN_TVL_FACTOR + (1 - RANK_THIN_TVL_FACTOR) * Math.min(share, 1)
}

/** 1 while fresh, then falling to 0.3 at 30 days and to 0.05 at a year, where it stays. */
export function freshnessFactor(ageDays: number): number {
  if (ageDays <= RANK_FRESH_DAYS) return 1
  if (ageDays <= RANK_STALE_DAYS) return between(ageDays, RANK_FRESH_DAYS, RANK_STALE_DAYS, 1, RANK_STALE_FACTOR)
  return between(Math.min(ageDays, RANK_OLD_DAYS), RANK_STALE_DAYS, RANK_OLD_DAYS, RANK_STALE_FACTOR, RANK_OLD_FACTOR)
}

/** The value at `at` on the straight line from (from, start) to (to, end). */
function between(at: number, from: number, to: number, start: number, end: number): number {
  return start + ((at - from) / (to - from)) * (end - start)
}
