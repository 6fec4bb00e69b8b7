import { type Earnings, earningsOver, yourRate } from "../market/rate.ts"
import type { Term } from "../market/schema.ts"
import type { RateKind } from "../market/words.ts"

export type CalculatorInput = { apyPercent: number | null; rateKind: RateKind; term: Term | null }

export type CalculatorResult =
  | { kind: "unknown" }
  | { kind: "belowMinimum"; minAmount: number }
  | (Earnings & {
      kind: "earnings"
      ratePercent: number
      idleAmount: number
      /** The money is locked for longer than asked. */
      lockedLonger: boolean
      /** The term's length where it ended the counting before the asked time; else null. */
      termDays: number | null
    })

/**
 * What `amount` (in the offer's currency) earns in `days`: through tiers, minimum and maximum, compounding where it is known.
 * A term that ends earlier ends the earnings: that it renews at the same rate is not known.
 */
export function calculate(
  { apyPercent, rateKind, term }: CalculatorInput,
  amount: number,
  days: number,
): CalculatorResult {
  const yours = yourRate(term ?? undefined, apyPercent, amount)
  if (yours.kind !== "rate") return yours
  const working = amount - yours.idleAmount
  // The blended rate is over the whole amount; what works earns it alone.
  const workingRate = working > 0 ? (yours.ratePercent * amount) / working : 0
  const lockDays = term?.lockDays ?? 0
  const termDays = lockDays > 0 && lockDays < days ? lockDays : null
  const earnings = earningsOver(working, workingRate, termDays ?? days, rateKind, term?.autoCompound ?? null)
  return {
    kind: "earnings",
    ...earnings,
    ratePercent: yours.ratePercent,
    idleAmount: yours.idleAmount,
    lockedLonger: lockDays > days,
    termDays,
  }
}
