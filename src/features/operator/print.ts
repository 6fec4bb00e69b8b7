// Words for people: tables that line up, moments, ages. Pure.
import { DAY_MS, HOUR_MS } from "../../core/clock.ts"

/** What came from elsewhere may not steer the terminal. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ")
}

/** Rows under their heads, columns lined up; `right` names the columns whose numbers end below each other. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string {
  const all = [head, ...rows].map((row) => row.map(oneLine))
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const lines = all.map((row) =>
    row
      .map((cell, at) =>
        right.includes(head[at] ?? "") ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  )
  return lines.join("\n")
}

/** A long text cut to a width, with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}

/** "2026-12-01 09:00"; the beginning or the last millisecond of a day is the day alone; "" for none. All in UTC. */
export function momentText(moment: Date | null): string {
  if (moment === null) return ""
  const iso = moment.toISOString()
  const isDay = iso.endsWith("T00:00:00.000Z") || iso.endsWith("T23:59:59.999Z")
  return isDay ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ")
}

/** "5 min", "3 h", "2 d". */
export function ageText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(0, Math.floor(ms / 60_000))} min`
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`
}

export function yesNo(value: boolean): string {
  return value ? "yes" : "no"
}

/** "1 offer", "3 offers". */
export function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}
