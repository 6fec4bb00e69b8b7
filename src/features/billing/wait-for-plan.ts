// Waiting for the payment provider's word after a checkout (spec 1, 4): the plan follows it alone, so the page asks until it is there.
import { isExpired, type Subscription, settle } from "./subscription.ts"
import type { Purchase } from "./plan-flow.ts"

/** What was bought, kept in the tab while the checkout is open. */
export type Wish = Pick<Purchase, "code" | "period">

const KEY = "wished-plan"

/** Pauses between two questions, in milliseconds: often at first, because the word mostly takes seconds, about two minutes in all. */
export const PAUSES_MS = [
  1000, 1000, 1500, 2000, 2000, 3000, 3000, 5000, 5000, 8000, 8000, 10_000, 15_000, 20_000, 30_000,
]

/** How long to wait before the question with this number (from 0); null: it has taken too long to go on by itself. */
export function pauseBefore(question: number): number | null {
  return PAUSES_MS[question] ?? null
}

/** Whether what was bought is there. Without a wish, as in another tab, any paid plan that runs is. */
export function hasArrived(subscription: Subscription, wish: Wish | null, now: Date): boolean {
  const settled = settle(subscription, now)
  if (settled.tariffCode === "free" || isExpired(settled, now))
    return settled.tariffCode !== "free" && settled.tariffActiveTo === null
  return wish === null || (settled.tariffCode === wish.code && settled.tariffPeriod === wish.period)
}

export function rememberWish({ code, period }: Wish): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ code, period }))
  } catch {
    // Where storage is not allowed any paid plan counts as the one that was bought.
  }
}

export function readWish(): Wish | null {
  try {
    const wish = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Partial<Wish> | null
    const isPlan = wish?.code === "pro" || wish?.code === "proPlus"
    const isPeriod = wish?.period === "monthly" || wish?.period === "yearly"
    return isPlan && isPeriod ? ({ code: wish.code, period: wish.period } as Wish) : null
  } catch {
    return null
  }
}

export function forgetWish(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
