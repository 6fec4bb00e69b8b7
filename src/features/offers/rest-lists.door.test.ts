// The lists of the public API, sentence by sentence of its contract: paging, filters, sorting.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { apiMarket, askApi, type Body, SHOWN } from "../../../test/api-market.ts"
import { TEST_URL, type TestApp } from "../../../test/test-app.ts"

let site: TestApp
/** What the tests name by id: the same things have slugs that are told below. */
let ids: Awaited<ReturnType<typeof apiMarket>>["ids"]
beforeAll(async () => {
  const market = await apiMarket()
  site = market.site
  ids = market.ids
})
afterAll(() => site.close())

const api = (path: string) => askApi(site, path)
async function slugs(query: string): Promise<string[]> {
  const { status, body } = await api(`/offers?${query}`)
  expect(status).toBe(200)
  expect(body.page.total).toBe(body.data.length)
  return body.data.map(({ slug }) => slug).sort()
}

describe("lists", () => {
  test.each(["offers", "currencies", "exchanges", "protocols", "wallets", "cards"])(
    "/%s answers data, page and version",
    async (name) => {
      const { status, body, headers } = await api(`/${name}`)
      expect(status).toBe(200)
      expect(headers["content-type"]).toBe("application/json; charset=utf-8")
      expect(Object.keys(body).sort()).toEqual(["data", "page", "version"])
      expect(body.page).toEqual({ skip: 0, take: 50, total: body.data.length })
      expect(body.version).toBe(site.catalogue.market().version)
      expect(body.data.length).toBeGreaterThan(0)
      for (const thing of body.data) {
        expect(thing).toMatchObject({ id: expect.stringMatching(/^\d+$/), slug: expect.any(String) })
        expect(thing.url).toBe(`${TEST_URL}${new URL(String(thing.url)).pathname}`)
      }
    },
  )

  test("skip and take page through, and total counts all", async () => {
    const seen: string[] = []
    for (let skip = 0; skip < 6; skip += 2) {
      const { body } = await api(`/offers?sort=name&skip=${skip}&take=2`)
      expect(body.page).toEqual({ skip, take: 2, total: SHOWN.length })
      seen.push(...body.data.map(({ slug }) => slug))
    }
    expect(seen.sort()).toEqual(SHOWN)
    expect((await api("/offers?skip=1000")).body.data).toEqual([])
  })

  test.each(["offers", "currencies", "exchanges", "protocols", "wallets", "cards"])(
    "/%s takes at most 200",
    async (name) => {
      expect((await api(`/${name}?take=200`)).status).toBe(200)
      for (const take of ["201", "0", "-1", "1.5", "x"]) {
        const { status, body } = await api(`/${name}?take=${take}`)
        expect([status, body.fields]).toEqual([400, { take: "invalid_parameter" }])
      }
    },
  )

  test("entities can be searched by name", async () => {
    expect((await api("/exchanges?search=BYB")).body.data.map(({ slug }) => slug)).toEqual(["bybit"])
    expect((await api("/exchanges?search=zzz")).body.data).toEqual([])
  })
})

describe("filters", () => {
  test.each([
    ["", SHOWN],
    ["offerType=saving", ["flexible", "tiered"]],
    ["offerType=lending", ["lent"]],
    ["offerType=defi", ["pool"]],
    ["offerType=staking", ["staked"]],
    ["currencyId=usd-coin", ["flexible", "pool", "tiered"]],
    ["currencyId=nothing-like-it", []],
    ["blockchain=arbitrum-one", ["pool"]],
    ["exchangeIds=bybit", ["flexible", "tiered"]],
    ["protocolIds=aave", ["lent", "pool"]],
    ["walletIds=some-wallet", ["staked"]],
    ["exchangeIds=bybit&walletIds=some-wallet", ["flexible", "staked", "tiered"]],
    ["protocolIds=aave,none", ["lent", "pool"]],
    ["exchangeIds=none", []],
    ["apyFrom=5", ["flexible", "pool", "tiered"]],
    ["apyTo=5", ["flexible", "lent", "staked"]],
    ["apyFrom=3&apyTo=10", ["flexible", "lent", "tiered"]],
    ["tvlFrom=2000000", ["lent", "pool"]],
    ["tvlTo=2000000", ["pool"]],
    ["search=aave", ["lent", "pool"]],
    ["search=usd%20coin%20bybit", ["flexible", "tiered"]],
    ["search=zzz", []],
    ["stablecoin=true", ["flexible", "tiered"]],
    ["cashWithin=72", ["flexible", "staked"]],
    ["cashWithin=0", ["flexible"]],
    ["show=noRate", [...SHOWN, "without-rate"].sort()],
    ["show=ended,noRate&currencyId=usd-coin", ["flexible", "over", "pool", "tiered"]],
    ["offerType=defi&currencyId=ethereum&protocolIds=aave&apyFrom=12&tvlFrom=1", ["pool"]],
  ])("%s", async (query, wanted) => {
    expect(await slugs(query)).toEqual(wanted)
  })

  test("plural keys and currencyId take ids as well as slugs", async () => {
    expect(await slugs(`currencyId=${ids.usdc}`)).toEqual(["flexible", "pool", "tiered"])
    expect(await slugs(`exchangeIds=${ids.bybit}`)).toEqual(["flexible", "tiered"])
    expect(await slugs(`protocolIds=${ids.aave},nothing`)).toEqual(["lent", "pool"])
    expect(await slugs(`walletIds=${ids.wallet}`)).toEqual(["staked"])
    expect(await slugs(`exchangeIds=${ids.bybit}&protocolIds=aave&walletIds=${ids.wallet}`)).toEqual(SHOWN)
  })

  test("amount sorts by what the amount earns", async () => {
    const order = async (amount: string) =>
      (await api(`/offers?sort=apy&amount=${amount}&exchangeIds=bybit`)).body.data.map(({ slug }) => slug)
    // 10 % on the first 1,000 and 1 % on the rest: at 10,000 that is 1.9 %, less than the plain 5 %.
    expect(await order("1000")).toEqual(["tiered", "flexible"])
    expect(await order("10000")).toEqual(["flexible", "tiered"])
    // under the minimum it earns nothing, so it comes last
    expect(await order("5")).toEqual(["flexible", "tiered"])
  })
})

describe("sorting", () => {
  const VALUE: Record<string, (offer: Body) => number | null> = {
    apy: (offer) => offer.apy as number | null,
    tvl: (offer) => offer.tvlUsd as number | null,
    timeToCash: (offer) => offer.timeToCashHours as number | null,
  }

  test.each(
    Object.keys(VALUE).flatMap((key) => [
      [key, "asc"],
      [key, "desc"],
    ]),
  )("by %s %s, what is unknown last", async (key, order) => {
    const { body } = await api(`/offers?sort=${key}&order=${order}`)
    const values = body.data.map((offer) => VALUE[key as string]?.(offer) ?? null)
    const known = values.filter((value) => value !== null)
    expect(known.length).toBeGreaterThan(0)
    expect(values.slice(known.length).every((value) => value === null)).toBe(true)
    const sorted = [...known].sort((a, b) => (order === "asc" ? a - b : b - a))
    expect(known).toEqual(sorted)
  })

  test("by name, both ways", async () => {
    const names = async (order: string) =>
      (await api(`/offers?sort=name&order=${order}`)).body.data.map(
        (offer) => (offer.provider as { name: string }).name,
      )
    expect(await names("asc")).toEqual((await names("asc")).toSorted())
    expect(await names("desc")).toEqual((await names("asc")).toReversed())
  })

  test("by rank when nothing is said", async () => {
    const plain = (await api("/offers")).body.data.map(({ slug }) => slug)
    const ranked = (await api("/offers?sort=rank&order=desc")).body.data.map(({ slug }) => slug)
    expect(plain).toEqual(ranked)
    expect((await api("/offers?sort=rank&order=asc")).body.data.map(({ slug }) => slug)).not.toEqual(ranked)
  })
})
