// Lists as files, and the rates for lists that live in browsers, at the real doors on a real database.
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { createFactories } from "../../../test/factories.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { person, visitor } from "../../../test/visitor.ts"
import type { WatchItem } from "./item.ts"
import { exportWatchlist } from "./queries.server.ts"
import { LONGEST_NOTE, MOST_ITEMS, MOST_RATES } from "./schema.ts"

type Person = Awaited<ReturnType<typeof person>>

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  const make = createFactories(site.db, site.clock)
  const bitcoin = await make.currency({ slug: "bitcoin", name: "Bitcoin", symbol: "BTC" })
  const of = { exchangeId: (await make.exchange({ slug: "kraken", name: "Kraken" })).id, currency: bitcoin }
  await make.offer({ ...of, slug: "saving-btc", category: "saving", rate: { apy: 4 } })
  await make.offer({ ...of, slug: "lending-btc", category: "lending", rate: { apy: 6, kind: "apr" } })
  await make.offer({ ...of, slug: "unknown-rate", rate: { apy: null } })
  for (let at = 0; at < MOST_ITEMS; at++) await make.currency({ slug: `coin-${at}`, name: `Coin ${at}` })
  await make.publish()
  await site.catalogue.refresh()
})
afterAll(() => site.close())

const listOf = async (who: Person) => (await who.get("/api/watchlist")).json<{ data: WatchItem[] }>().data
const add = (who: Person, body: object) => who.post("/api/watchlist", body)
const coins = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ currencySlug: `coin-${at}`, addedAt: site.clock().toISOString() }))

describe("files", () => {
  const send = (who: Person, type: string, text: string) =>
    who.send("POST", "/api/watchlist/import", text, { "content-type": type })

  test.each([
    ["json", "application/json"],
    ["csv", "text/csv"],
  ])("an export as %s comes back into another account as it was", async (format, type) => {
    const [one, other] = [await person(site), await person(site)]
    await add(one, { currencySlug: "bitcoin", note: '=HYPERLINK("https://evil.example")\n"quoted", and more' })
    await add(one, { offerSlug: "saving-btc", note: "-1+2" })
    await add(one, { offerSlug: "unknown-rate" })
    const file = await one.get(`/api/watchlist/export?format=${format}`)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      "content-disposition": `attachment; filename="apyary-watchlist.${format}"`,
      "cache-control": "private, no-store",
    })
    expect(file.headers["content-type"]).toContain(type)
    if (format === "csv") expect(file.body).toMatch(/,"'=HYPERLINK\(/)
    expect((await send(other, type, file.body)).json()).toEqual({ data: { added: 3, known: 0, skipped: [] } })
    const bare = (items: WatchItem[]) => items.map(({ id: _id, ...item }) => item)
    expect(bare(await listOf(other))).toEqual(bare(await listOf(one)))
    expect((await send(other, type, file.body)).json()).toEqual({ data: { added: 0, known: 3, skipped: [] } })
    expect(bare(await listOf(other))).toEqual(bare(await listOf(one)))
    expect(await exportWatchlist(site.db, site.catalogue.market(), other.id)).toHaveLength(3)
  })

  it("says of each row that was left out which it is and why", async () => {
    const who = await person(site)
    const text = "kind,slug\ncurrency,bitcoin\noffer,gone\ncard,x\ncurrency,bitcoin\noffer,saving-btc\n"
    expect((await send(who, "text/csv; charset=utf-8", text)).json()).toEqual({
      data: {
        added: 2,
        known: 0,
        skipped: [
          { row: 2, what: "gone", reason: "unknown" },
          { row: 3, what: "x", reason: "kind" },
          { row: 4, what: "bitcoin", reason: "twice" },
        ],
      },
    })
  })

  test.each([
    ["application/json", "{"],
    ["application/json", '{"items":[]}'],
    ["text/csv", "hello"],
    ["text/csv", 'kind,slug\n"currency,bitcoin'],
    ["text/csv", ""],
  ])("%s %j is told as no watchlist, and nothing is lost", async (type, text) => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin" })
    const response = await send(who, type, text)
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, "file_unreadable"])
    expect(await listOf(who)).toHaveLength(1)
  })

  it("of another kind, or of another size, are refused", async () => {
    const who = await person(site)
    expect((await send(who, "text/html", "<p>")).statusCode).toBe(415)
    expect((await send(who, "text/csv", `kind,slug\n${"x".repeat(3 * 1024 * 1024)}`)).statusCode).toBe(413)
    expect((await who.get("/api/watchlist/export?format=xml")).statusCode).toBe(400)
  })

  it("of a full list with the longest notes come back", async () => {
    const who = await person(site)
    await who.post("/api/watchlist/merge", {
      items: coins(MOST_ITEMS).map((item) => ({ ...item, note: "备".repeat(LONGEST_NOTE) })),
    })
    const { body } = await who.get("/api/watchlist/export?format=json")
    expect((await send(who, "application/json", body)).json()).toMatchObject({
      data: { known: MOST_ITEMS, skipped: [] },
    })
  })
})

describe("rates for lists that live in browsers", () => {
  const rates = (items: string) => visitor(site).get(`/api/watchlist/rates?items=${items}`)

  it("are public, may be kept by caches, and name what is unknown", async () => {
    const response = await rates("currency:bitcoin,offer:saving-btc,offer:gone,currency:bitcoin")
    expect(response.statusCode).toBe(200)
    expect(response.headers["cache-control"]).toMatch(/public.*s-maxage/)
    expect(response.headers["set-cookie"]).toBeUndefined()
    const body = response.json<{ data: { key: string; ratePercent: number }[]; unknown: string[] }>()
    expect(body.data.map(({ key, ratePercent }) => [key, ratePercent])).toEqual([
      ["currency:bitcoin", 6],
      ["offer:saving-btc", 4],
    ])
    expect(body.unknown).toEqual(["offer:gone"])
    const again = await visitor(site).get("/api/watchlist/rates?items=currency:bitcoin,offer:saving-btc,offer:gone", {
      "if-none-match": String(response.headers.etag),
    })
    expect(again.statusCode).toBe(304)
  })

  test.each([
    "",
    "bitcoin",
    "card:x",
    "currency:",
    "currency:bitcoin,",
    "currency:__proto__",
    Array.from({ length: MOST_RATES + 1 }, (_, at) => `currency:coin-${at}`).join(","),
  ])("are not told for %j", async (items) => {
    const response = await rates(items)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ fields: { items: "invalid_parameter" } })
  })

  it("are not told for the same parameter twice, and only so often a minute", async () => {
    expect((await visitor(site).get("/api/watchlist/rates?items=currency:bitcoin&items=x")).statusCode).toBe(400)
    const eager = visitor(site)
    for (let times = 1; times <= 121; times++) {
      const { statusCode } = await eager.get("/api/watchlist/rates?items=currency:bitcoin")
      expect(statusCode).toBe(times <= 120 ? 200 : 429)
    }
  })
})
