import { describe, expect, it } from "vitest"
import { bybit } from "./bybit.ts"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"

const batchOf = async () => bybit.parse(await bybit.fetch(fixtureContext("bybit")), FIXTURE_NOW)
const offerOf = async (externalId: string) => {
  const offer = (await batchOf()).offers.find((row) => row.externalId === externalId)
  if (offer === undefined) throw new Error(`no ${externalId}`)
  return { ...offer, term: offer.terms?.[0] }
}

describe("bybit", () => {
  it("reads the recorded flexible product", async () => {
    expect(await offerOf("FlexibleSaving:864")).toMatchObject({
      category: "saving",
      provider: { kind: "exchange", slug: "bybit", name: "Bybit" },
      symbols: ["EAT"],
      blockchain: null,
      status: "active",
      label: "Flexible",
      term: { lockDays: 0, processingHours: 0, earlyExit: "allowed", minAmount: 1500, maxAmount: 4000, tiers: [] },
      rate: { percent: 100, basePercent: 100, rewardPercent: null, kind: "apr", compoundingPerYear: null },
    })
  })

  it.each([
    ["FlexibleSaving:430", 3],
    ["OnChain:20", 4.38],
    ["FixedTermSaving:427", 2.5],
    ["FundPool:27", 9.99],
    ["FundPoolPremium:12", 19.7],
  ])("%s pays %d percent", async (id, percent) => expect((await offerOf(id)).rate.percent).toBe(percent))

  it("takes the first tier for the headline, though estimateApr is the last one's", async () => {
    const { rate, term } = await offerOf("FlexibleSaving:1")
    expect(rate).toMatchObject({ percent: 5.6, basePercent: 5.6 })
    expect(rate.raw).toBe('{"estimateApr":"0.6%","firstTier":5.6,"hasTieredApr":true}')
    expect(term).toMatchObject({
      tiers: [
        { from: 0, to: 200, ratePercent: 5.6 },
        { from: 200, to: null, ratePercent: 0.6 },
      ],
      baseRatePercent: 0.6,
      maxRatePercent: 5.6,
      maxRateCondition: "for 0 to 200 USDT",
      maxAmount: null,
    })
  })

  it("adds a bonus event as reward, and keeps it apart", async () => {
    const { rate, term, rewardSymbols } = await offerOf("FlexibleSaving:1131")
    expect(rate).toMatchObject({ percent: 7.05, basePercent: 0.65, rewardPercent: 6.4 })
    expect(rewardSymbols).toEqual(["WLFI"])
    expect(term).toMatchObject({ baseRatePercent: 0.65, maxRatePercent: 7.05 })
  })

  it('drops "" as noRate and a rate without percent sign as malformed', async () => {
    const { dropped } = await batchOf()
    expect(dropped.map(({ key, reason }) => [key, reason])).toEqual([
      ["FlexibleSaving:77", "noRate"],
      ["FlexibleSaving:78", "malformed"],
      ["FixedTerm:501", "noRate"],
    ])
  })

  it.each([
    ["FlexibleSaving:864", "active"],
    ["FlexibleSaving:79", "paused"],
    ["FlexibleSaving:80", "soldOut"],
    ["FixedTermSaving:427", "active"],
    ["FixedTermSaving:500", "soldOut"],
  ])("%s is %s", async (id, status) => expect((await offerOf(id)).status).toBe(status))

  it("ends a fixed term whose subscription is over", async () => {
    const answers = await bybit.fetch(fixtureContext("bybit"))
    const later = bybit.parse(answers, new Date("2031-01-01T00:00:00Z"))
    const statuses = Object.fromEntries(later.offers.map((offer) => [offer.externalId, offer.status]))
    // "0" is no end.
    expect(statuses).toMatchObject({ "FixedTermSaving:427": "ended", "FundPool:27": "active" })
  })

  it("tells staking from saving on-chain", async () => {
    const { offers } = await batchOf()
    const onChain = offers.filter((offer) => offer.externalId.startsWith("OnChain"))
    expect(Object.fromEntries(onChain.map((offer) => [offer.symbols[0], offer.category]))).toEqual({
      SOL: "staking",
      USDT: "saving",
      ETH: "staking",
    })
  })

  it("reads the terms of on-chain products", async () => {
    const sol = await offerOf("OnChain:20")
    expect(sol.term).toMatchObject({ lockDays: 0, processingHours: 72, payout: "daily", autoCompound: false })
    expect(sol.rate.compoundingPerYear).toBeNull()
    const usdt = await offerOf("OnChain:21")
    expect(usdt.label).toBe("On-chain, 30 days")
    expect(usdt.term).toMatchObject({ lockDays: 30, processingHours: null, earlyExit: null, autoCompound: true })
    expect(usdt.rate.compoundingPerYear).toBe(365)
  })

  it("reads the terms of fixed terms", async () => {
    const saving = await offerOf("FixedTermSaving:427")
    expect(saving).toMatchObject({ label: "30 days", rate: { kind: "apy" } })
    expect(saving.term).toMatchObject({
      lockDays: 30,
      earlyExit: "none",
      minAmount: 50,
      maxAmount: 10_000,
      payout: "atEnd",
    })
    expect(saving.term?.eligibility?.vipOnly).toBe(false)
    const pool = await offerOf("FundPool:27")
    expect(pool.label).toBe("Fund Pool, 3 days")
    expect(pool.term).toMatchObject({ earlyExit: "penalty", earlyExitRatePercent: 0.3 })
    expect(pool.term?.maxRateCondition).toBe("Only for a user group: Limited Offer")
    expect((await offerOf("FundPoolPremium:12")).term?.eligibility?.vipOnly).toBe(true)
  })

  it("reads tiers and a second coin of a fixed term", async () => {
    const mixed = await offerOf("FixedTermSaving:500")
    expect(mixed.rate).toMatchObject({ percent: 7.5, basePercent: 6, rewardPercent: 1.5 })
    expect(mixed.rewardSymbols).toEqual(["COOK"])
    expect(mixed.term?.tiers).toHaveLength(2)
    expect(mixed.term?.lockDays).toBeCloseTo(8 / 24)
  })

  it("adds interest in other coins as reward, without tiers too", async () => {
    const answers = (await bybit.fetch(fixtureContext("bybit"))) as Record<string, { result: { list: object[] } }>
    const rateFor = (interestCoinApyList: unknown) => {
      const list = [{ ...answers.FixedTerm?.result.list[0], interestCoinApyList }]
      const batch = bybit.parse({ ...answers, FixedTerm: { retCode: 0, result: { list } } }, FIXTURE_NOW)
      return batch.offers.find((offer) => offer.externalId === "FixedTermSaving:427")?.rate
    }
    const own = { coin: "USDT", apy: "2%" }
    const other = { coin: "MNT", apy: "1.5%" }
    expect(rateFor([own, other])).toMatchObject({ percent: 3.5, basePercent: 2, rewardPercent: 1.5 })
    expect(rateFor([other])).toMatchObject({ percent: 1.5, basePercent: null, rewardPercent: 1.5 })
  })

  it.each([
    ["30d", 30],
    ["8h", 8 / 24],
    ["2m", null],
    ["", null],
    ["d", null],
  ])("a duration of %j is %j days", async (duration, lockDays) => {
    const answers = (await bybit.fetch(fixtureContext("bybit"))) as Record<string, { result: { list: object[] } }>
    const list = [{ ...answers.FixedTerm?.result.list[0], duration }]
    const batch = bybit.parse({ ...answers, FixedTerm: { retCode: 0, result: { list } } }, FIXTURE_NOW)
    expect(batch.offers.find((offer) => offer.externalId === "FixedTermSaving:427")?.terms?.[0]?.lockDays).toBe(
      lockDays,
    )
  })

  it("drops a ladder with a step that cannot be read, instead of showing half of it", async () => {
    const answers = (await bybit.fetch(fixtureContext("bybit"))) as Record<string, { result: { list: object[] } }>
    for (const max of ["", "bad", "0", undefined]) {
      const tierAprDetails = [{ min: "0", max, estimateApr: "7%" }]
      const list = [{ ...answers.FlexibleSaving?.result.list[0], tierAprDetails }]
      const batch = bybit.parse({ ...answers, FlexibleSaving: { retCode: 0, result: { list } } }, FIXTURE_NOW)
      expect(batch.dropped[0]).toMatchObject({ reason: "malformed", key: "FlexibleSaving:864" })
    }
  })

  it("throws for an error envelope", async () => {
    const answers = (await bybit.fetch(fixtureContext("bybit"))) as object
    const broken = { ...answers, OnChain: { retCode: 10001, retMsg: "params error", result: {} } }
    expect(() => bybit.parse(broken, FIXTURE_NOW)).toThrow(/params error/)
  })

  it("reads the past in both forms, percent and fraction, the day's last value", async () => {
    const http = fixtureHttp("bybit")
    const points = await bybit.history?.("FlexibleSaving:864", fixtureContext("bybit", { http }))
    expect(points?.map(({ day, apyPercent }) => [day, apyPercent])).toEqual([
      ["2026-03-14", 6],
      ["2026-03-15", 15],
      ["2026-03-16", 15],
      ["2026-03-17", 15],
    ])
    expect(await bybit.history?.("FundPool:27", fixtureContext("bybit", { http }))).toEqual([])
    expect(await bybit.history?.("FlexibleSaving:1&x=2", fixtureContext("bybit", { http }))).toEqual([])
    expect(http.asked).toHaveLength(1)
  })
})
