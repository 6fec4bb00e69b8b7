import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { NOW, offer } from "../../../test/guards/market-rows.ts"
import { DAY_MS } from "../../core/clock.ts"
import {
  depthFactor,
  freshnessFactor,
  RANK_CAP_PERCENT,
  RANK_IL_FACTOR,
  RANK_MIN_DAYS,
  RANK_OLD_DAYS,
  RANK_OLD_FACTOR,
  RANK_SHORT_HISTORY_FACTOR,
  RANK_STALE_DAYS,
  RANK_STALE_FACTOR,
  RANK_UNKNOWN_TVL_FACTOR,
  type RankInput,
  rankScore,
} from "./rank.ts"
import { COMMISSIONS, OFFER_STATUSES } from "./words.ts"

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const input = (wishes: Partial<RankInput> = {}): RankInput => ({
  apyPercent: 10,
  mean30Percent: 8,
  recordedDays30: 30,
  tvlUsd: 50_000_000,
  ilRisk: false,
  status: "active",
  asOf: NOW,
  ...wishes,
})
const score = (wishes: Partial<RankInput> = {}) => rankScore(input(wishes), NOW)

describe("rankScore", () => {
  test.each<[string, Partial<RankInput>, number]>([
    ["a deep, fresh, open offer counts its 30-day mean", {}, 8],
    ["with the least number of days the mean counts", { recordedDays30: RANK_MIN_DAYS }, 8],
    [
      "with a day less the latest rate counts, lowered",
      { recordedDays30: RANK_MIN_DAYS - 1 },
      10 * RANK_SHORT_HISTORY_FACTOR,
    ],
    ["without a mean the latest rate counts, lowered", { mean30Percent: null }, 10 * RANK_SHORT_HISTORY_FACTOR],
    ["a mean at the cap counts whole", { mean30Percent: RANK_CAP_PERCENT }, RANK_CAP_PERCENT],
    ["a mean above the cap counts as the cap", { mean30Percent: 4000 }, RANK_CAP_PERCENT],
    ["possible impermanent loss lowers", { ilRisk: true }, 8 * RANK_IL_FACTOR],
    ["unknown impermanent loss does not lower", { ilRisk: null }, 8],
    ["an unknown TVL is neither deep nor thin", { tvlUsd: null }, 8 * RANK_UNKNOWN_TVL_FACTOR],
    ["a month-old figure counts less", { asOf: daysAgo(RANK_STALE_DAYS) }, 8 * RANK_STALE_FACTOR],
    ["sold out counts a fifth", { status: "soldOut" }, 1.6],
    ["paused counts a tenth", { status: "paused" }, 0.8],
    ["ended counts nothing", { status: "ended" }, 0],
    ["nothing to go by counts nothing", { apyPercent: null, mean30Percent: null }, 0],
    ["a rate of 0 counts nothing", { mean30Percent: 0 }, 0],
    ["a loss counts nothing, not less", { mean30Percent: -5 }, 0],
    ["a known mean stands in for an unknown rate", { apyPercent: null }, 8],
  ])("%s", (_rule, wishes, expected) => {
    expect(score(wishes)).toBeCloseTo(expected, 9)
  })

  const anyInput = fc.record({
    apyPercent: fc.option(fc.double({ min: -100, max: 1e6, noNaN: true })),
    mean30Percent: fc.option(fc.double({ min: -100, max: 1e6, noNaN: true })),
    recordedDays30: fc.integer({ min: 0, max: 30 }),
    tvlUsd: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    ilRisk: fc.option(fc.boolean()),
    status: fc.constantFrom(...OFFER_STATUSES),
    asOf: fc.integer({ min: -2, max: 900 }).map(daysAgo),
  })

  it("is a number from 0 to the cap, whatever comes in", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const result = rankScore(given, NOW)
        expect(result).toBeGreaterThanOrEqual(0)
        expect(result).toBeLessThanOrEqual(RANK_CAP_PERCENT)
      }),
    )
  })

  it("never falls when the TVL grows or the mean rises, and never rises with age", () => {
    const usd = fc.double({ min: 0, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(anyInput, usd, usd, fc.integer({ min: 0, max: 900 }), (given, one, other, more) => {
        const [less, deeper] = [Math.min(one, other), Math.max(one, other)].map((tvlUsd) =>
          rankScore({ ...given, tvlUsd }, NOW),
        )
        expect(deeper).toBeGreaterThanOrEqual(less as number)
        const base = rankScore(given, NOW)
        const better = {
          ...given,
          apyPercent: (given.apyPercent ?? 0) + more,
          mean30Percent: given.mean30Percent && given.mean30Percent + more,
        }
        if (given.apyPercent !== null) expect(rankScore(better, NOW)).toBeGreaterThanOrEqual(base)
        const older = { ...given, asOf: new Date(given.asOf.getTime() - more * DAY_MS) }
        expect(rankScore(older, NOW)).toBeLessThanOrEqual(base + 1e-9)
      }),
    )
  })

  it("does not depend on the commission, for any offer (design 1: not for sale)", () => {
    fc.assert(
      fc.property(anyInput, ({ apyPercent: apy, tvlUsd, ilRisk, status }) => {
        const ranks = COMMISSIONS.map(
          (commission) => offer(1, { commission, ilRisk, status, rate: { apy, tvlUsd } }).rank,
        )
        expect(new Set(ranks).size).toBe(1)
      }),
    )
  })
})

describe("depthFactor", () => {
  test.each([
    [0, 0.2],
    [9999, 0.2],
    [10_000, 0.2],
    [100_000, 0.2 + 0.8 / 3],
    [1_000_000, 0.2 + (0.8 * 2) / 3],
    [9_999_999.999, 1],
    [10_000_000, 1],
    [1e12, 1],
    [null, 0.85],
  ])("of a TVL of %s is %s", (tvl, factor) => {
    expect(depthFactor(tvl)).toBeCloseTo(factor, 9)
  })
})

describe("freshnessFactor", () => {
  test.each([
    [-1, 1],
    [0, 1],
    [2, 1],
    [16, (1 + RANK_STALE_FACTOR) / 2],
    [RANK_STALE_DAYS, RANK_STALE_FACTOR],
    [(RANK_STALE_DAYS + RANK_OLD_DAYS) / 2, (RANK_STALE_FACTOR + RANK_OLD_FACTOR) / 2],
    [RANK_OLD_DAYS, RANK_OLD_FACTOR],
    [5000, RANK_OLD_FACTOR],
  ])("of %s days is %s", (age, factor) => {
    expect(freshnessFactor(age)).toBeCloseTo(factor, 9)
  })
})
