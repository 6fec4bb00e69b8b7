import { expect, test } from "vitest"
import { subscriptionOf } from "./person-plan.ts"
import { FREE_SUBSCRIPTION, type Subscription } from "./subscription.ts"
import { type SubscriptionView, viewOf } from "./subscription-view.ts"

const START = new Date("2026-11-01T00:00:00Z")
const END = new Date("2026-12-01T00:00:00Z")
const BEFORE = new Date(END.getTime() - 1)

const paid = (rest: Partial<Subscription> = {}): Subscription => ({
  ...FREE_SUBSCRIPTION,
  tariffCode: "proPlus",
  tariffPeriod: "monthly",
  tariffActiveFrom: START,
  tariffActiveTo: END,
  ...rest,
})
const base: SubscriptionView = {
  code: "proPlus",
  period: "monthly",
  since: START,
  end: { kind: "paidUntil", date: END },
  next: null,
  isOver: false,
  canCancel: true,
  canRenew: false,
  canResume: false,
}

test.each<[string, Subscription, Date, SubscriptionView]>([
  [
    "free",
    FREE_SUBSCRIPTION,
    BEFORE,
    { ...base, code: "free", period: null, since: null, end: null, canCancel: false },
  ],
  ["running", paid(), BEFORE, base],
  ["running without an end", paid({ tariffActiveTo: null }), BEFORE, { ...base, end: null }],
  [
    "cancelled",
    paid({ tariffCodeNext: "free" }),
    BEFORE,
    {
      ...base,
      end: { kind: "endsOn", date: END },
      next: { code: "free", period: null },
      canCancel: false,
      canResume: true,
    },
  ],
  [
    "going down to pro",
    paid({ tariffCodeNext: "pro", tariffPeriodNext: "yearly" }),
    BEFORE,
    { ...base, end: { kind: "endsOn", date: END }, next: { code: "pro", period: "yearly" }, canResume: true },
  ],
  [
    "followed by itself in the other period",
    paid({ tariffCodeNext: "proPlus", tariffPeriodNext: "yearly" }),
    BEFORE,
    { ...base, next: { code: "proPlus", period: "yearly" }, canResume: true },
  ],
  [
    "ended",
    paid(),
    END,
    { ...base, end: { kind: "endedOn", date: END }, isOver: true, canCancel: false, canRenew: true },
  ],
  [
    "cancelled and ended",
    FREE_SUBSCRIPTION,
    END,
    { ...base, code: "free", period: null, since: null, end: null, canCancel: false },
  ],
])("%s", (_name, subscription, now, view) => {
  expect(viewOf(subscription, now)).toEqual(view)
})

test("moments come as texts", () => {
  const plan = {
    tariffCode: "pro",
    tariffPeriod: "yearly",
    tariffCodeNext: null,
    tariffPeriodNext: null,
    tariffActiveFrom: START.toISOString(),
    tariffActiveTo: null,
  } as const
  expect(subscriptionOf(plan)).toEqual({ ...plan, tariffActiveFrom: START, tariffActiveTo: null })
})
