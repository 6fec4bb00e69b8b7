// The rules of a list: what merging keeps, what the browser's storage may hold, what an item says, and in which order.
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { ENTITIES, marketOf, offer } from "../../../test/guards/market-rows.ts"
import { factsOf, sortItems, watchItem, type WatchItem } from "./item.ts"
import { keyOf, parseKey, type WatchKey } from "./key.ts"
import { parseLocal, serialiseLocal, withChange, withItem, withoutItem, withoutTaken } from "./local-list.ts"
import { isSame, mergeOwn } from "./merge.ts"
import { LONGEST_NOTE, MOST_ITEMS, normalNote, type Own, type Watched } from "./schema.ts"

const own = (wishes: Partial<Own> = {}): Own => ({
  note: null,
  addedAt: "2026-11-10T00:00:00.000Z",
  addedRatePercent: null,
  ...wishes,
})
const watched = (key: WatchKey, wishes: Partial<Own> = {}): Watched => ({ key, ...own(wishes) })

const anyOwn = fc.record({
  note: fc.option(fc.string({ minLength: 1, maxLength: 300 })).map((text) => (text === null ? null : normalNote(text))),
  addedAt: fc.integer({ min: 0, max: 9 }).map((day) => `2026-11-0${day + 1 > 9 ? 9 : day + 1}T00:00:00.000Z`),
  addedRatePercent: fc.option(fc.integer({ min: -5, max: 50 })),
})

describe("merging", () => {
  test.each([
    [
      "the earlier day stays, with its rate",
      { addedAt: "2026-11-10T00:00:00.000Z", addedRatePercent: 5 },
      { addedAt: "2026-11-01T00:00:00.000Z", addedRatePercent: 3 },
      { addedAt: "2026-11-01T00:00:00.000Z", addedRatePercent: 3 },
    ],
    [
      "a later day changes nothing",
      { addedAt: "2026-11-01T00:00:00.000Z", addedRatePercent: 3 },
      { addedAt: "2026-11-10T00:00:00.000Z", addedRatePercent: 5 },
      { addedAt: "2026-11-01T00:00:00.000Z", addedRatePercent: 3 },
    ],
    [
      "what was paid on an earlier day is unknown, not what was paid later",
      { addedRatePercent: 5 },
      { addedAt: "2026-11-01T00:00:00.000Z" },
      { addedAt: "2026-11-01T00:00:00.000Z", addedRatePercent: null },
    ],
    ["a note comes along", {}, { note: "mine" }, { note: "mine" }],
    ["a note is not taken away", { note: "mine" }, {}, { note: "mine" }],
    ["two notes stand under each other", { note: "ours" }, { note: "theirs" }, { note: "ours\ntheirs" }],
    ["a note that is there is not said twice", { note: "ours\ntheirs" }, { note: "theirs" }, { note: "ours\ntheirs" }],
    [
      "without room ours stays",
      { note: "o".repeat(LONGEST_NOTE - 2) },
      { note: "th" },
      { note: "o".repeat(LONGEST_NOTE - 2) },
    ],
    [
      "with room to the last letter both stay",
      { note: "o".repeat(LONGEST_NOTE - 3) },
      { note: "th" },
      { note: `${"o".repeat(LONGEST_NOTE - 3)}\nth` },
    ],
  ] as const)("%s", (_what, ours, given, both) => {
    expect(mergeOwn(own(ours), own(given))).toEqual(own(both))
  })

  it("again changes nothing, and never makes a note too long or a day later", () => {
    fc.assert(
      fc.property(anyOwn, anyOwn, (ours, given) => {
        const both = mergeOwn(ours, given)
        expect(mergeOwn(both, given)).toEqual(both)
        expect(mergeOwn(both, ours)).toEqual(both)
        expect(both.note?.length ?? 0).toBeLessThanOrEqual(Math.max(LONGEST_NOTE, ours.note?.length ?? 0))
        expect([ours.addedAt, given.addedAt].toSorted()[0]).toBe(both.addedAt)
        expect(isSame(both, { ...both })).toBe(true)
      }),
    )
  })
})

describe("what lies in the browser", () => {
  const list = [watched("currency:bitcoin", { note: "hold", addedRatePercent: 1.5 }), watched("offer:lido-steth")]

  it("is read as it was written", () => {
    expect(parseLocal(serialiseLocal(list))).toEqual(list)
    expect(parseLocal(serialiseLocal([]))).toEqual([])
  })

  test.each([
    [null],
    [""],
    ["{"],
    ["null"],
    ["[]"],
    ['{"version":2,"items":[]}'],
    ['{"version":1}'],
    ['{"version":1,"items":[{"key":"card:x"},{"key":"currency:"},5,null]}'],
    [
      '{"version":1,"items":[{"key":"currency:bitcoin","note":5,"addedAt":"2026-11-10T00:00:00.000Z","addedRatePercent":null}]}',
    ],
    ['{"version":1,"items":[{"key":"currency:bitcoin","note":null,"addedAt":"soon","addedRatePercent":null}]}'],
  ])("%j holds nothing", (text) => {
    expect(parseLocal(text)).toEqual([])
  })

  it("keeps what is whole when a part is broken, each thing once, and no more than fit", () => {
    const [first] = list
    expect(parseLocal(JSON.stringify({ version: 1, items: [{ key: "x" }, first, { ...first, note: "two" }] }))).toEqual(
      [{ ...first, note: "hold\ntwo" }],
    )
    const many = Array.from({ length: MOST_ITEMS + 5 }, (_, at) => watched(`offer:o-${at}`))
    expect(parseLocal(serialiseLocal(many))).toEqual(many.slice(0, MOST_ITEMS))
  })

  it("takes one more, or merges it; a full list takes none", () => {
    const third = watched("currency:ethereum")
    expect(withItem(list, third)).toEqual([...list, third])
    expect(withItem(list, watched("offer:lido-steth", { note: "x" }))?.[1]?.note).toBe("x")
    const full = Array.from({ length: MOST_ITEMS }, (_, at) => watched(`offer:o-${at}`))
    expect(withItem(full, third)).toBeNull()
    expect(withItem(full, watched("offer:o-7", { note: "x" }))).toHaveLength(MOST_ITEMS)
  })

  it("is changed and shortened by key", () => {
    expect(withoutItem(list, "offer:lido-steth")).toEqual([list[0]])
    expect(withChange(list, "currency:bitcoin", { note: null })[0]?.note).toBeNull()
    expect(withChange(list, "currency:none", { note: "x" })).toEqual(list)
  })

  it("loses what the server took, and only that", () => {
    const changed = withChange(list, "currency:bitcoin", { note: "meanwhile" })
    expect(withoutTaken(list, list)).toEqual([])
    expect(withoutTaken(changed, list)).toEqual([changed[0]])
    expect(withoutTaken([...list, watched("currency:ethereum")], list)).toEqual([watched("currency:ethereum")])
  })
})

test.each([
  ["  a  ", "a"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["a\u0000\u0007b\u202Ec", "abc"],
  ["\ud800x", "x"],
  [" \n\t ", null],
  ["", null],
  ["🐝", "🐝"],
])("the note %j is kept as %j", (text, kept) => {
  expect(normalNote(text)).toBe(kept)
})

test.each([
  "currency:",
  "bitcoin",
  ":bitcoin",
  "card:x",
  "currency:Bitcoin",
  "currency:a/b",
  "offer:-x",
  `offer:${"x".repeat(121)}`,
  "__proto__:x",
])("%j is no key", (text) => {
  expect(parseKey(text)).toBeNull()
})

describe("an item", () => {
  const market = marketOf([
    offer(1, { category: "saving", rate: { apy: 5 } }),
    offer(2, { category: "lending", rate: { apy: 7, kind: "apr" } }),
    offer(3, { category: "lending", rate: { apy: 6 } }),
    offer(4, { category: "staking", rate: { apy: null } }),
  ])

  it("of a currency has the best rate of each category, the highest first", () => {
    expect(factsOf(market, "currency", "bitcoin")).toMatchObject({
      name: "Bitcoin",
      symbols: "BTC",
      path: "/currencies/bitcoin",
      ratePercent: 7,
      rateKind: "apr",
      rates: [
        { category: "lending", ratePercent: 7, rateKind: "apr", path: "/offers/offer-002" },
        { category: "saving", ratePercent: 5, provider: "Kraken" },
      ],
    })
  })

  it("of a currency without offers has no rate", () => {
    expect(ENTITIES.currencies.map(({ slug }) => slug)).toContain("ethereum")
    expect(factsOf(market, "currency", "ethereum")).toMatchObject({ ratePercent: null, rateKind: null, rates: [] })
  })

  it("of an offer has its own rate, and null where nobody knows it", () => {
    expect(factsOf(market, "offer", "offer-001")).toMatchObject({
      name: "Kraken",
      symbols: "BTC",
      ratePercent: 5,
      category: "saving",
      status: "active",
      path: "/offers/offer-001",
      logo: { kind: "exchange", slug: "kraken" },
    })
    expect(factsOf(market, "offer", "offer-004")?.ratePercent).toBeNull()
    expect(factsOf(market, "offer", "nope")).toBeNull()
    expect(factsOf(market, "currency", "offer-001")).toBeNull()
  })

  test.each([
    [5, 4.5, 0.5],
    [4.5, 5, -0.5],
    [0.3, 0.1, 0.2],
    [5, 5, 0],
    [null, 5, null],
    [5, null, null],
  ])("%s %% today and %s %% then is a change of %s points", (now, then, change) => {
    const facts = factsOf(market, "offer", "offer-001")
    const item = watchItem(
      "1",
      "offer:offer-001",
      facts && { ...facts, ratePercent: now },
      own({ addedRatePercent: then }),
    )
    expect(item.changePoints).toBe(change)
  })

  it("that is no longer listed keeps its place, its note and its slug", () => {
    expect(watchItem("1", "offer:gone", null, own({ note: "x", addedRatePercent: 5 }))).toMatchObject({
      kind: "offer",
      slug: "gone",
      name: "gone",
      path: null,
      isListed: false,
      ratePercent: null,
      changePoints: null,
      note: "x",
    })
  })
})

describe("the order", () => {
  const item = (slug: string, ratePercent: number | null, changePoints: number | null, day: number): WatchItem => ({
    ...watchItem(null, keyOf("offer", slug), null, own({ addedAt: `2026-11-0${day}T00:00:00.000Z` })),
    ratePercent,
    changePoints,
  })
  const items = [item("b", 5, -3, 1), item("a", null, null, 3), item("c10", 9, 1, 2), item("c9", 5, 2, 4)]
  test.each([
    ["added", ["c9", "a", "c10", "b"]],
    ["rate", ["c10", "b", "c9", "a"]],
    ["change", ["b", "c9", "c10", "a"]],
    ["name", ["a", "b", "c9", "c10"]],
  ] as const)("by %s", (sort, order) => {
    expect(sortItems(items, sort, "en").map(({ slug }) => slug)).toEqual(order)
    expect(sortItems(items.toReversed(), sort, "en").map(({ slug }) => slug)).toEqual(order)
  })
})
