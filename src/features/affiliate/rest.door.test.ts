// /go/{partner} on real SQL: where it leads, where it does not, and what is counted.
import fastify, { type FastifyInstance } from "fastify"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { testClock } from "../../../test/test-app.ts"
import { createLogger } from "../../core/log.server.ts"
import { registerGo } from "./rest.server.ts"
import { partnerClicks, partners } from "./tables.server.ts"

const URL_OF_KRAKEN = "https://www.kraken.com/sign-up?ref=apyary&utm_source=a%20b#top"

let database: TestDb
let app: FastifyInstance
const clock = testClock()
beforeAll(async () => {
  database = await openTestDb()
  app = fastify({ routerOptions: { maxParamLength: 300 } })
  registerGo(app, { db: database.db, clock, log: createLogger("silent") })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.remove()
})
beforeEach(async () => {
  clock.set("2026-11-20T23:59:00Z")
  await database.sql`truncate partner, partner_click restart identity`
  await database.db.insert(partners).values([
    { slug: "kraken", name: "Kraken", url: URL_OF_KRAKEN },
    { slug: "hidden", name: "Hidden", url: "https://hidden.example", published: false },
  ])
})

const clicks = () => database.db.select().from(partnerClicks).orderBy(partnerClicks.day)

describe("/go/{partner}", () => {
  it("leads to exactly the partner's address, is not indexed or kept, and tells nobody where one comes from", async () => {
    const answer = await app.inject("/go/kraken")
    expect(answer.statusCode).toBe(302)
    expect(answer.headers).toMatchObject({
      location: URL_OF_KRAKEN,
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    })
    expect(answer.headers["set-cookie"]).toBeUndefined()
    await expect.poll(clicks).toHaveLength(1)
  })

  test.each([
    "nobody",
    "hidden",
    "KRAKEN",
    "kraken%20",
    "%00",
    "kraken%00",
    "a".repeat(121),
    "..",
    "%2e%2e",
    "-1",
    "%27%20or%201=1",
  ])("404 for %s, and nothing is counted", async (slug) => {
    const answer = await app.inject(`/go/${slug}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers.location).toBeUndefined()
    expect(await clicks()).toEqual([])
  })

  test.each([
    "/go//evil.example",
    "/go/%2f%2fevil.example",
    "/go/%2F%2Fevil.example/kraken",
    "/go/https://evil.example",
    "/go/https:%2f%2fevil.example",
    "/go/\\evil.example",
    "/go/%5cevil.example",
    "/go/kraken/evil.example",
    "/go/kraken%2f..%2f..%2fevil.example",
    "/go/kraken@evil.example",
    "/go/kraken%0d%0alocation:%20https:%2f%2fevil.example",
    "/go/?partner=kraken&url=https://evil.example",
  ])("leads nowhere for %s", async (path) => {
    const answer = await app.inject(path)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).not.toContain("<")
  })

  test.each([
    "?url=https://evil.example",
    "?to=//evil.example&next=https://evil.example",
    "?partner=hidden",
    "?__proto__[url]=https://evil.example",
    "#//evil.example",
  ])("changes nothing with %s", async (rest) => {
    const answer = await app.inject({
      url: `/go/kraken${rest}`,
      headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, URL_OF_KRAKEN])
    await expect.poll(clicks).toHaveLength(1)
  })

  it("counts each request once, by day, and keeps nothing about who clicked", async () => {
    const ask = () =>
      app.inject({ url: "/go/kraken?aff=x", remoteAddress: "192.0.2.7", headers: { "user-agent": "Someone" } })
    await Promise.all(Array.from({ length: 20 }, ask))
    await expect.poll(async () => (await clicks())[0]?.clicks).toBe(20)
    clock.move(60_000)
    await ask()
    await expect.poll(clicks).toEqual([
      { partnerId: 1, day: "2026-11-20", clicks: 20 },
      { partnerId: 1, day: "2026-11-21", clicks: 1 },
    ])
  })

  it("leads on when a click cannot be counted", async () => {
    await database.sql`alter table partner_click rename to elsewhere`
    try {
      expect((await app.inject("/go/kraken")).headers.location).toBe(URL_OF_KRAKEN)
    } finally {
      await database.sql`alter table elsewhere rename to partner_click`
    }
  })
})
