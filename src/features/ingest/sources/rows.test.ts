import { describe, expect, it } from "vitest"
import type { SourceOfferInput } from "../../market/schema.ts"
import {
  asRow,
  BatchBuilder,
  dailyPoints,
  Miss,
  rawOf,
  readAmount,
  readFraction,
  readIsoMoment,
  readMoment,
  readNumber,
  readSignedPercent,
  readText,
  readUrl,
  slugOf,
  sumKnown,
} from "./rows.ts"

describe("reading numbers", () => {
  it.each([
    [0, 0],
    ["0", 0],
    ["0.03", 0.03],
    [" 4.25 ", 4.25],
    ["-1", -1],
    ["1e-3", 0.001],
    ["1e400", Number.POSITIVE_INFINITY],
    ["", null],
    ["  ", null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
    ["NaN", null],
    ["3%", null],
    ["1,475", null],
    ["0x10", null],
    ["Infinity", null],
    ["12 USD", null],
    [true, null],
    [[5], null],
    [{}, null],
  ])("readNumber(%j) is %j", (value, expected) => expect(readNumber(value)).toBe(expected))

  it.each([
    ["3%", 3],
    ["4.25%", 4.25],
    ["100%", 100],
    ["3", null],
    [3, null],
    ["%", null],
    ["", null],
  ])("readSignedPercent(%j) is %j", (value, expected) => expect(readSignedPercent(value)).toBe(expected))

  it.each([
    ["0.03", 3],
    [0.1498, 14.98],
    ["0.0286", 2.86],
    ["", null],
    [null, null],
  ])("readFraction(%j) is %j percent", (value, expected) => expect(readFraction(value)).toBe(expected))

  it.each([
    ["1500", 1500],
    [0, 0],
    ["-1", null],
    ["1e400", null],
    ["", null],
  ])("readAmount(%j) is %j", (value, expected) => expect(readAmount(value)).toBe(expected))

  it("adds what is known only", () => {
    expect(sumKnown(0.1, 0.2)).toBe(0.3)
    expect(sumKnown(null, 2)).toBe(2)
    expect(sumKnown(null, null)).toBeNull()
    expect(sumKnown()).toBeNull()
  })
})

describe("reading the rest", () => {
  it("takes objects only for rows", () => {
    expect(asRow({ a: 1 })).toEqual({ a: 1 })
    for (const value of [null, undefined, [], "x", 5]) expect(asRow(value)).toBeNull()
  })

  it("takes text and finite numbers for text", () => {
    expect(readText(" x ")).toBe("x")
    expect(readText(12)).toBe("12")
    for (const value of ["", " ", null, {}, [], Number.NaN]) expect(readText(value)).toBeNull()
  })

  it.each([
    ["1773705600000", "2026-03-17T00:00:00.000Z"],
    [1_773_705_600_000, "2026-03-17T00:00:00.000Z"],
    ["0", null],
    [1_773_705_600, null],
    ["9".repeat(20), null],
    [null, null],
  ])("readMoment(%j) is %j", (value, expected) => expect(readMoment(value)?.toISOString() ?? null).toBe(expected))

  it.each([
    ["2026-08-27T00:00:00Z", "2026-08-27T00:00:00.000Z"],
    ["2026-13-45T00:00:00Z", null],
    ["yesterday", null],
    [5, null],
  ])("readIsoMoment(%j) is %j", (value, expected) => expect(readIsoMoment(value)?.toISOString() ?? null).toBe(expected))

  it("takes http addresses only", () => {
    expect(readUrl("https://aave.com")).toBe("https://aave.com")
    for (const value of ["javascript:alert(1)", "ftp://x", "https://", "aave.com", ""])
      expect(readUrl(value)).toBeNull()
  })

  it("makes slugs", () => {
    expect(slugOf("ether.fi-stake")).toBe("ether-fi-stake")
    expect(slugOf("--A b--")).toBe("a-b")
    expect(slugOf("...")).toBeNull()
  })

  it("keeps the source's own text of a rate, and nothing nested", () => {
    expect(rawOf({ apr: "3%", junk: [[1]], other: 5 }, ["apr", "junk", "missing"])).toBe('{"apr":"3%"}')
    const wide = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`field${index}`, "x".repeat(999)]))
    expect(rawOf(wide, Object.keys(wide))).toHaveLength(2000)
  })
})

describe("dailyPoints", () => {
  it("keeps the last sample of a day, oldest day first, and no unknown ones", () => {
    const at = (moment: string, percent: number | null) => ({
      at: new Date(moment),
      point: { apyPercent: percent, apyBasePercent: null, apyRewardPercent: null, tvlUsd: null },
    })
    const points = dailyPoints([
      at("2026-11-02T23:00:00Z", 3),
      at("2026-11-01T09:00:00Z", 1),
      at("2026-11-02T01:00:00Z", 2),
      at("2026-11-02T23:30:00Z", null),
      at("2026-11-03T00:00:00Z", 2_000_000),
    ])
    expect(points.map(({ day, apyPercent }) => [day, apyPercent])).toEqual([
      ["2026-11-01", 1],
      ["2026-11-02", 3],
    ])
  })
})

describe("BatchBuilder", () => {
  const offer = (changes: Partial<SourceOfferInput> = {}, percent: number | null = 4): SourceOfferInput => ({
    externalId: "a",
    category: "saving",
    provider: { kind: "exchange", slug: "x", name: "X" },
    symbols: ["USDC"],
    blockchain: null,
    sourceUrl: "https://example.com",
    rate: { percent, kind: "apr", raw: "4%" },
    ...changes,
  })
  const reasonFor = (read: () => SourceOfferInput | Miss, live = true) => {
    const batch = new BatchBuilder()
    batch.takeOffer("key", read, live)
    expect(batch.done().read).toBe(1)
    return batch.done().dropped[0]?.reason ?? "kept"
  }

  it.each([
    ["kept", offer()],
    ["kept", offer({}, 0)],
    ["kept", offer({}, 1_000_000)],
    ["noRate", offer({}, null)],
    ["outOfBounds", offer({}, 1_000_001)],
    ["outOfBounds", offer({}, -101)],
    ["outOfBounds", offer({}, Number.POSITIVE_INFINITY)],
    ["malformed", offer({ symbols: [] })],
    ["malformed", offer({ sourceUrl: "javascript:alert(1)" })],
    ["tooSmall", new Miss("tooSmall", "9 USD")],
  ])("%s: %j", (reason, given) => expect(reasonFor(() => given)).toBe(reason))

  it("lets a hand-written offer have an unknown rate", () =>
    expect(reasonFor(() => offer({}, null), false)).toBe("kept"))

  it("keeps the first of two with one id, and says where a row is wrong", () => {
    const batch = new BatchBuilder()
    batch.takeOffer("one", () => offer())
    batch.takeOffer("two", () => offer())
    batch.takeOffer("three", () => offer({ externalId: "b", status: "gone" as never }))
    const { read, offers, dropped } = batch.done()
    expect([read, offers.length]).toEqual([3, 1])
    expect(dropped[0]).toEqual({ reason: "duplicate", key: "two", detail: "the same external id again" })
    expect(dropped[1]).toMatchObject({ reason: "malformed", key: "three" })
    expect(dropped[1]?.detail).toMatch(/^status: /)
  })

  it("counts a row whose reader throws, and goes on", () => {
    const batch = new BatchBuilder()
    batch.takeOffer("bad", () => {
      throw new Error("boom")
    })
    batch.takeOffer("good", () => offer())
    expect(batch.done().offers).toHaveLength(1)
    expect(batch.done().dropped).toEqual([{ reason: "malformed", key: "bad", detail: "unexpected: boom" }])
  })
})
