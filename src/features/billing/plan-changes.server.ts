// What a subscriber does to a plan: a smaller one, none, or taking that back. The provider is asked first; what it answers goes into the books.
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { type Billing, eventsOf, type BillingHooks, rebuild, takeAnswer } from "./books.server.ts"
import {
  findRunning,
  listRunning,
  OPERATOR,
  type PaymentEvent,
  type PaymentEventType,
  type PlanState,
  type RunningPlan,
} from "./ledger.ts"
import { newEventId } from "./providers/event-id.server.ts"
import { withNext } from "./providers/provider.ts"
import { findSubscription, findSubscriptionRow, loadProducts } from "./queries.server.ts"
import type { CancelInput, DowngradeInput } from "./schema.ts"
import { effectivePlan, type PlanTerm, type Subscription, upcomingPlan } from "./subscription.ts"
import { paymentEvents, surveyAnswers } from "./tables.server.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

/** What the doors answer (contract/rest). */
export type PlanAnswer = { tariffCode: TariffCode; tariffCodeNext: TariffCode | null; tariffActiveTo: string | null }

const FREE: PlanTerm = { code: "free", period: null }
const isSame = (a: PlanTerm | null, b: PlanTerm) => a?.code === b.code && a.period === b.period
const answerOf = ({ tariffCode, tariffCodeNext, tariffActiveTo }: Subscription): PlanAnswer => ({
  tariffCode,
  tariffCodeNext,
  tariffActiveTo: tariffActiveTo?.toISOString() ?? null,
})

/** Who is changing a plan in this process: a second click waits for nothing and changes nothing. */
const busy = new Set<string>()

/**
 * One step down at the end of what is paid for: from proPlus to pro in the given period, from pro to free.
 * Throws AppError "no_paid_plan", "already_scheduled", or "unavailable" when the provider does not do it.
 */
export function downgrade(billing: Billing, userId: string, { comment, period }: DowngradeInput): Promise<PlanAnswer> {
  return change(billing, userId, (plan) => (plan === "proPlus" ? { code: "pro", period } : FREE), {
    flow: "downgrade",
    comment,
  })
}

/** To the free plan at the end of what is paid for. Throws as downgrade does. */
export function cancel(billing: Billing, userId: string, { comment }: CancelInput): Promise<PlanAnswer> {
  return change(billing, userId, () => FREE, { flow: "cancel", comment })
}

type Survey = { flow: "cancel" | "downgrade"; comment: string }

async function change(
  billing: Billing,
  userId: string,
  target: (plan: TariffCode) => PlanTerm,
  survey: Survey,
): Promise<PlanAnswer> {
  return alone(userId, async () => {
    const { db, clock } = billing
    const current = await findSubscription(db, userId, clock())
    const plan = effectivePlan(current, clock())
    if (plan === "free") throw new AppError("no_paid_plan")
    const next = target(plan)
    if (isSame(upcomingPlan(current, clock()), next)) throw new AppError("already_scheduled")
    await tell(billing, userId, "changeScheduled", next)
    await db
      .insert(surveyAnswers)
      .values({ userId, flow: survey.flow, tariffCode: plan, comment: survey.comment, createdAt: clock() })
    return answerOf(await findSubscription(db, userId, clock()))
  })
}

/** Takes back what is scheduled. Throws AppError "no_paid_plan", "nothing_scheduled" or "unavailable". */
export async function resume(billing: Billing, userId: string): Promise<PlanAnswer> {
  return alone(userId, async () => {
    const { db, clock } = billing
    const current = await findSubscription(db, userId, clock())
    if (effectivePlan(current, clock()) === "free") throw new AppError("no_paid_plan")
    if (upcomingPlan(current, clock()) === null) throw new AppError("nothing_scheduled")
    await tell(billing, userId, "changeRemoved", null)
    return answerOf(await findSubscription(db, userId, clock()))
  })
}

async function alone<Result>(userId: string, act: () => Promise<Result>): Promise<Result> {
  if (busy.has(userId)) throw new AppError("already_scheduled")
  busy.add(userId)
  try {
    return await act()
  } finally {
    busy.delete(userId)
  }
}

/** Has the provider of somebody's plan schedule another one, or none, and writes down its answer. */
async function tell(billing: Billing, userId: string, type: PaymentEventType, next: PlanTerm | null): Promise<void> {
  const { db, providers, clock } = billing
  const row = await findSubscriptionRow(db, userId)
  const running = findRunning(await eventsOf(db, userId), row?.provider ?? "", row?.subscriptionKey ?? "")
  if (!running) throw new AppError("no_paid_plan")
  if (running.provider === OPERATOR) {
    const state = { ...withNext(running.state, next), renews: false }
    await db.transaction((tx) => writeOperatorEvent(tx, userId, type, state, "", billing.hooks, clock()))
    return
  }
  const provider = providers.find(running.provider)
  if (!provider) throw new AppError("unavailable", { message: "The payment provider is not set up: write to us." })
  const products = await loadProducts(db)
  const ask = (plan: RunningPlan) =>
    next === null ? provider.resume(plan, products) : provider.schedule(plan, next, products)
  await takeAnswer(billing, provider, await ask(running))
}

/** Writes an event of the operator's into the books: there is one such subscription per person. */
export async function writeOperatorEvent(
  tx: Tx,
  userId: string,
  type: PaymentEventType,
  state: PlanState,
  reason: string,
  hooks: BillingHooks,
  now: Date,
): Promise<void> {
  const event: PaymentEvent = {
    provider: OPERATOR,
    id: newEventId(),
    type,
    occurredAt: now.toISOString(),
    subscriptionKey: `${OPERATOR} ${userId}`,
    person: { userToken: null, email: null, customerId: null },
    state,
    order: null,
    refund: null,
  }
  await tx.insert(paymentEvents).values({
    provider: event.provider,
    eventId: event.id,
    type,
    occurredAt: now,
    receivedAt: now,
    raw: JSON.stringify({ ...event, reason }),
    subscriptionKey: event.subscriptionKey,
    userId,
    normal: event,
  })
  await rebuild(tx, userId, hooks, now)
}

export type Grant = { tariffCode: "pro" | "proPlus"; period: TariffPeriod; until: Date; reason: string }

/** Gives somebody a plan by the operator's word. It replaces what was given before; what is paid for goes on behind it. */
export async function grantPlan(tx: Tx, userId: string, grant: Grant, hooks: BillingHooks, now: Date): Promise<void> {
  const state: PlanState = {
    tariffCode: grant.tariffCode,
    tariffPeriod: grant.period,
    from: now.toISOString(),
    to: grant.until.toISOString(),
    next: null,
    renews: false,
    isPastDue: false,
  }
  await writeOperatorEvent(tx, userId, "granted", state, grant.reason, hooks, now)
}

/** Takes back at once what the operator gave; false when there is nothing of it. */
export async function revokeGrant(
  tx: Tx,
  userId: string,
  reason: string,
  hooks: BillingHooks,
  now: Date,
): Promise<boolean> {
  const given = findRunning(await eventsOf(tx, userId), OPERATOR, `${OPERATOR} ${userId}`)
  if (!given || (given.state.to !== null && Date.parse(given.state.to) <= now.getTime())) return false
  const state = { ...withNext(given.state, FREE), to: now.toISOString(), renews: false }
  await writeOperatorEvent(tx, userId, "canceled", state, reason, hooks, now)
  return true
}

/** The subscriptions that somebody goes on paying for at a provider. */
export async function listPaidOn(db: Db, userId: string): Promise<RunningPlan[]> {
  return listRunning(await eventsOf(db, userId)).filter(({ provider, state }) => provider !== OPERATOR && state.renews)
}

/**
 * Ends at their providers all subscriptions that somebody would go on paying for, before their account is deleted.
 * Throws AppError "unavailable" when a provider does not do it: the account has to stay then.
 */
export async function endEverything(billing: Billing, userId: string): Promise<void> {
  for (const running of await listPaidOn(billing.db, userId)) {
    const provider = billing.providers.find(running.provider)
    if (provider) await takeAnswer(billing, provider, await provider.endNow(running))
  }
}
