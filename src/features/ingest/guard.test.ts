import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { NOW } from "../../../test/guards/market-rows.ts"
import { HOUR_MS } from "../../core/clock.ts"
import {
  ENDED_AFTER_MS,
  FRACTION_MIN_KNOWN,
  isFraction,
  judgeRate,
  type KnownRate,
  LIQUID_STAKING_PROVIDERS,
  LIQUID_STAKING_RANGE,
  statusWhenMissing,
} from "./guard.ts"

const ago = (ms: number) => new Date(NOW.getTime() - ms)
const PLAIN = { providerSlug: "aave-v3", category: "lending", singleExposure: true }
const known = (apyPercent: number | null, wishes: Partial<KnownRate> = {}): KnownRate => ({
  apyPercent,
  fetchedAt: ago(HOUR_MS),
  pendingApyPercent: null,
  origin: "live",
  ...wishes,
})

describe("a jump", () => {
  test.each<[string, KnownRate | undefined, number | null, boolean]>([
    ["an offer seen for the first time is believed", undefined, 900, true],
    ["five times as much is believed", known(10), 50, true],
    ["more than five times as much is held", known(10), 50.01, false],
    ["a fifth is believed", known(50), 10, true],
    ["less than a fifth is held", known(50), 9.99, false],
    ["less than two points mean nothing", known(0.01), 2, true],
    ["two points from almost nothing are held", known(0.01), 2.02, false],
    ["from 0 up is held", known(0), 2, false],
    ["down to 0 is held", known(40), 0, false],
    ["into the red is held", known(5), -5, false],
    ["from 0 by less than two points is believed", known(0), 1.99, true],
    ["from an unknown rate is believed", known(null), 900, true],
    ["to an unknown rate is believed", known(10), null, true],
    ["over a recorded figure is believed", known(10, { origin: "seed" }), 900, true],
    ["after just a day is held", known(10, { fetchedAt: ago(24 * HOUR_MS) }), 900, false],
    ["after more than a day is believed", known(10, { fetchedAt: ago(24 * HOUR_MS + 1) }), 900, true],
    ["that was seen just so before is believed", known(10, { pendingApyPercent: 900 }), 900, true],
    ["that was seen about so before is believed", known(10, { pendingApyPercent: 720 }), 900, true],
    ["that was not seen like this before is held", known(10, { pendingApyPercent: 719 }), 900, false],
    ["that was seen the other way before is held", known(10, { pendingApyPercent: -900 }), 900, false],
    ["to 0 that was seen before is believed", known(40, { pendingApyPercent: 0 }), 0, true],
  ])("%s", (_rule, before, apy, accept) => {
    expect(judgeRate(PLAIN, apy, before, NOW).accept).toBe(accept)
  })

  it("tells from where to where, and what waits for confirmation", () => {
    expect(judgeRate(PLAIN, 900, known(10), NOW)).toEqual({
      accept: false,
      reason: "jump",
      detail: "from 10 % to 900 %, waits for confirmation",
      pendingApyPercent: 900,
    })
  })

  it("is held at most once: the same rate again is always believed", () => {
    const rate = fc.double({ min: -99, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(rate, rate, (before, apy) => {
        const first = judgeRate(PLAIN, apy, known(before), NOW)
        if (first.accept) return
        expect(judgeRate(PLAIN, apy, known(before, { pendingApyPercent: first.pendingApyPercent }), NOW)).toEqual({
          accept: true,
        })
      }),
    )
  })
})

describe("a fault of units", () => {
  const lido = { providerSlug: "lido", category: "staking", singleExposure: true }

  test.each([
    ["a fraction taken for percent", lido, 0.027, false],
    ["basis points taken for percent", lido, 270, false],
    ["just below the range", lido, LIQUID_STAKING_RANGE.min - 0.001, false],
    ["at its lower end", lido, LIQUID_STAKING_RANGE.min, true],
    ["at its upper end", lido, LIQUID_STAKING_RANGE.max, true],
    ["just above it", lido, LIQUID_STAKING_RANGE.max + 0.001, false],
    ["a usual rate", lido, 2.7, true],
    ["an unknown rate", lido, null, true],
    ["another category of the same provider", { ...lido, category: "defi" }, 0.01, true],
    ["a pair", { ...lido, singleExposure: false }, 40, true],
    ["another provider", { ...lido, providerSlug: "aave-v3" }, 0.027, true],
  ])("%s", (_rule, offer, apy, accept) => {
    const verdict = judgeRate(offer, apy, undefined, NOW)
    expect(verdict.accept).toBe(accept)
    if (!verdict.accept) expect(verdict).toMatchObject({ reason: "unitFault", pendingApyPercent: null })
  })

  it("is never confirmed by coming again", () => {
    expect(judgeRate(lido, 0.027, known(2.7, { pendingApyPercent: 0.027 }), NOW).accept).toBe(false)
  })

  it("is looked for at every provider of the list", () => {
    for (const providerSlug of LIQUID_STAKING_PROVIDERS)
      expect(judgeRate({ ...lido, providerSlug }, 0.03, undefined, NOW).accept, providerSlug).toBe(false)
  })
})

test.each([
  [100, 100, false],
  [100, 50, false],
  [100, 49, true],
  [100, 0, true],
  [FRACTION_MIN_KNOWN, 4, true],
  [FRACTION_MIN_KNOWN, 5, false],
  [FRACTION_MIN_KNOWN - 1, 0, false],
  [0, 0, false],
  [0, 5000, false],
])("of %s known offers %s came: a fraction is %s", (before, fetched, expected) => {
  expect(isFraction(before, fetched)).toBe(expected)
})

test.each([
  ["until now it was listed", null, "paused"],
  ["it is missing since just now", ago(0), "paused"],
  ["it is missing for almost three days", ago(ENDED_AFTER_MS - 1), "paused"],
  ["it is missing for three days", ago(ENDED_AFTER_MS), "ended"],
  ["it is missing for a year", ago(365 * 24 * HOUR_MS), "ended"],
] as const)("an offer that its source does not list: %s", (_when, since, status) => {
  expect(statusWhenMissing(since, NOW)).toBe(status)
})
