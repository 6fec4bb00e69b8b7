// The books: what providers tell is written down as it came, and somebody's plan and orders are worked out anew from all of it. Nothing else
// changes what anybody has (spec 4; docs/decisions/020-payment.md).
import { and, eq, isNull, or, sql } from "drizzle-orm"
import type { Clock } from "../../core/clock.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { getSecret, isSignedBy, sign } from "../../core/secrets.server.ts"
import { users } from "../accounts/tables.server.ts"
import { foldEvents, type LedgerOrder, type PaymentEvent, type RunningPlan } from "./ledger.ts"
import type { Envelope, Provider, Providers } from "./providers/provider.ts"
import { newSecret } from "./providers/registry.server.ts"
import { loadProducts, type PaymentEventRow, subscriptionAt } from "./queries.server.ts"
import { effectivePlan, isExpired, settle } from "./subscription.ts"
import { orders, paymentEvents, subscriptions } from "./tables.server.ts"
import { type Tariff, tariffOf } from "./tariffs.ts"

export type OrderRow = typeof orders.$inferSelect

/** What else has to happen in the transaction that changes something. Each may be told the same again. */
export type BillingHooks = {
  /** An order was paid, or money of it was given back. */
  onOrder(tx: Tx, order: OrderRow, now: Date): Promise<void>
  /** The limits and rights of this tariff hold for somebody from now on. */
  onPlan(tx: Tx, userId: string, tariff: Tariff, now: Date): Promise<void>
}

export type Billing = { db: Db; clock: Clock; log: Logger; providers: Providers; hooks: BillingHooks }

const TOKEN_SECRET = "checkout-user"

/** Says to a checkout who buys, so that nobody else can say it for them. */
export async function userToken(db: Db, userId: string): Promise<string> {
  return `${userId}.${sign(await getSecret(db, TOKEN_SECRET, newSecret), userId)}`
}

/**
 * Takes a webhook: verified, written down, acted upon. A second time it does nothing. Throws AppError "not_found" for a provider that is not
 * set up, "signature_invalid" or "bad_request" for what it did not send, and whatever keeps it from being acted upon: it is to be sent again then.
 */
export async function receiveWebhook(
  billing: Billing,
  providerId: string,
  raw: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<void> {
  const provider = billing.providers.find(providerId)
  if (!provider) throw new AppError("not_found", { message: "There is no such payment provider here." })
  await takeEvent(billing, provider, raw, await provider.verify(raw, headers))
}

/** Takes what a provider answered to a call: it is as good as a webhook. */
export async function takeAnswer(billing: Billing, provider: Provider, raw: string): Promise<void> {
  const event = provider.normalise(raw, await loadProducts(billing.db))
  if (!event) throw new AppError("internal", { message: "The provider's answer says nothing about a plan." })
  const { id: eventId, type, occurredAt } = event
  await takeEvent(billing, provider, raw, { eventId, type, occurredAt: new Date(occurredAt) })
}

async function takeEvent(billing: Billing, provider: Provider, raw: string, envelope: Envelope): Promise<void> {
  const { db, clock } = billing
  const which = and(eq(paymentEvents.provider, provider.id), eq(paymentEvents.eventId, envelope.eventId))
  await db
    .insert(paymentEvents)
    .values({ provider: provider.id, ...envelope, raw, receivedAt: clock() })
    .onConflictDoNothing()
  const [row] = await db.select().from(paymentEvents).where(which)
  if (row && row.handledAt === null) await handleEvent(billing, row)
}

/**
 * Acts upon a recorded event, once more if need be. What is not about a plan is done at once; what cannot be understood, or is about nobody
 * that is known, stays in the books with the reason, for the operator (webhook:replay). Throws when the database or the provider fails.
 */
export async function handleEvent(billing: Billing, row: PaymentEventRow): Promise<void> {
  const { db, clock } = billing
  const set = (values: Partial<PaymentEventRow>) =>
    db.update(paymentEvents).set(values).where(eq(paymentEvents.id, row.id))
  try {
    const event = await normalEvent(billing, row)
    if (!event) {
      await set({ handledAt: clock(), error: null })
      return
    }
    const orderId = event.order?.orderId ?? event.refund?.orderId ?? null
    await set({ normal: event, subscriptionKey: event.subscriptionKey, orderId })
    const userId = row.userId ?? (await findBuyer(billing, event, orderId))
    if (userId === null) {
      await set({ error: "nobody here is known to have bought this" })
      return
    }
    const superseded = await db.transaction(async (tx) => {
      await adopt(tx, userId, row.id, event, orderId)
      return rebuild(tx, userId, billing.hooks, clock())
    })
    if (superseded.length > 0) await endSupersededSoon(billing, userId)
  } catch (error) {
    billing.log.warn({ event: row.id, reason: messageOf(error) }, "payment event not handled")
    await set({ error: messageOf(error).slice(0, 500) })
    // A wrong product is the operator's to mend: sending it again helps nobody.
    if (!(error instanceof AppError) || !["unknown_product", "bad_request"].includes(error.code)) throw error
  }
}

async function normalEvent({ db, providers }: Billing, row: PaymentEventRow): Promise<PaymentEvent | null> {
  const provider = providers.find(row.provider)
  // The operator's own events, and those of a provider that is no longer set up, were understood when they came.
  return provider ? provider.normalise(row.raw, await loadProducts(db)) : row.normal
}

/** Whom an event is about: who the checkout said it is, else who bought what it belongs to, else who has the e-mail address. */
async function findBuyer(billing: Billing, event: PaymentEvent, orderId: string | null): Promise<string | null> {
  const { db } = billing
  const { provider, subscriptionKey, person } = event
  const [id = "", proof = ""] = (person.userToken ?? "").split(".")
  if (proof !== "" && isSignedBy(await getSecret(db, TOKEN_SECRET, newSecret), id, proof)) {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, id))
    if (user) return user.id
  }
  const related = [
    ...(subscriptionKey === null ? [] : [eq(paymentEvents.subscriptionKey, subscriptionKey)]),
    ...(orderId === null ? [] : [eq(paymentEvents.orderId, orderId)]),
  ]
  if (related.length > 0) {
    const [known] = await db
      .select({ userId: paymentEvents.userId })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.provider, provider), or(...related), sql`${paymentEvents.userId} is not null`))
      .orderBy(paymentEvents.id)
      .limit(1)
    if (known?.userId) return known.userId
  }
  const asked = billing.providers.find(provider)
  const email =
    person.email ?? (person.customerId && asked?.findEmail ? await asked.findEmail(person.customerId) : null)
  if (email === null) return null
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase()))
  return user?.id ?? null
}

/** Makes an event somebody's, and with it what came before it and belongs to the same subscription or order. */
async function adopt(
  tx: Tx,
  userId: string,
  rowId: number,
  event: PaymentEvent,
  orderId: string | null,
): Promise<void> {
  const { subscriptionKey, provider } = event
  const same = [
    eq(paymentEvents.id, rowId),
    ...(subscriptionKey === null ? [] : [eq(paymentEvents.subscriptionKey, subscriptionKey)]),
    ...(orderId === null ? [] : [eq(paymentEvents.orderId, orderId)]),
  ]
  await tx
    .update(paymentEvents)
    .set({ userId })
    .where(and(eq(paymentEvents.provider, provider), or(...same), isNull(paymentEvents.userId)))
}

/** All that was understood of what providers told about somebody. */
export async function eventsOf(tx: Db | Tx, userId: string): Promise<PaymentEvent[]> {
  const rows = await tx
    .select({ normal: paymentEvents.normal })
    .from(paymentEvents)
    .where(eq(paymentEvents.userId, userId))
  return rows.flatMap(({ normal }) => normal ?? [])
}

/**
 * Works out somebody's plan and orders from the books. Safe at any time and any number of times. Gives the subscriptions that a newer one
 * has replaced: they have to be ended at their provider.
 */
export async function rebuild(tx: Tx, userId: string, hooks: BillingHooks, now: Date): Promise<RunningPlan[]> {
  // Two webhooks at once would each miss the other's event.
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
  if (!user) return []
  const events = await eventsOf(tx, userId)
  const { plan, superseded, orders: paid } = foldEvents(events, now)
  const settled = settle(plan, now)
  const row = {
    ...plan,
    ...settled,
    renews: settled === plan && plan.renews,
    hasSuperseded: superseded.length > 0,
    updatedAt: now,
  }
  const [before] = await tx.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  if (before || plan.provider !== null) {
    await tx
      .insert(subscriptions)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: subscriptions.userId, set: row })
  }
  await tx
    .update(paymentEvents)
    .set({ handledAt: now, error: null })
    .where(
      and(eq(paymentEvents.userId, userId), isNull(paymentEvents.handledAt), sql`${paymentEvents.normal} is not null`),
    )
  for (const order of paid) await keepOrder(tx, userId, order, hooks, now)
  const plans = [subscriptionAt(before, now), subscriptionAt({ userId, ...row }, now)].map((it) =>
    effectivePlan(it, now),
  )
  // Also when it was so before: what a plan ended with, its end has just been told.
  if (plans[1] !== plans[0] || (before && isExpired(before, now))) {
    await hooks.onPlan(tx, userId, tariffOf(plans[1] ?? "free"), now)
  }
  return superseded
}

async function keepOrder(tx: Tx, userId: string, order: LedgerOrder, hooks: BillingHooks, now: Date): Promise<void> {
  const { subscriptionKey: _key, paidAt, refundedAt, ...rest } = order
  const values = {
    ...rest,
    userId,
    paidAt: new Date(paidAt),
    refundedAt: refundedAt === null ? null : new Date(refundedAt),
  }
  const [row] = await tx
    .insert(orders)
    .values(values)
    .onConflictDoUpdate({ target: [orders.provider, orders.orderId], set: values })
    .returning()
  if (row) await hooks.onOrder(tx, row, now)
}

/**
 * Ends at their providers what a newer subscription has replaced, so that nobody pays twice. What fails is tried again by the job.
 */
export async function endSuperseded(billing: Billing, userId: string): Promise<void> {
  const events = await eventsOf(billing.db, userId)
  for (const running of foldEvents(events, billing.clock()).superseded) {
    const provider = billing.providers.find(running.provider)
    if (provider) await takeAnswer(billing, provider, await provider.endNow(running))
  }
}

/** The same, where what has to be done first is done already: a provider that does not answer is asked again by the job. */
async function endSupersededSoon(billing: Billing, userId: string): Promise<void> {
  try {
    await endSuperseded(billing, userId)
  } catch (error) {
    billing.log.warn({ reason: messageOf(error) }, "replaced subscription not ended yet")
  }
}

/** Who has something that no longer needs to be paid. */
export async function listSuperseded(db: Db): Promise<string[]> {
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.hasSuperseded, true))
  return rows.map(({ userId }) => userId)
}
