// How far back a history is shown, and who may see it (spec 6, 9).
import { addDays } from "../../core/clock.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"

/** In the order of the buttons; `days` null: everything recorded. The first one is for everybody. */
export const HISTORY_RANGES = [
  { id: "month", days: VISITOR_ENTITLEMENTS.historyDays },
  { id: "quarter", days: 90 },
  { id: "year", days: 365 },
  { id: "all", days: null },
] as const
export type HistoryRange = (typeof HISTORY_RANGES)[number]

/** Whether a plan that shows `limit` days (null: all) shows this range. */
export function isAllowed({ days }: Pick<HistoryRange, "days">, limit: number | null): boolean {
  return limit === null || (days !== null && days <= limit)
}

/** The first day of each range that ends on the last recorded day, "2026-11-20"; a range without one begins with the first recorded day. */
export function historyStarts(last: string): Partial<Record<HistoryRange["id"], string>> {
  return Object.fromEntries(
    HISTORY_RANGES.flatMap(({ id, days }) => (days === null ? [] : [[id, addDays(last, 1 - days)]])),
  )
}
