import { afterEach, expect, it, test, vi } from "vitest"
import { formatsOf } from "../../i18n/formats.ts"
import { HISTORY_RANGES, historyStarts, isAllowed } from "./history-range.ts"
import { askHistory, historyOf } from "./longer-history.ts"

afterEach(() => vi.unstubAllGlobals())

const allowed = (limit: number | null) => HISTORY_RANGES.filter((range) => isAllowed(range, limit)).map(({ id }) => id)

test.each<[number | null, string[]]>([
  [0, []],
  [29, []],
  [30, ["month"]],
  [89, ["month"]],
  [90, ["month", "quarter"]],
  [365, ["month", "quarter", "year"]],
  [100_000, ["month", "quarter", "year"]],
  [null, ["month", "quarter", "year", "all"]],
])("a plan with %s days of history shows %j", (limit, ids) => {
  expect(allowed(limit)).toEqual(ids)
})

it("has as many days as its name says, the last recorded one among them", () => {
  expect(historyStarts("2026-11-30")).toEqual({ month: "2026-11-01", quarter: "2026-09-02", year: "2025-12-01" })
})

test.each([
  ["2026-09-02", "/api/v1/offers/a/history?from=2026-09-02"],
  [null, "/api/v1/offers/a/history"],
])("from %s on is asked for at %s", async (from, address) => {
  const asked: string[] = []
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url)
    return Response.json(ANSWER)
  })
  expect((await askHistory("a", from, "", formatsOf("en")))?.points).toHaveLength(2)
  expect(asked).toEqual([address])
})

it("fails when the server does not answer with days", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 503 }))
  await expect(askHistory("a", null, "", formatsOf("en"))).rejects.toThrow("503")
})

const ANSWER = {
  data: [
    { date: "2026-08-24", apy: 4.5, tvlUsd: 1e9, source: "bybit" },
    { date: "2026-11-20", apy: null, tvlUsd: null, source: "bybit" },
  ],
  from: "2026-08-23",
  to: "2026-11-20",
  limitedTo: null,
}

it("becomes what the chart takes, in the words of the language", () => {
  expect(historyOf(ANSWER, "Aug 24, 2026", formatsOf("en"))).toEqual({
    points: [
      { day: "2026-08-24", dayText: "Aug 24, 2026", apy: 4.5, apyText: "4.50%", tvlText: "$1B", source: "bybit" },
      { day: "2026-11-20", dayText: "Nov 20, 2026", apy: null, apyText: null, tvlText: null, source: "bybit" },
    ],
    from: "Aug 24, 2026",
    to: "Nov 20, 2026",
    recordedSince: "Aug 24, 2026",
  })
})

it("is none when the answer was cut to a plan's limit", () => {
  expect(historyOf({ ...ANSWER, limitedTo: 30 }, "", formatsOf("en"))).toBeNull()
})
