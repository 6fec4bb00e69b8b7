// A provider that lives here and moves no money: its checkout is a page of this site, its webhooks are signed and take the same way as real ones.
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { Clock } from "../../../core/clock.ts"
import { AppError } from "../../../core/errors.ts"
import { EVENT_TYPES, type PaidOrder, type PaymentEvent, type PaymentEventType, type PlanState } from "../ledger.ts"
import { TARIFF_CODES, TARIFF_PERIODS, type TariffPeriod } from "../tariffs.ts"
import { newEventId } from "./event-id.server.ts"
import { type Provider, withNext } from "./provider.ts"

export const SANDBOX_SIGNATURE = "sandbox-signature"
/** A signed text is believed for so long, as with real providers. */
const SIGNED_FOR_MS = 300_000

const nullableText = z.string().max(500).nullable()
const eventSchema = z.object({
  provider: z.literal("sandbox"),
  id: z.string().min(1).max(200),
  type: z.enum(EVENT_TYPES),
  occurredAt: z.iso.datetime(),
  subscriptionKey: nullableText,
  person: z.object({ userToken: nullableText, email: nullableText, customerId: nullableText }),
  state: z
    .object({
      tariffCode: z.enum(TARIFF_CODES),
      tariffPeriod: z.enum(TARIFF_PERIODS).nullable(),
      from: z.iso.datetime(),
      to: z.iso.datetime().nullable(),
      next: z.object({ code: z.enum(TARIFF_CODES), period: z.enum(TARIFF_PERIODS).nullable() }).nullable(),
      renews: z.boolean(),
      isPastDue: z.boolean(),
    })
    .nullable(),
  order: z
    .object({
      orderId: z.string().min(1).max(200),
      amount: z.number().min(0).max(1e9),
      currency: z.string().length(3),
      coupon: nullableText,
      tariffCode: z.enum(TARIFF_CODES),
      tariffPeriod: z.enum(TARIFF_PERIODS).nullable(),
      rcid: nullableText,
      affCode: nullableText,
    })
    .nullable(),
  refund: z.object({ refundId: z.string().min(1), orderId: z.string().min(1), amount: z.number().min(0) }).nullable(),
})

/** Reads an event of the sandbox. Throws AppError "bad_request". */
export function normaliseSandbox(raw: string): PaymentEvent {
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch (cause) {
    throw new AppError("bad_request", { message: "The event is not JSON.", cause })
  }
  const parsed = eventSchema.safeParse(value)
  if (!parsed.success)
    throw new AppError("bad_request", { message: "The event is not as it should be.", cause: parsed.error })
  return parsed.data
}

const signatureOf = (secret: string, time: string, raw: string) =>
  createHmac("sha256", secret).update(`${time}:${raw}`).digest("hex")

/** The headers that a webhook of the sandbox carries: when it was signed, and the proof. */
export function signSandbox(secret: string, raw: string, now: Date): Record<string, string> {
  const time = String(now.getTime())
  return { [SANDBOX_SIGNATURE]: `t=${time};v=${signatureOf(secret, time, raw)}` }
}

/** The end of a period that begins at `from`: the same day of the next month or year, or the last day of a shorter month. */
export function periodEnd(from: Date, period: TariffPeriod): Date {
  const end = new Date(from)
  end.setUTCMonth(end.getUTCMonth() + (period === "yearly" ? 12 : 1))
  // The 31st of a month without one has become a day of the month after.
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end
}

type Draft = Partial<Omit<PaymentEvent, "provider" | "id" | "type" | "occurredAt">>

/** An event in the sandbox's words, as a text. */
export function sandboxEvent(type: PaymentEventType, occurredAt: Date, draft: Draft): string {
  const event: PaymentEvent = {
    provider: "sandbox",
    id: newEventId(),
    type,
    occurredAt: occurredAt.toISOString(),
    subscriptionKey: null,
    person: { userToken: null, email: null, customerId: null },
    state: null,
    order: null,
    refund: null,
    ...draft,
  }
  return JSON.stringify(event)
}

/** What a paid checkout sets off: the subscription begins, and an order is paid. */
export function sandboxPurchase(
  person: PaymentEvent["person"],
  plan: { code: PaidOrder["tariffCode"]; period: TariffPeriod },
  order: Omit<PaidOrder, "orderId" | "tariffCode" | "tariffPeriod">,
  now: Date,
): string[] {
  const subscriptionKey = `sub_${randomUUID()}`
  const state: PlanState = {
    tariffCode: plan.code,
    tariffPeriod: plan.period,
    from: now.toISOString(),
    to: periodEnd(now, plan.period).toISOString(),
    next: null,
    renews: true,
    isPastDue: false,
  }
  const paid = { ...order, orderId: `txn_${randomUUID()}`, tariffCode: plan.code, tariffPeriod: plan.period }
  return [
    sandboxEvent("activated", now, { subscriptionKey, person, state }),
    sandboxEvent("paid", now, { subscriptionKey, person, order: paid }),
  ]
}

export function sandboxProvider(secret: string, clock: Clock): Provider {
  return {
    id: "sandbox",
    isTest: true,
    browser: { script: [], frame: [], connect: [], style: [] },
    checkout(wish) {
      const given = { product: wish.productId, email: wish.email, user: wish.userToken }
      const query = new URLSearchParams(given)
      if (wish.referralId !== null) query.set("referral", wish.referralId)
      if (wish.affCode !== null) query.set("aff", wish.affCode)
      if (wish.coupon !== null) query.set("coupon", wish.coupon)
      return {
        ...wish,
        provider: "sandbox",
        isTest: true,
        url: `/sandbox/checkout?${query}`,
        clientToken: null,
        environment: null,
      }
    },
    async verify(raw, headers) {
      const header = headers[SANDBOX_SIGNATURE]
      const [, time = "", proof = ""] = /^t=(\d{1,15});v=([0-9a-f]{64})$/.exec(String(header)) ?? []
      const wanted = Buffer.from(signatureOf(secret, time, raw))
      const given = Buffer.from(proof)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError("signature_invalid")
      if (Math.abs(clock().getTime() - Number(time)) > SIGNED_FOR_MS) throw new AppError("signature_invalid")
      const { id, type, occurredAt } = normaliseSandbox(raw)
      return { eventId: id, type, occurredAt: new Date(occurredAt) }
    },
    normalise: normaliseSandbox,
    schedule: async ({ subscriptionKey, state }, next) =>
      sandboxEvent("changeScheduled", clock(), { subscriptionKey, state: withNext(state, next) }),
    resume: async ({ subscriptionKey, state }) =>
      sandboxEvent("changeRemoved", clock(), { subscriptionKey, state: withNext(state, null) }),
    async endNow({ subscriptionKey, state }) {
      const now = clock()
      const ended: PlanState = { ...withNext(state, { code: "free", period: null }), to: now.toISOString() }
      return sandboxEvent("canceled", now, { subscriptionKey, state: ended })
    },
    renew({ subscriptionKey, state }, now) {
      if (!state.renews || state.isPastDue || state.to === null || Date.parse(state.to) > now.getTime()) return null
      const plan = state.next ?? { code: state.tariffCode, period: state.tariffPeriod }
      const period = plan.period ?? state.tariffPeriod ?? "monthly"
      const from = new Date(state.to)
      const renewed: PlanState = {
        ...state,
        tariffCode: plan.code,
        tariffPeriod: period,
        from: state.to,
        to: periodEnd(from, period).toISOString(),
        next: null,
      }
      return sandboxEvent("renewed", from, { subscriptionKey, state: renewed })
    },
  }
}
