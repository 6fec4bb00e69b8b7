// Times of day in somebody's time zone: quiet hours, the hour of the daily mail. Pure: the moment is an argument.

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Whether there is such a time zone (IANA). */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Minutes since midnight on a clock in the time zone; one that does not exist reads as UTC. */
export function minuteOfDay(moment: Date, timeZone: string): number {
  const known = clocks.get(timeZone)
  const clock =
    known ??
    new Intl.DateTimeFormat("en", {
      timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
      hour: "numeric",
      minute: "numeric",
      hourCycle: "h23",
    })
  if (!known) clocks.set(timeZone, clock)
  const parts = clock.formatToParts(moment)
  const part = (type: string) => Number(parts.find((it) => it.type === type)?.value ?? 0)
  return part("hour") * 60 + part("minute")
}

/**
 * The next moment after `now` at which a clock in the time zone shows `minutes` after midnight. On a day whose clock skips that time it
 * is the moment of the skip; on one that shows it twice, the first.
 */
export function nextTimeOfDay(now: Date, timeZone: string, minutes: number): Date {
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const ahead = (minutes - minuteOfDay(now, timeZone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const guess = start + ahead * MINUTE_MS
  // A clock that is put forward or back in between shows another time then.
  const shown = minuteOfDay(new Date(guess), timeZone)
  const off = ((minutes - shown + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2
  const corrected = guess + off * MINUTE_MS
  if (corrected <= now.getTime() || minuteOfDay(new Date(corrected), timeZone) !== minutes) return new Date(guess)
  return new Date(corrected)
}

export type QuietHours = { from: number; to: number }

/** Until when it is quiet; null when it is not. From 22:00 to 07:00 goes over midnight; two equal times are no quiet hours. */
export function quietUntil(now: Date, timeZone: string, quiet: QuietHours | null): Date | null {
  if (!quiet || quiet.from === quiet.to) return null
  const minute = minuteOfDay(now, timeZone)
  const isQuiet =
    quiet.from < quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to
  return isQuiet ? nextTimeOfDay(now, timeZone, quiet.to) : null
}

/** The month that a notification counts for: "2026-11", in UTC for everybody. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

/** How long a message waits after its first, second, ... failed attempt; after the last one it is dead: some 45 hours in all. */
export const RETRY_DELAYS_SECONDS = [15, 60, 300, 1200, 3600, 14_400, 43_200, 86_400] as const

/** When to try again after attempt number `attempts` (from 1); null: not any more. A channel may ask for more time than the table gives. */
export function nextAttempt(now: Date, attempts: number, askedSeconds: number | null): Date | null {
  const delay = RETRY_DELAYS_SECONDS[attempts - 1]
  if (delay === undefined) return null
  return new Date(now.getTime() + Math.max(delay, askedSeconds ?? 0) * 1000)
}
