// The public API, sentence by sentence of its contract: errors, one offer, its history, what goes over the wire.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { apiMarket, askApi, type Body, TODAY } from "../../../test/api-market.ts"
import { TEST_URL, type TestApp } from "../../../test/test-app.ts"
import { addDays } from "../../core/clock.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"

let site: TestApp
beforeAll(async () => {
  const market = await apiMarket()
  site = market.site
})
afterAll(() => site.close())

const api = (path: string) => askApi(site, path)

describe("what is not understood", () => {
  test.each([
    ["/offers?nope=1", { nope: "unknown_parameter" }],
    ["/offers?page=2", { page: "unknown_parameter" }],
    ["/offers?apyFrom=abc", { apyFrom: "invalid_parameter" }],
    ["/offers?apyFrom=1e3", { apyFrom: "invalid_parameter" }],
    ["/offers?sort=best", { sort: "invalid_parameter" }],
    ["/offers?order=up", { order: "invalid_parameter" }],
    ["/offers?offerType=loan", { offerType: "invalid_parameter" }],
    ["/offers?amount=-1", { amount: "invalid_parameter" }],
    ["/offers?exchangeIds=a%20b", { exchangeIds: "invalid_parameter" }],
    ["/offers?show=all", { show: "invalid_parameter" }],
    ["/offers?skip=-1", { skip: "invalid_parameter" }],
    ["/offers?stablecoin=false", { stablecoin: "invalid_parameter" }],
    ["/offers?apyFrom=x&nope=1", { apyFrom: "invalid_parameter", nope: "unknown_parameter" }],
    ["/offers?apyFrom=1&apyFrom=2", { apyFrom: "invalid_parameter" }],
    ["/offers/flexible?amount=5", { amount: "unknown_parameter" }],
    ["/offers/flexible/history?from=yesterday", { from: "invalid_parameter" }],
    ["/offers/flexible/history?to=2026-02-30", { to: "invalid_parameter" }],
    ["/offers/flexible/history?from=2026-11-20&to=2026-11-19", { from: "invalid_parameter" }],
    ["/offers/flexible/history?days=3", { days: "unknown_parameter" }],
    ["/currencies?kind=coin", { kind: "unknown_parameter" }],
    ["/cards?take=", {}],
    ["/openapi.json?x=1", { x: "unknown_parameter" }],
  ])("%s is a 400 that names it", async (path, fields) => {
    const { status, body, headers } = await api(path)
    if (Object.keys(fields).length === 0) {
      // An empty field is no value (spec 5).
      expect(status).toBe(200)
      return
    }
    const [name] = Object.keys(fields)
    expect(status).toBe(400)
    expect(body).toEqual({
      statusCode: 400,
      message: expect.stringContaining(`"${name}"`),
      code: Object.values(fields)[0],
      fields,
    })
    expect(headers["cache-control"]).toBe("no-store")
  })

  test.each(["/offers/nope", "/offers/nope/history", "/nope", "/offers/", "/", "", "/offers/unpublished"])(
    "%s is a 404 in the error's shape",
    async (path) => {
      const { status, body, headers } = await api(path)
      expect(status).toBe(404)
      expect(body).toEqual({ statusCode: 404, message: expect.any(String), code: "not_found" })
      expect(headers["content-type"]).toContain("application/json")
    },
  )
})

describe("an offer", () => {
  test("carries every field of the contract; unknown is null", async () => {
    const { body } = await api("/offers/lent")
    expect(Object.keys(body).sort()).toEqual(["data", "version"])
    expect(body.data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      slug: "lent",
      category: "lending",
      status: "active",
      provider: { kind: "protocol", slug: "aave", name: "Aave" },
      currencies: [{ slug: "ethereum", symbol: "ETH", name: "Ether" }],
      blockchain: "Ethereum",
      apy: 3,
      apyBase: null,
      apyReward: null,
      realApy: null,
      realApyVerdict: "unknown",
      tvlUsd: 5_000_000,
      terms: [],
      timeToCashHours: null,
      commission: "none",
      source: {
        id: "bybit",
        externalId: "lent",
        url: "https://example.org/rates",
        observedAt: null,
        fetchedAt: FIXTURE_NOW.toISOString(),
        rateKind: "apy",
        raw: "5",
      },
      isDemo: false,
      url: `${TEST_URL}/offers/lent`,
    })
  })

  test("carries its terms and tiers", async () => {
    const { data } = (await api("/offers/tiered")).body as unknown as { data: Body }
    expect(data.terms).toEqual([
      {
        lockDays: 30,
        noticeDays: 0,
        unbondDays: 0,
        minAmount: 10,
        maxAmount: null,
        tiers: [
          { from: 0, to: 1000, apy: 10 },
          { from: 1000, to: null, apy: 1 },
        ],
        earlyExit: "none",
        payout: "daily",
        promoEndsAt: "2027-01-01T00:00:00Z",
      },
    ])
    expect(data.timeToCashHours).toBe(720)
  })

  test("says in a word what was really paid; the figure belongs to plans", async () => {
    const { data } = (await api("/offers/flexible")).body as unknown as { data: Body }
    expect(data.realApy).toBeNull()
    expect(data.realApyVerdict).toBe("less")
    expect(data.timeToCashHours).toBe(0)
  })

  test("is the same in the list and by itself, hidden ones too can be asked for", async () => {
    const listed = (await api("/offers?search=lent&show=ended")).body.data
    expect(listed).toEqual([])
    const [one] = (await api("/offers?protocolIds=aave&offerType=lending")).body.data
    expect((await api("/offers/lent")).body.data).toEqual(one)
    expect((await api("/offers/over")).status).toBe(200)
  })
})

describe("history", () => {
  type History = { data: { date: string }[]; from: string; to: string; limitedTo: number | null }
  const history = async (query = "") => (await api(`/offers/flexible/history${query}`)).body as unknown as History

  test("gives the recorded days that everybody may see, oldest first", async () => {
    const body = await history()
    expect(Object.keys(body).sort()).toEqual(["data", "from", "limitedTo", "to"])
    expect([body.from, body.to, body.limitedTo]).toEqual([addDays(TODAY, -29), TODAY, 30])
    expect(body.data).toHaveLength(30)
    expect(body.data.map(({ date }) => date)).toEqual(body.data.map(({ date }) => date).toSorted())
    expect(body.data[0]).toEqual({
      date: addDays(TODAY, -29),
      apy: 5,
      apyBase: 4,
      apyReward: 1,
      tvlUsd: 1029,
      source: "bybit",
    })
  })

  test("from and to narrow it, both included", async () => {
    const [from, to] = [addDays(TODAY, -10), addDays(TODAY, -8)]
    const body = await history(`?from=${from}&to=${to}`)
    expect([body.from, body.to]).toEqual([from, to])
    expect(body.data.map(({ date }) => date)).toEqual([from, addDays(TODAY, -9), to])
  })

  test("from and to may be one day, or days that have not come", async () => {
    expect((await history(`?from=${TODAY}&to=${TODAY}`)).data.map(({ date }) => date)).toEqual([TODAY])
    expect((await history(`?from=${addDays(TODAY, 1)}&to=${addDays(TODAY, 9)}`)).data).toEqual([])
  })

  test("never reaches back further than the caller may see", async () => {
    const body = await history(`?from=${addDays(TODAY, -39)}`)
    expect([body.from, body.data.length]).toEqual([addDays(TODAY, -29), 30])
    expect((await history(`?to=${addDays(TODAY, -35)}`)).data).toEqual([])
  })

  test("of an offer without recorded days is empty", async () => {
    const { status, body } = await api("/offers/lent/history")
    expect([status, body.data]).toEqual([200, []])
  })
})

describe("on the wire", () => {
  test("ETag and If-None-Match work, and follow the market", async () => {
    for (const path of ["/offers", "/offers/lent", "/offers/flexible/history", "/currencies", "/openapi.json"]) {
      const first = await site.ask(`/api/v1${path}`)
      const again = await site.ask(`/api/v1${path}`, { headers: { "if-none-match": String(first.headers.etag) } })
      expect([path, again.statusCode, again.body]).toEqual([path, 304, ""])
      const other = await site.ask(`/api/v1${path}`, { headers: { "if-none-match": '"other"' } })
      expect([path, other.statusCode]).toEqual([path, 200])
    }
  })

  test("any site may read it", async () => {
    expect((await api("/offers")).headers["access-control-allow-origin"]).toBe("*")
  })

  test("60 requests a minute per address, then 429 with Retry-After; another address goes on", async () => {
    const ask = (address: string) => site.ask("/api/v1/cards", { address })
    const first = await ask("192.0.2.1")
    expect(first.headers).toMatchObject({ "ratelimit-limit": "60", "ratelimit-remaining": "59" })
    expect(Number(first.headers["ratelimit-reset"])).toBeGreaterThan(0)
    for (let at = 1; at < 60; at++) expect((await ask("192.0.2.1")).statusCode).toBe(200)
    const refused = await ask("192.0.2.1")
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({
      statusCode: 429,
      message: expect.stringContaining("Too many requests"),
      code: "too_many_requests",
    })
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
    expect(refused.headers["ratelimit-remaining"]).toBe("0")
    expect((await ask("192.0.2.2")).statusCode).toBe(200)
    // the pages have no such limit
    expect((await site.ask("/earn", { address: "192.0.2.1" })).statusCode).toBe(200)
  })

  test("nobody gets a fresh limit by claiming another address", async () => {
    const ask = (at: number) =>
      site.ask("/api/v1/cards", { address: "192.0.2.9", headers: { "x-forwarded-for": `198.51.100.${at}` } })
    const answers = []
    for (let at = 0; at < 61; at++) answers.push((await ask(at)).statusCode)
    expect(answers.at(-1)).toBe(429)
  })
})

test("the OpenAPI document tells the paths and parameters that there are", async () => {
  type Operation = { parameters?: { name: string; in: string }[] }
  const document = (await api("/openapi.json")).body as unknown as {
    openapi: string
    paths: Record<string, { get: Operation }>
  }
  expect(document.openapi).toMatch(/^3\./)
  const paths = Object.keys(document.paths)
  for (const path of ["/offers", "/offers/{slug}", "/offers/{slug}/history", "/currencies", "/exchanges", "/protocols"])
    expect(paths).toContain(path)
  for (const [path, { get }] of Object.entries(document.paths)) {
    const address = path.replace("{slug}", "flexible")
    const isPaid = path === "/offers.csv"
    expect([path, (await api(address)).status]).toEqual([path, isPaid ? 403 : 200])
    if (isPaid) continue
    for (const { name } of (get.parameters ?? []).filter((parameter) => parameter.in === "query")) {
      // A control character is malformed for every parameter: it is known when it is not called unknown.
      const { body } = await api(`${address}?${name}=%07`)
      expect([path, body.fields]).toEqual([path, { [name]: "invalid_parameter" }])
    }
  }
})
