/** The time now; handed in everywhere, so that tests can move it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** The UTC day of a moment as "2026-11-20". */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The day `days` after (before, when negative) a day given as "2026-11-20". */
export function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS))
}

/** Whole days from `from` to `to`, both as "2026-11-20". */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}
