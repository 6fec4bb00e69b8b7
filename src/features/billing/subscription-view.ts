// What the page of a subscription says of a plan (spec 4): which of its dates, what comes next, what can be done.
import {
  effectivePlan,
  isPaidPlanOver,
  isSetToEnd,
  type Subscription,
  shownPeriod,
  upcomingPlan,
} from "./subscription.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

export type PlanDate = { kind: "paidUntil" | "endsOn" | "endedOn"; date: Date }

export type SubscriptionView = {
  /** The plan that is told of: the one that holds, or the one that ended and can be renewed. */
  code: TariffCode
  period: TariffPeriod | null
  since: Date | null
  end: PlanDate | null
  next: { code: TariffCode; period: TariffPeriod | null } | null
  /** Its plan has ended: the free one holds. */
  isOver: boolean
  canCancel: boolean
  canRenew: boolean
  canResume: boolean
}

/** `subscription` as the server tells it, the dates read at `now`. */
export function viewOf(subscription: Subscription, now: Date): SubscriptionView {
  const isOver = isPaidPlanOver(subscription, now)
  const code = isOver ? subscription.tariffCode : effectivePlan(subscription, now)
  const isPaid = code !== "free"
  const next = upcomingPlan(subscription, now)
  const { tariffActiveTo: date, tariffActiveFrom } = subscription
  const kind = isOver ? "endedOn" : isSetToEnd(subscription, now) ? "endsOn" : "paidUntil"
  return {
    code,
    period: shownPeriod(subscription, now),
    since: isPaid ? tariffActiveFrom : null,
    end: isPaid && date ? { kind, date } : null,
    next: isPaid ? next : null,
    isOver,
    // Somebody who goes down to a smaller paid plan can still leave altogether.
    canCancel: isPaid && !isOver && next?.code !== "free",
    canRenew: isOver,
    canResume: isPaid && !isOver && next !== null,
  }
}
