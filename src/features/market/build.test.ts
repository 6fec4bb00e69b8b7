import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  ENTITIES,
  marketOf,
  NAMES,
  NOW,
  NOTHING,
  offer,
  offerRow,
  type RowWishes,
} from "../../../test/guards/market-rows.ts"
import { addDays, dayOf } from "../../core/clock.ts"
import { assembleMarket, buildOffer, window } from "./build.ts"
import { type Market, type Offer, SORT_KEYS, type SortKey } from "./model.ts"
import { COMMISSIONS } from "./words.ts"

const TODAY = dayOf(NOW)
const lastDays = (count: number) => Array.from({ length: count }, (_, at) => addDays(TODAY, at - count + 1))

describe("window", () => {
  test.each([
    ["nothing recorded is all unknown", [], [], [null, null, null]],
    ["the last day stands last", ["2026-11-20"], [5], [null, null, 5]],
    ["the first day of the window stands first", ["2026-11-18"], [5], [5, null, null]],
    ["a day before it is left out", ["2026-11-17"], [5], [null, null, null]],
    ["a day after the last is left out", ["2026-11-20", "2026-11-21"], [5, 6], [null, null, 5]],
    ["a gap stays a gap", ["2026-11-18", "2026-11-20"], [1, 3], [1, null, 3]],
    ["an unknown value stays unknown", ["2026-11-19", "2026-11-20"], [null, 0], [null, null, 0]],
  ])("%s", (_rule, days, values, expected) => {
    expect(window(days, values, "2026-11-20", 3)).toEqual(expected)
  })

  it("has the asked length, over ends of months and years, and its last value is the last day's", () => {
    const day = fc.integer({ min: -400, max: 30 }).map((days) => addDays("2026-01-15", days))
    const days = fc.uniqueArray(day).map((list) => list.sort())
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 120 }), day, (recorded, length, last) => {
        const values = recorded.map((_, at) => at)
        const result = window(recorded, values, last, length)
        expect(result).toHaveLength(length)
        for (const [at, value] of result.entries()) {
          const index = recorded.indexOf(addDays(last, at - length + 1))
          expect(value).toBe(index === -1 ? null : index)
        }
      }),
    )
  })
})

describe("buildOffer", () => {
  it("keeps unknown as null everywhere", () => {
    const built = offer(1, { rate: { apy: null } })
    const derived = [
      "apy",
      "apyBase",
      "apyReward",
      "tvlUsd",
      "realApy",
      "paidSharePercent",
      "mean30",
      "timeToCashHours",
    ] as const
    expect(derived.map((key) => built[key])).toEqual(derived.map(() => null))
    expect(built).toMatchObject({
      realApyVerdict: "unknown",
      recordedDays: 0,
      hidden: "noRate",
      rank: 0,
      blockchainSlug: null,
    })
  })

  it("derives Real APY from the base rates and measures it against the headline", () => {
    const days = lastDays(40)
    const recorded = { days, total: days.map(() => 10), base: days.map(() => 6) }
    const built = buildOffer(offerRow(1, { rate: { apy: 10 } }), recorded, NAMES, NOW)
    expect(built.realApy).toBeCloseTo(6, 9)
    expect(built.paidSharePercent).toBeCloseTo(60, 9)
    expect(built).toMatchObject({ realApyVerdict: "less", recordedDays: 40, mean30: 10 })
    expect(built.recent).toEqual(days.slice(-30).map(() => 10))
  })

  it("looks back from the day of the latest rate, not from today", () => {
    const recorded = { days: ["2026-06-01"], total: [7], base: [7] }
    const built = buildOffer(
      offerRow(1, { rate: { fetchedAt: new Date("2026-06-01T09:00:00Z") } }),
      recorded,
      NAMES,
      NOW,
    )
    expect(built.recent.at(-1)).toBe(7)
    expect(built.mean30).toBe(7)
  })

  it("means the recorded days alone", () => {
    const recorded = { days: [addDays(TODAY, -3), TODAY], total: [4, 8], base: [null, null] }
    expect(buildOffer(offerRow(1), recorded, NAMES, NOW).mean30).toBe(6)
  })

  test.each<[string, RowWishes, object]>([
    ["an exchange", { exchangeId: 1 }, { kind: "exchange", slug: "kraken", name: "Kraken" }],
    ["a protocol of the same number", { protocolId: 1 }, { kind: "protocol", slug: "aave-v3", name: "Aave V3" }],
    ["a wallet of the same number", { walletId: 1 }, { kind: "wallet", slug: "ledger", name: "Ledger" }],
    ["one that is not listed", { exchangeId: 99 }, { kind: "exchange", slug: "", name: "" }],
  ])("names the provider: %s", (_what, wishes, provider) => {
    expect(offer(1, wishes).provider).toEqual(provider)
  })

  it("names listed currencies, keeps the symbol of others, and leaves them out of the filter ids", () => {
    const built = offer(1, { symbols: ["XYZ", "ETH"], currencyIds: [0, 2] })
    expect(built.currencies).toEqual([
      { slug: null, symbol: "XYZ", name: null },
      { slug: "ethereum", symbol: "ETH", name: "Ether" },
    ])
    expect(built.currencyIds).toEqual([2])
  })

  it("can be searched by provider, label, chain, symbol and name in lower case", () => {
    const built = offer(1, { label: "Flexible", blockchain: "OP Mainnet" })
    for (const word of ["kraken", "flexible", "op mainnet", "btc", "bitcoin"]) expect(built.haystack).toContain(word)
    expect(built.blockchainSlug).toBe("op-mainnet")
  })

  it("takes the time to cash and the best rate from the first term, to which the headline belongs", () => {
    const flexible = { lockDays: 0, noticeDays: 0, unbondDays: 0, processingHours: 2 }
    expect(offer(1, { terms: [flexible, { ...flexible, lockDays: 90 }] }).timeToCashHours).toBe(2)
    expect(offer(1, { rate: { apy: null }, terms: [{ maxRatePercent: 9 }] }).hidden).toBeNull()
  })
})

const VALUE: Record<Exclude<SortKey, "name">, (one: Offer) => number | null> = {
  rank: (one) => one.rank,
  apy: (one) => one.apy,
  realApy: (one) => one.realApy,
  tvl: (one) => one.tvlUsd,
  timeToCash: (one) => one.timeToCashHours,
}
const slugs = (market: Market, key: SortKey, order: "asc" | "desc") =>
  Array.from(market.order[key][order], (at) => market.offers[at]?.slug)

/** Few different values, so that ties happen all the time. */
const anyRow = fc.record({
  apy: fc.option(fc.integer({ min: 0, max: 4 })),
  tvlUsd: fc.option(fc.integer({ min: 0, max: 3 })),
  lockDays: fc.option(fc.integer({ min: 0, max: 3 })),
  exchangeId: fc.integer({ min: 1, max: 2 }),
  realApy: fc.option(fc.integer({ min: 1, max: 3 })),
})
const anyOffers = fc.array(anyRow, { maxLength: 25 }).map((rows) =>
  rows.map(({ apy, tvlUsd, lockDays, exchangeId, realApy }, at) => {
    const days = realApy === null ? [] : lastDays(20)
    const values = days.map(() => realApy)
    const terms = [{ lockDays, noticeDays: 0, unbondDays: 0, processingHours: 0 }]
    return offer(at + 1, { exchangeId, terms, rate: { apy, tvlUsd } }, { days, total: values, base: values })
  }),
)

describe("the orders", () => {
  it("have each offer once, sort by the value, end with the unknown both ways and break ties by slug", () => {
    fc.assert(
      fc.property(anyOffers, (offers) => {
        const market = marketOf(offers)
        for (const key of SORT_KEYS) {
          if (key === "name") continue
          for (const order of ["asc", "desc"] as const) {
            const sign = order === "asc" ? 1 : -1
            const oracle = offers
              .toSorted((a, b) => a.slug.localeCompare(b.slug, "en"))
              .toSorted((a, b) => {
                const [one, other] = [VALUE[key](a), VALUE[key](b)]
                if (one === null || other === null) return Number(one === null) - Number(other === null)
                return sign * (one - other)
              })
            expect(slugs(market, key, order), `${key} ${order}`).toEqual(oracle.map((one) => one.slug))
          }
        }
      }),
    )
  })

  it("do not depend on the order in which the offers come", () => {
    const shuffled = anyOffers.chain((offers) =>
      fc.tuple(fc.constant(offers), fc.shuffledSubarray(offers, { minLength: offers.length })),
    )
    fc.assert(
      fc.property(shuffled, ([offers, others]) => {
        const [one, other] = [marketOf(offers), marketOf(others)]
        for (const key of SORT_KEYS)
          for (const order of ["asc", "desc"] as const) expect(slugs(other, key, order)).toEqual(slugs(one, key, order))
      }),
    )
  })

  it("are the same whatever is known of commissions (design 1: not for sale)", () => {
    fc.assert(
      fc.property(anyOffers, fc.infiniteStream(fc.constantFrom(...COMMISSIONS)), (offers, stream) => {
        const others = offers.map((one) => ({ ...one, commission: stream.next().value ?? "none" }))
        for (const key of SORT_KEYS)
          expect(slugs(marketOf(others), key, "desc")).toEqual(slugs(marketOf(offers), key, "desc"))
      }),
    )
  })

  it("by name goes by provider and currency, then slug", () => {
    const market = marketOf([
      offer(3, { exchangeId: 2 }),
      offer(2, { exchangeId: 1, symbols: ["ETH"] }),
      offer(4, { exchangeId: 1, symbols: ["BTC"] }),
      offer(1, { exchangeId: 1, symbols: ["BTC"] }),
    ])
    expect(slugs(market, "name", "asc")).toEqual(["offer-001", "offer-004", "offer-002", "offer-003"])
    expect(slugs(market, "name", "desc")[0]).toBe("offer-003")
  })
})

describe("assembleMarket", () => {
  const market = marketOf([
    offer(1, { rate: { apy: 5 } }),
    offer(2, { rate: { apy: 7 } }),
    offer(3, { rate: { apy: 9 }, exposure: "multi" }),
    offer(4, { rate: { apy: 900 } }),
    offer(5, { category: "staking", rate: { apy: 3 }, currencyIds: [2], symbols: ["ETH"] }),
    offer(6, { protocolId: 1, blockchain: "Base", rate: { apy: 4, tvlUsd: 1e6 } }),
    offer(7, { protocolId: 1, blockchain: "base", rate: { apy: null, tvlUsd: 2e6 }, terms: [{ maxRatePercent: 6 }] }),
    offer(8, { protocolId: 2, status: "ended", blockchain: "Base", rate: { tvlUsd: 9e6 } }),
  ])

  it("gives the best rate of each category, of single deposits that lists show", () => {
    expect(market.exchangeBySlug.get("kraken")?.best).toEqual({
      saving: { apy: 7, offerSlug: "offer-002" },
      staking: { apy: 3, offerSlug: "offer-005" },
    })
    expect(market.exchangeBySlug.get("okx")?.best).toEqual({})
  })

  it("counts the offers that lists show, with their currencies and TVL", () => {
    expect(market.exchangeBySlug.get("kraken")).toMatchObject({ offerCount: 4, currencyCount: 2 })
    expect(market.protocolBySlug.get("aave-v3")).toMatchObject({ offerCount: 2, offersTvlUsd: 3e6 })
    expect(market.protocolBySlug.get("lido")).toMatchObject({ offerCount: 0, offersTvlUsd: null })
    expect(market.walletBySlug.get("ledger")?.offerCount).toBe(0)
    expect(market.currencyBySlug.get("ethereum")).toMatchObject({ offerCount: 1, best: { staking: { apy: 3 } } })
  })

  it("lists each chain once with its count", () => {
    expect(market.chains).toEqual([{ slug: "base", name: "Base", offerCount: 2 }])
  })

  it("names a card's provider where it is listed, and leaves it out where it is not", () => {
    expect(market.cardBySlug.get("kraken-card")?.provider).toEqual({ kind: "exchange", slug: "kraken", name: "Kraken" })
    const [card] = ENTITIES.cards
    if (!card) throw new Error("there is no card")
    const stray = { ...card, facts: { ...card.facts, provider: { kind: "wallet" as const, slug: "kraken" } } }
    expect(marketOf([], { ...ENTITIES, cards: [stray] }).cardBySlug.get("kraken-card")?.provider).toBeNull()
  })

  it("finds every offer by its slug, also those that lists leave out", () => {
    expect([...market.offerBySlug.keys()]).toHaveLength(8)
    expect(market.version).toBe("7")
  })

  test.each<[string, RowWishes[], Market["seed"]]>([
    ["is not there when everything is live", [{}, {}], null],
    ["is not there without offers", [], null],
    ["is not there for demo data that nobody sees", [{ origin: "seed", status: "ended" }], null],
    [
      "counts the demo data that shows, from its first to its last day",
      [
        { origin: "seed", rate: { fetchedAt: new Date("2026-09-02T23:59:59Z") } },
        { origin: "seed", rate: { fetchedAt: NOW, observedAt: new Date("2026-03-02T00:00:00Z") } },
        {},
      ],
      { seedOffers: 2, allOffers: 3, fromDay: "2026-03-02", toDay: "2026-09-02" },
    ],
  ])("the notice about demo data %s", (_rule, rows, expected) => {
    expect(
      assembleMarket(
        "1",
        rows.map((row, at) => buildOffer(offerRow(at + 1, row), NOTHING, NAMES, NOW)),
        ENTITIES,
        NOW,
      ).seed,
    ).toEqual(expected)
  })
})
