import fc from "fast-check"
import { expect, it, test } from "vitest"
import { term } from "../../../test/guards/market-rows.ts"
import { type CalculatorInput, calculate } from "./calculator.ts"

const apy = (apyPercent: number | null, wishes: Partial<CalculatorInput> = {}): CalculatorInput => ({
  apyPercent,
  rateKind: "apy",
  term: null,
  ...wishes,
})
const near = (value: number) => expect.closeTo(value, 6) as number

test.each<[string, CalculatorInput, number, number, object]>([
  [
    "a year at an APY",
    apy(10),
    1000,
    365,
    { kind: "earnings", earned: near(100), compounded: true, lockedLonger: false, idleAmount: 0 },
  ],
  ["two years at an APY compound", apy(10), 1000, 730, { earned: near(210) }],
  [
    "an APR of unknown rhythm is simple",
    apy(10, { rateKind: "apr" }),
    1000,
    730,
    { earned: near(200), compounded: false },
  ],
  [
    "an APR that is added to the deposit compounds",
    apy(10, { rateKind: "apr", term: term({ autoCompound: true }) }),
    1000,
    730,
    { earned: near(210) },
  ],
  ["an unknown rate stays unknown", apy(null), 1000, 365, { kind: "unknown" }],
  ["no amount is unknown", apy(10), 0, 365, { kind: "unknown" }],
  [
    "below the minimum nothing is earned",
    apy(10, { term: term({ minAmount: 10 }) }),
    9,
    365,
    { kind: "belowMinimum", minAmount: 10 },
  ],
  [
    "what lies over the maximum does not work",
    apy(10, { term: term({ maxAmount: 100 }) }),
    1000,
    730,
    { earned: near(21), idleAmount: 900, ratePercent: near(1) },
  ],
  [
    "a maximum of 0 earns nothing",
    apy(10, { term: term({ maxAmount: 0 }) }),
    1000,
    365,
    { earned: near(0), ratePercent: 0, idleAmount: 1000 },
  ],
  [
    "tiers count by what lies in them",
    apy(99, {
      term: term({
        tiers: [
          { from: 0, to: 500, ratePercent: 10 },
          { from: 500, to: null, ratePercent: 0 },
        ],
      }),
    }),
    1000,
    365,
    { earned: near(50), ratePercent: near(5) },
  ],
  ["a lock that is longer is told", apy(10, { term: term({ lockDays: 31 }) }), 1000, 30, { lockedLonger: true }],
  ["a lock that just ends is not", apy(10, { term: term({ lockDays: 30 }) }), 1000, 30, { lockedLonger: false }],
  [
    "a term that ends earlier ends the earnings",
    apy(10, { rateKind: "apr", term: term({ lockDays: 30 }) }),
    1000,
    365,
    { earned: near((100 * 30) / 365), daysEarning: 30, termDays: 30, lockedLonger: false },
  ],
  [
    "within the term every day counts",
    apy(10, { term: term({ lockDays: 365 }) }),
    1000,
    365,
    { earned: near(100), daysEarning: 365, termDays: null },
  ],
  [
    "a flexible offer has no term",
    apy(10, { term: term({ lockDays: 0 }) }),
    1000,
    365,
    { earned: near(100), daysEarning: 365, termDays: null },
  ],
  ["an unknown lock is not claimed", apy(10, { term: term() }), 1000, 30, { lockedLonger: false }],
])("%s", (_rule, input, amount, days, expected) => {
  expect(calculate(input, amount, days)).toMatchObject(expected)
})

it("gives in one year at an APY exactly what the rate says of the whole amount, with any maximum", () => {
  const number = fc.double({ min: 0.01, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(number, number, fc.double({ min: 0, max: 100, noNaN: true }), (amount, maxAmount, rate) => {
      const result = calculate(apy(rate, { term: term({ maxAmount }) }), amount, 365)
      if (result.kind !== "earnings") throw new Error(result.kind)
      expect(result.earned / amount).toBeCloseTo(result.ratePercent / 100, 6)
    }),
  )
})
