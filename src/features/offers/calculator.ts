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
      idleAmount: number /** The money is locked for longer than asked. */
      lockedLonger: boolean
    })

/** What `amount` (in the offer's currency) earns in `days`: through tiers, minimum and maximum, compounding where it is known. */
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
  const earnings = earningsOver(working, workingRate, days, rateKind, term?.autoCompound ?? null)
  return {
    kind: "earnings",
    ...earnings,
    ratePercent: yours.ratePercent,
    idleAmount: yours.idleAmount,
    lockedLonger: (term?.lockDays ?? 0) > days,
  }
}
