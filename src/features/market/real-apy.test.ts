import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { paidShareOfHeadline, REAL_APY_DAYS, REAL_APY_MIN_DAYS, realApyPercent, realApyVerdict } from "./real-apy.ts"

const days = (count: number, apy: number | null) => Array.from({ length: count }, () => apy)
const gaps = (count: number) => days(count, null)

describe("realApyPercent", () => {
  test.each([
    ["one day too few says nothing", days(REAL_APY_MIN_DAYS - 1, 5), null],
    ["from the least number of days on it speaks", days(REAL_APY_MIN_DAYS, 5), 5],
    ["days that were not recorded do not count as days", [...gaps(71), ...days(REAL_APY_MIN_DAYS - 1, 5)], null],
    ["days that were not recorded change nothing", [...gaps(70), ...days(REAL_APY_MIN_DAYS, 5)], 5],
    ["nothing recorded says nothing", gaps(REAL_APY_DAYS), null],
    ["no days say nothing", [], null],
    ["a rate of 0 is a recorded day", days(30, 0), 0],
    ["a day that lost everything makes it unknown", [...days(89, 5), -100], null],
    ["half at 0 and half at 21 % compound to 10 %", [...days(30, 0), ...days(30, 21)], 10],
  ])("%s", (_rule, given, expected) => {
    const result = realApyPercent(given)
    if (expected === null) expect(result).toBeNull()
    else expect(result).toBeCloseTo(expected, 9)
  })

  it("follows the published formula", () => {
    const apys = fc.array(fc.double({ min: -50, max: 300, noNaN: true }), { minLength: 20, maxLength: 90 })
    fc.assert(
      fc.property(apys, (given) => {
        const product = given.reduce((all, apy) => all * (1 + apy / 100) ** (1 / 365), 1)
        expect(realApyPercent(given)).toBeCloseTo((product ** (365 / given.length) - 1) * 100, 6)
      }),
    )
  })

  it("of a constant rate is that rate, whatever days are missing", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -99, max: 1000, noNaN: true }),
        fc.array(fc.boolean(), { minLength: 90, maxLength: 90 }),
        (apy, recorded) => {
          fc.pre(recorded.filter(Boolean).length >= REAL_APY_MIN_DAYS)
          expect(realApyPercent(recorded.map((is) => (is ? apy : null)))).toBeCloseTo(apy, 6)
        },
      ),
    )
  })

  it("does not depend on the order of days and lies between the lowest and the highest", () => {
    const apys = fc.array(fc.double({ min: -50, max: 300, noNaN: true }), { minLength: 20, maxLength: 90 })
    fc.assert(
      fc.property(apys, (given) => {
        const real = realApyPercent(given) as number
        expect(realApyPercent(given.toSorted((a, b) => a - b))).toBeCloseTo(real, 6)
        expect(real).toBeGreaterThanOrEqual(Math.min(...given) - 1e-6)
        expect(real).toBeLessThanOrEqual(Math.max(...given) + 1e-6)
      }),
    )
  })
})

test.each([
  [4, 5, 80],
  [5, 5, 100],
  [0, 5, 0],
  [-1, 5, -20],
  [null, 5, null],
  [4, null, null],
  [4, 0, null],
  [4, -1, null],
])("paid %s %% of a headline of %s %% is %s %%", (real, headline, share) => {
  expect(paidShareOfHeadline(real, headline)).toBe(share)
})

test.each([
  [150, "asSaid"],
  [90, "asSaid"],
  [89.999, "less"],
  [60, "less"],
  [59.999, "farLess"],
  [-10, "farLess"],
  [0, "farLess"],
  [null, "unknown"],
])("a share of %s %% is called %s", (share, verdict) => {
  expect(realApyVerdict(share)).toBe(verdict)
})
