import { describe, expect, it } from "vitest"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"
import { pendle } from "./pendle.ts"

const batchOf = async (now = FIXTURE_NOW) => pendle.parse(await pendle.fetch(fixtureContext("pendle")), now)
const keyed = (pendleKey: string | null) => ({ coingeckoKey: "not-for-pendle", pendleKey, manualDir: "" })

describe("pendle", () => {
  it("reads a PT: implied APY as percent, locked until expiry", async () => {
    const [offer] = (await batchOf()).offers
    expect(offer).toMatchObject({
      externalId: `1:0x${"ab".repeat(20)}`,
      category: "defi",
      provider: { kind: "protocol", slug: "pendle", name: "Pendle" },
      symbols: ["sUSDe"],
      addresses: ["0x9d39a5de30e57443bff2a8307a4256c8797a3497"],
      blockchain: "Ethereum",
      label: "PT sUSDe 2026-12-17",
      stablecoin: true,
      terms: [{ lockDays: 27, payout: "atEnd", promoEndsAt: null }],
      rate: { percent: 8.25, kind: "apy", tvlUsd: 52_000_000, observedAt: null },
    })
  })

  it("reads the recorded market, at a moment before its expiry", async () => {
    const { offers } = await batchOf(new Date("2026-06-01T00:00:00Z"))
    const offer = offers.find((row) => row.symbols[0] === "sUSDat")
    expect(offer).toMatchObject({
      blockchain: "BSC",
      terms: [{ lockDays: 87 }],
      rate: { percent: 14.98, tvlUsd: 2961210 },
    })
  })

  it("tells stablecoins by the market's categories", async () => {
    const { offers } = await batchOf()
    expect(offers.map((offer) => [offer.symbols[0], offer.stablecoin])).toEqual([
      ["sUSDe", true],
      ["wstETH", false],
    ])
  })

  it("drops expired markets and those without a rate", async () => {
    expect((await batchOf()).dropped.map(({ key, reason }) => [key, reason])).toEqual([
      [`1:0x${"1".repeat(40)}`, "noRate"],
      ["56:0x1017e73ce9c219164ce841a980136eb023c55387", "excluded"],
    ])
  })

  it.each([
    ["2026-12-16T23:59:59Z", 1],
    ["2026-12-17T00:00:00Z", 0],
  ])("at %s %d of the markets of that day is open", async (now, count) => {
    const { offers } = await batchOf(new Date(now))
    expect(offers.filter((offer) => offer.symbols[0] === "sUSDe")).toHaveLength(count)
  })

  it("asks the chains that Pendle serves and we can name", async () => {
    const http = fixtureHttp("pendle")
    await pendle.fetch(fixtureContext("pendle", { http }))
    expect(http.asked.map(({ url }) => new URL(url).pathname)).toEqual([
      "/core/v1/chains",
      "/core/v1/1/markets/active",
      "/core/v1/56/markets/active",
    ])
  })

  it.each([
    [null, {}],
    ["secret", { authorization: "Bearer secret" }],
  ])("with the key %j it sends %j", async (key, headers) => {
    const http = fixtureHttp("pendle")
    await pendle.fetch(fixtureContext("pendle", { http, settings: keyed(key) }))
    for (const asked of http.asked) expect(asked.headers).toEqual(headers)
  })
})
