// What a person's plan is now, what it will be and until when (spec 4, "Subscription state"). The dates decide: no job has to have run.
import { DAY_MS } from "../../core/clock.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

/** What is recorded of a user's plan (spec 3). Ask the functions here what it means at a moment. */
export type Subscription = {
  tariffCode: TariffCode
  tariffPeriod: TariffPeriod | null
  /** The plan that takes over at `tariffActiveTo`; null when nothing is scheduled. */
  tariffCodeNext: TariffCode | null
  tariffPeriodNext: TariffPeriod | null
  tariffActiveFrom: Date | null
  /** The first moment at which the plan is over; null when it has no end. */
  tariffActiveTo: Date | null
}

/** A plan and how it is billed; the period is null where none is shown. */
export type PlanTerm = { code: TariffCode; period: TariffPeriod | null }

/** What a new user has. */
export const FREE_SUBSCRIPTION: Subscription = {
  tariffCode: "free",
  tariffPeriod: null,
  tariffCodeNext: null,
  tariffPeriodNext: null,
  tariffActiveFrom: null,
  tariffActiveTo: null,
}

/**
 * How long a paid plan that took over waits for the news of its payment, in days. The provider takes the money at the same moment, and its word
 * sets the real end: without it the plan is over after this time, because nobody has a plan for good that was not paid for.
 */
export const DAYS_UNTIL_PAID = 3

/** At or past the end, not only after it. Somebody who is not signed in (null) counts as expired (spec 4). */
export function isExpired(subscription: Pick<Subscription, "tariffActiveTo"> | null, now: Date): boolean {
  if (!subscription) return true
  return subscription.tariffActiveTo !== null && now.getTime() >= subscription.tariffActiveTo.getTime()
}

const nextPeriod = (subscription: Subscription) => subscription.tariffPeriodNext ?? subscription.tariffPeriod

/**
 * The state that the dates imply (spec 4): at the end the next plan becomes the current one, free without an end, a paid one until its payment
 * is told (`DAYS_UNTIL_PAID`). A paid plan that ended without a next one stays recorded, so that it can be renewed, though its holder has the
 * free plan then (`effectivePlan`). Gives the same object when nothing changes; settling again at any later time changes nothing else.
 */
export function settle(subscription: Subscription, now: Date): Subscription {
  const { tariffCodeNext: code, tariffActiveTo: end } = subscription
  if (code === null || end === null || !isExpired(subscription, now)) return subscription
  if (code === "free") return { ...FREE_SUBSCRIPTION, tariffActiveFrom: end }
  return {
    tariffCode: code,
    tariffPeriod: nextPeriod(subscription),
    tariffCodeNext: null,
    tariffPeriodNext: null,
    tariffActiveFrom: end,
    tariffActiveTo: new Date(end.getTime() + DAYS_UNTIL_PAID * DAY_MS),
  }
}

/** The plan whose limits and rights hold now: free for a visitor (null) and for everybody whose plan has ended (spec 4). */
export function effectivePlan(subscription: Subscription | null, now: Date): TariffCode {
  if (!subscription) return "free"
  const settled = settle(subscription, now)
  return isExpired(settled, now) ? "free" : settled.tariffCode
}

/** A paid plan that ended and can be renewed: none of its rights hold any more (spec 2 banner, spec 4 renew). */
export function isPaidPlanOver(subscription: Subscription | null, now: Date): boolean {
  if (!subscription) return false
  const settled = settle(subscription, now)
  return settled.tariffCode !== "free" && isExpired(settled, now)
}

/**
 * The plan that is scheduled, or null (spec 4). Its period is told only when it and the current plan are both paid: to or from the free plan
 * there is no change of period to tell of.
 */
export function upcomingPlan(subscription: Subscription | null, now: Date): PlanTerm | null {
  if (!subscription || isExpired(subscription, now)) return null
  const { tariffCode, tariffCodeNext: code } = subscription
  if (code === null) return null
  return { code, period: code !== "free" && tariffCode !== "free" ? nextPeriod(subscription) : null }
}

/** The period of the current plan, one that ended included; null for the free plan, which has none (spec 4). */
export function shownPeriod(subscription: Subscription | null, now: Date): TariffPeriod | null {
  if (!subscription) return null
  const settled = settle(subscription, now)
  return settled.tariffCode === "free" ? null : settled.tariffPeriod
}

/** A paid plan that still runs and will be less: free comes next, or pro after proPlus (spec 4; the badge of the user menu, spec 2). */
export function isSetToEnd(subscription: Subscription | null, now: Date): boolean {
  if (!subscription || subscription.tariffCode === "free" || isExpired(subscription, now)) return false
  const { tariffCode, tariffCodeNext } = subscription
  return tariffCodeNext === "free" || (tariffCode === "proPlus" && tariffCodeNext === "pro")
}
