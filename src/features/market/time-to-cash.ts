import type { Term } from "./schema.ts"

/**
 * For how many hours the money is away: lock + notice + unbonding + processing (design 6).
 * null when there is no term or a part of it is unknown: a guess would be worse than nothing.
 */
export function timeToCashHours(
  term: Pick<Term, "lockDays" | "noticeDays" | "unbondDays" | "processingHours"> | undefined,
): number | null {
  if (!term) return null
  const { lockDays, noticeDays, unbondDays, processingHours } = term
  if (lockDays === null || noticeDays === null || unbondDays === null || processingHours === null) return null
  return (lockDays + noticeDays + unbondDays) * 24 + processingHours
}
