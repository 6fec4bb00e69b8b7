import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { awaitRenewal, findRunning, foldEvents, OPERATOR, type PaymentEvent, type PlanState } from "./ledger.ts"
import { effectivePlan, settle } from "./subscription.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
const PRO: PlanState = {
  tariffCode: "pro",
  tariffPeriod: "monthly",
  from: at(-10),
  to: at(20),
  next: null,
  renews: true,
  isPastDue: false,
}
const FREE = { code: "free", period: null } as const
let count = 0
const event = (type: PaymentEvent["type"], day: number, wishes: Partial<PaymentEvent> = {}): PaymentEvent => ({
  provider: "sandbox",
  id: `e${++count}`,
  type,
  occurredAt: at(day),
  subscriptionKey: "sub",
  person: { userToken: null, email: null, customerId: null },
  state: null,
  order: null,
  refund: null,
  ...wishes,
})
const state = (type: PaymentEvent["type"], day: number, change: Partial<PlanState> = {}, key = "sub") =>
  event(type, day, { state: { ...PRO, ...change }, subscriptionKey: key })
const order = (day: number, amount = 100, orderId = "o1") =>
  event("paid", day, {
    order: {
      orderId,
      amount,
      currency: "USD",
      coupon: null,
      tariffCode: "pro",
      tariffPeriod: "monthly",
      rcid: null,
      affCode: null,
    },
  })
const refund = (day: number, amount: number, refundId = "r1") =>
  event("refunded", day, { refund: { refundId, orderId: "o1", amount } })

describe("a subscription", () => {
  it("is what its last event says, by when it happened and not by when it came", () => {
    const late = state("activated", -10)
    const last = state("changeScheduled", -1, { next: FREE, renews: false })
    expect(foldEvents([last, late], NOW).plan).toMatchObject({
      tariffCode: "pro",
      tariffCodeNext: "free",
      renews: false,
    })
    expect(foldEvents([late, last, state("changeRemoved", -0.5)], NOW).plan).toMatchObject({
      tariffCodeNext: null,
      renews: true,
      tariffActiveTo: new Date(at(20)),
      subscriptionKey: "sub",
    })
  })

  it("of two events of the same moment the id decides", () => {
    const [a, b] = [state("updated", -1), state("updated", -1, { tariffCode: "proPlus" })]
    expect(foldEvents([b, a], NOW).plan.tariffCode).toBe("proPlus")
    expect(foldEvents([a, b], NOW).plan.tariffCode).toBe("proPlus")
  })

  it("that was ended is the free plan; one that ended because nobody paid can be renewed", () => {
    const ended = state("canceled", -1, { to: at(-1), next: FREE, renews: false })
    expect(settle(foldEvents([state("activated", -10), ended], NOW).plan, NOW).tariffCode).toBe("free")
    const overdue = state("pastDue", -5, { to: at(-2), renews: false, isPastDue: true })
    const { plan } = foldEvents([state("activated", -10), overdue, ended], NOW)
    expect([settle(plan, NOW).tariffCode, effectivePlan(plan, NOW)]).toEqual(["pro", "free"])
    expect(plan.tariffActiveTo).toEqual(new Date(at(-2)))
  })

  it("nothing at all is the free plan", () => {
    expect(foldEvents([order(-1), event("paymentFailed", 0)], NOW).plan).toMatchObject({
      tariffCode: "free",
      provider: null,
    })
  })
})

describe("several subscriptions", () => {
  it("the highest plan that holds counts, and what it replaced is to be ended", () => {
    const events = [state("activated", -10), state("activated", -1, { tariffCode: "proPlus" }, "new")]
    const { plan, superseded } = foldEvents(events, NOW)
    expect([plan.tariffCode, plan.subscriptionKey]).toEqual(["proPlus", "new"])
    expect(superseded).toMatchObject([{ provider: "sandbox", subscriptionKey: "sub" }])
    const ended = state("canceled", 0, { to: at(0), next: FREE, renews: false })
    expect(foldEvents([...events, ended], NOW).superseded).toEqual([])
  })

  it("of the same plan the newest counts: a switch of the period", () => {
    const { plan, superseded } = foldEvents(
      [state("activated", -1, { tariffPeriod: "yearly" }, "a"), state("activated", -10, {}, "z")],
      NOW,
    )
    expect([plan.tariffPeriod, superseded.map((one) => one.subscriptionKey)]).toEqual(["yearly", ["z"]])
  })

  it("what the operator gave ends nothing that is paid, which goes on after it", () => {
    const gift: PaymentEvent = {
      ...state("granted", -1, { tariffCode: "proPlus", to: at(5), renews: false }, "gift"),
      provider: OPERATOR,
    }
    const { plan, superseded } = foldEvents([state("activated", -10), gift], NOW)
    expect(plan).toMatchObject({ tariffCode: "proPlus", tariffCodeNext: "pro", tariffPeriodNext: "monthly" })
    expect(superseded).toEqual([])
    const after = new Date(at(6))
    expect(foldEvents([state("activated", -10), gift], after).plan).toMatchObject({
      tariffCode: "pro",
      subscriptionKey: "sub",
    })
  })

  it("each can be found by itself", () => {
    const events = [
      state("activated", -10),
      state("updated", -1, { tariffCode: "proPlus" }),
      state("activated", 0, {}, "b"),
    ]
    expect(findRunning(events, "sandbox", "sub")?.state.tariffCode).toBe("proPlus")
    expect(findRunning(events, "paddle", "sub")).toBeUndefined()
  })
})

describe("awaitRenewal", () => {
  const plan = foldEvents([state("activated", -10)], NOW).plan
  const end = Date.parse(at(20))
  test.each<[string, number, boolean, string]>([
    ["a plan that renews, before its end", -1, true, "pro"],
    ["at its end", 0, true, "pro"],
    ["a moment before the three days are over", 3 * 86_400_000 - 1, true, "pro"],
    ["three days later", 3 * 86_400_000, true, "free"],
    ["a plan that does not renew, at its end", 0, false, "free"],
  ])("%s", (_what, ms, renews, effective) => {
    const now = new Date(end + ms)
    expect(effectivePlan(awaitRenewal({ ...plan, renews }, now), now)).toBe(effective)
  })
})

describe("orders", () => {
  it("a refund counts once, also when it came before the order", () => {
    const again = { ...refund(-1, 100), id: "other" }
    const [one] = foldEvents([again, refund(-2, 100), order(-3)], NOW).orders
    expect(one).toMatchObject({ orderId: "o1", refundedAmount: 100, paidAt: at(-3), refundedAt: at(-2) })
  })

  test.each<[number[], number, boolean]>([
    [[], 0, false],
    [[40], 40, false],
    [[40, 60], 100, true],
    [[33.33, 33.33, 33.34], 100, true],
    [[40, 80], 100, true],
  ])("parts given back %j", (parts, sum, isAll) => {
    const refunds = parts.map((amount, n) => refund(-1 + n / 10, amount, `r${n}`))
    const [one] = foldEvents([order(-3), ...refunds], NOW).orders
    expect([one?.refundedAmount, one?.refundedAt !== null]).toEqual([sum, isAll])
  })
})

it("any order and any repetition of the events ends in the same", () => {
  const history = [
    state("activated", -40, { from: at(-40), to: at(-10) }),
    order(-40, 12),
    event("paymentFailed", -41, { subscriptionKey: null }),
    state("pastDue", -10, { to: at(-7), renews: false, isPastDue: true }),
    state("renewed", -9, { from: at(-10), to: at(20) }),
    order(-9, 12, "o2"),
    state("updated", -5, { tariffCode: "proPlus" }),
    state("changeScheduled", -4, { tariffCode: "proPlus", next: { code: "pro", period: "yearly" } }),
    state("changeRemoved", -3, { tariffCode: "proPlus" }),
    state("activated", -2, { tariffCode: "proPlus", tariffPeriod: "yearly", to: at(360) }, "second"),
    order(-2, 264, "o3"),
    state("canceled", -2, { tariffCode: "proPlus", to: at(-2), next: FREE, renews: false }),
    refund(-1, 4, "r1"),
    refund(-1, 8, "r2"),
    { ...state("granted", -1, { to: at(3), renews: false }, "gift"), provider: OPERATOR },
    state(
      "changeScheduled",
      -1,
      { tariffCode: "proPlus", tariffPeriod: "yearly", to: at(360), next: FREE, renews: false },
      "second",
    ),
  ]
  const wanted = foldEvents(history, NOW)
  expect(wanted.plan).toMatchObject({ tariffCode: "proPlus", tariffPeriod: "yearly", tariffCodeNext: "free" })
  expect(wanted.orders).toHaveLength(3)
  const shuffled = fc
    .shuffledSubarray(history, { minLength: history.length })
    .chain((all) => fc.shuffledSubarray(all).map((more) => [...all, ...more]))
  fc.assert(
    fc.property(shuffled, (events) => {
      expect(foldEvents(events, NOW)).toEqual(wanted)
    }),
  )
})
