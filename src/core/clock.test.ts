import fc from "fast-check"
import { expect, it, test } from "vitest"
import { addDays, DAY_MS, dayOf, daysBetween, HOUR_MS, systemClock } from "./clock.ts"

test.each([
  ["2026-11-20T00:00:00.000Z", "2026-11-20"],
  ["2026-11-20T23:59:59.999Z", "2026-11-20"],
  ["2026-11-20T23:30:00-05:00", "2026-11-21"],
  ["2026-11-20T00:30:00+02:00", "2026-11-19"],
])("%s is on the UTC day %s", (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day)
})

test.each([
  ["2026-11-20", 0, "2026-11-20"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2026-01-01", -1, "2025-12-31"],
  ["2024-02-28", 1, "2024-02-29"],
  ["2026-02-28", 1, "2026-03-01"],
  ["2026-03-28", 2, "2026-03-30"],
  ["2026-10-24", 2, "2026-10-26"],
])("%s and %s days make %s", (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(days)
})

it("counts days there and back, over any changes of clocks", () => {
  const day = fc.integer({ min: -20_000, max: 40_000 }).map((days) => addDays("1970-01-01", days))
  fc.assert(
    fc.property(day, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      const to = addDays(from, days)
      expect(daysBetween(from, to)).toBe(days)
      expect(addDays(to, -days)).toBe(from)
      expect(from < to).toBe(days > 0)
    }),
  )
})

it("knows its units and the time", () => {
  expect(DAY_MS).toBe(24 * HOUR_MS)
  expect(systemClock()).toBeInstanceOf(Date)
})
