// A table as text that spreadsheets open well: RFC 4180, in UTF-8 with its mark. Pure.

export type Cell = string | number | boolean | null

/** Tells spreadsheets that the text is UTF-8; without it they break every accent. */
export const CSV_MARK = "\uFEFF"

/** What a spreadsheet takes for the beginning of a formula, when a text begins with it. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One cell. Unknown is empty. Numbers are written as numbers, so that they can be reckoned with; a text that a spreadsheet would take
 * for a formula gets an apostrophe in front, which makes it a text: names come from elsewhere.
 */
export function csvCell(value: Cell): string {
  if (value === null) return ""
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : ""
  if (typeof value === "boolean") return value ? "true" : "false"
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}
