// Rates and amounts: pure rules, percent in and out.
import type { Term, Tier } from "./schema.ts"
import type { RateKind } from "./words.ts"

/**
 * APR to APY for a known rhythm: ((1 + apr/100/n)^n - 1) x 100.
 * Takes the yearly rate in percent and how often a year earnings are added to the deposit; gives percent.
 */
export function apyFromApr(aprPercent: number, compoundingPerYear: number): number {
  return ((1 + aprPercent / 100 / compoundingPerYear) ** compoundingPerYear - 1) * 100
}

/**
 * The figure to compare by, with its kind. An APR becomes an APY only when the payout rhythm is known; otherwise it stays
 * as published and keeps its kind (design 6). Unknown stays null.
 */
export function comparableRate(
  percent: number | null,
  kind: RateKind,
  compoundingPerYear: number | null,
): { percent: number | null; kind: RateKind } {
  if (percent === null || kind !== "apr" || compoundingPerYear === null) return { percent, kind }
  return { percent: apyFromApr(percent, compoundingPerYear), kind: "apy" }
}

export type YourRate =
  /** `ratePercent` on the whole amount; `idleAmount` is the part over the maximum that earns nothing. */
  | { kind: "rate"; ratePercent: number; idleAmount: number }
  | { kind: "belowMinimum"; minAmount: number }
  | { kind: "unknown" }

/**
 * What an amount (in the offer's currency) really earns: the mean of the tiers it reaches, weighted by how much lies in each;
 * what exceeds the maximum earns nothing. Takes the headline rate in percent for an offer without tiers.
 * FIELD 6.1: sum(max(0, min(amount, to) - from) x rate) / amount.
 */
export function yourRate(
  term: Pick<Term, "tiers" | "minAmount" | "maxAmount"> | undefined,
  apyPercent: number | null,
  amount: number,
): YourRate {
  if (!(amount > 0)) return { kind: "unknown" }
  if (term?.minAmount != null && amount < term.minAmount) return { kind: "belowMinimum", minAmount: term.minAmount }
  const working = term?.maxAmount == null ? amount : Math.min(amount, term.maxAmount)
  const earned =
    term && term.tiers.length > 0
      ? tierEarnings(term.tiers, working)
      : apyPercent === null
        ? null
        : working * apyPercent
  if (earned === null) return { kind: "unknown" }
  return { kind: "rate", ratePercent: earned / amount, idleAmount: amount - working }
}

/** Amount x percent over the tiers. A part that no tier covers earns nothing. */
function tierEarnings(tiers: readonly Tier[], amount: number): number {
  let sum = 0
  for (const tier of tiers) {
    sum += Math.max(0, Math.min(amount, tier.to ?? Number.POSITIVE_INFINITY) - tier.from) * tier.ratePercent
  }
  return sum
}

export type Earnings = {
  /** What is added to the deposit by the end, in the offer's currency. */
  earned: number
  /** Days the money really earns: the horizon, or the term where it ends earlier. */
  daysEarning: number
  /** Whether earnings earned on: true only when the rate is an APY or the offer is known to compound. */
  compounded: boolean
}

/**
 * What an amount earns in a number of days at a yearly rate.
 * An APY, or an offer that adds earnings by itself, grows: amount x ((1 + r)^(d/365) - 1); otherwise simple: amount x r x d/365.
 */
export function earningsOver(
  amount: number,
  ratePercent: number,
  days: number,
  kind: RateKind,
  autoCompound: boolean | null,
): Earnings {
  const compounded = kind === "apy" || autoCompound === true
  const rate = ratePercent / 100
  const years = days / 365
  const earned = compounded ? amount * ((1 + rate) ** years - 1) : amount * rate * years
  return { earned, daysEarning: days, compounded }
}
