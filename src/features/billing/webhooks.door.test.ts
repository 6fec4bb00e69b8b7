// Webhooks through the real door: who is believed, what is written down, and that order and repetition change nothing.
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { eventText, account, type Person, planState, postSandbox, subscriber } from "../../../test/payments.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { DAY_MS } from "../../core/clock.ts"
import { getSecret } from "../../core/secrets.server.ts"
import { listSuperseded } from "./books.server.ts"
import { periodEnd, sandboxEvent, sandboxPurchase, signSandbox } from "./providers/sandbox.server.ts"
import { findSubscription, tariffOf, tariffsOf } from "./queries.server.ts"
import { orders, paymentEvents, subscriptions } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  await site.database.sql`truncate user_account cascade`
  await site.database.sql`truncate payment_event, payment_order cascade`
})

const events = () => site.db.select().from(paymentEvents).orderBy(paymentEvents.id)
const planOf = async ({ id }: Person) => (await tariffOf(site.db, id, site.clock())).code
const FREE = { code: "free", period: null } as const

describe("who is believed", () => {
  const sign = (raw: string, ms = 0, secret = "other") =>
    signSandbox(secret, raw, new Date(site.clock().getTime() + ms))["sandbox-signature"] ?? ""
  test.each<[string, (raw: string) => Record<string, string>]>([
    ["no signature", () => ({})],
    ["one of another secret", (raw) => ({ "sandbox-signature": sign(raw) })],
    ["an empty one", () => ({ "sandbox-signature": "" })],
    ["one without a time", (raw) => ({ "sandbox-signature": sign(raw).replace(/^t=\d+;/, "") })],
  ])("400 for %s, and nothing is written down", async (_what, headers) => {
    const user = await account(site)
    const raw = eventText(site, "activated", user, { state: planState(site, "pro", "monthly") })
    const answer = await postSandbox(site, raw, headers(raw))
    expect([answer.statusCode, answer.json().code]).toEqual([400, "signature_invalid"])
    expect(await events()).toEqual([])
    expect(await planOf(user)).toBe("free")
  })

  it("a text that was changed after it was signed, or signed too long ago, is not believed", async () => {
    const user = await account(site)
    const raw = eventText(site, "activated", user, { state: planState(site, "pro", "monthly") })
    await subscriber(site, "pro")
    const secret = await getSecret(site.db, "sandbox-webhooks", () => "")
    const headers = signSandbox(secret, raw, site.clock())
    expect((await postSandbox(site, raw.replace("pro", "proPlus"), headers)).statusCode).toBe(400)
    site.clock.move(300_001)
    expect((await postSandbox(site, raw, headers)).statusCode).toBe(400)
    site.clock.move(-600_002)
    expect((await postSandbox(site, raw, headers)).statusCode).toBe(400)
    site.clock.move(300_001)
    expect((await postSandbox(site, raw, headers)).statusCode).toBe(200)
  })

  test.each([
    ["/api/webhooks/paddle", 404],
    ["/api/webhooks/operator", 404],
    ["/api/webhooks/__proto__", 404],
  ])("%s is no provider here", async (url, status) => {
    const answer = await site.app.inject({
      method: "POST",
      url,
      payload: "{}",
      headers: { "content-type": "application/json" },
    })
    expect(answer.statusCode).toBe(status)
  })

  it("what is signed but no event is refused", async () => {
    for (const raw of ["", "null", "{}", "[]", '{"provider":"sandbox"}', "\u0000"]) {
      expect([raw, (await postSandbox(site, raw)).statusCode]).toEqual([raw, 400])
    }
    expect(await events()).toEqual([])
  })
})

describe("what is written down", () => {
  it("the text as it came, once, and what became of it", async () => {
    const user = await account(site)
    const raw = eventText(site, "activated", user, { state: planState(site, "pro", "yearly") })
    for (let times = 0; times < 3; times++) expect((await postSandbox(site, raw)).statusCode).toBe(200)
    const [one, ...others] = await events()
    expect(others).toEqual([])
    expect(one).toMatchObject({ raw, provider: "sandbox", type: "activated", userId: user.id, error: null })
    expect(one?.handledAt).toEqual(site.clock())
    const [row] = await site.db.select().from(subscriptions).where(eq(subscriptions.userId, user.id))
    expect(row).toMatchObject({ tariffCode: "pro", tariffPeriod: "yearly", renews: true, provider: "sandbox" })
    expect(row?.tariffActiveTo).toEqual(new Date("2027-11-20T12:00:00Z"))
  })

  it("twenty of the same at once are one", async () => {
    const user = await account(site)
    const [activated = "", paid = ""] = sandboxPurchase(
      { userToken: user.token, email: null, customerId: null },
      { code: "pro", period: "monthly" },
      { amount: 12, currency: "USD", coupon: null, rcid: null, affCode: null },
      site.clock(),
    )
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => postSandbox(site, n % 2 ? paid : activated)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await events()).toHaveLength(2)
    expect(await site.db.select().from(orders)).toMatchObject([{ amount: 12, userId: user.id }])
    expect(await planOf(user)).toBe("pro")
  })

  it("an event about nobody who is known stays, and is somebody's as soon as one that belongs to it says whose", async () => {
    const user = await account(site)
    const refund = { refundId: "r", orderId: "o", amount: 12 }
    await postSandbox(site, sandboxEvent("refunded", site.clock(), { subscriptionKey: "s", refund }))
    expect((await events())[0]).toMatchObject({
      userId: null,
      handledAt: null,
      error: "nobody here is known to have bought this",
    })
    site.clock.move(-60_000)
    const order = {
      orderId: "o",
      amount: 12,
      currency: "USD",
      coupon: null,
      tariffCode: "pro",
      tariffPeriod: "monthly",
      rcid: null,
      affCode: null,
    } as const
    const paid = sandboxEvent("paid", site.clock(), {
      subscriptionKey: "s",
      order,
      person: { userToken: user.token, email: null, customerId: null },
    })
    site.clock.move(60_000)
    await postSandbox(site, paid)
    expect(
      (await events()).every((row) => row.userId === user.id && row.handledAt !== null && row.error === null),
    ).toBe(true)
    expect(await site.db.select().from(orders)).toMatchObject([{ refundedAmount: 12, refundedAt: site.clock() }])
  })

  it("who bought is told by the site's own token, else by the e-mail address; a token that somebody made up says nothing", async () => {
    const [a, b] = [await account(site, { email: "a@example.org" }), await account(site)]
    const buy = (token: string | null, email: string | null, key: string) =>
      postSandbox(
        site,
        sandboxEvent("activated", site.clock(), {
          subscriptionKey: key,
          person: { userToken: token, email, customerId: null },
          state: planState(site, "pro", "monthly"),
        }),
      )
    await buy(`${b.id}.${a.token.split(".")[1]}`, null, "x")
    await buy(`${b.id}.`, null, "y")
    expect([await planOf(a), await planOf(b)]).toEqual(["free", "free"])
    await buy(null, " A@Example.org", "z")
    expect([await planOf(a), await planOf(b)]).toEqual(["pro", "free"])
    await buy(b.token, "a@example.org", "w")
    expect(await planOf(b)).toBe("pro")
  })
})

describe("what it means", () => {
  it("any order and any repetition of webhooks ends in the same", async () => {
    const story = async (user: Person) => {
      const texts: string[] = []
      const add = (days: number, type: Parameters<typeof eventText>[1], draft: Parameters<typeof eventText>[3]) => {
        site.clock.set(new Date(Date.parse("2026-11-01T00:00:00Z") + days * DAY_MS))
        texts.push(eventText(site, type, user, draft))
      }
      const from = new Date("2026-11-01T00:00:00Z").toISOString()
      const base = { ...planState(site, "pro", "monthly"), from, to: "2026-12-01T00:00:00.000Z" }
      const order = {
        orderId: `o ${user.id}`,
        amount: 12,
        currency: "USD",
        coupon: null,
        tariffCode: "pro",
        tariffPeriod: "monthly",
        rcid: null,
        affCode: null,
      } as const
      add(0, "activated", { state: base })
      add(0, "paid", { order })
      add(3, "updated", { state: { ...base, tariffCode: "proPlus" } })
      add(5, "changeScheduled", { state: { ...base, tariffCode: "proPlus", next: { code: "pro", period: "yearly" } } })
      add(8, "refunded", { refund: { refundId: `r ${user.id}`, orderId: `o ${user.id}`, amount: 5 } })
      add(9, "changeScheduled", { state: { ...base, tariffCode: "proPlus", next: FREE, renews: false } })
      site.clock.set("2026-11-20T12:00:00Z")
      return texts
    }
    const outcome = async ({ id }: Person) => {
      const [order] = await site.db.select().from(orders).where(eq(orders.userId, id))
      return {
        plan: await findSubscription(site.db, id, site.clock()),
        refunded: order?.refundedAmount,
        amount: order?.amount,
      }
    }
    const first = await account(site)
    for (const raw of await story(first)) await postSandbox(site, raw)
    const wanted = await outcome(first)
    expect(wanted).toMatchObject({ plan: { tariffCode: "proPlus", tariffCodeNext: "free" }, refunded: 5, amount: 12 })
    const places = [0, 1, 2, 3, 4, 5]
    const orderOf = fc
      .shuffledSubarray(places, { minLength: places.length })
      .chain((all) => fc.shuffledSubarray(places).map((more) => [...all, ...more]))
    await fc.assert(
      fc.asyncProperty(orderOf, async (sequence) => {
        const user = await account(site)
        const texts = await story(user)
        for (const place of sequence) await postSandbox(site, texts[place] ?? "")
        expect(await outcome(user)).toEqual(wanted)
      }),
      { numRuns: 25 },
    )
  })

  it("a plan holds until its end, and three days longer when the next payment is awaited", async () => {
    const renewing = await subscriber(site, "pro")
    const ending = await account(site)
    const state = planState(site, "proPlus", "monthly", { next: FREE, renews: false })
    await postSandbox(site, eventText(site, "changeScheduled", ending, { state }))
    const end = periodEnd(site.clock(), "monthly").getTime()
    for (const [ms, wanted] of [
      [-1, ["pro", "proPlus"]],
      [0, ["pro", "free"]],
      [3 * DAY_MS - 1, ["pro", "free"]],
      [3 * DAY_MS, ["free", "free"]],
    ] as const) {
      site.clock.set(new Date(end + ms))
      expect([ms, [await planOf(renewing), await planOf(ending)]]).toEqual([ms, wanted])
    }
    const both = await tariffsOf(site.db, [renewing.id, ending.id], new Date(end))
    expect([both.get(renewing.id)?.code, both.get(ending.id)?.code]).toEqual(["pro", "free"])
  })

  it("what a newer subscription replaces is ended at the provider, once", async () => {
    const user = await subscriber(site, "pro")
    site.clock.move(DAY_MS)
    const state = planState(site, "proPlus", "monthly")
    await postSandbox(site, eventText(site, "activated", user, { subscriptionKey: "second", state }))
    expect(await planOf(user)).toBe("proPlus")
    const all = await events()
    expect(all.map(({ type, subscriptionKey }) => [type, subscriptionKey === "second"])).toEqual([
      ["activated", false],
      ["activated", true],
      ["canceled", false],
    ])
    expect(await listSuperseded(site.db)).toEqual([])
  })
})
