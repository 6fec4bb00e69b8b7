import { describe, expect, it, test } from "vitest"
import { NOW, offer, type RowWishes } from "../../../test/guards/market-rows.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import { type OfferRowView, offerRow, timeToCashText, type ViewContext } from "./view.ts"

const t: Translate = (id, values) => [id, ...Object.values(values ?? {})].join(" ")
const context = (wishes: Partial<ViewContext> = {}): ViewContext => ({
  t,
  formats: formatsOf("en"),
  amount: null,
  ...wishes,
})
const row = (wishes: RowWishes = {}, amount: number | null = null) => offerRow(offer(1, wishes), context({ amount }))

describe("a row", () => {
  test.each<[string, RowWishes, number | null, Partial<OfferRowView>]>([
    ["shows the rate", { rate: { apy: 5 } }, null, { apy: "5.00%", apyNote: null }],
    [
      "shows unknown as null, never as 0",
      { rate: { apy: null } },
      null,
      { apy: null, apyNote: null, tvl: null, timeToCash: null, spark: null, yours: null },
    ],
    ["shows a rate of 0 as 0", { rate: { apy: 0, tvlUsd: 0 } }, null, { apy: "0.00%", tvl: "$0" }],
    ["marks an APR", { rate: { kind: "apr" } }, null, { apyNote: "APR" }],
    ["marks no kind without a rate", { rate: { apy: null, kind: "apr" } }, null, { apyNote: null }],
    [
      "tells the best case when only that is known",
      { rate: { apy: null }, terms: [{ maxRatePercent: 8 }] },
      null,
      { apy: null, apyNote: "lists:apy.upTo 8.00%" },
    ],
    [
      "tells the best case over the headline",
      { rate: { apy: 5, kind: "apr" }, terms: [{ maxRatePercent: 8 }] },
      null,
      { apyNote: "APR · lists:apy.upTo 8.00%" },
    ],
    [
      "tells no best case that is the headline",
      { rate: { apy: 8 }, terms: [{ maxRatePercent: 8 }] },
      null,
      { apyNote: null },
    ],
    [
      "splits base and reward",
      { rate: { apyBase: 2, apyReward: 3 } },
      null,
      { apySplit: "lists:apy.split 2.00% 3.00%" },
    ],
    ["splits nothing without a reward", { rate: { apyBase: 5, apyReward: 0 } }, null, { apySplit: null }],
    ["splits nothing that is half known", { rate: { apyBase: null, apyReward: 3 } }, null, { apySplit: null }],
    ["says nothing of an amount unless asked", {}, null, { yours: null, yoursNote: null }],
    ["says what the amount earns", {}, 100, { yours: "5.00%", yoursNote: null }],
    ["says what lies idle", { terms: [{ maxAmount: 50 }] }, 100, { yours: "2.50%", yoursNote: "offers:yours.idle 50" }],
    [
      "says from where on it earns",
      { terms: [{ minAmount: 500 }] },
      100,
      { yours: null, yoursNote: "offers:yours.belowMinimum 500" },
    ],
    ["says nothing of an amount at an unknown rate", { rate: { apy: null } }, 100, { yours: null, yoursNote: null }],
    [
      "is dated by the observation where there is one",
      { rate: { observedAt: new Date("2026-11-01T23:00:00Z") } },
      null,
      { updatedDay: "2026-11-01", updated: "Nov 1, 2026" },
    ],
    ["is dated by the fetch where there is none", {}, null, { updatedDay: "2026-11-20" }],
  ])("%s", (_rule, wishes, amount, expected) => {
    expect(row(wishes, amount)).toMatchObject(expected)
  })

  it("has the verdict of Real APY in words, and never its figure: the row is the same for everybody (spec 6)", () => {
    const paid = { ...offer(1), realApy: 4.321, paidSharePercent: 86.42, realApyVerdict: "less" as const }
    const seen = offerRow(paid, context())
    expect(seen.realApyVerdict).toBe("less")
    expect(JSON.stringify(seen)).not.toMatch(/4[.,]32|86/)
  })

  it("can be sent as JSON without a loss", () => {
    const view = row({ rate: { fetchedAt: NOW } }, 100)
    expect(JSON.parse(JSON.stringify(view))).toEqual(view)
  })
})

test.each([
  [null, null],
  [0, "lists:cash.instant"],
  [0.2, "lists:cash.hours 1 1"],
  [1, "lists:cash.hours 1 1"],
  [24, "lists:cash.hours 24 24"],
  [47, "lists:cash.hours 47 47"],
  [48, "lists:cash.days 2 2"],
  [49, "lists:cash.days 3 3"],
  [24 * 1500, "lists:cash.days 1500 1,500"],
])("%s hours to cash are called %s", (hours, text) => {
  expect(timeToCashText(hours, t, formatsOf("en"))).toBe(text)
})
