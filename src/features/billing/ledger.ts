// From everything that payment providers ever told about a person to what that person has: a pure fold. Events come late, twice and in any
// order, so nothing is ever changed by one event: all of them are read anew, in the order in which they happened.
import { DAY_MS } from "../../core/clock.ts"
import { DAYS_UNTIL_PAID, effectivePlan, FREE_SUBSCRIPTION, type PlanTerm, type Subscription } from "./subscription.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

export const EVENT_TYPES = [
  "activated",
  "updated",
  "changeScheduled",
  "changeRemoved",
  "renewed",
  "pastDue",
  "canceled",
  "paid",
  "paymentFailed",
  "refunded",
  "granted",
] as const
export type PaymentEventType = (typeof EVENT_TYPES)[number]

/**
 * A subscription at a provider as it is after an event. Each event tells all of it, so that one that never arrives is healed by the next.
 * Moments are ISO 8601 texts: this is kept as JSON.
 */
export type PlanState = {
  tariffCode: TariffCode
  tariffPeriod: TariffPeriod | null
  from: string
  /** The end of what is paid for; null has none. */
  to: string | null
  /** What takes over at `to`; null: nothing is scheduled. */
  next: PlanTerm | null
  /** The provider takes the next payment at `to`. */
  renews: boolean
  /** A payment is overdue. What ends for that reason can be renewed (spec 4). */
  isPastDue: boolean
}

export type PaidOrder = {
  orderId: string
  /** What was paid without tax, in units of the currency. */
  amount: number
  currency: string
  coupon: string | null
  tariffCode: TariffCode
  tariffPeriod: TariffPeriod | null
  /** Who brought the buyer, as the checkout knew it. */
  rcid: string | null
  affCode: string | null
}

export type Refund = { refundId: string; orderId: string; amount: number }

/** Whom an event is about, as far as the provider knows. */
export type EventPerson = { userToken: string | null; email: string | null; customerId: string | null }

/** An event in the one form that all providers are translated into. */
export type PaymentEvent = {
  provider: string
  /** Unique for the provider: an event that comes twice has the same. */
  id: string
  type: PaymentEventType
  occurredAt: string
  /** The provider's id of the subscription. */
  subscriptionKey: string | null
  person: EventPerson
  state: PlanState | null
  order: PaidOrder | null
  refund: Refund | null
}

/** A subscription that a provider runs. */
export type RunningPlan = { provider: string; subscriptionKey: string; state: PlanState }

/** What is recorded of a person's plan, and which subscription it comes from. */
export type LedgerPlan = Subscription & { renews: boolean; provider: string | null; subscriptionKey: string | null }

export type LedgerOrder = PaidOrder & {
  provider: string
  subscriptionKey: string | null
  paidAt: string
  refundedAmount: number
  /** When all of it had been given back; null until then. */
  refundedAt: string | null
}

/** The provider whose events the operator writes by hand. */
export const OPERATOR = "operator"

const RANK: Record<TariffCode, number> = { free: 0, pro: 1, proPlus: 2 }
const byTime = (a: PaymentEvent, b: PaymentEvent) =>
  Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || compare(a.id, b.id) || compare(a.provider, b.provider)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Each event once, in the order in which they happened; the id decides between two of the same moment. */
export function inOrder(events: readonly PaymentEvent[]): PaymentEvent[] {
  return [...new Map(events.map((event) => [`${event.provider} ${event.id}`, event])).values()].sort(byTime)
}

type Line = RunningPlan & { since: string }

/** What each subscription of a person has come to. */
function linesOf(events: readonly PaymentEvent[]): Line[] {
  const lines = new Map<string, Line>()
  for (const { provider, subscriptionKey, type, state, occurredAt } of inOrder(events)) {
    if (subscriptionKey === null || state === null) continue
    const key = `${provider} ${subscriptionKey}`
    const before = lines.get(key)
    // What ended because nobody paid can be renewed; what somebody ended has become the free plan.
    const lapsed = type === "canceled" && before?.state.isPastDue === true
    const after = lapsed ? { ...state, to: earlier(before.state.to, state.to), next: null, isPastDue: true } : state
    lines.set(key, { provider, subscriptionKey, state: after, since: before?.since ?? occurredAt })
  }
  return [...lines.values()]
}

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return Date.parse(a) < Date.parse(b) ? a : b
}

const moment = (text: string | null) => (text === null ? null : new Date(text))

function planOf({ provider, subscriptionKey, state }: RunningPlan): LedgerPlan {
  return {
    tariffCode: state.tariffCode,
    tariffPeriod: state.tariffPeriod,
    tariffCodeNext: state.next?.code ?? null,
    tariffPeriodNext: state.next?.period ?? null,
    tariffActiveFrom: moment(state.from),
    tariffActiveTo: moment(state.to),
    renews: state.renews,
    provider,
    subscriptionKey,
  }
}

/**
 * A plan that renews by itself waits for the news of its payment, which the provider takes at the end of the period: until then, but for
 * `DAYS_UNTIL_PAID` at most, it goes on. Without this everybody would be on the free plan for the minutes in which the payment is made.
 */
export function awaitRenewal<Plan extends Subscription & { renews: boolean }>(plan: Plan, now: Date): Plan {
  const { renews, tariffActiveTo: end, tariffCodeNext } = plan
  if (!renews || end === null || tariffCodeNext !== null || now < end) return plan
  return { ...plan, tariffActiveTo: new Date(end.getTime() + DAYS_UNTIL_PAID * DAY_MS) }
}

export type Ledger = {
  plan: LedgerPlan
  /** Subscriptions that a newer one has replaced and that would still be paid for: to be ended at their provider. */
  superseded: RunningPlan[]
  orders: LedgerOrder[]
}

/**
 * What all events of one person come to at a moment. Of several subscriptions the highest plan that holds counts, of equal ones the newest.
 * The same events give the same in whatever order and however often they are given.
 */
export function foldEvents(events: readonly PaymentEvent[], now: Date): Ledger {
  const rank = (line: Line, at: Date) => RANK[effectivePlan(awaitRenewal(planOf(line), at), at)]
  const best = (lines: readonly Line[], at: Date) =>
    lines.toSorted(
      (a, b) =>
        rank(b, at) - rank(a, at) ||
        Date.parse(b.since) - Date.parse(a.since) ||
        compare(b.subscriptionKey, a.subscriptionKey),
    )[0]
  const lines = linesOf(events)
  const first = best(lines, now)
  const orders = ordersOf(events)
  if (!first)
    return {
      plan: { ...FREE_SUBSCRIPTION, renews: false, provider: null, subscriptionKey: null },
      superseded: [],
      orders,
    }

  let plan = planOf(first)
  const end = plan.tariffActiveTo
  if (end !== null && !plan.renews && end > now) {
    // Something smaller that runs on after it, such as a paid plan behind one that the operator gave.
    const others = lines.filter((line) => line !== first)
    const follower = best(others, end)
    if (follower && rank(follower, end) > 0) {
      const { tariffCode, tariffPeriod } = follower.state
      plan = { ...plan, tariffCodeNext: tariffCode, tariffPeriodNext: tariffPeriod }
    }
  }
  const bought = lines.filter(({ provider }) => provider !== OPERATOR)
  const kept = best(bought, now)
  const superseded = bought
    .filter((line) => line !== kept && line.state.renews && rank(line, now) > 0)
    .map(({ provider, subscriptionKey, state }) => ({ provider, subscriptionKey, state }))
    .toSorted((a, b) => compare(a.subscriptionKey, b.subscriptionKey))
  return { plan, superseded, orders }
}

/** The last word of each subscription, for those who want to change one. */
export function findRunning(events: readonly PaymentEvent[], provider: string, key: string): RunningPlan | undefined {
  return linesOf(events).find((line) => line.provider === provider && line.subscriptionKey === key)
}

/** All subscriptions of somebody at all providers, as they are after their last event. */
export function listRunning(events: readonly PaymentEvent[]): RunningPlan[] {
  return linesOf(events)
}

const EPSILON = 0.005

function ordersOf(events: readonly PaymentEvent[]): LedgerOrder[] {
  const sorted = inOrder(events)
  const orders = new Map<string, LedgerOrder>()
  for (const { provider, subscriptionKey, occurredAt, order } of sorted) {
    const key = `${provider} ${order?.orderId}`
    if (order && !orders.has(key))
      orders.set(key, { ...order, provider, subscriptionKey, paidAt: occurredAt, refundedAmount: 0, refundedAt: null })
  }
  const seen = new Set<string>()
  for (const { provider, occurredAt, refund } of sorted) {
    const order = refund && orders.get(`${provider} ${refund.orderId}`)
    if (!order || seen.has(`${provider} ${refund.refundId}`)) continue
    seen.add(`${provider} ${refund.refundId}`)
    order.refundedAmount = Math.min(order.amount, Math.round((order.refundedAmount + refund.amount) * 100) / 100)
    if (order.refundedAmount >= order.amount - EPSILON) order.refundedAt ??= occurredAt
  }
  return [...orders.values()].toSorted((a, b) => compare(a.orderId, b.orderId))
}
