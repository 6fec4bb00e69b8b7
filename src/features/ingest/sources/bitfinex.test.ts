import { describe, expect, it } from "vitest"
import { bitfinex } from "./bitfinex.ts"
import { FIXTURE_NOW, fixtureContext } from "./fixture-http.server.ts"

const batchOf = async () => bitfinex.parse(await bitfinex.fetch(fixtureContext("bitfinex")), FIXTURE_NOW)

describe("bitfinex", () => {
  it("turns the daily fraction into a yearly percentage, less the lender's fee of 15 %", async () => {
    const [usd] = (await batchOf()).offers
    expect(usd).toMatchObject({
      externalId: "fUSD",
      category: "lending",
      provider: { kind: "exchange", slug: "bitfinex", name: "Bitfinex" },
      symbols: ["USD"],
      rate: { percent: 4.3435, kind: "apr", raw: "FRR 0.00014 a day before the fee" },
    })
    expect(usd?.rate.percent).toBeCloseTo(0.00014 * 365 * 100 * 0.85, 10)
  })

  it("knows that UST is Tether here", async () => {
    const offer = (await batchOf()).offers.find((row) => row.externalId === "fUST")
    expect(offer?.symbols).toEqual(["USDT"])
  })

  it("passes over trading pairs, and drops what has no rate or is a test", async () => {
    const batch = await batchOf()
    expect(batch.read).toBe(5)
    expect(batch.offers.map((offer) => offer.externalId)).toEqual(["fUSD", "fUST", "fBTC"])
    expect(batch.dropped.map(({ key, reason }) => [key, reason])).toEqual([
      ["fEUR", "noRate"],
      ["fTESTUSD", "excluded"],
    ])
  })

  it("takes the rate limit's answer for a wrong envelope or a bad row, never for a rate", () => {
    const batch = bitfinex.parse(["error", 11010, "ratelimit: error"], FIXTURE_NOW)
    expect([batch.offers.length, batch.dropped.length]).toEqual([0, 3])
  })
})
