import { describe, expect, it } from "vitest"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"
import { okx } from "./okx.ts"

const batchOf = async () => okx.parse(await okx.fetch(fixtureContext("okx")), FIXTURE_NOW)
const offerOf = async (id: string) => (await batchOf()).offers.find((offer) => offer.externalId === id)

describe("okx", () => {
  it("takes what savers get, not what borrowers pay, and the fraction as percent", async () => {
    expect(await offerOf("savings:USDT")).toMatchObject({
      category: "saving",
      provider: { kind: "exchange", slug: "okx", name: "OKX" },
      symbols: ["USDT"],
      blockchain: null,
      label: "Flexible",
      terms: [{ lockDays: 0, earlyExit: "allowed" }],
      rate: {
        percent: 2.86,
        kind: "apr",
        compoundingPerYear: null,
        observedAt: "2026-11-20T11:00:00.000Z",
        raw: '{"lendingRate":"0.0286","rate":"0.0331","ts":"1795172400000"}',
      },
    })
  })

  it("keeps a coin's newest moment, wherever it stands", async () => {
    const { dropped } = await batchOf()
    expect((await offerOf("savings:BTC"))?.rate.percent).toBe(1)
    expect(dropped.map(({ key, reason }) => [key, reason])).toEqual([
      ["savings:USDC", "noRate"],
      ["savings:USDT", "duplicate"],
      ["savings:BTC", "duplicate"],
    ])
  })

  it("reads staking from the newest day, with the days as history", async () => {
    expect(await offerOf("staking:ETH")).toMatchObject({
      category: "staking",
      symbols: ["ETH"],
      rate: { percent: 2.69, kind: "apy", observedAt: "2024-12-14T17:00:00.000Z" },
      history: [
        { day: "2024-12-13", apyPercent: 2.84 },
        { day: "2024-12-14", apyPercent: 2.69 },
      ],
    })
    expect((await offerOf("staking:SOL"))?.rate.percent).toBe(6.21)
  })

  it("counts a staking product without any rate", async () => {
    const answers = (await okx.fetch(fixtureContext("okx"))) as object
    const batch = okx.parse({ ...answers, SOL: { code: "0", msg: "", data: [] } }, FIXTURE_NOW)
    expect(batch.dropped).toContainEqual({ key: "staking:SOL", reason: "noRate", detail: "no day with a rate" })
  })

  it("throws for an error envelope", async () => {
    const answers = (await okx.fetch(fixtureContext("okx"))) as object
    const broken = { ...answers, lending: { code: "50011", msg: "Too Many Requests", data: [] } }
    expect(() => okx.parse(broken, FIXTURE_NOW)).toThrow(expect.objectContaining({ code: "source_shape" }))
  })

  it("gives the past: the day's last savings rate, a year of staking", async () => {
    const points = await okx.history?.("savings:USDT", fixtureContext("okx"))
    expect(points?.map(({ day, apyPercent }) => [day, apyPercent])).toEqual([
      ["2026-11-19", 2],
      ["2026-11-20", 2.86],
    ])
    expect(await okx.history?.("staking:ETH", fixtureContext("okx"))).toHaveLength(2)
    expect(await okx.history?.("savings:X&limit=1", fixtureContext("okx"))).toEqual([])
  })

  it("pages back with the oldest moment, eight pages at most", async () => {
    const http = fixtureHttp("okx")
    let ts = FIXTURE_NOW.getTime()
    const full = () => ({
      code: "0",
      data: Array.from({ length: 100 }, () => ({ lendingRate: "0.01", ts: String((ts -= 3.6e6)) })),
    })
    const getJson = (url: string) => (
      http.asked.push({ url, headers: {}, maxBytes: undefined }), Promise.resolve(full())
    )
    const points = await okx.history?.("savings:USDT", fixtureContext("okx", { http: { getJson } }))
    expect(http.asked).toHaveLength(8)
    expect(http.asked[1]?.url).toContain(`&after=${FIXTURE_NOW.getTime() - 100 * 3.6e6}`)
    expect(points).toHaveLength(34)
  })
})
