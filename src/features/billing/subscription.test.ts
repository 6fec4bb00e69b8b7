import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  DAYS_UNTIL_PAID,
  effectivePlan,
  FREE_SUBSCRIPTION,
  isExpired,
  isPaidPlanOver,
  isSetToEnd,
  type Subscription,
  settle,
  shownPeriod,
  upcomingPlan,
} from "./subscription.ts"
import { TARIFF_CODES, TARIFF_PERIODS, type TariffCode, type TariffPeriod } from "./tariffs.ts"

const END = new Date("2026-11-20T12:00:00Z")
const BEFORE = new Date(END.getTime() - 1)
const AFTER = new Date(END.getTime() + 1)
const GRACE_END = new Date("2026-11-23T12:00:00Z")
const START = new Date("2026-10-20T12:00:00Z")

type Plan = [code: TariffCode | null, period: TariffPeriod | null]
const NONE: Plan = [null, null]
const FREE: Plan = ["free", null]
const PRO_M: Plan = ["pro", "monthly"]
const PRO_Y: Plan = ["pro", "yearly"]
const PLUS_M: Plan = ["proPlus", "monthly"]
const PLUS_Y: Plan = ["proPlus", "yearly"]
const PRO_NO_PERIOD: Plan = ["pro", null]

function having([code, period]: Plan, [codeNext, periodNext]: Plan = NONE, to: Date | null = END): Subscription {
  if (!code) throw new Error("somebody always has a plan")
  return {
    tariffCode: code,
    tariffPeriod: period,
    tariffCodeNext: codeNext,
    tariffPeriodNext: periodNext,
    tariffActiveFrom: START,
    tariffActiveTo: to,
  }
}

describe("isExpired", () => {
  test.each<[string, Subscription | null, Date, boolean]>([
    ["nobody is signed in", null, BEFORE, true],
    ["no end", having(PRO_M, NONE, null), AFTER, false],
    ["a millisecond before the end", having(PRO_M), BEFORE, false],
    ["at the end", having(PRO_M), END, true],
    ["past the end", having(PRO_M), AFTER, true],
    ["a free plan with an end behind it", having(FREE), AFTER, true],
    ["a free plan without one", FREE_SUBSCRIPTION, AFTER, false],
  ])("%s", (_what, subscription, now, expired) => {
    expect(isExpired(subscription, now)).toBe(expired)
  })
})

/**
 * Plan and next plan. Before the end: the upcoming plan, and whether the plan is set to end. At the end: the plan and period that are recorded,
 * and the plan that holds.
 */
type Row = [plan: Plan, next: Plan, upcoming: Plan | null, setToEnd: boolean, atEnd: Plan, effective: TariffCode]
const TABLE: Row[] = [
  [FREE, NONE, null, false, FREE, "free"],
  [FREE, FREE, FREE, false, FREE, "free"],
  [FREE, PRO_M, ["pro", null], false, PRO_M, "pro"],
  [FREE, PRO_Y, ["pro", null], false, PRO_Y, "pro"],
  [FREE, PLUS_M, ["proPlus", null], false, PLUS_M, "proPlus"],
  [FREE, PLUS_Y, ["proPlus", null], false, PLUS_Y, "proPlus"],
  [PRO_M, NONE, null, false, PRO_M, "free"],
  [PRO_M, FREE, FREE, true, FREE, "free"],
  [PRO_M, PRO_M, PRO_M, false, PRO_M, "pro"],
  [PRO_M, PRO_Y, PRO_Y, false, PRO_Y, "pro"],
  [PRO_M, PLUS_M, PLUS_M, false, PLUS_M, "proPlus"],
  [PRO_M, PLUS_Y, PLUS_Y, false, PLUS_Y, "proPlus"],
  [PRO_Y, NONE, null, false, PRO_Y, "free"],
  [PRO_Y, FREE, FREE, true, FREE, "free"],
  [PRO_Y, PRO_M, PRO_M, false, PRO_M, "pro"],
  [PRO_Y, PRO_Y, PRO_Y, false, PRO_Y, "pro"],
  [PRO_Y, PLUS_M, PLUS_M, false, PLUS_M, "proPlus"],
  [PRO_Y, PLUS_Y, PLUS_Y, false, PLUS_Y, "proPlus"],
  [PLUS_M, NONE, null, false, PLUS_M, "free"],
  [PLUS_M, FREE, FREE, true, FREE, "free"],
  [PLUS_M, PRO_M, PRO_M, true, PRO_M, "pro"],
  [PLUS_M, PRO_Y, PRO_Y, true, PRO_Y, "pro"],
  [PLUS_M, PLUS_M, PLUS_M, false, PLUS_M, "proPlus"],
  [PLUS_M, PLUS_Y, PLUS_Y, false, PLUS_Y, "proPlus"],
  [PLUS_Y, NONE, null, false, PLUS_Y, "free"],
  [PLUS_Y, FREE, FREE, true, FREE, "free"],
  [PLUS_Y, PRO_M, PRO_M, true, PRO_M, "pro"],
  [PLUS_Y, PRO_Y, PRO_Y, true, PRO_Y, "pro"],
  [PLUS_Y, PLUS_M, PLUS_M, false, PLUS_M, "proPlus"],
  [PLUS_Y, PLUS_Y, PLUS_Y, false, PLUS_Y, "proPlus"],
  // a period that is not recorded: the current one goes on
  [PRO_Y, PRO_NO_PERIOD, PRO_Y, false, PRO_Y, "pro"],
  [PLUS_Y, PRO_NO_PERIOD, PRO_Y, true, PRO_Y, "pro"],
  [PLUS_M, PRO_NO_PERIOD, PRO_M, true, PRO_M, "pro"],
  [PRO_NO_PERIOD, PRO_NO_PERIOD, PRO_NO_PERIOD, false, PRO_NO_PERIOD, "pro"],
  // periods that have no meaning are not told
  [["free", "yearly"], PRO_NO_PERIOD, ["pro", null], false, PRO_Y, "pro"],
  [PRO_Y, ["free", "monthly"], FREE, true, FREE, "free"],
  [["free", "yearly"], NONE, null, false, ["free", "yearly"], "free"],
]

describe.each(TABLE)("%j, next %j", (plan, next, upcoming, setToEnd, atEnd, effective) => {
  const [code, period] = plan
  const ownPeriod = code === "free" ? null : period

  it.each([
    ["before the end", having(plan, next), BEFORE],
    ["without an end", having(plan, next, null), AFTER],
  ])("%s", (_when, subscription, now) => {
    expect(settle(subscription, now)).toBe(subscription)
    expect(effectivePlan(subscription, now)).toBe(code)
    expect(upcomingPlan(subscription, now)).toEqual(upcoming && { code: upcoming[0], period: upcoming[1] })
    expect(isSetToEnd(subscription, now)).toBe(setToEnd)
    expect(shownPeriod(subscription, now)).toBe(ownPeriod)
    expect(isPaidPlanOver(subscription, now)).toBe(false)
  })

  it.each([
    ["at the end", END],
    ["past it", AFTER],
  ])("%s", (_when, now) => {
    const subscription = having(plan, next)
    const settled = settle(subscription, now)
    expect([settled.tariffCode, settled.tariffPeriod]).toEqual(atEnd)
    expect([settled.tariffCodeNext, settled.tariffPeriodNext]).toEqual([null, null])
    expect(effectivePlan(subscription, now)).toBe(effective)
    expect(upcomingPlan(subscription, now)).toBeNull()
    expect(isSetToEnd(subscription, now)).toBe(false)
    expect(shownPeriod(subscription, now)).toBe(atEnd[0] === "free" ? null : atEnd[1])
    expect(isPaidPlanOver(subscription, now)).toBe(atEnd[0] !== effective)
  })
})

describe("settle", () => {
  it("makes the free plan one without an end, from the moment at which the paid one was over", () => {
    expect(settle(having(PRO_M, FREE), AFTER)).toEqual({ ...FREE_SUBSCRIPTION, tariffActiveFrom: END })
  })

  it("gives a paid plan that takes over three days to be paid for, and not a moment more", () => {
    const subscription = having(PLUS_Y, PRO_M)
    const settled = settle(subscription, AFTER)
    expect([settled.tariffActiveFrom, settled.tariffActiveTo]).toEqual([END, GRACE_END])
    expect(DAYS_UNTIL_PAID).toBe(3)
    expect(effectivePlan(subscription, new Date(GRACE_END.getTime() - 1))).toBe("pro")
    expect(effectivePlan(subscription, GRACE_END)).toBe("free")
    expect(isPaidPlanOver(subscription, GRACE_END)).toBe(true)
    expect(shownPeriod(subscription, GRACE_END)).toBe("monthly")
  })

  it("keeps a paid plan that ended without a next one, so that it can be renewed", () => {
    const subscription = having(PRO_Y)
    expect(settle(subscription, AFTER)).toBe(subscription)
    expect(isPaidPlanOver(subscription, AFTER)).toBe(true)
  })

  it("comes to the same whenever and however often a job has done it, and changes nothing that it is given", () => {
    const plans = fc.constantFrom<TariffCode>(...TARIFF_CODES)
    const periods = fc.constantFrom<(TariffPeriod | null)[]>(...TARIFF_PERIODS, null)
    const moments = fc.integer({ min: -10, max: 10 }).map((days) => new Date(END.getTime() + days * 43_200_000))
    const subscriptions = fc.record<Subscription>({
      tariffCode: plans,
      tariffPeriod: periods,
      tariffCodeNext: fc.option(plans),
      tariffPeriodNext: periods,
      tariffActiveFrom: fc.constant(START),
      tariffActiveTo: fc.option(fc.constant(END)),
    })
    fc.assert(
      fc.property(subscriptions, moments, moments, (subscription, one, two) => {
        const [job, now] = one <= two ? [one, two] : [two, one]
        const before = structuredClone(subscription)
        const settled = settle(subscription, job)
        expect(settle(settled, now)).toEqual(settle(subscription, now))
        expect(effectivePlan(settled, now)).toBe(effectivePlan(subscription, now))
        expect(isPaidPlanOver(settled, now)).toBe(isPaidPlanOver(subscription, now))
        expect(subscription).toEqual(before)
      }),
    )
  })
})

test("somebody who is not signed in has the free plan and nothing else", () => {
  expect(effectivePlan(null, BEFORE)).toBe("free")
  expect(upcomingPlan(null, BEFORE)).toBeNull()
  expect(shownPeriod(null, BEFORE)).toBeNull()
  expect(isSetToEnd(null, BEFORE)).toBe(false)
  expect(isPaidPlanOver(null, BEFORE)).toBe(false)
})
