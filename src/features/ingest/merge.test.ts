import { describe, expect, it, test } from "vitest"
import {
  type SourceCurrency,
  type SourceProtocol,
  sourceCurrencySchema,
  sourceProtocolSchema,
} from "../market/schema.ts"
import { matchCurrency, mergeCurrency, mergeFacts, mergeProtocol } from "./merge.ts"

const BASE = { sourceUrl: "https://example.org", asOf: "2026-11-20" }
const currency = (wishes: Partial<SourceCurrency> = {}) =>
  sourceCurrencySchema.parse({ slug: "usd-coin", name: "USD Coin", symbol: "USDC", kind: "token", ...BASE, ...wishes })
const protocol = (wishes: Partial<SourceProtocol> = {}) =>
  sourceProtocolSchema.parse({ slug: "aave-v3", name: "Aave V3", ...BASE, ...wishes })

describe("mergeFacts", () => {
  test.each<[string, object, object, object]>([
    ["news replace what is known", { a: 1 }, { a: 2 }, { a: 2 }],
    ["null never does", { a: 1 }, { a: null }, { a: 1 }],
    ["an empty list never does", { a: [1] }, { a: [] }, { a: [1] }],
    [
      "0, false and an empty text are news",
      { a: 1, b: true, c: "x" },
      { a: 0, b: false, c: "" },
      { a: 0, b: false, c: "" },
    ],
    ["what was unknown becomes known", { a: null }, { a: 5 }, { a: 5 }],
    ["what the news do not have stays", { a: 1 }, {}, { a: 1 }],
  ])("%s", (_rule, known, fetched, expected) => {
    expect(mergeFacts({ slug: "known", ...known }, { slug: "fetched", ...fetched })).toEqual({
      slug: "known",
      ...expected,
    })
  })

  it("changes neither of the two", () => {
    const [known, fetched] = [Object.freeze(currency()), Object.freeze(currency({ priceUsd: 1 }))]
    expect(mergeCurrency(known, fetched)).not.toBe(known)
  })
})

it("a protocol keeps every DefiLlama slug it was known by, each once", () => {
  const merged = mergeProtocol(
    protocol({ defillamaSlugs: ["old", "same"] }),
    protocol({ slug: "x", defillamaSlugs: ["same", "new"] }),
  )
  expect(merged).toMatchObject({ slug: "aave-v3", defillamaSlugs: ["old", "same", "new"] })
  expect(mergeProtocol(protocol({ defillamaSlugs: ["old"] }), protocol()).defillamaSlugs).toEqual(["old"])
})

it("a listed currency keeps what was checked by hand and takes price and rank", () => {
  const known = currency({ category: "stablecoin", priceUsd: 1 })
  const fetched = currency({
    slug: "usdc",
    name: "USDC",
    symbol: "usdc",
    kind: "coin",
    category: "other",
    priceUsd: 0.999,
    marketCapRank: 6,
  })
  const kept = { slug: "usd-coin", name: "USD Coin", symbol: "USDC", kind: "token", category: "stablecoin" }
  expect(mergeCurrency(known, fetched)).toMatchObject({ ...kept, priceUsd: 0.999, marketCapRank: 6 })
  expect(mergeCurrency(currency(), fetched).category).toBe("other")
})

describe("matchCurrency", () => {
  const listed = [
    { id: 1, facts: currency({ coingeckoId: "usd-coin", coinpaprikaId: "usdc-usd-coin" }) },
    { id: 2, facts: currency({ slug: "other", name: "Other", symbol: "USDC" }) },
  ]
  const match = matchCurrency(listed)

  test.each<[string, Partial<SourceCurrency>, number | undefined]>([
    ["by CoinGecko's id", { slug: "x", name: "X", coingeckoId: "usd-coin" }, 1],
    ["by CoinPaprika's id", { slug: "x", name: "X", coinpaprikaId: "usdc-usd-coin" }, 1],
    ["by slug", { name: "X", symbol: "X" }, 1],
    ["by symbol and name together, in any case", { slug: "x", symbol: "usdc", name: "usd COIN" }, 1],
    ["an id goes before a slug", { slug: "other", coingeckoId: "usd-coin" }, 1],
    ["a symbol alone is not enough", { slug: "x", name: "Bridged USDC" }, undefined],
    ["a name alone is not enough", { slug: "x", symbol: "XYZ" }, undefined],
    ["an id of the other source does not count", { slug: "x", name: "X", coinpaprikaId: "usd-coin" }, undefined],
    ["a key of objects is nobody", { slug: "x", name: "__proto__", coingeckoId: "__proto__" }, undefined],
  ])("%s", (_rule, fetched, id) => {
    expect(match(currency(fetched))?.id).toBe(id)
  })
})
