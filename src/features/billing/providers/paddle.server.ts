// Paddle: its checkout in the page, its webhooks verified by its own SDK, its API for changes.
import { type Environment, Paddle, type Subscription } from "@paddle/paddle-node-sdk"
import { AppError } from "../../../core/errors.ts"
import type { RunningPlan } from "../ledger.ts"
import type { PlanTerm } from "../subscription.ts"
import {
  normalisePaddle,
  paidAhead,
  type PaddleSubscription,
  readEnvelope,
  readSubscription,
  stateOf,
} from "./paddle-events.ts"
import type { Products, Provider, Sold } from "./provider.ts"

export type PaddleSettings = {
  apiKey: string
  webhookSecret: string
  /** Public: goes into the page. */
  clientToken: string
  environment: "sandbox" | "production"
  /** Where the API is instead, for tests. */
  apiUrl: string | undefined
}

const TIMEOUT_MS = 10_000
const BUY_HOST = { sandbox: "https://sandbox-buy.paddle.com", production: "https://buy.paddle.com" }

export function paddleProvider(settings: PaddleSettings): Provider {
  const { environment } = settings
  // The SDK takes what it does not know for the address itself.
  const paddle = new Paddle(settings.apiKey, { environment: (settings.apiUrl ?? environment) as Environment })

  /** The SDK waits for ever and has errors of many kinds: whoever asks wants to know only that it did not work. */
  async function ask<Answer>(call: Promise<Answer>): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new Error(`Paddle did not answer within ${TIMEOUT_MS / 1000} seconds.`)),
        TIMEOUT_MS,
      )
    })
    try {
      return await Promise.race([call, late])
    } catch (cause) {
      throw new AppError("unavailable", { message: "The payment provider did not do it: try again later.", cause })
    } finally {
      clearTimeout(timer)
    }
  }

  const get = async (key: string) => inPaddlesWords(await ask(paddle.subscriptions.get(key)))
  const isEnding = (subscription: PaddleSubscription) => subscription.scheduled_change?.action === "cancel"
  const goOn = (key: string) => ask(paddle.subscriptions.update(key, { scheduledChange: null }))
  const endLater = (key: string) => ask(paddle.subscriptions.cancel(key, { effectiveFrom: "next_billing_period" }))

  /** What the API answered, written down as the event that Paddle will send about it as well. */
  function told(answer: Subscription): string {
    const data = inPaddlesWords(answer)
    return JSON.stringify({
      event_id: `api_${answer.id}_${answer.updatedAt}`,
      event_type: answer.status === "canceled" ? "subscription.canceled" : "subscription.updated",
      occurred_at: answer.updatedAt,
      data,
    })
  }

  /** Other items from the next payment on, on the same day as before; what is paid for stands in custom_data until then. */
  async function changeItems(
    subscription: PaddleSubscription,
    plan: Sold,
    paidPlan: object | null,
    products: Products,
  ) {
    const endsAt = subscription.current_billing_period?.ends_at
    const { paidPlan: _before, ...others } = subscription.custom_data ?? {}
    const answer = await ask(
      paddle.subscriptions.update(subscription.id, {
        items: [{ priceId: products.productOf(plan), quantity: 1 }],
        prorationBillingMode: "do_not_bill",
        ...(endsAt === undefined ? {} : { nextBilledAt: endsAt }),
        customData: { ...others, ...(paidPlan ? { paidPlan } : {}) },
      }),
    )
    return told(answer)
  }

  /** Does the second step of two, and takes the first back when it fails: nothing stays half done. */
  async function afterGoingOn(subscription: PaddleSubscription, step: () => Promise<string>): Promise<string> {
    if (!isEnding(subscription)) return step()
    await goOn(subscription.id)
    try {
      return await step()
    } catch (error) {
      await endLater(subscription.id)
      throw error
    }
  }

  return {
    id: "paddle",
    isTest: environment === "sandbox",
    browser: {
      script: ["https://cdn.paddle.com"],
      frame: [BUY_HOST[environment]],
      connect: [],
      style: ["https://cdn.paddle.com"],
    },
    checkout: (wish) => ({
      ...wish,
      provider: "paddle",
      isTest: environment === "sandbox",
      url: null,
      clientToken: settings.clientToken,
      environment,
    }),
    async verify(raw, headers) {
      const signature = headers["paddle-signature"]
      if (typeof signature !== "string") throw new AppError("signature_invalid")
      let isReal = false
      try {
        isReal = await paddle.webhooks.isSignatureValid(raw, settings.webhookSecret, signature)
      } catch (cause) {
        throw new AppError("signature_invalid", { cause })
      }
      if (!isReal) throw new AppError("signature_invalid")
      const { eventId, type, occurredAt } = readEnvelope(raw)
      return { eventId, type, occurredAt: new Date(occurredAt) }
    },
    normalise: normalisePaddle,
    findEmail: async (customerId) => (await ask(paddle.customers.get(customerId))).email,
    async schedule({ subscriptionKey }: RunningPlan, next: PlanTerm, products: Products) {
      const subscription = await get(subscriptionKey)
      if (next.code === "free") return told(await endLater(subscriptionKey))
      const plan: Sold = { code: next.code, period: next.period ?? "monthly" }
      const paid = paidAhead(subscription) ?? paidPlanOf(subscription, products)
      return afterGoingOn(subscription, () => changeItems(subscription, plan, paid, products))
    },
    async resume({ subscriptionKey }: RunningPlan, products: Products) {
      const subscription = await get(subscriptionKey)
      const paid = paidAhead(subscription)
      if (!paid) return told(await goOn(subscriptionKey))
      return afterGoingOn(subscription, () =>
        changeItems(subscription, { code: paid.code, period: paid.period }, null, products),
      )
    },
    endNow: async ({ subscriptionKey }) =>
      told(await ask(paddle.subscriptions.cancel(subscriptionKey, { effectiveFrom: "immediately" }))),
  }
}

function paidPlanOf(subscription: PaddleSubscription, products: Products) {
  const to = subscription.current_billing_period?.ends_at
  if (to === undefined) return null
  const { tariffCode: code, tariffPeriod: period } = stateOf(subscription, to, products)
  return { code, period, to }
}

/** From the SDK's spelling back to Paddle's, so that an answer and a webhook are read by the same rules. */
function inPaddlesWords(answer: Subscription): PaddleSubscription {
  const period = answer.currentBillingPeriod
  const change = answer.scheduledChange
  return readSubscription({
    id: answer.id,
    status: answer.status,
    customer_id: answer.customerId,
    started_at: answer.startedAt,
    created_at: answer.createdAt,
    paused_at: answer.pausedAt,
    canceled_at: answer.canceledAt,
    current_billing_period: period && { starts_at: period.startsAt, ends_at: period.endsAt },
    scheduled_change: change && { action: change.action, effective_at: change.effectiveAt },
    items: answer.items.map(({ price }) => ({ price: { id: price.id } })),
    custom_data: answer.customData,
  })
}
