import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import type { SourceOfferInput } from "../market/schema.ts"
import { normaliseOffers, offerSlug } from "./normalise.ts"

const row = (wishes: Partial<SourceOfferInput> = {}): SourceOfferInput => ({
  externalId: "a-1",
  category: "saving",
  provider: { kind: "exchange", slug: "kraken", name: "Kraken" },
  symbols: ["BTC"],
  blockchain: null,
  sourceUrl: "https://example.org/a",
  rate: { percent: 5, kind: "apy", raw: "5" },
  ...wishes,
})
function only(wishes: Partial<SourceOfferInput> = {}) {
  const { offers, dropped } = normaliseOffers([row(wishes)])
  expect(dropped).toEqual([])
  const [offer] = offers
  if (!offer) throw new Error("the row was dropped")
  return offer
}

describe("normaliseOffers", () => {
  it.each<[string, unknown]>([
    ["an unknown category", row({ category: "farming" as "defi" })],
    ["no currency", row({ symbols: [] })],
    ["an address that is a script", row({ sourceUrl: "javascript:alert(1)" })],
    ["an infinite rate", row({ rate: { percent: Number.POSITIVE_INFINITY, kind: "apy", raw: "" } })],
    ["a rate that is a text", row({ rate: { percent: "5" as unknown as number, kind: "apy", raw: "5" } })],
    ["a rate below a total loss", row({ rate: { percent: -100.1, kind: "apy", raw: "" } })],
    ["a rate out of bounds", row({ rate: { percent: 1_000_001, kind: "apy", raw: "" } })],
    ["null", null],
    ["a text", "row"],
    ["nothing", undefined],
    ["an id without words", { ...row(), externalId: { toString: null } }],
  ])("drops a row with its reason and keeps the others: %s", (_what, bad) => {
    const { offers, dropped } = normaliseOffers([
      row({ externalId: "first" }),
      bad as SourceOfferInput,
      row({ externalId: "last" }),
    ])
    expect(offers.map((offer) => offer.externalId)).toEqual(["first", "last"])
    expect(dropped).toMatchObject([
      { reason: "malformed", key: expect.any(String) as string, detail: expect.any(String) as string },
    ])
  })

  it("keeps the first of two rows with one id", () => {
    const { offers, dropped } = normaliseOffers([row(), row({ rate: { percent: 9, kind: "apy", raw: "9" } })])
    expect(offers.map((offer) => offer.apyPercent)).toEqual([5])
    expect(dropped).toEqual([{ reason: "duplicate", key: "a-1" }])
  })

  test.each([
    ["an APY stays", { percent: 5, kind: "apy" as const, compoundingPerYear: 365 }, 5, "apy"],
    ["an APR of unknown rhythm stays an APR", { percent: 5, kind: "apr" as const }, 5, "apr"],
    [
      "an APR with a rhythm becomes an APY",
      { percent: 5, kind: "apr" as const, compoundingPerYear: 365 },
      5.12675,
      "apy",
    ],
    ["unknown stays null", { percent: null, kind: "apr" as const, compoundingPerYear: 365 }, null, "apr"],
    ["rates keep five decimals", { percent: 1.123456789, kind: "apy" as const }, 1.12346, "apy"],
    ["0 stays 0", { percent: 0, kind: "apr" as const, compoundingPerYear: 12 }, 0, "apy"],
  ])("%s", (_rule, rate, percent, kind) => {
    expect(only({ rate: { raw: "", ...rate } })).toMatchObject({ apyPercent: percent, rateKind: kind })
  })

  it("converts base, reward, terms and tiers like the headline, and leaves unknown ones unknown", () => {
    const offer = only({
      rate: { percent: 12, basePercent: 6, kind: "apr", compoundingPerYear: 12, raw: "" },
      terms: [{ baseRatePercent: 6, maxRatePercent: 12, tiers: [{ from: 0, to: null, ratePercent: 12 }] }],
    })
    expect(offer).toMatchObject({ apyPercent: 12.6825, apyBasePercent: 6.16778, apyRewardPercent: null })
    expect(offer.terms).toMatchObject([
      {
        baseRatePercent: 6.16778,
        maxRatePercent: 12.6825,
        rateAfterPromoPercent: null,
        tiers: [{ ratePercent: 12.6825 }],
      },
    ])
  })
})

describe("the hash of an offer's facts", () => {
  const hash = only().factsHash

  test.each<[string, Partial<SourceOfferInput>]>([
    ["a rate", { rate: { percent: 9, kind: "apy", tvlUsd: 5, raw: "9", observedAt: "2026-11-20T00:00:00Z" } }],
    ["recorded days", { history: [{ day: "2026-11-20", apyPercent: 5 }] }],
    ["nothing", {}],
    ["a default that is said", { status: "active", rewardSymbols: [] }],
  ])("does not change with %s", (_what, wishes) => {
    expect(only(wishes).factsHash).toBe(hash)
  })

  test.each<[string, Partial<SourceOfferInput>]>([
    ["the category", { category: "staking" }],
    ["the status", { status: "soldOut" }],
    ["the label", { label: "Flexible" }],
    ["the currencies", { symbols: ["ETH"] }],
    ["the chain", { blockchain: "Base" }],
    ["the address", { sourceUrl: "https://example.org/b" }],
    ["a term", { terms: [{ lockDays: 30 }] }],
    ["a tier's rate", { terms: [{ tiers: [{ from: 0, to: null, ratePercent: 5 }] }] }],
    ["a flag that becomes known", { stablecoin: false }],
  ])("changes with %s", (_what, wishes) => {
    expect(only(wishes).factsHash).not.toBe(hash)
  })
})

describe("offerSlug", () => {
  const slug = (wishes: Partial<SourceOfferInput>, taken: string[] = [], provider = "kraken") =>
    offerSlug("bybit", only(wishes).offer, provider, (name) => taken.includes(name))

  test.each<[string, Partial<SourceOfferInput>, string]>([
    ["provider and currency", {}, "kraken-btc"],
    ["chain and label", { label: "30 days", blockchain: "OP Mainnet" }, "kraken-btc-30-days-op-mainnet"],
    ["a pair", { symbols: ["ETH", "USDC.e"] }, "kraken-eth-usdc-e"],
    ["a long label is left out", { label: "x".repeat(41) }, "kraken-btc"],
    ["what cannot be written is left out", { label: "定期" }, "kraken-btc"],
  ])("is made of %s", (_what, wishes, expected) => {
    expect(slug(wishes)).toBe(expected)
  })

  it("that is taken gets a short hash of its identity, the same every time", () => {
    const first = slug({}, ["kraken-btc"])
    expect(first).toMatch(/^kraken-btc-[0-9a-f]{6}$/)
    expect(slug({}, ["kraken-btc"])).toBe(first)
    expect(slug({ externalId: "other" }, ["kraken-btc"])).not.toBe(first)
    expect(slug({}, ["kraken-btc", first])).toBe(`${first}${slug({}, ["kraken-btc", first]).slice(first.length)}`)
    expect(slug({}, ["kraken-btc", first])).toHaveLength(first.length + 2)
  })

  it("of nothing readable is the hash alone", () => {
    expect(slug({ symbols: ["币"] }, [], "")).toMatch(/^[0-9a-f]{6}$/)
  })

  it("ends, even when everything is taken", () => {
    expect(offerSlug("bybit", only().offer, "kraken", () => true)).toMatch(/^kraken-btc-[0-9a-f]{40}$/)
  })

  it("is an address part without surprises, and differs between offers that come one after the other", () => {
    const part = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), { minLength: 2, maxLength: 8 }), (parts) => {
        const taken = new Set<string>()
        for (const [at, [symbol, label]] of parts.entries()) {
          const offer = { ...only().offer, externalId: String(at), symbols: [symbol], label }
          const made = offerSlug("bybit", offer, "lido", (name) => taken.has(name))
          expect(made).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
          expect(taken.has(made)).toBe(false)
          taken.add(made)
        }
      }),
    )
  })
})
