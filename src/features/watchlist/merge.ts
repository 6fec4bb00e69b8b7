// How two copies of one list become one, without losing anything and however often it is done.
import { LONGEST_NOTE, type Own } from "./schema.ts"

/**
 * One item from the same item in two lists. The earlier day stays, with what was paid on it (unknown stays unknown: a later rate would
 * tell a wrong change). Notes that differ stand one under the other while there is room; else ours stays. Merging again changes nothing.
 */
export function mergeOwn(ours: Own, given: Own): Own {
  const first = given.addedAt < ours.addedAt ? given : ours
  return { note: mergeNotes(ours.note, given.note), addedAt: first.addedAt, addedRatePercent: first.addedRatePercent }
}

function mergeNotes(ours: string | null, given: string | null): string | null {
  if (ours === null || given === null) return ours ?? given
  const both = `${ours}\n${given}`
  return ours.includes(given) || both.length > LONGEST_NOTE ? ours : both
}

/** Whether two copies of an item say the same. */
export function isSame(a: Own, b: Own): boolean {
  return a.note === b.note && a.addedAt === b.addedAt && a.addedRatePercent === b.addedRatePercent
}
