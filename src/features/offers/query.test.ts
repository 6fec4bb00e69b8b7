import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { readQuery, writeQuery } from "../../core/query.ts"
import { HIDDEN_REASONS } from "../market/hidden.ts"
import { SORT_KEYS } from "../market/model.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { FILTER_SPEC, NATURAL_ORDER, OFFER_QUERY_SPEC, PAGE_SORT_KEYS, type OfferQuery, PRESETS } from "./query.ts"

const EMPTY = readQuery(OFFER_QUERY_SPEC, new URLSearchParams()).values
const read = (query: string) => readQuery(OFFER_QUERY_SPEC, new URLSearchParams(query))

it("has the filter keys of the spec under their very names (spec 3)", () => {
  const spec = "apyFrom apyTo blockchain currencyId exchangeIds offerType protocolIds tvlFrom tvlTo walletIds search"
  expect(Object.keys(FILTER_SPEC)).toEqual(expect.arrayContaining(spec.split(" ")))
  expect(Object.keys(OFFER_QUERY_SPEC)).toEqual(expect.arrayContaining(["amount", "sort", "order", "page"]))
})

it("gives null, not undefined or a default, for everything that was not asked", () => {
  expect(Object.values(EMPTY).every((value) => value === null)).toBe(true)
})

test.each([
  ["offerType=saving", { offerType: "saving" }],
  ["exchangeIds=kraken,2&protocolIds=lido", { exchangeIds: ["kraken", "2"], protocolIds: ["lido"] }],
  ["apyFrom=-100&apyTo=1000000", { apyFrom: -100, apyTo: 1_000_000 }],
  ["cashWithin=0", { cashWithin: 0 }],
  ["stablecoin=true", { stablecoin: true }],
  ["commissionFree=true", { commissionFree: true }],
  ["show=ended,thin", { show: ["ended", "thin"] }],
  ["amount=0.00000001", { amount: 1e-8 }],
  ["sort=tvl&order=asc&page=2", { sort: "tvl", order: "asc", page: 2 }],
])("reads %s", (query, values) => {
  expect(read(query)).toEqual({ values: { ...EMPTY, ...values }, problems: [], canonical: query, isCanonical: true })
})

test.each([
  "offerType=savings",
  "apyFrom=-100.1",
  "apyTo=1000001",
  "apyFrom=1e999",
  "tvlFrom=-1",
  "tvlTo=0x10",
  "cashWithin=87601",
  "stablecoin=yes",
  "show=ended,nope",
  "amount=-1",
  "amount=1000000000001",
  "sort=commission",
  "sort=realApy",
  "order=up",
  "page=1",
  "page=0",
  "page=10001",
  "currencyId=../etc",
  "blockchain=a,b",
])("drops %s", (query) => {
  const result = read(query)
  expect(result.values).toEqual(EMPTY)
  expect(result.problems).toEqual([{ name: query.split("=")[0], code: "invalid_parameter" }])
})

const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,15}$/)
const slugs = fc.uniqueArray(slug, { minLength: 1, maxLength: 8 })
const decimal = (min: number, max: number) =>
  fc
    .double({ min, max, noNaN: true })
    .map((value) => Number(value.toFixed(8)))
    .filter((value) => !Object.is(value, -0))
const anyQuery: fc.Arbitrary<OfferQuery> = fc.record({
  offerType: fc.option(fc.constantFrom(...OFFER_CATEGORIES)),
  currencyId: fc.option(slug),
  blockchain: fc.option(slug),
  exchangeIds: fc.option(slugs),
  protocolIds: fc.option(slugs),
  walletIds: fc.option(slugs),
  apyFrom: fc.option(decimal(-100, 1e6)),
  apyTo: fc.option(decimal(-100, 1e6)),
  tvlFrom: fc.option(decimal(0, 1e14)),
  tvlTo: fc.option(decimal(0, 1e14)),
  cashWithin: fc.option(decimal(0, 87_600)),
  stablecoin: fc.option(fc.constant(true as const)),
  commissionFree: fc.option(fc.constant(true as const)),
  search: fc.option(fc.stringMatching(/^[a-zà-ž%+&=#?,"'<>]{1,30}$/)),
  show: fc.option(fc.subarray([...HIDDEN_REASONS], { minLength: 1 })),
  amount: fc.option(decimal(0, 1e12)),
  sort: fc.option(fc.constantFrom(...PAGE_SORT_KEYS)),
  order: fc.option(fc.constantFrom("asc" as const, "desc" as const)),
  page: fc.option(fc.integer({ min: 2, max: 10_000 })),
})

describe("the address", () => {
  it("tells the state: what was written is read again, and is canonical", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const address = writeQuery(OFFER_QUERY_SPEC, query)
        expect(read(address)).toEqual({ values: query, problems: [], canonical: address, isCanonical: true })
      }),
      { numRuns: 300 },
    )
  })

  it("of a quick choice is readable", () => {
    for (const preset of PRESETS) {
      const result = read(writeQuery(OFFER_QUERY_SPEC, preset.query))
      expect(result).toMatchObject({ values: preset.query, problems: [], isCanonical: true })
    }
    expect(new Set(PRESETS.map((preset) => preset.id)).size).toBe(PRESETS.length)
  })
})

test.each(SORT_KEYS)(
  "the sort %s starts with the best: money back soonest and names from A, all else from the top",
  (key) => {
    expect(NATURAL_ORDER[key]).toBe(key === "name" || key === "timeToCash" ? "asc" : "desc")
  },
)
