import { describe, expect, it } from "vitest"
import { FIXTURE_NOW, fixtureContext } from "./fixture-http.server.ts"
import { gemini } from "./gemini.ts"

const batchOf = async () => gemini.parse(await gemini.fetch(fixtureContext("gemini")), FIXTURE_NOW)
const rateOf = async (asset: string) => (await batchOf()).offers.find((offer) => offer.symbols[0] === asset)?.rate

describe("gemini", () => {
  it("reads apyPct and ratePct, never the basis points", async () => {
    expect(await rateOf("ETH")).toMatchObject({ percent: 0.23, basePercent: 0.2295, kind: "apy" })
    expect(await rateOf("SOL")).toMatchObject({
      percent: 4.38,
      basePercent: 4.29,
      kind: "apy",
      raw: '{"rate":429,"ratePct":4.29,"apyPct":4.38}',
    })
  })

  it("calls a rate without apyPct an APR", async () => {
    expect(await rateOf("MATIC")).toMatchObject({ percent: 4, basePercent: 4, kind: "apr" })
  })

  it("does not fall back to the basis points", async () => {
    expect((await batchOf()).dropped.map(({ key, reason }) => [key.split(":")[1], reason])).toEqual([["DOT", "noRate"]])
  })

  it("reads provider and asset the right way round", async () => {
    const [offer] = (await batchOf()).offers
    expect(offer).toMatchObject({
      externalId: "62bb4d27-a9c8-4493-a737-d4fa33994f1f:ETH",
      category: "staking",
      provider: { kind: "exchange", slug: "gemini", name: "Gemini" },
      symbols: ["ETH"],
    })
  })

  it("throws for Gemini's error answer", () => {
    const answer = { result: "error", reason: "EndpointNotFound", message: "API entry point not found" }
    expect(() => gemini.parse(answer, FIXTURE_NOW)).toThrow(/EndpointNotFound/)
  })
})
