import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { minuteOfDay, monthOf, nextAttempt, nextTimeOfDay, quietUntil, RETRY_DELAYS_SECONDS } from "./when.ts"

const at = (text: string) => new Date(text)

describe("the next time of day", () => {
  test.each([
    ["2026-11-20T06:00:00Z", "UTC", 8 * 60, "2026-11-20T08:00:00Z"],
    ["2026-11-20T08:00:00Z", "UTC", 8 * 60, "2026-11-21T08:00:00Z"],
    ["2026-11-20T07:59:30Z", "UTC", 8 * 60, "2026-11-20T08:00:00Z"],
    ["2026-11-20T06:00:00Z", "Asia/Tokyo", 8 * 60, "2026-11-20T23:00:00Z"],
    ["2026-11-20T06:00:00Z", "Asia/Kathmandu", 8 * 60, "2026-11-21T02:15:00Z"],
    // Clocks are put back in Berlin on 25 October 2026 at 3:00, forward on 29 March at 2:00.
    ["2026-10-24T20:00:00Z", "Europe/Berlin", 8 * 60, "2026-10-25T07:00:00Z"],
    ["2026-03-28T20:00:00Z", "Europe/Berlin", 8 * 60, "2026-03-29T06:00:00Z"],
    ["2026-11-20T06:00:00Z", "Nowhere/Land", 8 * 60, "2026-11-20T08:00:00Z"],
  ])("from %s in %s at minute %i is %s", (now, zone, minutes, next) => {
    expect(nextTimeOfDay(at(now), zone, minutes)).toEqual(at(next))
  })

  it("comes within a day and a bit, is ahead, and shows that time or lies where the clock skips it", () => {
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
    const moments = fc.date({ min: at("2026-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z"), noInvalidDate: true })
    fc.assert(
      fc.property(moments, zones, fc.integer({ min: 0, max: 1439 }), (now, zone, minutes) => {
        const next = nextTimeOfDay(now, zone, minutes)
        const ahead = next.getTime() - now.getTime()
        expect(ahead).toBeGreaterThan(0)
        expect(ahead).toBeLessThanOrEqual(26 * 3_600_000)
        const off = Math.abs(minuteOfDay(next, zone) - minutes)
        expect(Math.min(off, 1440 - off)).toBeLessThanOrEqual(60)
      }),
    )
  })
})

describe("quiet hours", () => {
  const night = { from: 22 * 60, to: 7 * 60 }
  test.each([
    ["2026-11-20T21:59:00Z", null],
    ["2026-11-20T22:00:00Z", "2026-11-21T07:00:00Z"],
    ["2026-11-21T03:00:00Z", "2026-11-21T07:00:00Z"],
    ["2026-11-21T06:59:59Z", "2026-11-21T07:00:00Z"],
    ["2026-11-21T07:00:00Z", null],
  ])("over midnight: at %s it is quiet until %s", (now, until) => {
    expect(quietUntil(at(now), "UTC", night)).toEqual(until === null ? null : at(until))
  })

  test.each([
    ["2026-11-20T12:59:00Z", null],
    ["2026-11-20T13:00:00Z", "2026-11-20T14:00:00Z"],
    ["2026-11-20T14:00:00Z", null],
  ])("within a day: at %s it is quiet until %s", (now, until) => {
    expect(quietUntil(at(now), "UTC", { from: 780, to: 840 })).toEqual(until === null ? null : at(until))
  })

  it("two equal times, or none, are no quiet hours", () => {
    expect(quietUntil(at("2026-11-20T12:00:00Z"), "UTC", { from: 720, to: 720 })).toBeNull()
    expect(quietUntil(at("2026-11-20T12:00:00Z"), "UTC", null)).toBeNull()
  })
})

it("a month is one of UTC", () => {
  expect(monthOf(at("2026-11-30T23:59:59.999Z"))).toBe("2026-11")
  expect(monthOf(at("2026-12-01T00:00:00Z"))).toBe("2026-12")
})

it("attempts are farther and farther apart, later still when somebody asks for it, and end", () => {
  const now = at("2026-11-20T12:00:00Z")
  const waits = RETRY_DELAYS_SECONDS.map(
    (_, index) => (nextAttempt(now, index + 1, null)?.getTime() ?? 0) - now.getTime(),
  )
  expect(waits).toEqual(RETRY_DELAYS_SECONDS.map((seconds) => seconds * 1000))
  expect(nextAttempt(now, 1, 100)).toEqual(new Date(now.getTime() + 100_000))
  expect(nextAttempt(now, 5, 100)).toEqual(new Date(now.getTime() + 3_600_000))
  expect(nextAttempt(now, RETRY_DELAYS_SECONDS.length + 1, 100)).toBeNull()
})
