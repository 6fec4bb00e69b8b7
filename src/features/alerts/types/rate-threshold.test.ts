import { describe, expect, it, test } from "vitest"
import type { AlertParams, AlertRule } from "../rule.ts"
import { play, rates, rule, type Step, told, up } from "../../../../test/guards/alert-play.ts"

const threshold = (params: AlertParams, wishes: Partial<AlertRule> = {}) =>
  rule({ type: "rateThreshold", ...wishes, params: { metric: "apy", direction: "up", percent: 5, ...params } })
const UP = "rateThreshold.up"

describe("a rate threshold", () => {
  test.each<[string, AlertRule, (number | null)[], string[]]>([
    ["says nothing of the first rate it sees", up(5), [6, 7], []],
    ["fires when it is crossed", up(5), [4, 6], [`1 ${UP}`]],
    ["fires when it is just reached", up(5), [4.99, 5], [`1 ${UP}`]],
    ["fires once however far the rate goes on", up(5), [4, 6, 7, 8], [`1 ${UP}`]],
    ["fires again after it came back", up(5), [4, 6, 4.9, 5], [`1 ${UP}`, `3 ${UP}`]],
    ["that was over at first fires after it came back", up(5), [6, 4, 6], [`2 ${UP}`]],
    ["does not fire again within the hysteresis", up(5, { hysteresis: 0.5 }), [4, 6, 4.5, 6, 4.7, 5], [`1 ${UP}`]],
    [
      "fires again when it was under the hysteresis, even if it stopped within it",
      up(5, { hysteresis: 0.5 }),
      [4, 6, 4.4, 4.8, 5],
      [`1 ${UP}`, `4 ${UP}`],
    ],
    [
      "that begins over its line needs the hysteresis too",
      up(5, { hysteresis: 0.5 }),
      [6, 4.8, 6, 4.4, 6],
      [`4 ${UP}`],
    ],
    ["that begins within the hysteresis is armed", up(5, { hysteresis: 0.5 }), [4.8, 5], [`1 ${UP}`]],
    [
      "uses a crossing up in silence while it cools down",
      up(5, { cooldownHours: 4 }),
      [4, 6, 4, 6, 6.5, 7],
      [`1 ${UP}`],
    ],
    [
      "fires at the end of the cooldown, the bound included",
      up(5, { cooldownHours: 4 }),
      [4, 6, 4, 4, 4, 6],
      [`1 ${UP}`, `5 ${UP}`],
    ],
    ["is not moved by an unknown rate", up(5), [4, null, 6], [`2 ${UP}`]],
    ["does not take an unknown rate for a low one", up(5), [6, null, 6], []],
    [
      "does not take an unknown rate for a crossing back",
      up(5, { hysteresis: 1 }),
      [4, 6, null, 4.5, null, 6],
      [`1 ${UP}`],
    ],
    ["does not believe what is too high to be true", up(5), [4, 5000, 4, 6], [`3 ${UP}`]],
    ["does not lose a crossing to what is too high to be true", up(5), [4, 5000, 6], [`2 ${UP}`]],
    ["fires when the rate falls", threshold({ direction: "down" }), [6, 5, 4], ["1 rateThreshold.down"]],
    [
      "that falls has its hysteresis above",
      threshold({ direction: "down" }, { hysteresis: 0.5 }),
      [6, 5, 5.5, 5, 5.6, 5],
      ["1 rateThreshold.down", "5 rateThreshold.down"],
    ],
    [
      "of zero works both ways",
      threshold({ direction: "down", percent: 0 }),
      [1, 0, -1, 1, 0],
      ["1 rateThreshold.down", "4 rateThreshold.down"],
    ],
  ])("%s", (_what, one, values, expected) => {
    expect(told([one], rates(...values))).toEqual(expected)
  })

  it("goes by what the amount earns, through tiers", () => {
    const tiers = (ratePercent: number): Step["offers"] => ({
      1: {
        terms: [
          {
            tiers: [
              { from: 0, to: 100, ratePercent },
              { from: 100, to: null, ratePercent: 0 },
            ],
          },
        ],
      },
    })
    const steps = [6, 9, 11, 11, 9].map((rate, hour) => ({ hour, offers: tiers(rate) }))
    const half = (percent: number) => threshold({ metric: "amount", percent }, { amount: 200 })
    expect(told([half(5)], steps)).toEqual([`2 ${UP}`])
    expect(play([half(5)], steps)[2]?.[0]?.values).toMatchObject({ rateBefore: 4.5, rate: 5.5, amount: 200 })
    expect(told([half(9)], steps)).toEqual([])
  })

  it("sees an offer for the first time when it begins to take the amount", () => {
    const takes = (minAmount: number, apy: number): Step["offers"] => ({ 1: { terms: [{ minAmount }], rate: { apy } } })
    const steps = [takes(500, 4), takes(10, 6), takes(10, 4), takes(10, 6)].map((offers, hour) => ({ hour, offers }))
    expect(told([threshold({ metric: "amount" }, { amount: 100 })], steps)).toEqual([`3 ${UP}`])
  })

  it("tells the old and the new figure, the source and the time", () => {
    const [, second] = play([up(5)], rates(4, 6))
    expect(second?.[0]).toMatchObject({
      ruleId: 1,
      type: "rateThreshold",
      offerId: 1,
      values: {
        offerSlug: "offer-001",
        provider: "Kraken",
        symbols: "BTC",
        source: "bybit",
        rateBefore: 4,
        rate: 6,
        percent: 5,
      },
    })
    expect(second?.[0]?.values.asOf).toBe("2026-11-20T12:00:00.000Z")
  })

  it("has a key of its own for each crossing", () => {
    const keys = play([up(5)], rates(4, 6, 4, 6))
      .flat()
      .map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it("does not know what was before it was made", () => {
    const since = (hour: number) => up(5, { sinceMs: Date.parse("2026-11-20T12:00:00Z") + hour * 3_600_000 })
    expect(told([since(0)], rates(4, null, null, 6))).toEqual([`3 ${UP}`])
    expect(told([since(2)], rates(4, null, null, 6))).toEqual([])
  })
})

describe("a filter", () => {
  const steps = (wishes: Step["offers"][]) => wishes.map((offers, hour) => ({ hour, offers }))

  test.each<[string, AlertRule, Step["offers"][], string[]]>([
    [
      "of another currency keeps silent",
      up(5, { filter: { currencyId: "ethereum" } }),
      [{ 1: { rate: { apy: 4 } } }, { 1: { rate: { apy: 6 } } }],
      [],
    ],
    [
      "may name it by id",
      up(5, { filter: { currencyId: "1" } }),
      [{ 1: { rate: { apy: 4 } } }, { 1: { rate: { apy: 6 } } }],
      [`1 ${UP}`],
    ],
    [
      "may have held before the change only",
      up(5, { filter: { apyTo: 5 } }),
      [{ 1: { rate: { apy: 4 } } }, { 1: { rate: { apy: 6 } } }],
      [`1 ${UP}`],
    ],
    [
      "that never held keeps silent",
      up(5, { filter: { tvlFrom: 1e6 } }),
      [{ 1: { rate: { apy: 4, tvlUsd: 2e5 } } }, { 1: { rate: { apy: 6 } } }],
      [],
    ],
    [
      "does not see what lists leave out",
      up(5),
      [{ 1: { rate: { apy: 4 }, status: "ended" } }, { 1: { rate: { apy: 6 } } }],
      [],
    ],
    [
      "gives way to an offer that was chosen by itself",
      up(5, { offerId: 1, filter: { currencyId: "ethereum" } }),
      [{ 1: { rate: { apy: 4 }, status: "paused" } }, { 1: { rate: { apy: 6 } } }],
      [`1 ${UP}`],
    ],
  ])("%s", (_what, one, wishes, expected) => {
    expect(told([one], steps(wishes))).toEqual(expected)
  })
})
