// What a subscriber can do about a plan, on the real server: downgrade, cancel, take it back, pay in the sandbox; and what the dates bring.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { account, eventText, type Person, planState, postSandbox, subscriber } from "../../../test/payments.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { visitor } from "../../../test/visitor.ts"
import { openBilling } from "../../app/billing.server.ts"
import { DAY_MS } from "../../core/clock.ts"
import { AppError } from "../../core/errors.ts"
import { createLogger } from "../../core/log.server.ts"
import type { Billing } from "./books.server.ts"
import { keepUp } from "./jobs.server.ts"
import { cancel, downgrade, endEverything } from "./plan-changes.server.ts"
import type { Checkout } from "./providers/provider.ts"
import { findSubscription, findSubscriptionRow, tariffOf } from "./queries.server.ts"
import { orders, paymentEvents, promos, surveyAnswers } from "./tables.server.ts"

let site: TestApp
let billing: Billing
beforeAll(async () => {
  site = await testApp()
  const payments = { active: "sandbox", paddle: null } as const
  billing = await openBilling({ db: site.db, clock: site.clock, log: createLogger("silent"), payments })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  await site.database.sql`truncate user_account, promo cascade`
  await site.database.sql`truncate payment_event, payment_order cascade`
})

const END = "2026-12-20T12:00:00.000Z"
const downgradeBody = { comment: "Too expensive", period: "monthly" }
const cancelBody = { comment: "Too expensive. Something else: no time" }
const survey = () => site.db.select().from(surveyAnswers).orderBy(surveyAnswers.id)
const codeOf = async ({ id }: Person) => (await tariffOf(site.db, id, site.clock())).code

describe("POST /api/tariff/downgrade and /api/tariff/cancel", () => {
  test.each([
    ["downgrade", downgradeBody],
    ["cancel", cancelBody],
    ["resume", {}],
  ])("%s: 401 for a visitor, 409 no_paid_plan on the free plan and after the end", async (what, body) => {
    const url = `/api/tariff/${what}`
    const nobody = await visitor(site).post(url, body)
    expect([nobody.statusCode, nobody.json()]).toEqual([
      401,
      { statusCode: 401, message: "Unauthorized", code: "unauthorized" },
    ])
    const free = await account(site)
    const past = await subscriber(site, "pro")
    site.clock.move(40 * DAY_MS)
    for (const user of [free, past]) {
      const answer = await user.post(url, body)
      expect([answer.statusCode, answer.json().code]).toEqual([409, "no_paid_plan"])
    }
    expect(await survey()).toEqual([])
  })

  test.each<[string, object, string[]]>([
    ["downgrade", {}, ["comment", "period"]],
    ["downgrade", { comment: "x" }, ["period"]],
    ["downgrade", { comment: "x", period: "weekly" }, ["period"]],
    ["downgrade", { comment: 1, period: "yearly" }, ["comment"]],
    ["downgrade", { comment: " ", period: "yearly" }, ["comment"]],
    ["cancel", {}, ["comment"]],
    ["cancel", { comment: "x".repeat(4001) }, ["comment"]],
    ["cancel", [], ["body"]],
  ])("%s: 400 for %j", async (what, body, fields) => {
    const user = await subscriber(site, "pro")
    const answer = await user.post(`/api/tariff/${what}`, body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid_parameter"])
    expect(Object.keys(answer.json().fields)).toEqual(fields)
    expect((await findSubscription(site.db, user.id, site.clock())).tariffCodeNext).toBeNull()
  })

  it("refuses what another site's page sends", async () => {
    const user = await subscriber(site, "pro")
    const answer = await user.post("/api/tariff/cancel", cancelBody, { origin: "https://evil.example" })
    expect([answer.statusCode, answer.json().code]).toEqual([403, "wrong_origin"])
  })

  test.each([
    ["proPlus", "downgrade", { comment: "c", period: "monthly" }, "pro", "monthly"],
    ["proPlus", "downgrade", { comment: "c", period: "yearly" }, "pro", "yearly"],
    ["pro", "downgrade", { comment: "c", period: "yearly" }, "free", null],
    ["proPlus", "cancel", { comment: "c" }, "free", null],
    ["pro", "cancel", { comment: "c" }, "free", null],
  ] as const)("%s, %s %j: %s comes next", async (from, what, body, next, period) => {
    const user = await subscriber(site, from)
    const answer = await user.post(`/api/tariff/${what}`, body)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { tariffCode: from, tariffCodeNext: next, tariffActiveTo: END },
    ])
    expect(answer.headers["cache-control"]).toBe("private, no-store")
    expect((await findSubscription(site.db, user.id, site.clock())).tariffPeriodNext).toBe(period)
    expect(await survey()).toMatchObject([{ userId: user.id, flow: what, tariffCode: from, comment: "c" }])
    expect(await codeOf(user)).toBe(from)
    const again = await user.post(`/api/tariff/${what}`, body)
    expect([again.statusCode, again.json().code]).toEqual([409, "already_scheduled"])
    expect(await survey()).toHaveLength(1)
  })

  it("another change replaces the one that is scheduled, and both can be taken back", async () => {
    const user = await subscriber(site, "proPlus")
    const next = async (path: string, body: object) => {
      site.clock.move(1000)
      return (await user.post(`/api/tariff/${path}`, body)).json().tariffCodeNext
    }
    expect(await next("downgrade", downgradeBody)).toBe("pro")
    expect(await next("cancel", cancelBody)).toBe("free")
    expect(await next("downgrade", { ...downgradeBody, period: "yearly" })).toBe("pro")
    expect(await next("resume", {})).toBeNull()
    expect((await findSubscriptionRow(site.db, user.id))?.renews).toBe(true)
    const nothing = await user.post("/api/tariff/resume")
    expect([nothing.statusCode, nothing.json().code]).toEqual([409, "nothing_scheduled"])
  })

  it("when the provider fails nothing is half done", async () => {
    const user = await subscriber(site, "proPlus")
    const before = await findSubscriptionRow(site.db, user.id)
    const real = billing.providers.find("sandbox")
    if (!real) throw new Error("no sandbox")
    const broken = {
      ...real,
      schedule: async () => {
        throw new AppError("unavailable")
      },
    }
    const failing = { ...billing, providers: { active: broken, find: () => broken } }
    await expect(cancel(failing, user.id, cancelBody)).rejects.toMatchObject({ code: "unavailable", statusCode: 503 })
    await expect(downgrade(failing, user.id, { comment: "c", period: "monthly" })).rejects.toMatchObject({
      code: "unavailable",
    })
    expect(await findSubscriptionRow(site.db, user.id)).toEqual(before)
    expect(await survey()).toEqual([])
    expect((await user.post("/api/tariff/cancel", cancelBody)).statusCode).toBe(200)
  })

  it("two clicks at once change one thing once", async () => {
    const user = await subscriber(site, "pro")
    const answers = await Promise.all([1, 2, 3].map(() => user.post("/api/tariff/cancel", cancelBody)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await survey()).toHaveLength(1)
  })
})

describe("the end of a plan", () => {
  it("the next plan takes over without the job, and the job writes down the same", async () => {
    const user = await subscriber(site, "proPlus")
    await user.post("/api/tariff/downgrade", { comment: "c", period: "yearly" })
    site.clock.set(END)
    expect(await codeOf(user)).toBe("pro")
    expect((await findSubscriptionRow(site.db, user.id))?.tariffCode).toBe("proPlus")
    await keepUp(billing)
    expect(await findSubscriptionRow(site.db, user.id)).toMatchObject({
      tariffCode: "pro",
      tariffPeriod: "yearly",
      tariffCodeNext: null,
    })
    // the sandbox took the payment of the new plan
    expect(await findSubscription(site.db, user.id, site.clock())).toMatchObject({
      tariffActiveFrom: new Date(END),
      tariffActiveTo: new Date("2027-12-20T12:00:00Z"),
    })
  })

  it("what was cancelled is free from then on, for good, however often the job runs", async () => {
    const user = await subscriber(site, "pro")
    await user.post("/api/tariff/cancel", cancelBody)
    site.clock.set(END)
    expect(await codeOf(user)).toBe("free")
    for (let times = 0; times < 3; times++) {
      await keepUp(billing)
      site.clock.move(DAY_MS)
      expect(await findSubscription(site.db, user.id, site.clock())).toMatchObject({
        tariffCode: "free",
        tariffActiveFrom: new Date(END),
        tariffActiveTo: null,
      })
    }
  })

  it("the sandbox renews, and makes up for months in which no worker ran", async () => {
    const user = await subscriber(site, "pro")
    site.clock.set("2027-03-05T12:00:00Z")
    await keepUp(billing)
    expect(await findSubscription(site.db, user.id, site.clock())).toMatchObject({
      tariffCode: "pro",
      tariffActiveTo: new Date("2027-03-20T12:00:00Z"),
    })
    const renewals = (await site.db.select().from(paymentEvents)).filter(({ type }) => type === "renewed")
    expect(renewals).toHaveLength(3)
    await keepUp(billing)
    expect(await site.db.select().from(paymentEvents)).toHaveLength(4)
  })

  it("an overdue payment ends it three days into the period, and leaves it to be renewed", async () => {
    const user = await subscriber(site, "pro")
    const to = new Date(Date.parse(END) + 3 * DAY_MS).toISOString()
    site.clock.set(END)
    await postSandbox(
      site,
      eventText(site, "pastDue", user, {
        state: planState(site, "pro", "monthly", { to, renews: false, isPastDue: true }),
      }),
    )
    expect(await codeOf(user)).toBe("pro")
    site.clock.set(to)
    await keepUp(billing)
    expect(await codeOf(user)).toBe("free")
    expect((await findSubscription(site.db, user.id, site.clock())).tariffCode).toBe("pro")
  })
})

it("who leaves pays no longer: everything ends at the provider, once, and the books of the person go with them", async () => {
  const user = await subscriber(site, "pro")
  await endEverything(billing, user.id)
  expect(await codeOf(user)).toBe("free")
  expect((await site.db.select().from(paymentEvents)).map(({ type }) => type)).toEqual(["activated", "canceled"])
  await endEverything(billing, user.id)
  expect(await site.db.select().from(paymentEvents)).toHaveLength(2)
  await site.database.sql`delete from user_account`
  expect(await site.db.select().from(paymentEvents)).toEqual([])
})

describe("GET /api/checkout and the sandbox", () => {
  const asked = "/api/checkout?tariffCode=pro&period=yearly"
  const checkout = async (user: Person, url = asked) => (await user.get(url)).json<Checkout>()

  it("is for signed-in people, and names wrong inputs", async () => {
    expect((await visitor(site).get(asked)).statusCode).toBe(401)
    const user = await account(site)
    for (const query of ["", "?tariffCode=free&period=monthly", "?tariffCode=pro", "?tariffCode=pro&period=daily"]) {
      expect([query, (await user.get(`/api/checkout${query}`)).statusCode]).toEqual([query, 400])
    }
  })

  it("carries e-mail, product, referral and coupon", async () => {
    const user = await account(site)
    await site.db.insert(promos).values({ slug: "spring", promoCode: "SPRING", sale: 50 })
    user.cookies.set("rcid", "friend").set("aff", "<script>")
    expect(await checkout(user, `${asked}&promo=spring`)).toMatchObject({
      provider: "sandbox",
      isTest: true,
      email: user.email,
      productId: "pro-yearly",
      referralId: "friend",
      affCode: null,
      coupon: "SPRING",
      userToken: user.token,
    })
    expect(await checkout(user, `${asked}&promo=winter`)).toMatchObject({ coupon: null })
  })

  const form = { "content-type": "application/x-www-form-urlencoded" }
  it("pay: the plan holds and the order is in the books, with the coupon's price", async () => {
    const user = await account(site)
    await site.db.insert(promos).values({ slug: "spring", promoCode: "SPRING", sale: 50 })
    user.cookies.set("rcid", "friend").set("aff", "partner")
    const { url } = await checkout(user, `${asked}&promo=spring`)
    const page = await user.get(url ?? "")
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "private, no-store"])
    expect(page.body).toContain("This is a test. No money moves")
    expect(page.body).toContain("$54.00")
    const paid = await visitor(site).send("POST", url ?? "", "outcome=pay", form)
    expect([paid.statusCode, paid.headers.location]).toEqual([303, "/preparing-account"])
    expect(await codeOf(user)).toBe("pro")
    expect(await site.db.select().from(orders)).toMatchObject([
      {
        userId: user.id,
        amount: 54,
        currency: "USD",
        coupon: "SPRING",
        rcid: "friend",
        affCode: "partner",
        tariffPeriod: "yearly",
      },
    ])
  })

  it("decline: says so, and nothing is had; abandon: nothing happens at all", async () => {
    const user = await account(site)
    const { url } = await checkout(user)
    const declined = await user.send("POST", url ?? "", "outcome=decline", { ...form, cookie: "NEXT_LOCALE=de" })
    expect(declined.body).toContain("Die Karte wurde abgelehnt")
    expect(await codeOf(user)).toBe("free")
    expect(await site.db.select().from(orders)).toEqual([])
    expect((await site.db.select().from(paymentEvents)).map(({ type }) => type)).toEqual(["paymentFailed"])
    expect(declined.body).toContain('href="/de/pricing"')
  })

  test.each(["", "?product=nothing&email=a@b.c", "?product=pro-monthly", "?product=pro-monthly&email=%3Cscript%3E"])(
    "%s gives no page that was not asked for by a button, and nothing of it is HTML",
    async (query) => {
      const answer = await site.ask(`/sandbox/checkout${query}`)
      expect(answer.statusCode === 200 ? answer.body.includes("<script>") : answer.statusCode >= 400).toBe(
        answer.statusCode !== 200,
      )
    },
  )

  it("has no checkout where nobody takes payments", async () => {
    const closed = await testApp({ settings: { PAYMENT_PROVIDER: "none" } })
    try {
      const user = await account(closed)
      const answer = await user.get(asked)
      expect([answer.statusCode, answer.json().code]).toEqual([503, "provider_not_configured"])
      expect((await closed.ask("/sandbox/checkout?product=pro-monthly&email=a@b.c")).statusCode).toBe(404)
      expect((await closed.app.inject({ method: "POST", url: "/api/webhooks/sandbox", payload: {} })).statusCode).toBe(
        404,
      )
    } finally {
      await closed.close()
    }
  })
})
