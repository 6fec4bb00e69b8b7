// Paddle's events in our words. Pure: reads the text of an event as Paddle sends it (API version 1), or as paddle.server.ts writes down an answer.
import { z } from "zod"
import { DAY_MS } from "../../../core/clock.ts"
import { AppError } from "../../../core/errors.ts"
import type { EventPerson, PaymentEvent, PaymentEventType, PlanState } from "../ledger.ts"
import { DAYS_UNTIL_PAID } from "../subscription.ts"
import { TARIFF_PERIODS } from "../tariffs.ts"
import type { Products, Sold } from "./provider.ts"

const id = z.string().min(1).max(200)
/** Paddle gives microseconds; what is kept is what a Date can hold. */
const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString())

/** What our checkout and our calls put into custom_data. Strangers can write it too, so nothing but its form is believed here. */
const customSchema = z.object({
  userToken: z.string().max(300).nullish().catch(null),
  rcid: z.string().max(64).nullish().catch(null),
  affCode: z.string().max(64).nullish().catch(null),
  /** The plan that is paid for until `to`, after the items were changed to the one that comes next. */
  paidPlan: z
    .object({ code: z.enum(["pro", "proPlus"]), period: z.enum(TARIFF_PERIODS), to: moment })
    .nullish()
    .catch(null),
})
const custom = customSchema.nullish().catch(null)
export type PaddleCustom = z.output<typeof customSchema>

const items = z.array(z.object({ price: z.object({ id }).nullish(), price_id: id.nullish() })).min(1)

const subscriptionSchema = z.object({
  id,
  status: z.enum(["active", "canceled", "past_due", "paused", "trialing"]),
  customer_id: id.nullish(),
  started_at: moment.nullish(),
  created_at: moment.nullish(),
  paused_at: moment.nullish(),
  canceled_at: moment.nullish(),
  current_billing_period: z.object({ starts_at: moment, ends_at: moment }).nullish(),
  scheduled_change: z.object({ action: z.enum(["cancel", "pause", "resume"]), effective_at: moment }).nullish(),
  items,
  custom_data: custom,
})
export type PaddleSubscription = z.output<typeof subscriptionSchema>

const amount = z.string().regex(/^-?\d{1,15}$/)
const transactionSchema = z.object({
  id,
  subscription_id: id.nullish(),
  customer_id: id.nullish(),
  currency_code: z.string().length(3),
  discount_id: id.nullish(),
  items,
  custom_data: custom,
  details: z.object({ totals: z.object({ total: amount, tax: amount }) }),
})
const failedSchema = transactionSchema.pick({ id: true, subscription_id: true, customer_id: true, custom_data: true })
const adjustmentSchema = z.object({
  id,
  action: z.string(),
  status: z.string(),
  transaction_id: id,
  subscription_id: id.nullish(),
  customer_id: id.nullish(),
  currency_code: z.string().length(3),
  totals: z.object({ total: amount, tax: amount }),
})
const eventSchema = z.object({ event_id: id, event_type: id, occurred_at: moment, data: z.looseObject({}) })

/** The event's own words about itself. Throws AppError "bad_request" for what is no event. */
export function readEnvelope(raw: string) {
  const event = checked(eventSchema, parseJson(raw))
  return { eventId: event.event_id, type: event.event_type, occurredAt: event.occurred_at, data: event.data }
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch (cause) {
    throw new AppError("bad_request", { message: "The event is not JSON.", cause })
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const path = parsed.error.issues[0]?.path.join(".") ?? ""
  throw new AppError("bad_request", { message: `The event is not as it should be at "${path}".`, cause: parsed.error })
}

/** Checks the form of a subscription; for answers of the API that were made into Paddle's own spelling. */
export const readSubscription = (value: unknown): PaddleSubscription => checked(subscriptionSchema, value)

/** Amounts come in the smallest unit of their currency: cents, or whole yen. */
function unitsOf(minor: string, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
  return Number(minor) / 10 ** maximumFractionDigits
}

function soldOf(list: z.output<typeof items>, products: Products): Sold {
  const ids = list.flatMap(({ price, price_id }) => price?.id ?? price_id ?? [])
  for (const productId of ids) {
    const plan = products.planOf(productId)
    if (plan) return plan
  }
  throw new AppError("unknown_product", { message: `No plan is sold as ${ids.join(", ")}: see price:set.` })
}

const personOf = (data: {
  customer_id?: string | null | undefined
  custom_data?: PaddleCustom | null | undefined
}): EventPerson => ({
  userToken: data.custom_data?.userToken ?? null,
  email: null,
  customerId: data.customer_id ?? null,
})

/** The plan that is still paid for though the items are those of the next one; null when they are not ahead. */
export function paidAhead({ custom_data, current_billing_period: period }: PaddleSubscription) {
  const paid = custom_data?.paidPlan ?? null
  // One from before the current period has had its time.
  return paid && (!period || Date.parse(paid.to) > Date.parse(period.starts_at)) ? paid : null
}

/** What a subscription is at a moment. Throws AppError "unknown_product". */
export function stateOf(subscription: PaddleSubscription, occurredAt: string, products: Products): PlanState {
  const { status, current_billing_period: period, scheduled_change: change } = subscription
  const item = soldOf(subscription.items, products)
  const paid = paidAhead(subscription)
  // Items are changed ahead of the plan that they stand for: until the end of what is paid for the old plan holds.
  const isAhead = paid !== null && Date.parse(occurredAt) < Date.parse(paid.to)
  const from = period?.starts_at ?? subscription.started_at ?? subscription.created_at ?? occurredAt
  const state: PlanState = {
    tariffCode: isAhead ? paid.code : item.code,
    tariffPeriod: isAhead ? paid.period : item.period,
    from,
    to: isAhead ? paid.to : (period?.ends_at ?? null),
    next: isAhead ? item : null,
    renews: true,
    isPastDue: false,
  }
  if (status === "canceled")
    return { ...state, to: subscription.canceled_at ?? occurredAt, next: { code: "free", period: null }, renews: false }
  if (status === "paused") return { ...state, to: subscription.paused_at ?? occurredAt, next: null, renews: false }
  if (status === "past_due")
    return { ...state, to: overdueEnd(subscription, occurredAt), next: null, renews: false, isPastDue: true }
  if (change?.action === "cancel" || change?.action === "pause")
    return { ...state, to: change.effective_at, next: { code: "free", period: null }, renews: false }
  return state
}

/** What is overdue was last paid for until the current period began; from then on it is given the usual days. */
function overdueEnd({ current_billing_period: period }: PaddleSubscription, occurredAt: string): string {
  const began = period && period.ends_at > occurredAt ? period.starts_at : (period?.ends_at ?? occurredAt)
  return new Date(Date.parse(began) + DAYS_UNTIL_PAID * DAY_MS).toISOString()
}

function typeOf(word: string, state: PlanState): PaymentEventType {
  if (word === "past_due") return "pastDue"
  if (word === "canceled" || word === "paused") return "canceled"
  if (state.next !== null) return "changeScheduled"
  return word === "updated" ? "updated" : "activated"
}

const REFUNDS = new Set(["refund", "chargeback"])

/** One event of Paddle's in our form; null for those that say nothing about plans. */
export function normalisePaddle(raw: string, products: Products): PaymentEvent | null {
  const { eventId, type, occurredAt, data } = readEnvelope(raw)
  const [thing, word = ""] = type.split(".")
  const base = { provider: "paddle", id: eventId, occurredAt, state: null, order: null, refund: null }
  if (thing === "subscription") {
    const subscription = readSubscription(data)
    const state = stateOf(subscription, occurredAt, products)
    return {
      ...base,
      type: typeOf(word, state),
      subscriptionKey: subscription.id,
      person: personOf(subscription),
      state,
    }
  }
  if (type === "transaction.completed") {
    const paid = checked(transactionSchema, data)
    const { totals } = paid.details
    const plan = soldOf(paid.items, products)
    return {
      ...base,
      type: "paid",
      subscriptionKey: paid.subscription_id ?? null,
      person: personOf(paid),
      order: {
        orderId: paid.id,
        amount: unitsOf(String(Number(totals.total) - Number(totals.tax)), paid.currency_code),
        currency: paid.currency_code,
        coupon: paid.discount_id ?? null,
        tariffCode: plan.code,
        tariffPeriod: plan.period,
        rcid: paid.custom_data?.rcid ?? null,
        affCode: paid.custom_data?.affCode ?? null,
      },
    }
  }
  if (type === "transaction.payment_failed") {
    const failed = checked(failedSchema, data)
    return { ...base, type: "paymentFailed", subscriptionKey: failed.subscription_id ?? null, person: personOf(failed) }
  }
  if (thing === "adjustment") {
    const adjustment = checked(adjustmentSchema, data)
    if (adjustment.status !== "approved" || !REFUNDS.has(adjustment.action)) return null
    const { total, tax } = adjustment.totals
    return {
      ...base,
      type: "refunded",
      subscriptionKey: adjustment.subscription_id ?? null,
      person: personOf(adjustment),
      refund: {
        refundId: adjustment.id,
        orderId: adjustment.transaction_id,
        amount: unitsOf(String(Number(total) - Number(tax)), adjustment.currency_code),
      },
    }
  }
  return null
}
