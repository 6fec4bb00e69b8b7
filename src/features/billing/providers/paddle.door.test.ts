// Paddle, against a stand-in on loopback that speaks its REST: signed webhooks through the real door, and every call that changes a plan.
import { createHmac } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import {
  END,
  type Fields,
  type PaddleStandIn,
  PRICES,
  START,
  startPaddle,
  subscription,
} from "../../../../test/paddle.ts"
import { account, type Person } from "../../../../test/payments.ts"
import { type TestApp, testApp } from "../../../../test/test-app.ts"
import { findSubscription } from "../queries.server.ts"
import { orders, paymentEvents } from "../tables.server.ts"

const SECRET = "pdl_ntfset_test"

let site: TestApp
let paddle: PaddleStandIn
let state: PaddleStandIn["state"]

beforeAll(async () => {
  paddle = await startPaddle(() => site.clock())
  state = paddle.state
  site = await testApp({
    settings: {
      PADDLE_API_KEY: "pdl_key",
      PADDLE_WEBHOOK_SECRET: SECRET,
      PADDLE_CLIENT_TOKEN: "live_token",
      PADDLE_API_URL: paddle.url,
    },
  })
})
afterAll(async () => {
  await site.close()
  await paddle.close()
})
beforeEach(async () => {
  site.clock.set(START)
  site.clock.move(3_600_000)
  Object.assign(state, { asked: [], failing: null, writes: 0 })
  await site.database.sql`truncate user_account cascade`
  await site.database.sql`truncate payment_event, payment_order cascade`
})

let events = 0
function eventText(type: string, data: Fields, occurredAt = site.clock().toISOString()): string {
  events++
  const id = `evt_${String(events).padStart(6, "0")}`
  return JSON.stringify({ event_id: id, event_type: type, occurred_at: occurredAt, notification_id: `ntf_${id}`, data })
}

/** The SDK looks at the real time: a signature holds for five seconds. */
function sign(raw: string, { secret = SECRET, agoSeconds = 0 } = {}): string {
  const time = Math.floor(Date.now() / 1000) - agoSeconds
  return `ts=${time};h1=${createHmac("sha256", secret).update(`${time}:${raw}`).digest("hex")}`
}

const post = (raw: string, signature: string | undefined = sign(raw)) =>
  site.app.inject({
    method: "POST",
    url: "/api/webhooks/paddle",
    headers: { "content-type": "application/json", ...(signature === "" ? {} : { "paddle-signature": signature }) },
    payload: raw,
  })

async function tell(type: string, data: Fields, occurredAt?: string) {
  const answer = await post(eventText(type, data, occurredAt))
  expect([answer.statusCode, answer.body]).toEqual([200, '{"received":true}'])
}

async function buyer(): Promise<Person> {
  const user = await account(site)
  state.stored = subscription(user)
  await tell("subscription.activated", state.stored, START)
  return user
}
const planOf = ({ id }: Person) => findSubscription(site.db, id, site.clock())
const changes = () => state.asked.filter(({ method }) => method !== "GET")

describe("webhooks", () => {
  it("are believed only with Paddle's own signature, of now", async () => {
    const raw = eventText("subscription.activated", subscription(await account(site)))
    const wrong = [
      "",
      "ts=1",
      "h1=x;ts=y",
      sign(`${raw} `),
      sign(raw, { secret: "other" }),
      sign(raw, { agoSeconds: 60 }),
    ]
    for (const signature of wrong) {
      const answer = await post(raw, signature)
      expect([signature, answer.statusCode, answer.json().code]).toEqual([signature, 400, "signature_invalid"])
    }
    expect(await site.db.select().from(paymentEvents)).toEqual([])
    expect((await post(raw)).statusCode).toBe(200)
    expect((await post(raw)).statusCode).toBe(200)
    expect(await site.db.select().from(paymentEvents)).toHaveLength(1)
  })

  test.each<[string, Fields, object]>([
    [
      "activated",
      {},
      { tariffCode: "proPlus", tariffPeriod: "monthly", tariffActiveTo: new Date(END), tariffCodeNext: null },
    ],
    ["updated", { items: [{ price: { id: "pro-yearly" } }] }, { tariffCode: "pro", tariffPeriod: "yearly" }],
    [
      "updated",
      { scheduled_change: { action: "cancel", effective_at: END, resume_at: null } },
      { tariffCode: "proPlus", tariffCodeNext: "free", tariffActiveTo: new Date(END) },
    ],
    ["past_due", { status: "past_due" }, { tariffCode: "proPlus", tariffActiveTo: new Date("2026-11-23T12:00:00Z") }],
    [
      "canceled",
      { status: "canceled", canceled_at: "2026-11-20T12:30:00Z" },
      { tariffCode: "free", tariffActiveTo: null },
    ],
    [
      "paused",
      { status: "paused", paused_at: "2026-11-20T12:30:00.123456Z" },
      { tariffActiveTo: new Date("2026-11-20T12:30:00.123Z") },
    ],
    ["trialing", { status: "trialing" }, { tariffCode: "proPlus", tariffActiveTo: new Date(END) }],
  ])("subscription.%s %j", async (word, change, plan) => {
    const user = await account(site)
    await tell(`subscription.${word}`, subscription(user, change))
    expect(await planOf(user)).toMatchObject(plan)
  })

  it("orders and refunds, in units of their currency and without tax", async () => {
    const user = await buyer()
    const transaction = (id: string, currency: string, total: string, tax: string) => ({
      id,
      subscription_id: "sub_01",
      customer_id: "ctm_01",
      currency_code: currency,
      items: [{ price: { id: PRICES.monthly } }],
      custom_data: { userToken: user.token, rcid: "friend", affCode: null },
      details: { totals: { total, tax } },
    })
    const adjustment = {
      action: "refund",
      transaction_id: "txn_1",
      subscription_id: "sub_01",
      customer_id: "ctm_01",
      currency_code: "USD",
    }
    await tell("transaction.completed", transaction("txn_1", "USD", "3509", "609"))
    await tell("transaction.completed", transaction("txn_2", "JPY", "4400", "400"))
    await tell("adjustment.created", {
      ...adjustment,
      id: "adj_1",
      status: "pending_approval",
      totals: { total: "1000", tax: "0" },
    })
    await tell("adjustment.updated", {
      ...adjustment,
      id: "adj_1",
      status: "approved",
      totals: { total: "1000", tax: "100" },
    })
    await tell("adjustment.updated", {
      ...adjustment,
      id: "adj_1",
      status: "approved",
      totals: { total: "1000", tax: "100" },
    })
    await tell("adjustment.created", {
      ...adjustment,
      id: "adj_2",
      action: "credit",
      status: "approved",
      totals: { total: "1000", tax: "100" },
    })
    const rows = await site.db.select().from(orders).orderBy(orders.orderId)
    expect(
      rows.map(({ orderId, amount, currency, refundedAmount, rcid }) => [
        orderId,
        amount,
        currency,
        refundedAmount,
        rcid,
      ]),
    ).toEqual([
      ["txn_1", 29, "USD", 9, "friend"],
      ["txn_2", 4000, "JPY", 0, "friend"],
    ])
  })

  it("an event without the site's word for the buyer is the customer's whose e-mail Paddle knows", async () => {
    const user = await account(site, { email: "buyer@example.org" })
    await tell("subscription.activated", subscription(null))
    expect((await planOf(user)).tariffCode).toBe("proPlus")
    expect(state.asked.map(({ path }) => path)).toEqual(["/customers/ctm_01"])
  })

  it("what says nothing about plans is kept and done; an unknown product waits for the operator", async () => {
    const user = await account(site)
    await tell("address.created", { id: "add_1" })
    await tell("subscription.activated", subscription(user, { items: [{ price: { id: "pri_new" } }] }))
    const [other, waiting] = await site.db.select().from(paymentEvents).orderBy(paymentEvents.id)
    expect([other?.handledAt !== null, waiting?.handledAt, waiting?.error]).toEqual([
      true,
      null,
      "No plan is sold as pri_new: see price:set.",
    ])
  })
})

describe("calls", () => {
  const cancel = (user: Person) => user.post("/api/tariff/cancel", { comment: "c" })
  const downgrade = (user: Person, period: string) => user.post("/api/tariff/downgrade", { comment: "c", period })

  it("cancel at the end of the period", async () => {
    const user = await buyer()
    const answer = await cancel(user)
    expect([answer.statusCode, answer.json().tariffCodeNext]).toEqual([200, "free"])
    expect(changes()).toEqual([
      { method: "POST", path: "/subscriptions/sub_01/cancel", body: { effective_from: "next_billing_period" } },
    ])
    // Paddle's own word about it comes later and says the same
    await tell("subscription.updated", state.stored)
    expect(await planOf(user)).toMatchObject({ tariffCode: "proPlus", tariffCodeNext: "free" })
  })

  test.each(["monthly", "yearly"])(
    "downgrade to pro, %s: other items from the next payment on, the plan stays until then",
    async (period) => {
      const user = await buyer()
      const answer = await downgrade(user, period)
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { tariffCode: "proPlus", tariffCodeNext: "pro", tariffActiveTo: new Date(END).toISOString() },
      ])
      expect(changes()).toMatchObject([
        {
          method: "PATCH",
          path: "/subscriptions/sub_01",
          body: {
            items: [{ price_id: `pro-${period}`, quantity: 1 }],
            proration_billing_mode: "do_not_bill",
            next_billed_at: new Date(END).toISOString(),
            custom_data: { userToken: user.token, paidPlan: { code: "proPlus", period: "monthly" } },
          },
        },
      ])
      await tell("subscription.updated", state.stored)
      expect(await planOf(user)).toMatchObject({
        tariffCode: "proPlus",
        tariffCodeNext: "pro",
        tariffPeriodNext: period,
      })
      site.clock.set(new Date(Date.parse(END) + 60_000))
      await tell("subscription.updated", {
        ...state.stored,
        current_billing_period: { starts_at: END, ends_at: "2027-01-20T12:00:00Z" },
      })
      expect(await planOf(user)).toMatchObject({ tariffCode: "pro", tariffPeriod: period, tariffCodeNext: null })
    },
  )

  it("one change replaces the other, and all can be taken back", async () => {
    const user = await buyer()
    const step = async (act: () => ReturnType<typeof cancel>) => {
      site.clock.move(1000)
      const answer = await act()
      return [answer.statusCode, answer.json().tariffCode, answer.json().tariffCodeNext]
    }
    expect(await step(() => downgrade(user, "yearly"))).toEqual([200, "proPlus", "pro"])
    expect(await step(() => cancel(user))).toEqual([200, "proPlus", "free"])
    expect(await step(() => downgrade(user, "monthly"))).toEqual([200, "proPlus", "pro"])
    expect(await step(() => cancel(user))).toEqual([200, "proPlus", "free"])
    expect(await step(() => user.post("/api/tariff/resume"))).toEqual([200, "proPlus", null])
    expect(state.stored).toMatchObject({ scheduled_change: null, items: [{ price: { id: PRICES.monthly } }] })
    expect(state.stored.custom_data).toEqual({ userToken: user.token, rcid: "friend" })
  })

  test.each(["status", "cut", "text"] as const)("a call that fails (%s) changes nothing here or there", async (how) => {
    const user = await buyer()
    state.failing = { at: 1, how }
    const before = { plan: await planOf(user), stored: state.stored }
    const answer = await cancel(user)
    expect([answer.statusCode, answer.json().code]).toEqual([503, "unavailable"])
    expect({ plan: await planOf(user), stored: state.stored }).toEqual(before)
    expect(answer.body).not.toContain("pdl_key")
  })

  it("when the second of two calls fails the first is taken back", async () => {
    const user = await buyer()
    await cancel(user)
    state.failing = { at: 2, how: "status" }
    const answer = await downgrade(user, "monthly")
    expect(answer.statusCode).toBe(503)
    expect(state.stored.scheduled_change).toMatchObject({ action: "cancel" })
    expect(await planOf(user)).toMatchObject({ tariffCode: "proPlus", tariffCodeNext: "free" })
  })

  it("a subscription that a newer one replaces is ended at once, so that nobody pays twice", async () => {
    const user = await buyer()
    site.clock.move(1000)
    await tell(
      "subscription.activated",
      subscription(user, { id: "sub_02", items: [{ price: { id: PRICES.yearly } }] }),
    )
    expect(changes()).toEqual([
      { method: "POST", path: "/subscriptions/sub_01/cancel", body: { effective_from: "immediately" } },
    ])
    expect(await planOf(user)).toMatchObject({ tariffCode: "proPlus", tariffPeriod: "yearly" })
  })

  it("the checkout is Paddle's own, and the page may load its script", async () => {
    const user = await account(site)
    const checkout = (await user.get("/api/checkout?tariffCode=proPlus&period=monthly")).json()
    expect(checkout).toMatchObject({
      provider: "paddle",
      isTest: false,
      url: null,
      clientToken: "live_token",
      environment: "production",
      productId: PRICES.monthly,
    })
    const policy = String((await site.ask("/pricing")).headers["content-security-policy"])
    expect(policy).toMatch(/script-src [^;]*https:\/\/cdn\.paddle\.com/)
    expect(policy).toMatch(/frame-src https:\/\/buy\.paddle\.com/)
    expect((await site.ask("/sandbox/checkout?product=pro-monthly&email=a@b.c")).statusCode).toBe(404)
  })
})
