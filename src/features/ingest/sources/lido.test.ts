import { describe, expect, it } from "vitest"
import { apyFromApr } from "../../market/rate.ts"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"
import { lido } from "./lido.ts"

describe("lido", () => {
  it("gives one offer with its APR in percent, paid daily", async () => {
    const batch = lido.parse(await lido.fetch(fixtureContext("lido")), FIXTURE_NOW)
    expect(batch.read).toBe(1)
    expect(batch.offers).toMatchObject([
      {
        externalId: "steth",
        category: "staking",
        provider: { kind: "protocol", slug: "lido", name: "Lido" },
        symbols: ["ETH"],
        blockchain: "Ethereum",
        rate: { percent: 2.829, kind: "apr", compoundingPerYear: 365, observedAt: "2026-04-20T12:22:47.000Z" },
      },
    ])
  })

  it("reads the APR as text too, as it once was", () => {
    const last = { data: { apr: "2.9", timeUnix: 1776687767 } }
    expect(lido.parse({ last, sma: { data: { aprs: [] } } }, FIXTURE_NOW).offers[0]?.rate.percent).toBe(2.9)
  })

  it("drops the offer when the APR is unknown", () => {
    const batch = lido.parse({ last: { data: { apr: "" } }, sma: { data: { aprs: [] } } }, FIXTURE_NOW)
    expect(batch.dropped).toMatchObject([{ key: "steth", reason: "noRate" }])
  })

  it("gives the past as APY, the day's last value, oldest first", async () => {
    const points = await lido.history?.("steth", fixtureContext("lido"))
    expect(points?.map(({ day }) => day)).toEqual(["2026-04-20", "2026-04-22"])
    expect(points?.[0]?.apyPercent).toBeCloseTo(apyFromApr(2.9, 365), 8)
    expect(points?.[1]?.apyPercent).toBeCloseTo(apyFromApr(2.586, 365), 8)
    const http = fixtureHttp("lido")
    expect(await lido.history?.("other", fixtureContext("lido", { http }))).toEqual([])
    expect(http.asked).toEqual([])
  })
})
