import { describe, expect, it } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { CURRENCY_LIST, isStablecoin } from "./currency-list.ts"
import { EXCHANGE_LIST } from "./exchange-list.ts"
import { feeText, priceText, siteName } from "./facts.ts"
import { coinsText, firstFew, sourceOpenness } from "./labels.ts"
import { type ListQuery, type ListRules, selectThings } from "./list.ts"
import { auditsOf, PROTOCOL_LIST } from "./protocol-list.ts"
import { baseRateOf, topCategory } from "./rates.ts"
import { makeCurrency, makeExchange, makeProtocol, makeWallet } from "./test-entities.ts"
import { WALLET_LIST } from "./wallet-list.ts"

const t = loadCatalogs().translate("en")
const en = formatsOf("en")
const rate = (apy: number) => ({ apy, offerSlug: "offer" })

function order<Thing extends { slug: string }>(
  rules: ListRules<Thing>,
  things: readonly Thing[],
  query: Partial<ListQuery>,
) {
  return selectThings(things, rules, query).map(({ slug }) => slug)
}

describe("currencies", () => {
  const list = [
    makeCurrency({ slug: "unranked", name: "Unranked", offerCount: 1, pegCurrency: "EUR", kind: "token" }),
    makeCurrency({ slug: "more", name: "More", offerCount: 7, best: { saving: rate(2) } }),
    makeCurrency({ slug: "second", name: "Second", symbol: "TWO", marketCapRank: 2, best: { saving: rate(9) } }),
    makeCurrency({ slug: "first", name: "First", marketCapRank: 1, category: "stablecoin" }),
  ]
  it.each<[Partial<ListQuery>, string[]]>([
    [{}, ["first", "second", "more", "unranked"]],
    [{ order: "desc" }, ["second", "first", "more", "unranked"]],
    [{ sort: "saving" }, ["second", "more", "unranked", "first"]],
    [{ withOffers: true }, ["more", "unranked"]],
    [{ stablecoin: true }, ["first", "unranked"]],
    [{ kind: "token" }, ["unranked"]],
    [{ search: "two" }, ["second"]],
  ])("%j", (query, slugs) => expect(order(CURRENCY_LIST, list, query)).toEqual(slugs))

  it("knows a stablecoin by its category or its peg", () => {
    expect(list.map(isStablecoin)).toEqual([true, false, false, true])
  })
})

describe("exchanges", () => {
  const list = [
    makeExchange({ slug: "b", name: "B", rating: 3 }),
    makeExchange({ slug: "a", name: "A", rating: 3 }),
    makeExchange({ slug: "dex", name: "Dex", decentralized: true }),
    makeExchange({ slug: "big", name: "Big", offerCount: 9, proofOfReservesUrl: "https://big.example.com" }),
  ]
  it.each<[Partial<ListQuery>, string[]]>([
    [{}, ["big", "a", "b", "dex"]],
    [{ sort: "rating" }, ["a", "b", "big", "dex"]],
    [{ kind: "decentralized" }, ["dex"]],
    [{ proofOfReserves: true }, ["big"]],
    [{ withOffers: true }, ["big"]],
  ])("%j", (query, slugs) => expect(order(EXCHANGE_LIST, list, query)).toEqual(slugs))
})

describe("protocols", () => {
  const list = [
    makeProtocol({ slug: "small", name: "Small", offersTvlUsd: 5, chains: ["OP Mainnet"] }),
    makeProtocol({ slug: "large", name: "Large", offersTvlUsd: 50, category: "Liquid Staking" }),
    makeProtocol({ slug: "none", name: "None", auditCount: 1 }),
    makeProtocol({ slug: "some", name: "Some", offerCount: 2 }),
  ]
  it.each<[Partial<ListQuery>, string[]]>([
    [{}, ["large", "small", "some", "none"]],
    [{ category: "liquid-staking" }, ["large"]],
    [{ blockchain: "op-mainnet" }, ["small"]],
    [{ sort: "audits" }, ["none", "some", "large", "small"]],
  ])("%j", (query, slugs) => expect(order(PROTOCOL_LIST, list, query)).toEqual(slugs))

  it.each([
    [null, [], null],
    [2, [], 2],
    [1, ["https://a.example.com", "https://b.example.com"], 2],
    [0, [], 0],
  ])("audits: %j counted, %j linked", (auditCount, auditUrls, expected) =>
    expect(auditsOf({ auditCount, auditUrls })).toBe(expected),
  )
})

describe("wallets", () => {
  const list = [
    makeWallet({ slug: "plain", name: "Plain" }),
    makeWallet({ slug: "safe", name: "Safe", securityRating: 5, type: "hardware", platforms: ["linux", "web"] }),
    makeWallet({ slug: "open", name: "Open", securityRating: 3, features: ["openSource"], platforms: ["linux"] }),
  ]
  it.each<[Partial<ListQuery>, string[]]>([
    [{}, ["safe", "open", "plain"]],
    [{ platforms: ["linux", "web"] }, ["safe"]],
    [{ features: ["openSource"] }, ["open"]],
    [{ type: "hardware" }, ["safe"]],
  ])("%j", (query, slugs) => expect(order(WALLET_LIST, list, query)).toEqual(slugs))

  it.each([
    [{ features: ["openSource" as const] }, "yes"],
    [{ sourceCodeUrl: "https://github.com/a/b" }, "viewable"],
    [{ featuresAbsent: ["openSource" as const] }, "no"],
    [{}, null],
  ])("code of %j is open: %s", (given, expected) => expect(sourceOpenness(makeWallet(given))).toBe(expected))

  it.each([
    [null, null, null],
    [1, false, "1"],
    [14, true, "more than 14"],
    [1200, null, "1,200"],
  ])("%j coins, more: %j", (numCoins, numCoinsHasMore, expected) =>
    expect(coinsText({ numCoins, numCoinsHasMore }, t, en)).toBe(expected),
  )
})

describe("texts", () => {
  it.each([
    [[], null],
    [["A"], "A"],
    [["A", "B", "C", "D"], "A, B, C, D"],
    [["A", "B", "C", "D", "E"], "A, B, C and 2 more"],
  ])("the first three of %j", (items, expected) => expect(firstFew(items, 3, t)).toBe(expected))

  it.each([
    [0, "0.00%"],
    [0.4, "0.40%"],
    [0.035, "0.035%"],
    [-0.005, "-0.005%"],
  ])("a fee of %d percent", (fee, expected) => expect(feeText(fee, en)).toBe(expected))

  it.each([
    [67123.4, "$67,123.40"],
    [0.00001234, "$0.00001234"],
    [0, "$0.00"],
  ])("a price of %d", (price, expected) => expect(priceText(price, en)).toBe(expected))

  it.each([
    ["https://www.kraken.com/a/b", "kraken.com"],
    ["https://github.com/bitcoin/bitcoin/blob/main/x", "github.com/bitcoin/bitcoin"],
    ["https://www.npmjs.com/package/@web3icons/common", "npmjs.com/@web3icons/common"],
  ])("%s", (url, expected) => expect(siteName(url)).toBe(expected))

  it("finds the category with the highest rate", () => {
    expect(topCategory({})).toBe(null)
    expect(topCategory({ saving: rate(2), defi: rate(5), lending: rate(5) })).toBe("lending")
  })

  it.each([
    [{ apy: 5, apyBase: 3, apyReward: 2 }, 3],
    [{ apy: 5, apyBase: null, apyReward: null }, 5],
    [{ apy: 5, apyBase: null, apyReward: 2 }, null],
  ])("the base rate of %j", (offer, expected) => expect(baseRateOf(offer)).toBe(expected))
})
