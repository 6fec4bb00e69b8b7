import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { HIDDEN_REASONS } from "../market/hidden.ts"
import { type Offer, SORT_KEYS } from "../market/model.ts"
import { offerYourRate, selectOffers, type SelectOptions } from "./list.ts"
import type { Term } from "../market/schema.ts"
import type { OfferFilter } from "./query.ts"

const DAY = { lockDays: 1, noticeDays: 0, unbondDays: 0, processingHours: 0 }
const OFFERS = [
  offer(1, { exchangeId: 1, rate: { apy: 5, tvlUsd: 1e6 }, terms: [{ ...DAY, lockDays: 0 }] }),
  offer(2, {
    exchangeId: 2,
    symbols: ["ETH"],
    currencyIds: [2],
    category: "staking",
    rate: { apy: 3 },
    terms: [DAY],
  }),
  offer(3, {
    protocolId: 1,
    symbols: ["USDC"],
    currencyIds: [3],
    category: "lending",
    blockchain: "OP Mainnet",
    stablecoin: true,
    commission: "none",
    rate: { apy: 7, tvlUsd: 5e7 },
  }),
  offer(4, {
    protocolId: 2,
    symbols: ["ETH"],
    currencyIds: [2],
    category: "staking",
    blockchain: "Ethereum",
    rate: { apy: 2.9, tvlUsd: 2e10 },
  }),
  offer(5, { walletId: 1, label: "50% off (beta).*", rate: { apy: null }, terms: [{ maxRatePercent: 9 }] }),
  offer(6, { exchangeId: 1, status: "ended" }),
  offer(7, { exchangeId: 1, status: "paused" }),
  offer(8, { exchangeId: 1, rate: { apy: null } }),
  offer(9, { protocolId: 1, rate: { apy: 500, tvlUsd: 1e6 } }),
  offer(10, { protocolId: 1, category: "defi", rate: { apy: 8, tvlUsd: 50 } }),
  offer(11, { exchangeId: 2, rate: { fetchedAt: new Date("2026-10-01T00:00:00Z") } }),
]
const MARKET = marketOf(OFFERS)
const select = (filter: Partial<OfferFilter>, options: Partial<SelectOptions> = {}) =>
  selectOffers(MARKET, { filter, sort: null, order: null, skip: 0, take: 200, ...options })
const ids = (filter: Partial<OfferFilter>, options: Partial<SelectOptions> = {}) =>
  select(filter, options)
    .offers.map((one) => one.id)
    .sort((a, b) => a - b)

describe("a filter", () => {
  test.each<[string, Partial<OfferFilter>, number[]]>([
    ["that says nothing takes all that lists show", {}, [1, 2, 3, 4, 5]],
    [
      "of nulls says nothing",
      { offerType: null, exchangeIds: null, apyFrom: null, search: null, stablecoin: null },
      [1, 2, 3, 4, 5],
    ],
    ["by category", { offerType: "staking" }, [2, 4]],
    ["by currency slug", { currencyId: "ethereum" }, [2, 4]],
    ["by currency id", { currencyId: "2" }, [2, 4]],
    ["by a currency that does not exist", { currencyId: "nope" }, []],
    ["by an id that does not exist", { currencyId: "99" }, []],
    ["by an id of a hundred digits", { currencyId: "1".repeat(100) }, []],
    ["by an id in another notation", { currencyId: "02x" }, []],
    ["by chain", { blockchain: "op-mainnet" }, [3]],
    ["by chain in other case", { blockchain: "OP-Mainnet" }, [3]],
    ["by a chain that does not exist", { blockchain: "nope" }, []],
    ["by exchange slug", { exchangeIds: ["kraken"] }, [1]],
    ["by exchange id, which is also a protocol's and a wallet's", { exchangeIds: ["1"] }, [1]],
    ["by protocol id", { protocolIds: ["1"] }, [3]],
    ["by wallet id", { walletIds: ["1"] }, [5]],
    ["by several exchanges", { exchangeIds: ["kraken", "okx"] }, [1, 2]],
    ["by exchanges and protocols, which widen each other", { exchangeIds: ["okx"], protocolIds: ["lido"] }, [2, 4]],
    ["by an unknown exchange and a known protocol", { exchangeIds: ["nope"], protocolIds: ["lido"] }, [4]],
    ["by unknown providers only", { exchangeIds: ["nope"], walletIds: ["constructor"] }, []],
    ["by a protocol's slug where an exchange is asked", { exchangeIds: ["lido"] }, []],
    ["by least APY, the bound included, unknown left out", { apyFrom: 5 }, [1, 3]],
    ["by highest APY, the bound included, unknown left out", { apyTo: 3 }, [2, 4]],
    ["by a range of APY", { apyFrom: 3, apyTo: 5 }, [1, 2]],
    ["by an empty range", { apyFrom: 5, apyTo: 3 }, []],
    ["by least TVL, unknown left out", { tvlFrom: 5e7 }, [3, 4]],
    ["by highest TVL, unknown left out", { tvlTo: 1e6 }, [1]],
    ["by money back at once", { cashWithin: 0 }, [1]],
    ["by money back within a day, unknown left out", { cashWithin: 24 }, [1, 2]],
    ["by stablecoin", { stablecoin: true }, [3]],
    ["of what pays us nothing, unknown left out", { commissionFree: true }, [3]],
    ["by a word of the provider's name", { search: "AAVE" }, [3]],
    ["by words of different parts in any order", { search: "eth lido" }, [4]],
    ["by words that no one offer has", { search: "eth kraken" }, []],
    ["by regular expression characters, taken literally", { search: "(beta).*" }, [5]],
    ["by a pattern that would match all", { search: ".*" }, [5]],
    ["by a percent sign, taken literally", { search: "50%" }, [5]],
    ["of several parts, which all hold", { offerType: "staking", currencyId: "ethereum", apyFrom: 3 }, [2]],
    ["of parts that exclude each other", { offerType: "saving", currencyId: "ethereum" }, []],
  ])("%s", (_rule, filter, expected) => {
    expect(ids(filter)).toEqual(expected)
    expect(select(filter).total).toBe(expected.length)
  })

  it("of all its parts is what each of them leaves", () => {
    const part = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values))
    const anyFilter = fc.record({
      offerType: part("staking" as const, "saving" as const),
      currencyId: part("ethereum", "3", "nope"),
      exchangeIds: part(["kraken"], ["okx", "1"]),
      apyFrom: part(3, 5),
      tvlTo: part(1e6, 1e11),
      cashWithin: part(0, 24),
      search: part("eth", "k"),
    })
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const each = Object.entries(filter).map(([key, value]) => ids({ [key]: value }))
        expect(ids(filter)).toEqual(ids({}).filter((id) => each.every((list) => list.includes(id))))
      }),
    )
  })
})

describe("rows that lists leave out", () => {
  it("are counted by their reason", () => {
    expect(select({}).hidden).toEqual({ ended: 1, closed: 1, noRate: 1, implausible: 1, thin: 1, stale: 1 })
  })

  it("are counted only where they match", () => {
    expect(select({ offerType: "defi" }).hidden).toEqual({
      ended: 0,
      closed: 0,
      noRate: 0,
      implausible: 0,
      thin: 1,
      stale: 0,
    })
  })

  test.each(HIDDEN_REASONS.map((reason, at) => [reason, at + 6] as const))(
    "for %s show when asked for",
    (reason, id) => {
      const { offers, hidden, total } = select({ show: [reason] })
      expect(offers.map((one) => one.id)).toContain(id)
      expect(total).toBe(6)
      expect(hidden[reason]).toBe(0)
    },
  )

  it("all show when all reasons are asked for", () => {
    expect(select({ show: [...HIDDEN_REASONS] }).total).toBe(OFFERS.length)
  })
})

describe("paging", () => {
  it("gives pages that are disjoint and together everything, in every order", () => {
    const page = fc.record({
      sort: fc.option(fc.constantFrom(...SORT_KEYS)),
      order: fc.option(fc.constantFrom("asc" as const, "desc" as const)),
      amount: fc.option(fc.constantFrom(0, 1, 500)),
      take: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(page, ({ take, ...options }) => {
        const whole = select({ show: ["ended", "thin"] }, options)
        const pages = Array.from({ length: Math.ceil(whole.total / take) }, (_, at) =>
          select({ show: ["ended", "thin"] }, { ...options, skip: at * take, take }),
        )
        expect(pages.flatMap((one) => one.offers.map(({ id }) => id))).toEqual(whole.offers.map(({ id }) => id))
        for (const one of pages) expect(one).toMatchObject({ total: whole.total, hidden: whole.hidden })
      }),
    )
  })

  it("beyond the end is empty, with the total told", () => {
    expect(select({}, { skip: 1_000_000 })).toMatchObject({ offers: [], total: 5 })
    expect(select({}, { skip: 1_000_000, sort: "apy", amount: 5 })).toMatchObject({ offers: [], total: 5 })
  })
})

describe("the order", () => {
  test.each([
    ["rank, from the top, unless asked", null, null, "rank", "desc"],
    ["money back soonest first", "timeToCash", null, "timeToCash", "asc"],
    ["the direction that is asked", "tvl", "asc", "tvl", "asc"],
  ] as const)("is by %s", (_rule, sort, order, key, direction) => {
    const expected = Array.from(MARKET.order[key][direction], (at) => MARKET.offers[at]?.id)
    expect(select({ show: [...HIDDEN_REASONS] }, { sort, order }).offers.map((one) => one.id)).toEqual(expected)
  })

  const rate = fc.option(fc.integer({ min: 0, max: 6 }))
  const tiers: Term["tiers"] = [
    { from: 0, to: 10, ratePercent: 6 },
    { from: 10, to: null, ratePercent: 1 },
  ]
  const terms = fc.record({
    tiers: fc.constantFrom<Term["tiers"][]>([], [], tiers),
    minAmount: fc.constantFrom(null, null, 5, 50),
    maxAmount: fc.constantFrom(null, null, 10),
  })
  const offers = fc
    .array(fc.tuple(rate, fc.option(terms)), { maxLength: 20 })
    .map((rows) => rows.map(([apy, term], at) => offer(at + 1, { rate: { apy }, terms: term ? [term] : [] })))

  it("by apy with an amount is by what the amount earns, and those that cannot take it come last", () => {
    const key = (one: Offer, amount: number) => {
      const yours = offerYourRate(one, amount)
      return yours.kind === "rate" ? yours.ratePercent : null
    }
    fc.assert(
      fc.property(
        offers,
        fc.constantFrom(1, 5, 20, 1000),
        fc.constantFrom("asc" as const, "desc" as const),
        (all, amount, order) => {
          const filter = { show: [...HIDDEN_REASONS] }
          const result = selectOffers(marketOf(all), { filter, sort: "apy", order, amount, skip: 0, take: 100 })
          const rates = result.offers.map((one) => key(one, amount))
          const known = rates.filter((value) => value !== null)
          const oracle = known.toSorted((a, b) => (order === "asc" ? a - b : b - a))
          expect(rates).toEqual([...oracle, ...rates.slice(known.length).map(() => null)])
          expect(new Set(result.offers.map((one) => one.id))).toEqual(new Set(all.map((one) => one.id)))
          expect(result.offers).toHaveLength(all.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  it("by anything else does not depend on the amount", () => {
    for (const sort of SORT_KEYS) {
      if (sort === "apy") continue
      expect(select({}, { sort, amount: 500 }).offers).toEqual(select({}, { sort }).offers)
    }
    expect(select({}, { sort: "apy", amount: 0 }).offers).toEqual(select({}, { sort: "apy" }).offers)
  })
})
