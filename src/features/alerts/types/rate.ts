// The rates that a rule can go by.
import type { Offer } from "../../market/model.ts"
import type { Term } from "../../market/schema.ts"
import { offerYourRate } from "../../offers/list.ts"
import { figureOf, isDoubtful } from "./track.ts"

/** The headline, what the rule's amount earns, what the last 90 days really paid. */
export const RATE_METRICS = ["apy", "amount", "realApy"] as const
export type RateMetric = (typeof RATE_METRICS)[number]

/** Percent; null = unknown, doubtful, or the offer does not take the amount. */
export function rateOf(offer: Offer | null, metric: RateMetric, amount: number | null): number | null {
  if (metric !== "amount") return figureOf(offer, metric)
  if (offer === null || amount === null || isDoubtful(offer)) return null
  const rate = offerYourRate(offer, amount)
  return rate.kind === "rate" ? rate.ratePercent : null
}

/** Noise of floating point that a mean over tiers may have. */
const NOISE = 1e-9

/** Between which rates all amounts lie, in percent; null = none is known. */
export function amountRates(offer: Offer | null): { least: number; most: number } | null {
  if (offer === null || isDoubtful(offer)) return null
  const term = offer.terms[0]
  const rates = term && term.tiers.length > 0 ? term.tiers.map((tier) => tier.ratePercent) : [offer.apy]
  const known = rates.filter((rate) => rate !== null)
  if (known.length === 0) return null
  // What lies beyond the maximum or between the tiers earns nothing.
  if (term && (term.tiers.length > 0 || term.maxAmount !== null)) known.push(0)
  return { least: Math.min(...known) - NOISE, most: Math.max(...known) + NOISE }
}

/** Whether every amount earns the same with both. */
export function earnsTheSame(one: Offer, other: Offer): boolean {
  if (one.apy !== other.apy || isDoubtful(one) !== isDoubtful(other)) return false
  const [a, b] = [one.terms[0], other.terms[0]]
  if (!a || !b) return isPlain(a) && isPlain(b)
  return (
    a.minAmount === b.minAmount &&
    a.maxAmount === b.maxAmount &&
    a.tiers.length === b.tiers.length &&
    a.tiers.every((tier, at) => {
      const its = b.tiers[at]
      return tier.from === its?.from && tier.to === its.to && tier.ratePercent === its.ratePercent
    })
  )
}

function isPlain(term: Term | undefined): boolean {
  return term === undefined || (term.tiers.length === 0 && term.minAmount === null && term.maxAmount === null)
}
