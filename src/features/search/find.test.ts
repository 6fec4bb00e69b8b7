import { describe, expect, test } from "vitest"
import type { Currency } from "../market/model.ts"
import { find, ranked, type TextFilter } from "./find.ts"

const key = (text: string) => ({ text, lower: text.toLowerCase() })
const row = (name: string, symbol: string) => ({
  entity: { name, symbol } as Currency,
  name: key(name),
  slug: key(name),
  symbol: key(symbol),
})
// In the index's order: by rank.
const rows = [
  row("Tether", "USDT"),
  row("Ethereum", "ETH"),
  row("Ethena", "ENA"),
  row("100%_sure", "SURE"),
  row("Wrapped Ether", "WETH"),
  row("Old", "TETH"),
]
const typed = (text: string, mode: TextFilter["mode"] = "insensitive") => ({
  OR: [{ name: { contains: text, mode } }, { symbol: { contains: text, mode } }],
})
const names = (found: ReturnType<typeof find<Currency>>) => found.nodes.map((currency) => currency.name)

describe("finding by what was typed", () => {
  test("the exact symbol comes first, then the index's order", () => {
    expect(names(find(rows, typed("eth"), 0, 10))).toEqual(["Ethereum", "Tether", "Ethena", "Wrapped Ether", "Old"])
    expect(names(find(rows, typed("weth"), 0, 10))).toEqual(["Wrapped Ether"])
  })
  test.each([
    ["%", ["100%_sure"]],
    ["_", ["100%_sure"]],
    [".", []],
    ["zzz", []],
  ])("%s is literal", (text, expected) => {
    expect(names(find(rows, typed(text), 0, 10))).toEqual(expected)
  })
  test("the default mode tells upper from lower case", () => {
    expect(names(find(rows, typed("Ether", "default"), 0, 10))).toEqual(["Ethereum", "Wrapped Ether"])
  })
  test("the popular list names its symbols", () => {
    expect(names(find(rows, { symbol: { in: ["USDT", "ETH"] } }, 0, 10))).toEqual(["Tether", "Ethereum"])
  })
  test("what is not published is not there", () => {
    expect(find(rows, { published: { equals: false } }, 0, 10).pageInfo.total).toBe(0)
    expect(find(rows, { published: { equals: true } }, 0, 10).pageInfo.total).toBe(rows.length)
  })
  test.each([
    [0, 2, ["Tether", "Ethereum"], { skip: 0, take: 2 }],
    [4, 4, ["Wrapped Ether", "Old"], { skip: 4, take: 4 }],
    [-5, -1, [], { skip: 0, take: 0 }],
    [0, 100_000, rows.map(({ entity }) => entity.name), { skip: 0, take: 200 }],
  ])("skip %i, take %i", (skip, take, expected, paging) => {
    const found = find(rows, null, skip, take)
    expect(names(found)).toEqual(expected)
    expect(found.pageInfo).toEqual({ ...paging, total: rows.length })
  })
})

describe("the order by rank", () => {
  const entity = (name: string, marketCapRank: number | null) => {
    const one = row(name, name)
    return { ...one, entity: { ...one.entity, marketCapRank } }
  }
  const index = [entity("first", 1), entity("second", 2), entity("none", null)]
  test.each([
    [undefined, ["first", "second", "none"]],
    [{ sort: "asc", nulls: "last" } as const, ["first", "second", "none"]],
    [{ sort: "asc", nulls: "first" } as const, ["none", "first", "second"]],
    [{ sort: "desc", nulls: "last" } as const, ["second", "first", "none"]],
    [{ sort: "desc" } as const, ["second", "first", "none"]],
    [{ sort: "desc", nulls: "first" } as const, ["none", "second", "first"]],
  ])("%j", (order, expected) => {
    expect(ranked(index, order).map((one) => one.entity.name)).toEqual(expected)
  })
})
