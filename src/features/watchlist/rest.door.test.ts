// /api/watchlist at the real doors on a real database: what a list takes and tells, whose it is, and what many at once do to it.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { createFactories } from "../../../test/factories.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { person, visitor } from "../../../test/visitor.ts"
import type { WatchItem } from "./item.ts"
import { watchlistOf } from "./queries.server.ts"
import { LONGEST_NOTE, MOST_ITEMS } from "./schema.ts"
import { watchlistItems } from "./tables.server.ts"

type Person = Awaited<ReturnType<typeof person>>

let site: TestApp
let bitcoinId: number
beforeAll(async () => {
  site = await testApp()
  const make = createFactories(site.db, site.clock)
  const bitcoin = await make.currency({ slug: "bitcoin", name: "Bitcoin", symbol: "BTC" })
  bitcoinId = bitcoin.id
  await make.currency({ slug: "lonely", name: "Lonely", symbol: "LON" })
  await make.currency({ slug: "secret", published: false })
  const exchange = await make.exchange({ slug: "kraken", name: "Kraken" })
  const of = { exchangeId: exchange.id, currency: bitcoin }
  await make.offer({ ...of, slug: "saving-btc", category: "saving", rate: { apy: 4 } })
  await make.offer({ ...of, slug: "lending-btc", category: "lending", rate: { apy: 6, kind: "apr" } })
  await make.offer({ ...of, slug: "unknown-rate", rate: { apy: null } })
  for (let at = 0; at < MOST_ITEMS; at++) await make.currency({ slug: `coin-${at}`, name: `Coin ${at}` })
  await make.publish()
  await site.catalogue.refresh()
})
afterAll(() => site.close())
beforeEach(() => site.clock.move(3_600_000))

const listOf = async (who: Person) => (await who.get("/api/watchlist")).json<{ data: WatchItem[] }>().data
const add = (who: Person, body: object) => who.post("/api/watchlist", body)
const coins = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ currencySlug: `coin-${at}`, addedAt: site.clock().toISOString() }))
/** Rates as they will be from now on. */
async function rateOf(slug: string, apy: number) {
  await site.database
    .sql`update offer_rate set apy = ${apy} where offer_id = (select id from offer where slug = ${slug})`
  await createFactories(site.db, site.clock).publish()
  await site.catalogue.refresh()
}

describe("without a session", () => {
  test.each([
    ["GET", "/api/watchlist"],
    ["GET", "/api/watchlist/keys"],
    ["GET", "/api/watchlist/export?format=csv"],
    ["POST", "/api/watchlist"],
    ["PATCH", "/api/watchlist/1"],
    ["DELETE", "/api/watchlist/1"],
    ["POST", "/api/watchlist/merge"],
    ["POST", "/api/watchlist/import"],
  ] as const)("%s %s is refused", async (method, url) => {
    const response = await visitor(site).send(method, url, ...(method === "GET" ? [] : [{}]))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: "unauthorized" })
    expect(response.headers["cache-control"]).toBe("no-store")
  })
})

describe("a list", () => {
  it("tells what is watched with today's rates, the change since, links and notes, and is kept by no cache", async () => {
    const who = await person(site)
    const addedAt = site.clock().toISOString()
    expect((await add(who, { currencySlug: "bitcoin", note: " for later " })).statusCode).toBe(201)
    site.clock.move(1000)
    expect((await add(who, { offerSlug: "saving-btc" })).statusCode).toBe(201)
    await add(who, { offerSlug: "unknown-rate" })
    await add(who, { currencySlug: "lonely" })
    await rateOf("lending-btc", 6.25)
    await rateOf("saving-btc", 3.5)
    try {
      const response = await who.get("/api/watchlist")
      expect(response.headers["cache-control"]).toBe("private, no-store")
      expect(response.json()).toMatchObject({
        data: [
          {
            key: "currency:bitcoin",
            name: "Bitcoin",
            symbols: "BTC",
            path: "/currencies/bitcoin",
            note: "for later",
            addedAt,
            addedRatePercent: 6,
            ratePercent: 6.25,
            rateKind: "apr",
            changePoints: 0.25,
            rates: [
              { category: "lending", ratePercent: 6.25, provider: "Kraken", path: "/offers/lending-btc" },
              { category: "saving", ratePercent: 3.5 },
            ],
          },
          {
            key: "offer:saving-btc",
            name: "Kraken",
            ratePercent: 3.5,
            addedRatePercent: 4,
            changePoints: -0.5,
            note: null,
          },
          { key: "offer:unknown-rate", ratePercent: null, addedRatePercent: null, changePoints: null },
          { key: "currency:lonely", ratePercent: null, rates: [], changePoints: null },
        ],
      })
      const [first] = await listOf(who)
      expect((await who.get("/api/watchlist/keys")).json<{ data: object[] }>().data[0]).toEqual({
        id: first?.id,
        key: "currency:bitcoin",
      })
      expect(await watchlistOf(site.db, who.id)).toEqual([
        { id: first?.id, currencyId: String(bitcoinId) },
        { id: expect.any(String), currencyId: expect.any(String) },
      ])
    } finally {
      await rateOf("lending-btc", 6)
      await rateOf("saving-btc", 4)
    }
  })

  it("takes a thing once, however often it is added and by how many at once", async () => {
    const who = await person(site)
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(who, { offerSlug: "saving-btc" })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.json<{ data: WatchItem }>().data.id)).size).toBe(1)
    expect(await listOf(who)).toHaveLength(1)
  })

  test.each([
    ["nothing", {}],
    ["two things", { currencySlug: "bitcoin", offerSlug: "saving-btc" }],
    ["no slug", { currencySlug: "Bitcoin" }],
    ["a number", { currencySlug: 5 }],
    ["an id", { currencyId: 1 }],
    ["a note that is too long", { currencySlug: "bitcoin", note: "x".repeat(LONGEST_NOTE + 1) }],
    ["a note that is no text", { currencySlug: "bitcoin", note: 5 }],
  ])("refuses %s", async (_what, body) => {
    const who = await person(site)
    const response = await add(who, body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: "bad_request" })
    expect(await listOf(who)).toEqual([])
  })

  test.each([{ currencySlug: "nope" }, { offerSlug: "nope" }, { currencySlug: "secret" }, { offerSlug: "bitcoin" }])(
    "knows nothing of %j",
    async (body) => {
      const who = await person(site)
      expect((await add(who, body)).statusCode).toBe(404)
    },
  )

  it("keeps what is no longer listed, and says so", async () => {
    const who = await person(site)
    await add(who, { offerSlug: "saving-btc", note: "was good" })
    await site.database.sql`update offer set published = false where slug = 'saving-btc'`
    await rateOf("lending-btc", 6)
    expect(await listOf(who)).toMatchObject([
      {
        key: "offer:saving-btc",
        isListed: false,
        path: null,
        ratePercent: null,
        note: "was good",
        addedRatePercent: 4,
      },
    ])
    await site.database.sql`update offer set published = true where slug = 'saving-btc'`
    await rateOf("lending-btc", 6)
  })

  it("holds 500, also when many are added at once", async () => {
    const who = await person(site)
    await who.post("/api/watchlist/merge", { items: coins(MOST_ITEMS - 3) })
    const rest = [MOST_ITEMS - 3, MOST_ITEMS - 2, MOST_ITEMS - 1].map((at) => ({ currencySlug: `coin-${at}` }))
    const answers = await Promise.all(
      [...rest, { currencySlug: "bitcoin" }, { currencySlug: "lonely" }, { offerSlug: "saving-btc" }].map((body) =>
        add(who, body),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 409, 409, 409,
    ])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "watchlist_full" })
    const list = await listOf(who)
    expect(list).toHaveLength(MOST_ITEMS)
    // what is in it already can be added to a full list
    expect((await add(who, { currencySlug: list[0]?.slug })).statusCode).toBe(201)
    // and what goes makes room
    await who.send("DELETE", `/api/watchlist/${list[0]?.id}`)
    expect((await add(who, { currencySlug: list[0]?.slug })).statusCode).toBe(201)
  })

  it("goes with its account", async () => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin" })
    await site.database.sql`delete from user_account where id = ${who.id}`
    expect((await site.db.select().from(watchlistItems)).filter(({ userId }) => userId === who.id)).toEqual([])
  })

  test.each([
    ["none", null, null],
    ["two", 1, 1],
  ])("the table takes no row with %s of currency and offer", async (_what, currencyId, offerId) => {
    const who = await person(site)
    const row = { userId: who.id, currencyId, offerId, addedAt: site.clock() }
    await expect(site.db.insert(watchlistItems).values(row)).rejects.toThrow()
  })
})

describe("an item", () => {
  it("gets another note, and loses it", async () => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin", note: "one" })
    const [item] = await listOf(who)
    const patch = (body: object) => who.send("PATCH", `/api/watchlist/${item?.id}`, body)
    expect((await patch({ note: "two\r\nlines " })).json()).toEqual({ data: { id: item?.id, note: "two\nlines" } })
    expect((await listOf(who))[0]?.note).toBe("two\nlines")
    expect((await patch({ note: "🐝".repeat(LONGEST_NOTE / 2) })).statusCode).toBe(200)
    for (const body of [{}, { note: 5 }, { note: "x".repeat(LONGEST_NOTE + 1) }, { other: "x" }])
      expect((await patch(body)).statusCode).toBe(400)
    expect((await listOf(who))[0]?.note).toBe("🐝".repeat(LONGEST_NOTE / 2))
    expect((await patch({ note: "  " })).json()).toMatchObject({ data: { note: null } })
  })

  it("is removed, once", async () => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin" })
    const [item] = await listOf(who)
    expect((await who.send("DELETE", `/api/watchlist/${item?.id}`)).statusCode).toBe(204)
    expect((await who.send("DELETE", `/api/watchlist/${item?.id}`)).statusCode).toBe(404)
    expect(await listOf(who)).toEqual([])
  })

  it("of somebody else is not there for anybody", async () => {
    const owner = await person(site)
    const other = await person(site)
    await add(owner, { currencySlug: "bitcoin", note: "mine" })
    const [item] = await listOf(owner)
    expect((await other.send("PATCH", `/api/watchlist/${item?.id}`, { note: "yours" })).statusCode).toBe(404)
    expect((await other.send("DELETE", `/api/watchlist/${item?.id}`)).statusCode).toBe(404)
    expect(await listOf(other)).toEqual([])
    expect((await other.get("/api/watchlist/export")).body).not.toContain("mine")
    expect(await watchlistOf(site.db, other.id)).toEqual([])
    expect(await listOf(owner)).toMatchObject([{ note: "mine" }])
  })

  test.each(["0", "-1", "x", "1.5", "9999999999", "1%20or%201=1", "%00"])("%s is no id", async (id) => {
    const who = await person(site)
    expect((await who.send("DELETE", `/api/watchlist/${id}`)).statusCode).toBe(404)
  })

  it("is changed by the site's own pages only", async () => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin" })
    const [item] = await listOf(who)
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await who.send("DELETE", `/api/watchlist/${item?.id}`, undefined, evil)).statusCode).toBe(403)
    expect((await who.post("/api/watchlist/merge", { items: [] }, evil)).statusCode).toBe(403)
    expect(await listOf(who)).toHaveLength(1)
  })
})

describe("merging what a browser kept", () => {
  const kept = [
    { currencySlug: "bitcoin", addedAt: "2026-11-01T00:00:00.000Z", note: "early", addedRatePercent: 2 },
    { offerSlug: "saving-btc", addedAt: "2026-11-02T00:00:00.000Z" },
    { offerSlug: "gone", addedAt: "2026-11-02T00:00:00.000Z" },
  ]

  it("keeps the earlier day and both notes, and tells what is unknown", async () => {
    const who = await person(site)
    await add(who, { currencySlug: "bitcoin", note: "late" })
    const response = await who.post("/api/watchlist/merge", { items: kept })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      data: {
        added: ["offer:saving-btc"],
        known: ["currency:bitcoin"],
        skipped: [{ key: "offer:gone", reason: "unknown" }],
      },
    })
    expect(await listOf(who)).toMatchObject([
      {
        key: "currency:bitcoin",
        note: "late\nearly",
        addedAt: "2026-11-01T00:00:00.000Z",
        addedRatePercent: 2,
        changePoints: 4,
      },
      { key: "offer:saving-btc", addedAt: "2026-11-02T00:00:00.000Z", addedRatePercent: null, changePoints: null },
    ])
  })

  it("does the same once as twenty times at once, from tabs that have different parts", async () => {
    const who = await person(site)
    const parts = [kept, kept.toReversed(), kept.slice(0, 1), [...kept, ...kept], coins(40)]
    const merges = Array.from({ length: 20 }, (_, at) =>
      who.post("/api/watchlist/merge", { items: parts[at % parts.length] }),
    )
    for (const { statusCode } of await Promise.all(merges)) expect(statusCode).toBe(200)
    const list = await listOf(who)
    expect(list).toHaveLength(42)
    expect(list[0]).toMatchObject({ key: "currency:bitcoin", note: "early", addedRatePercent: 2 })
    await who.post("/api/watchlist/merge", { items: kept })
    expect(await listOf(who)).toEqual(list)
  })

  it("takes no more than the list holds, and tells which", async () => {
    const who = await person(site)
    await who.post("/api/watchlist/merge", { items: coins(MOST_ITEMS - 1) })
    const { data } = (await who.post("/api/watchlist/merge", { items: kept })).json<{ data: { skipped: object[] } }>()
    expect(data.skipped).toEqual([
      { key: "offer:saving-btc", reason: "full" },
      { key: "offer:gone", reason: "unknown" },
    ])
  })

  it("takes no day after today", async () => {
    const who = await person(site)
    await who.post("/api/watchlist/merge", {
      items: [{ currencySlug: "bitcoin", addedAt: "2999-01-01T00:00:00.000Z" }],
    })
    expect(await listOf(who)).toMatchObject([{ addedAt: site.clock().toISOString() }])
  })

  test.each([
    ["no list", {}],
    ["no items", { items: "bitcoin" }],
    ["an item without a day", { items: [{ currencySlug: "bitcoin" }] }],
    ["a day that is none", { items: [{ currencySlug: "bitcoin", addedAt: "soon" }] }],
    ["a rate that is none", { items: [{ currencySlug: "bitcoin", addedAt: "2026-11-01", addedRatePercent: 1e9 }] }],
    [
      "more than a list holds",
      { items: Array.from({ length: MOST_ITEMS + 1 }, () => ({ currencySlug: "bitcoin", addedAt: "2026-11-01" })) },
    ],
  ])("refuses %s as a whole", async (_what, body) => {
    const who = await person(site)
    expect((await who.post("/api/watchlist/merge", body)).statusCode).toBe(400)
    expect(await listOf(who)).toEqual([])
  })
})

test("the page is the same for everybody, empty, and not for search engines", async () => {
  const who = await person(site)
  await add(who, { currencySlug: "bitcoin", note: "only mine" })
  const [mine, everybodys] = [await who.get("/watchlist"), await visitor(site).get("/watchlist")]
  expect(mine.body).toBe(everybodys.body)
  expect(mine.body).toContain('<meta name="robots" content="noindex,follow"/>')
  expect(mine.body).toContain("<noscript>")
  expect((await visitor(site).get("/sitemaps/pages-en.xml")).body).not.toContain("/watchlist")
})
