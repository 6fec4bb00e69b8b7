import { expect, test } from "vitest"
import { momentIn } from "./moment.ts"

test.each([
  ["en", "UTC", "minute", /Nov 20, 2026, 11:30\sPM/],
  ["en", "Europe/Berlin", "minute", /Nov 21, 2026, 12:30\sAM/],
  ["de", "America/New_York", "minute", /20\.11\.2026, 18:30/],
  ["de", "Asia/Tokyo", "day", /^21\.11\.2026$/],
  ["de", "Mars/Olympus", "day", /^20\.11\.2026$/],
] as const)("%s in %s, by the %s", (locale, zone, form, expected) => {
  expect(momentIn(locale, zone, "2026-11-20T23:30:00.000Z", form)).toMatch(expected)
})
