// What keeps wrong numbers out. Pure rules over one fetched rate and what is known of the offer.
import { HOUR_MS } from "../../core/clock.ts"
import type { DropReason } from "./source.ts"

/** Liquid-staking rates lie in this range, in percent; outside it a percent was taken for a fraction or the other way round. */
export const LIQUID_STAKING_RANGE = { min: 1, max: 10 } as const

/** DefiLlama project slugs and our provider slugs whose rate is the plain liquid-staking rate of ETH, SOL or the like. */
export const LIQUID_STAKING_PROVIDERS: ReadonlySet<string> = new Set([
  "lido",
  "rocket-pool",
  "coinbase-wrapped-staked-eth",
  "binance-staked-eth",
  "binance-staked-sol",
  "frax-ether",
  "stakewise-v2",
  "stakewise-v3",
  "mantle-staked-eth",
  "meth-protocol",
  "jito-liquid-staking",
  "marinade-liquid-staking",
  "marinade",
  "jito",
  "swell-liquid-staking",
  "origin-ether",
])

/** A change by more than this factor within hours is held until the next fetch says the same. */
export const JUMP_FACTOR = 5
/** Below this difference in points a factor means nothing (0.01 % to 0.06 %). */
export const JUMP_MIN_POINTS = 2
const JUMP_WITHIN_MS = 24 * HOUR_MS
/** Two values this close are the same for a confirmation. */
const CONFIRM_FACTOR = 1.25

export type KnownRate = {
  apyPercent: number | null
  fetchedAt: Date
  pendingApyPercent: number | null
  origin: "seed" | "live"
}

export type Verdict =
  | { accept: true }
  | { accept: false; reason: DropReason; detail: string; pendingApyPercent: number | null }

/**
 * Whether a fetched rate may replace the known one. A jump is held once: its value waits as pending, and the next fetch that
 * says about the same is believed.
 */
export function judgeRate(
  offer: { providerSlug: string; category: string; singleExposure: boolean },
  apyPercent: number | null,
  known: KnownRate | undefined,
  now: Date,
): Verdict {
  if (apyPercent === null) return { accept: true }
  if (isUnitFault(offer, apyPercent)) {
    return {
      accept: false,
      reason: "unitFault",
      detail: `${apyPercent} % is no liquid-staking rate`,
      pendingApyPercent: null,
    }
  }
  if (!known || known.origin === "seed" || known.apyPercent === null || !isJump(known.apyPercent, apyPercent))
    return { accept: true }
  if (now.getTime() - known.fetchedAt.getTime() > JUMP_WITHIN_MS) return { accept: true }
  if (known.pendingApyPercent !== null && isClose(known.pendingApyPercent, apyPercent)) return { accept: true }
  return {
    accept: false,
    reason: "jump",
    detail: `from ${known.apyPercent} % to ${apyPercent} %, waits for confirmation`,
    pendingApyPercent: apyPercent,
  }
}

function isUnitFault(
  offer: { providerSlug: string; category: string; singleExposure: boolean },
  apyPercent: number,
): boolean {
  if (offer.category !== "staking" || !offer.singleExposure || !LIQUID_STAKING_PROVIDERS.has(offer.providerSlug))
    return false
  return apyPercent < LIQUID_STAKING_RANGE.min || apyPercent > LIQUID_STAKING_RANGE.max
}

function isJump(from: number, to: number): boolean {
  if (Math.abs(to - from) < JUMP_MIN_POINTS) return false
  const [low, high] = from < to ? [from, to] : [to, from]
  return low <= 0 || high / low > JUMP_FACTOR
}

function isClose(a: number, b: number): boolean {
  if (a === b) return true
  const [low, high] = a < b ? [a, b] : [b, a]
  return low > 0 && high / low <= CONFIRM_FACTOR
}

/** An answer with less than this share of the offers that the source gave last is not believed about the missing ones. */
export const FRACTION_MIN_SHARE = 0.5
/** Under this many known offers a share says nothing. */
export const FRACTION_MIN_KNOWN = 10

/** true: the source suddenly gives a fraction of its rows, so the missing ones are kept and it is marked stale. */
export function isFraction(knownOffers: number, fetchedOffers: number): boolean {
  return knownOffers >= FRACTION_MIN_KNOWN && fetchedOffers < knownOffers * FRACTION_MIN_SHARE
}

/** An offer that its source no longer lists is paused at once and ended after this long. */
export const ENDED_AFTER_MS = 72 * HOUR_MS

/** The status of an offer that its source did not list at `now`. `missingSince` is null when it was listed until now. */
export function statusWhenMissing(missingSince: Date | null, now: Date): "paused" | "ended" {
  return missingSince !== null && now.getTime() - missingSince.getTime() >= ENDED_AFTER_MS ? "ended" : "paused"
}
