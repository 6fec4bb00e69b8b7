// What each plan gets at each door, on the real server: visitors and the free plan get no paid figure anywhere.
import { parse } from "csv-parse/sync"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { apiMarket, SHOWN, TODAY } from "../../../test/api-market.ts"
import { createFactories } from "../../../test/factories.ts"
import { account, type Person, subscriber } from "../../../test/payments.ts"
import { TEST_URL, type TestApp } from "../../../test/test-app.ts"
import { type Visitor, visitor } from "../../../test/visitor.ts"
import { addDays } from "../../core/clock.ts"
import { subscriptions } from "../billing/tables.server.ts"
import { LOCALES } from "../../i18n/locales.ts"

let site: TestApp
const people: Record<string, Visitor> = {}
const person = (who: string) => people[who] as Person
/** A name that a spreadsheet would take for a formula. */
const EVIL = '=HYPERLINK("https://evil.example","click")'

beforeAll(async () => {
  site = (await apiMarket()).site
  const make = createFactories(site.db, site.clock)
  const evil = await make.exchange({ slug: "evil", name: EVIL })
  // Recorded at a rate that occurs nowhere else, so that its figure can be looked for.
  const days = Array.from({ length: 60 }, (_, at) => ({
    day: addDays(TODAY, -at),
    apyPercent: 7.3,
    apyBasePercent: 3.171,
  }))
  const coin = await make.currency({ slug: "some-coin", symbol: "SOME" })
  await make.offer({
    slug: "paid-figure",
    currency: coin,
    exchangeId: evil.id,
    rate: { apy: 7.3, apyBase: 3.171 },
    days,
  })
  await make.publish()
  await site.catalogue.refresh()
  people.visitor = visitor(site)
  people.free = await account(site)
  people.pro = await subscriber(site, "pro")
  people.proPlus = await subscriber(site, "proPlus")
  const past = await subscriber(site, "proPlus")
  people.ended = past
  await past.post("/api/tariff/cancel", { comment: "c" })
  people.ending = await subscriber(site, "proPlus")
  await person("ending").post("/api/tariff/cancel", { comment: "c" })
  await site.db.update(subscriptions).set({ tariffActiveTo: site.clock() }).where(eq(subscriptions.userId, past.id))
})
afterAll(() => site.close())

const PAID = ["pro", "proPlus", "ending"]
const UNPAID = ["visitor", "free", "ended"]
const EVERYBODY = [...UNPAID, ...PAID]

test.each(EVERYBODY)("%s: the figure of Real APY in the API, alone and in lists", async (who) => {
  const has = PAID.includes(who)
  const one = await person(who).get("/api/v1/offers/paid-figure")
  const figure = one.json().data.realApy
  if (has) expect(figure).toBeCloseTo(3.171, 6)
  else expect(figure).toBeNull()
  expect(one.json().data.realApyVerdict).toBe("farLess")
  const list = await person(who).get("/api/v1/offers?search=evil")
  expect(list.json().data).toEqual([one.json().data])
  for (const answer of [one, list]) {
    expect(answer.headers["cache-control"]).toBe(
      has ? "private, no-store" : "public, max-age=0, s-maxage=60, stale-while-revalidate=600",
    )
    expect(answer.headers.etag === undefined).toBe(has)
    expect(answer.headers.vary).toBe("cookie")
  }
})

test.each(EVERYBODY)("%s: sorting by Real APY", async (who) => {
  const answer = await person(who).get("/api/v1/offers?sort=realApy&order=asc")
  if (PAID.includes(who)) {
    const known = (answer.json().data as { realApy: number | null }[]).flatMap(({ realApy }) => realApy ?? [])
    expect(known.length).toBeGreaterThan(1)
    expect(known).toEqual(known.toSorted((a, b) => a - b))
  } else {
    expect([answer.statusCode, answer.json().code, answer.json().fields]).toEqual([
      403,
      "plan_required",
      { sort: "plan_required" },
    ])
  }
})

test.each(EVERYBODY)("%s: how far back the history goes", async (who) => {
  const answer = await person(who).get(`/api/v1/offers/paid-figure/history?from=${addDays(TODAY, -59)}`)
  const { data, limitedTo } = answer.json<{ data: object[]; limitedTo: number | null }>()
  expect([data.length, limitedTo]).toEqual(PAID.includes(who) ? [60, null] : [30, 30])
})

test.each<[string, number, string | null]>([
  ["visitor", 401, "unauthorized"],
  ["free", 403, "plan_required"],
  ["ended", 403, "plan_required"],
  ["pro", 200, null],
  ["proPlus", 200, null],
])("%s: GET /api/me/real-apy is %d", async (who, status, code) => {
  const answer = await person(who).get("/api/me/real-apy?slugs=paid-figure,lent,nothing&locale=de")
  expect([answer.statusCode, answer.json().code ?? null]).toEqual([status, code])
  if (status !== 200) return
  expect(answer.headers["cache-control"]).toBe("private, no-store")
  const { data } = answer.json()
  expect(Object.keys(data).sort()).toEqual(["lent", "paid-figure"])
  expect(data.lent).toEqual({ realApy: null, paidSharePercent: null, realApyText: null, paidShareText: null })
  expect(data["paid-figure"]).toMatchObject({ realApyText: "3,17\u00a0%", paidShareText: "43" })
})

it("GET /api/me/real-apy refuses what it does not understand", async () => {
  for (const query of [
    "?slugs=a%20b",
    "?locale=xx",
    "?other=1",
    `?slugs=${Array.from({ length: 51 }, (_, n) => `s${n}`).join(",")}`,
  ]) {
    expect([query, (await person("pro").get(`/api/me/real-apy${query}`)).statusCode]).toEqual([query, 400])
  }
})

describe("public pages", () => {
  it("are the same for everybody, and hold no figure in any language: not as HTML, not as JSON", async () => {
    for (const { code } of LOCALES) {
      const prefix = code === "en" ? "" : `/${code}`
      for (const path of ["/earn", "/savings", "/offers/paid-figure", "/exchanges/evil"]) {
        for (const address of [`${prefix}${path}`, `/_data${prefix}${path}`]) {
          const answer = await person("proPlus").get(address)
          expect([address, answer.statusCode]).toEqual([address, 200])
          expect([address, /3[.,]17(?!\d*e)/.test(withoutBase(answer.body))]).toEqual([address, false])
          expect(answer.body).not.toMatch(/"(?:realApy|paidShare|paidSharePercent)":"/)
          expect((await person("visitor").get(address)).body).toBe(answer.body)
        }
      }
    }
  })

  it("cannot be sorted by Real APY: the address is repaired, and no link leads there", async () => {
    const answer = await person("proPlus").get("/earn?sort=realApy&apyFrom=1")
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/earn?apyFrom=1"])
    expect((await site.ask("/earn")).body).not.toContain("sort=realApy")
  })
})

/** The base rate is free, and here it is the same number. */
const withoutBase = (body: string) => body.replaceAll(/(?:apySplit|apyBase)[^}]{0,80}/g, "").replaceAll(/3[.,]171/g, "")

describe("GET /api/v1/offers.csv", () => {
  const rows = (body: string) =>
    parse(body, { bom: true, columns: true, record_delimiter: "\r\n" }) as Record<string, string>[]

  test.each(["visitor", "free", "ended", "pro"])("%s: 403 plan_required, whatever is asked", async (who) => {
    for (const query of ["", "?nothing=1"]) {
      const answer = await person(who).get(`/api/v1/offers.csv${query}`)
      expect([answer.statusCode, answer.json().code]).toEqual([403, "plan_required"])
    }
  })

  it("gives all offers of the filter with their sources and days, for spreadsheets", async () => {
    const answer = await person("proPlus").get("/api/v1/offers.csv")
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="apyary-offers.csv"',
      "cache-control": "private, no-store",
    })
    expect(answer.body.startsWith("\uFEFFslug,category,")).toBe(true)
    expect(answer.body.split("\r\n").at(-1)).toBe("")
    const all = rows(answer.body)
    expect(new Set(all.map(({ slug }) => slug))).toEqual(new Set([...SHOWN, "paid-figure"]))
    expect(all).toHaveLength(SHOWN.length + 1)
    expect(all.find(({ slug }) => slug === "lent")).toMatchObject({
      apy_percent: "3",
      real_apy_percent: "",
      currencies: "ETH",
      source: "bybit",
      source_url: "https://example.org/rates",
      as_of: TODAY,
      url: `${TEST_URL}/offers/lent`,
    })
  })

  it("takes the filters, the order and the amount of the list, and says what it does not know", async () => {
    const slugs = async (query: string) =>
      rows((await person("proPlus").get(`/api/v1/offers.csv?${query}`)).body).map(({ slug }) => slug)
    expect(await slugs("protocolIds=aave&sort=apy")).toEqual(["pool", "lent"])
    expect(await slugs("exchangeIds=bybit&sort=apy&amount=10000")).toEqual(["flexible", "tiered"])
    expect((await slugs("sort=realApy"))[0]).toBe("flexible")
    expect(await slugs("take=1&skip=1&protocolIds=aave&sort=apy")).toEqual(["lent"])
    const wrong = await person("proPlus").get("/api/v1/offers.csv?apyfrom=1")
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, "unknown_parameter"])
  })

  it("of a list is what the list itself shows, in its order", async () => {
    for (const path of ["/earn?sort=tvl&order=asc", "/lending?search=aave", "/savings?amount=10000&sort=apy"]) {
      const { data } = (await site.ask(`/_data${path}`)).json()
      const all = rows((await person("proPlus").get(data.csvTo)).body).map(({ slug }) => slug)
      expect([path, all]).toEqual([path, data.rows.map(({ slug }: { slug: string }) => slug)])
      expect(all.length).toBeGreaterThan(0)
    }
  })

  it("no cell is a formula", async () => {
    const all = rows((await person("proPlus").get("/api/v1/offers.csv")).body)
    expect(all.find(({ slug }) => slug === "paid-figure")?.provider).toBe(`'${EVIL}`)
    for (const cell of all.flatMap((row) => Object.values(row))) {
      expect(/^[=+@\t\r-]/.test(cell) && Number.isNaN(Number(cell))).toBe(false)
    }
  })

  it("gives thousands of rows in pieces, each whole", async () => {
    const make = createFactories(site.db, site.clock)
    const one = await make.exchange({ slug: "many", name: 'Many, "and" more' })
    const coin = await make.currency({ slug: "other-coin", symbol: "OTHER" })
    for (let n = 0; n < 40; n++)
      await make.offer({ slug: `many-${n}`, currency: coin, exchangeId: one.id, rate: { apy: n } })
    await make.publish()
    await site.catalogue.refresh()
    const all = rows((await person("proPlus").get("/api/v1/offers.csv?exchangeIds=many&sort=apy&order=asc")).body)
    expect(all.map((row) => Number(row.apy_percent))).toEqual(Array.from({ length: 40 }, (_, n) => n))
    expect(new Set(all.map(({ provider }) => provider))).toEqual(new Set(['Many, "and" more']))
  })
})

test.each([
  ["visitor", "60"],
  ["free", "60"],
  ["pro", "300"],
  ["proPlus", "1200"],
])("%s: the API answers %s requests a minute", async (who, limit) => {
  const answer = await person(who).get("/api/v1/currencies")
  expect(answer.headers["ratelimit-limit"]).toBe(limit)
})

it("a person is counted as a person, wherever they ask from", async () => {
  const user = await account(site)
  const cookie = `session=${user.cookies.get("session")}`
  const left = async (address: string) =>
    Number((await site.ask("/api/v1/currencies", { headers: { cookie }, address })).headers["ratelimit-remaining"])
  const first = await left("10.77.0.1")
  expect(await left("10.77.0.2")).toBe(first - 1)
})

test.each([
  ["visitor", { noAds: false }],
  ["free", { noAds: false }],
  ["pro", { noAds: true }],
  ["proPlus", { noAds: true }],
  ["ended", { noAds: false }],
])("%s: ads by plan", async (who, { noAds }) => {
  await site.database.sql`delete from ad`
  for (const type of ["search", "content", "buy", "gaming"])
    await site.database.sql`insert into ad (slug, type, published, link, link_text, description, weight, translations)
      values (${type}, ${type}, true, 'https://example.org', 'Try', 'It', 1, '[]')`
  const query = "{ searchAd { slug } contentAd { slug } buyAds { slug } gamingAds { slug } }"
  const one = (slug: string) => (noAds ? null : { slug })
  const list = (slug: string) => (noAds ? [] : [{ slug }])
  const data = {
    searchAd: one("search"),
    contentAd: one("content"),
    buyAds: list("buy"),
    gamingAds: list("gaming"),
  }
  // Pages ask the one, programs of the contract the other.
  for (const door of ["/graphql", "/api/graphql"])
    expect((await person(who).post(door, { query })).json()).toEqual({ data })
})
