import { describe, expect, it } from "vitest"
import { FIXTURE_NOW, fixtureContext } from "./fixture-http.server.ts"
import { gate } from "./gate.ts"

const batchOf = async () => gate.parse(await gate.fetch(fixtureContext("gate")), FIXTURE_NOW)
const offerOf = async (id: number) => (await batchOf()).offers.find((offer) => offer.externalId === `fixed:${id}`)

describe("gate", () => {
  it("reads the documented product: a fraction as percent", async () => {
    expect(await offerOf(11)).toMatchObject({
      category: "saving",
      provider: { kind: "exchange", slug: "gate", name: "Gate" },
      symbols: ["USDT"],
      status: "active",
      label: "16 days",
      terms: [{ lockDays: 16, minAmount: 1, maxAmount: 100_000, earlyExit: null, eligibility: null }],
      rate: { percent: 3, kind: "apr", raw: '{"year_rate":"0.03"}' },
    })
  })

  it.each([
    [12, "active", 1.25],
    [13, "active", 5.5],
    [14, "soldOut", 4],
    [15, "ended", 4],
    [16, "paused", 4],
  ])("product %d is %s at %d percent", async (id, status, percent) => {
    const offer = await offerOf(id)
    expect([offer?.status, offer?.rate.percent]).toEqual([status, percent])
  })

  it("reads early redemption, a missing limit and VIP", async () => {
    expect((await offerOf(12))?.terms).toMatchObject([
      { earlyExit: "allowed", maxAmount: null, eligibility: { vipOnly: false } },
    ])
    const vip = await offerOf(13)
    expect(vip?.label).toBe("7 days, VIP")
    expect(vip?.terms).toMatchObject([{ earlyExit: "none", eligibility: { vipOnly: true } }])
  })

  it('drops an empty rate: "" is not 0', async () => {
    expect((await batchOf()).dropped.map(({ key, reason }) => [key, reason])).toEqual([["fixed:17", "noRate"]])
  })

  it("asks page by page until one is not full", async () => {
    const asked: string[] = []
    const getJson = (url: string) => {
      asked.push(url)
      const list = Array.from({ length: asked.length < 3 ? 100 : 5 }, (_, index) => ({
        id: asked.length * 100 + index,
      }))
      return Promise.resolve({ code: 0, data: { list, total: 205 } })
    }
    const pages = await gate.fetch(fixtureContext("gate", { http: { getJson } }))
    expect(pages).toHaveLength(3)
    expect(asked.at(-1)).toMatch(/page=3&limit=100$/)
    expect(gate.parse(pages, FIXTURE_NOW).read).toBe(205)
  })

  it("throws for an error envelope", () => {
    expect(() => gate.parse([{ code: 5, message: "nope", data: {} }], FIXTURE_NOW)).toThrow(/nope/)
  })
})
