import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { term } from "../../../test/guards/market-rows.ts"
import { apyFromApr, comparableRate, earningsOver, yourRate } from "./rate.ts"

const percent = fc.double({ min: 0, max: 200, noNaN: true })
const amount = fc.double({ min: 0.001, max: 1e9, noNaN: true })

describe("apyFromApr", () => {
  test.each([
    [0, 365, 0],
    [12, 1, 12],
    [12, 2, 12.36],
    [12, 12, 12.682503],
    [10, 365, 10.515578],
    [-10, 1, -10],
    [-100, 1, -100],
  ])("%s %% APR, paid %s times a year, is %s %% APY", (apr, times, apy) => {
    expect(apyFromApr(apr, times)).toBeCloseTo(apy, 5)
  })

  it("is never below the APR, and grows with the rhythm", () => {
    fc.assert(
      fc.property(percent, fc.integer({ min: 1, max: 8760 }), (apr, times) => {
        const apy = apyFromApr(apr, times)
        expect(apy).toBeGreaterThanOrEqual(apr - 1e-9)
        expect(apyFromApr(apr, times + 1)).toBeGreaterThanOrEqual(apy - 1e-6)
      }),
    )
  })
})

describe("comparableRate", () => {
  test.each([
    ["an APR with a known rhythm becomes an APY", 12, "apr", 12, { percent: apyFromApr(12, 12), kind: "apy" }],
    ["an APR without a rhythm stays an APR", 12, "apr", null, { percent: 12, kind: "apr" }],
    ["an APY stays as it is, whatever the rhythm", 12, "apy", 365, { percent: 12, kind: "apy" }],
    ["a rate of unknown kind stays as it is", 12, "unknown", 365, { percent: 12, kind: "unknown" }],
    ["unknown stays null, never 0", null, "apr", 365, { percent: null, kind: "apr" }],
    ["0 is a rate", 0, "apr", 365, { percent: 0, kind: "apy" }],
  ] as const)("%s", (_rule, rate, kind, rhythm, expected) => {
    expect(comparableRate(rate, kind, rhythm)).toEqual(expected)
  })
})

describe("yourRate", () => {
  const tiers = [
    { from: 0, to: 100, ratePercent: 10 },
    { from: 100, to: 1000, ratePercent: 5 },
    { from: 1000, to: null, ratePercent: 1 },
  ]
  const rate = (ratePercent: number, idleAmount = 0) => ({
    kind: "rate",
    ratePercent: expect.closeTo(ratePercent, 9) as number,
    idleAmount: expect.closeTo(idleAmount, 9) as number,
  })

  test.each([
    ["within the first tier", 50, rate(10)],
    ["at the bound of the first tier", 100, rate(10)],
    ["just above it", 101, rate((100 * 10 + 1 * 5) / 101)],
    ["at the second bound", 1000, rate((100 * 10 + 900 * 5) / 1000)],
    ["in the open last tier", 2000, rate((100 * 10 + 900 * 5 + 1000 * 1) / 2000)],
    ["nothing is no amount", 0, { kind: "unknown" }],
    ["a debt is no amount", -5, { kind: "unknown" }],
    ["NaN is no amount", Number.NaN, { kind: "unknown" }],
  ])("blends the tiers: %s", (_where, money, expected) => {
    expect(yourRate(term({ tiers }), 99, money)).toEqual(expected)
  })

  test.each([
    ["without a term the headline counts", undefined, 4, 10, rate(4)],
    ["without a term and a headline nothing is known", undefined, null, 10, { kind: "unknown" }],
    ["a headline of 0 is 0, not unknown", undefined, 0, 10, rate(0)],
    ["just below the minimum", term({ minAmount: 10 }), 4, 9.99, { kind: "belowMinimum", minAmount: 10 }],
    ["at the minimum", term({ minAmount: 10 }), 4, 10, rate(4)],
    ["a minimum of 0 is none", term({ minAmount: 0 }), 4, 0.01, rate(4)],
    ["at the maximum", term({ maxAmount: 10 }), 4, 10, rate(4)],
    ["over the maximum the rest earns nothing", term({ maxAmount: 10 }), 4, 40, rate(1, 30)],
    ["a maximum of 0 leaves all of it idle", term({ maxAmount: 0 }), 4, 40, rate(0, 40)],
    ["the maximum cuts the tiers too", term({ maxAmount: 100, tiers }), 4, 200, rate(5, 100)],
    [
      "below the minimum goes before an unknown rate",
      term({ minAmount: 5 }),
      null,
      1,
      { kind: "belowMinimum", minAmount: 5 },
    ],
    ["what no tier covers earns nothing", term({ tiers: [{ from: 100, to: 200, ratePercent: 8 }] }), 4, 400, rate(2)],
  ])("%s", (_rule, given, headline, money, expected) => {
    expect(yourRate(given, headline, money)).toEqual(expected)
  })

  const steps = fc.array(fc.record({ size: fc.double({ min: 1, max: 1e6, noNaN: true }), ratePercent: percent }), {
    minLength: 1,
    maxLength: 6,
  })
  const tiersOf = (list: { size: number; ratePercent: number }[]) => {
    let from = 0
    return list.map(({ size, ratePercent }, at) => {
      const tier = { from, to: at === list.length - 1 ? null : from + size, ratePercent }
      from += size
      return tier
    })
  }

  it("lies between the lowest and the highest tier when the tiers cover the amount", () => {
    fc.assert(
      fc.property(steps, amount, (list, money) => {
        const result = yourRate(term({ tiers: tiersOf(list) }), null, money)
        const rates = list.map((step) => step.ratePercent)
        if (result.kind !== "rate") throw new Error(result.kind)
        expect(result.ratePercent).toBeGreaterThanOrEqual(Math.min(...rates) - 1e-6)
        expect(result.ratePercent).toBeLessThanOrEqual(Math.max(...rates) + 1e-6)
      }),
    )
  })

  it("is the tier's rate when there is one tier, and the order of tiers does not matter", () => {
    fc.assert(
      fc.property(steps, percent, amount, (list, ratePercent, money) => {
        const one = yourRate(term({ tiers: [{ from: 0, to: null, ratePercent }] }), null, money)
        expect(one).toEqual(rate(ratePercent))
        const all = tiersOf(list)
        const [forward, backward] = [all, all.toReversed()].map((some) => yourRate(term({ tiers: some }), null, money))
        if (forward?.kind !== "rate" || backward?.kind !== "rate") throw new Error("a rate was expected")
        expect(backward.ratePercent).toBeCloseTo(forward.ratePercent, 6)
      }),
    )
  })

  it("leaves no less idle when the amount grows, and never more than the amount", () => {
    fc.assert(
      fc.property(amount, amount, amount, percent, (maxAmount, one, other, headline) => {
        const [small, large] = [Math.min(one, other), Math.max(one, other)]
        const idle = [small, large].map((money) => {
          const result = yourRate(term({ maxAmount }), headline, money)
          return result.kind === "rate" ? result.idleAmount : Number.NaN
        }) as [number, number]
        expect(idle[0]).toBeGreaterThanOrEqual(0)
        expect(idle[1]).toBeGreaterThanOrEqual(idle[0])
        expect(idle[1]).toBeLessThan(large)
      }),
    )
  })
})

describe("earningsOver", () => {
  test.each([
    ["an APY grows over a year to itself", 1000, 10, 365, "apy", null, 100, true],
    ["an APY grows on over two years", 1000, 10, 730, "apy", null, 210, true],
    ["an APR that nobody compounds is simple", 1000, 10, 730, "apr", null, 200, false],
    ["an APR that is not added to the deposit is simple", 1000, 10, 365, "apr", false, 100, false],
    ["an APR that is added to the deposit grows", 1000, 10, 730, "apr", true, 210, true],
    ["an unknown kind is taken as simple", 1000, 10, 73, "unknown", null, 20, false],
    ["no days, no earnings", 1000, 10, 0, "apy", null, 0, true],
    ["no amount, no earnings", 0, 10, 365, "apy", null, 0, true],
    ["a total loss loses the amount and no more", 1000, -100, 365, "apy", null, -1000, true],
  ] as const)("%s", (_rule, money, rate, days, kind, compounds, earned, compounded) => {
    const result = earningsOver(money, rate, days, kind, compounds)
    expect(result).toEqual({ earned: expect.closeTo(earned, 6) as number, daysEarning: days, compounded })
  })

  it("earns more in more days, and scales with the amount", () => {
    fc.assert(
      fc.property(amount, percent, fc.integer({ min: 0, max: 3650 }), fc.boolean(), (money, rate, days, compounds) => {
        const one = earningsOver(money, rate, days, "apr", compounds).earned
        expect(earningsOver(money, rate, days + 1, "apr", compounds).earned).toBeGreaterThanOrEqual(one)
        expect(earningsOver(money * 2, rate, days, "apr", compounds).earned).toBeCloseTo(
          one * 2,
          -Math.log10(one + 1) + 8,
        )
      }),
    )
  })
})
