// The doors of alerts, through the real server on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { createFactories, type Factories } from "../../../test/factories.ts"
import { testApp, TEST_URL, type TestApp } from "../../../test/test-app.ts"
import { person, type Visitor } from "../../../test/visitor.ts"
import { addDays, dayOf, HOUR_MS } from "../../core/clock.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { notify } from "./notify.server.ts"
import { alertsOfUser } from "./queries.server.ts"
import { ALERT_TABLES, createPeople, deliveriesOf } from "../../../test/alert-people.ts"

const RULE = {
  type: "rateThreshold",
  params: { metric: "apy", direction: "up", percent: 6 },
  filter: { offerType: "saving" },
  cooldownHours: 24,
  hysteresis: 0.25,
}

let site: TestApp
let make: Factories
beforeAll(async () => {
  site = await testApp()
  make = createFactories(site.db, site.clock)
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set(FIXTURE_NOW)
  await site.database.sql.unsafe(
    `truncate offer, exchange, currency, market_version, ${ALERT_TABLES} restart identity cascade`,
  )
})

/** Somebody who is signed in, with a plan. */
async function somebody(plan: "free" | "pro" = "free"): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await person(site)
  const { id } = visitor
  if (plan === "pro")
    await createPeople(site.db, site.clock).subscribe(
      { id } as Parameters<ReturnType<typeof createPeople>["subscribe"]>[0],
      "pro",
    )
  return { visitor, id }
}
const tell = (userId: string, key: string) =>
  site.db.transaction((tx) =>
    notify(tx, site.clock(), [
      { userId, ruleId: null, dedupeKey: key, values: { kind: "test", ruleName: key }, channels: [], isDigest: false },
    ]),
  )

describe("without signing in", () => {
  test.each([
    ["GET", "/api/alerts"],
    ["POST", "/api/alerts"],
    ["PATCH", "/api/alerts/1"],
    ["DELETE", "/api/alerts/1"],
    ["POST", "/api/alerts/try"],
    ["POST", "/api/alerts/1/test"],
    ["POST", "/api/alerts/1/snooze"],
    ["GET", "/api/notifications"],
    ["POST", "/api/notifications/read"],
    ["GET", "/api/alerts/deliveries"],
    ["GET", "/api/alerts/channels"],
    ["PATCH", "/api/alerts/channels"],
    ["POST", "/api/alerts/channels/push"],
    ["POST", "/api/alerts/channels/push/end"],
  ] as const)("%s %s is 401", async (method, url) => {
    const answer = await site.app.inject({ method, url, ...(method === "GET" ? {} : { payload: {} }) })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: "unauthorized", message: "Unauthorized" })
  })
})

describe("an alert", () => {
  it("is made, listed with the plan's limits, changed, snoozed and deleted", async () => {
    const { visitor } = await somebody("pro")
    const made = await visitor.post("/api/alerts", { ...RULE, name: "My savings", channels: ["telegram", "email"] })
    expect(made.statusCode).toBe(201)
    const alert = made.json<{ id: string }>()
    expect(alert).toMatchObject({
      ...RULE,
      name: "My savings",
      channels: ["email", "telegram"],
      frequency: "single",
      state: "on",
    })
    expect((await visitor.get("/api/alerts")).json()).toMatchObject({
      data: [{ id: alert.id }],
      limits: { tariffCode: "pro", alertCount: 10, notificationCount: 100, notificationsSent: 0 },
    })
    const changed = await visitor.send("PATCH", `/api/alerts/${alert.id}`, {
      params: { ...RULE.params, percent: 7 },
      enabled: false,
      frequency: "dailyDigest",
    })
    expect(changed.json()).toMatchObject({
      params: { percent: 7 },
      filter: RULE.filter,
      state: "off",
      frequency: "dailyDigest",
    })
    await visitor.send("PATCH", `/api/alerts/${alert.id}`, { enabled: true })
    const snoozed = await visitor.post(`/api/alerts/${alert.id}/snooze`, { hours: 4 })
    const until = new Date(FIXTURE_NOW.getTime() + 4 * HOUR_MS).toISOString()
    expect(snoozed.json()).toMatchObject({ state: "snoozed", snoozedUntil: until })
    expect((await visitor.post(`/api/alerts/${alert.id}/snooze`, { hours: 0 })).json()).toMatchObject({ state: "on" })
    expect((await visitor.send("DELETE", `/api/alerts/${alert.id}`)).statusCode).toBe(204)
    expect((await visitor.get("/api/alerts")).json()).toMatchObject({ data: [] })
  })

  it("belongs to its owner: for everybody else it is not there", async () => {
    const { visitor: ann } = await somebody()
    const { visitor: eve } = await somebody()
    const { id } = (await ann.post("/api/alerts", RULE)).json<{ id: string }>()
    const tries = [
      await eve.send("PATCH", `/api/alerts/${id}`, { enabled: false }),
      await eve.send("DELETE", `/api/alerts/${id}`),
      await eve.post(`/api/alerts/${id}/test`),
      await eve.post(`/api/alerts/${id}/snooze`, { hours: 1 }),
    ]
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect((await ann.get("/api/alerts")).json()).toMatchObject({ data: [{ id, state: "on" }] })
  })

  it("over the plan's number is 409 with the limit, and a type that the plan does not have 403", async () => {
    const { visitor } = await somebody()
    expect((await visitor.post("/api/alerts", RULE)).statusCode).toBe(201)
    const over = await visitor.post("/api/alerts", RULE)
    expect([over.statusCode, over.json()]).toMatchObject([409, { code: "alert_limit", fields: { limit: "1" } }])
    const paid = await visitor.post("/api/alerts", { ...RULE, type: "offerStatus", params: { to: ["ended"] } })
    expect([paid.statusCode, paid.json()]).toMatchObject([403, { code: "plan_required" }])
  })

  test.each([
    [{ type: "nothing" }, "type"],
    [{ params: { metric: "apy", direction: "up" } }, "params.percent"],
    [{ filter: { apyFrom: 5, apyTo: 4 } }, "filter.apyTo"],
    [{ params: { metric: "amount", direction: "up", percent: 5 } }, "amount"],
    [{ channels: ["pigeon"] }, "channels.0"],
    [{ name: "x".repeat(81) }, "name"],
    [{ cooldownHours: -1 }, "cooldownHours"],
    [{ offerId: 999_999 }, "offerId"],
    [{ thresold: 5 }, "thresold"],
  ])("%j is 400 and names %s", async (wrong, field) => {
    const { visitor } = await somebody("pro")
    const answer = await visitor.post("/api/alerts", { ...RULE, ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toContain(field)
    expect((await visitor.get("/api/alerts")).json()).toMatchObject({ data: [] })
  })

  it("sends a test through its channels, against no quota, and not too many", async () => {
    const { visitor, id } = await somebody()
    const alert = (await visitor.post("/api/alerts", { ...RULE, name: "Mine" })).json<{ id: string }>()
    for (let at = 0; at < 10; at++) expect((await visitor.post(`/api/alerts/${alert.id}/test`)).statusCode).toBe(202)
    expect((await visitor.post(`/api/alerts/${alert.id}/test`)).statusCode).toBe(429)
    expect(await deliveriesOf(site.db, { id } as never)).toHaveLength(10)
    expect((await visitor.get("/api/alerts")).json()).toMatchObject({ limits: { notificationsSent: 0 } })
    expect((await visitor.get("/api/alerts/deliveries")).json<{ data: object[] }>().data[0]).toMatchObject({
      channel: "email",
      status: "queued",
      title: "Test message from Apyary",
    })
  })

  it("is tried over what was recorded, against the plan's quota", async () => {
    const { visitor } = await somebody()
    const today = dayOf(FIXTURE_NOW)
    const rates = [5, 5, 7, 7, 5, 5, 7, 5]
    const days = rates.map((apyPercent, at) => ({ day: addDays(today, at - rates.length + 1), apyPercent }))
    await make.offer({ rate: { apy: 5 }, days })
    await make.publish()
    await site.catalogue.refresh()
    const answer = await visitor.post("/api/alerts/try", { ...RULE, cooldownHours: 0, hysteresis: 0 })
    expect(answer.json()).toMatchObject({
      count: 2,
      observedDays: 8,
      quota: 10,
      fitsQuota: true,
      watchedOffers: 1,
      fires: [
        { day: addDays(today, -5), message: "rateThreshold.up", values: { rate: 7 } },
        { day: addDays(today, -1), message: "rateThreshold.up" },
      ],
    })
    const paid = await visitor.post("/api/alerts/try", { ...RULE, type: "offerStatus", params: { to: ["ended"] } })
    expect(paid.statusCode).toBe(403)
  })
})

describe("the inbox", () => {
  it("lists the newest first in pages, counts what is unread, and marks what was read", async () => {
    const { visitor, id } = await somebody()
    const { visitor: eve, id: other } = await somebody()
    for (const key of ["1", "2", "3"]) await tell(id, key)
    await tell(other, "of somebody else")
    const first = (await visitor.get("/api/notifications?take=2")).json<{
      data: { id: number; text: string }[]
      before: number
    }>()
    expect(first).toMatchObject({ unread: 3, data: [{ kind: "test" }, { kind: "test" }] })
    expect(first.data[0]?.text).toContain("“3”")
    const second = (await visitor.get(`/api/notifications?take=2&before=${first.before}`)).json<{
      data: { text: string }[]
    }>()
    expect(second).toMatchObject({ data: [{ kind: "test" }], before: null })
    const ids = first.data.map((it) => it.id)
    expect((await eve.post("/api/notifications/read", { ids })).json()).toEqual({ unread: 1 })
    expect((await visitor.post("/api/notifications/read", { ids })).json()).toEqual({ unread: 1 })
    expect((await alertsOfUser(site.db, id, site.clock())).unreadCount).toBe(1)
    expect((await visitor.post("/api/notifications/read", { all: true })).json()).toEqual({ unread: 0 })
    expect((await visitor.get("/api/notifications?take=0")).statusCode).toBe(400)
  })

  it("is a private feed for who has its address, until there is another", async () => {
    const { visitor, id } = await somebody()
    await tell(id, "<b>&")
    const on = (await visitor.send("PATCH", "/api/alerts/channels", { feed: true })).json<{ feed: { url: string } }>()
    expect(on.feed.url).toMatch(new RegExp(`^${TEST_URL}/feeds/private/[\\w-]{32}\\.xml$`))
    const path = on.feed.url.slice(TEST_URL.length)
    const feed = await site.ask(path)
    expect(feed.headers).toMatchObject({
      "content-type": expect.stringContaining("rss+xml") as string,
      "x-robots-tag": "noindex",
    })
    expect(feed.body).toContain("&lt;b&gt;&amp;")
    const again = await site.ask(path, { headers: { "if-none-match": String(feed.headers.etag) } })
    expect(again.statusCode).toBe(304)
    const next = (await visitor.send("PATCH", "/api/alerts/channels", { feed: "new" })).json<{
      feed: { url: string }
    }>()
    expect((await site.ask(path)).statusCode).toBe(404)
    expect((await site.ask(next.feed.url.slice(TEST_URL.length))).statusCode).toBe(200)
    await visitor.send("PATCH", "/api/alerts/channels", { feed: false })
    expect((await site.ask(next.feed.url.slice(TEST_URL.length))).statusCode).toBe(404)
    expect((await site.ask("/feeds/private/short.xml")).statusCode).toBe(404)
  })
})

describe("the channels", () => {
  it("are told, and changed one by one", async () => {
    const { visitor, id } = await somebody()
    expect((await visitor.get("/api/alerts/channels")).json()).toMatchObject({
      email: { isConfirmed: false, isWanted: true },
      telegram: { isAvailable: false, isLinked: false, link: null },
      webPush: { subscriptions: [], publicKey: expect.stringMatching(/^[\w-]{87}$/) as string },
      webhook: { url: null, secret: null },
      quietHours: null,
      digestHour: 8,
      quota: { sent: 0, limit: 10 },
    })
    const changed = await visitor.send("PATCH", "/api/alerts/channels", {
      webhookUrl: "https://hooks.example.org/x",
      quietHours: { from: "22:30", to: "07:00" },
      digestHour: 19,
      pausedUntil: "2026-12-01T00:00:00Z",
    })
    expect(changed.json()).toMatchObject({
      webhook: { url: "https://hooks.example.org/x", secret: expect.stringMatching(/^[\w-]{32}$/) as string },
      quietHours: { from: "22:30", to: "07:00" },
      digestHour: 19,
      pausedUntil: "2026-12-01T00:00:00.000Z",
    })
    const { secret } = changed.json<{ webhook: { secret: string } }>().webhook
    const renewed = await visitor.send("PATCH", "/api/alerts/channels", {
      newWebhookSecret: true,
      quietHours: null,
      pausedUntil: null,
    })
    expect(renewed.json()).toMatchObject({
      quietHours: null,
      pausedUntil: null,
      webhook: { url: "https://hooks.example.org/x" },
    })
    expect(renewed.json<{ webhook: { secret: string } }>().webhook.secret).not.toBe(secret)
    await site.database.sql`insert into telegram_poll (id, bot_name) values (1, 'apyary_bot')`
    const token = (await alertsOfUser(site.db, id, site.clock())).telegramToken
    expect((await visitor.get("/api/alerts/channels")).json()).toMatchObject({
      telegram: { isAvailable: true, link: `https://t.me/apyary_bot?start=${token}` },
    })
  })

  test.each([
    [{ webhookUrl: "http://example.org" }, "webhookUrl"],
    [{ webhookUrl: "https://192.168.0.1/" }, "webhookUrl"],
    [{ quietHours: { from: "24:00", to: "07:00" } }, "quietHours.from"],
    [{ digestHour: 24 }, "digestHour"],
    [{ telegram: "77" }, "telegram"],
  ])("%j is 400 and names %s", async (wrong, field) => {
    const { visitor } = await somebody()
    const answer = await visitor.send("PATCH", "/api/alerts/channels", wrong)
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })

  it("a browser subscribes once, and ends that", async () => {
    const { visitor } = await somebody()
    const subscription = {
      endpoint: "https://push.example.org/abc",
      expirationTime: null,
      keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
    }
    for (let at = 0; at < 2; at++)
      expect((await visitor.post("/api/alerts/channels/push", subscription)).json()).toMatchObject({
        webPush: { subscriptions: [{ endpoint: subscription.endpoint }] },
      })
    const ended = await visitor.post("/api/alerts/channels/push/end", { endpoint: subscription.endpoint })
    expect(ended.json()).toMatchObject({ webPush: { subscriptions: [] } })
  })
})
