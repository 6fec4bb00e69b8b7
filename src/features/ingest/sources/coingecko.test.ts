import { describe, expect, it } from "vitest"
import { coingecko } from "./coingecko.ts"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"

const batchOf = async () => coingecko.parse(await coingecko.fetch(fixtureContext("coingecko")), FIXTURE_NOW)
const keyed = (coingeckoKey: string | null) => ({ coingeckoKey, pendleKey: "not-for-coingecko", manualDir: "" })

describe("coingecko", () => {
  it("reads coins and tokens with their addresses", async () => {
    const { currencies } = await batchOf()
    expect(currencies.find((row) => row.slug === "usd-coin")).toMatchObject({
      symbol: "USDC",
      kind: "token",
      marketCapRank: 6,
      priceUsd: 0.9999,
      coingeckoId: "usd-coin",
      addresses: [
        { chain: "ethereum", address: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" },
        { chain: "solana", address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v" },
      ],
      sourceUrl: "https://www.coingecko.com/en/coins/usd-coin",
      asOf: "2026-11-20",
    })
    const kinds = Object.fromEntries(currencies.map((row) => [row.slug, row.kind]))
    // Solana stands on its own platform, which makes it no token.
    expect(kinds).toEqual({ bitcoin: "coin", "usd-coin": "token", solana: "coin", "nothing-known": "coin" })
  })

  it("keeps unknown numbers unknown", async () => {
    const currency = (await batchOf()).currencies.find((row) => row.slug === "nothing-known")
    expect(currency).toMatchObject({ marketCapRank: null, priceUsd: null, marketCapUsd: null })
  })

  it("drops a coin that the list does not know", async () => {
    expect((await batchOf()).dropped).toMatchObject([{ key: "not-in-list", reason: "malformed" }])
  })

  it("stops at an empty page", async () => {
    const http = fixtureHttp("coingecko")
    await coingecko.fetch(fixtureContext("coingecko", { http }))
    const pages = http.asked.map(({ url }) => new URL(url).searchParams.get("page"))
    expect(pages).toEqual(["1", "2", "3", null])
  })

  it("asks four pages at most", async () => {
    const asked: string[] = []
    const getJson = (url: string) => Promise.resolve(asked.push(url) && [{ id: "x" }])
    await coingecko.fetch(fixtureContext("coingecko", { http: { getJson } }))
    expect(asked).toHaveLength(5)
  })

  it.each([
    [null, {}],
    ["CG-demo", { "x-cg-demo-api-key": "CG-demo" }],
  ])("with the key %j it sends %j", async (key, headers) => {
    const http = fixtureHttp("coingecko")
    await coingecko.fetch(fixtureContext("coingecko", { http, settings: keyed(key) }))
    for (const asked of http.asked) expect(asked.headers).toEqual(headers)
  })
})
