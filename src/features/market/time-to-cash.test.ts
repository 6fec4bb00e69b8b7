import fc from "fast-check"
import { expect, it, test } from "vitest"
import { term } from "../../../test/guards/market-rows.ts"
import { timeToCashHours } from "./time-to-cash.ts"

const parts = (
  lockDays: number | null,
  noticeDays: number | null,
  unbondDays: number | null,
  processingHours: number | null,
) => term({ lockDays, noticeDays, unbondDays, processingHours })

test.each([
  ["a flexible offer is back at once", parts(0, 0, 0, 0), 0],
  ["days count as 24 hours, hours as they are", parts(30, 1, 2, 5), 33 * 24 + 5],
  ["half days count", parts(0.5, 0, 0, 0), 12],
  ["an unknown lock makes all of it unknown", parts(null, 0, 0, 0), null],
  ["an unknown notice makes all of it unknown", parts(30, null, 0, 0), null],
  ["an unknown unbonding makes all of it unknown", parts(30, 0, null, 0), null],
  ["an unknown processing makes all of it unknown", parts(30, 0, 0, null), null],
  ["without a term it is unknown, not 0", undefined, null],
])("%s", (_rule, given, hours) => {
  expect(timeToCashHours(given)).toBe(hours)
})

it("is unknown exactly when a part is, and never shorter than its longest part", () => {
  const part = fc.option(fc.integer({ min: 0, max: 1000 }))
  fc.assert(
    fc.property(part, part, part, part, (lock, notice, unbond, processing) => {
      const hours = timeToCashHours(parts(lock, notice, unbond, processing))
      const all = [lock, notice, unbond, processing]
      expect(hours === null).toBe(all.includes(null))
      if (hours !== null)
        expect(hours).toBeGreaterThanOrEqual(
          Math.max((lock ?? 0) * 24, (notice ?? 0) * 24, (unbond ?? 0) * 24, processing ?? 0),
        )
    }),
  )
})
