// The two forms of a hand-written file: CSV with a header line, and JSON as {about, rows: [...]}.
import { parse } from "csv-parse/sync"
import { messageOf } from "../../../core/errors.ts"
import { CARD_COLUMNS, OFFER_COLUMNS, WALLET_COLUMNS } from "./manual-rows.ts"
import { asList, asRow, type Row } from "./rows.ts"

/** `line` counts from 1 in a CSV file and is the row's place from 1 in JSON. `problem` says why a row gives nothing. */
export type FileRow = { row: unknown; line: number; problem: string | null }
/** `problem` says why the whole file gives nothing. */
export type FileRows = { rows: FileRow[]; problem: string | null }

const COLUMNS = new Map<string, readonly string[]>([
  ["offers", OFFER_COLUMNS],
  ["wallets", WALLET_COLUMNS],
  ["cards", CARD_COLUMNS],
])

/** Reads a CSV text. The first line may be a comment that begins with "#"; the next names the columns, in any order. */
export function readCsv(text: string, kind: string): FileRows {
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(withoutComment(text), {
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as typeof records
  } catch (error) {
    return { rows: [], problem: `not CSV: ${messageOf(error)}` }
  }
  const header = records[0]?.record ?? []
  const known = COLUMNS.get(kind) ?? []
  const strange = header.find((column) => !known.includes(column))
  // A misspelt column would otherwise silently make a whole column unknown.
  if (strange !== undefined) return { rows: [], problem: `unknown column "${strange}"` }
  if (new Set(header).size !== header.length) return { rows: [], problem: "a column stands twice" }
  const rows = records.slice(1).map(({ record, info }) => {
    const row: Row = Object.fromEntries(header.map((column, index) => [column, record[index] ?? ""]))
    const fits = record.length === header.length
    return { row, line: info.lines, problem: fits ? null : `${record.length} cells for ${header.length} columns` }
  })
  return { rows, problem: null }
}

/** The comment line is emptied, not removed, so that line numbers stay those of the file. */
function withoutComment(text: string): string {
  return text.replace(/^(\uFEFF?)#[^\r\n]*/, "$1")
}

/** Reads {about, rows: [...]}. */
export function readRowsJson(text: string): FileRows {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { rows: [], problem: `not JSON: ${messageOf(error)}` }
  }
  const rows = asList(asRow(value)?.rows)
  if (rows === null) return { rows: [], problem: "rows is not a list" }
  return { rows: rows.map((row, index) => ({ row, line: index + 1, problem: null })), problem: null }
}
