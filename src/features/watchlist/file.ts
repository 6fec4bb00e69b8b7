// A watchlist as a file, to keep or to bring back: JSON or CSV. A file that is none is refused as a whole, a row that is wrong is told.
import { readTable, writeTable } from "./csv.ts"
import { keyOf, SLUG, WATCH_KINDS, type WatchKey, type WatchKind } from "./key.ts"
import { momentSchema, MOST_ROWS, noteSchema, type Own, ratePercentSchema, type Watched } from "./schema.ts"

export const FILE_FORMATS = ["json", "csv"] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** A row of a file. The name is for the reader; the kind and the slug say what it is. */
export type FileItem = Own & { kind: WatchKind; slug: string; name: string }

export const SKIP_REASONS = ["kind", "slug", "note", "date", "rate", "twice", "unknown", "full"] as const
/**
 * Why a row was left out: kind, slug, note, date, rate: that cell cannot be read; twice: it stood further up already; unknown: not
 * listed here; full: the list holds no more.
 */
export type SkipReason = (typeof SKIP_REASONS)[number]
/** `row` counts from 1, a table's head not included; `what` is the slug as the file has it. */
export type SkippedRow = { row: number; what: string; reason: SkipReason }
export type ReadRow = { row: number; item: Watched }
export type ReadFile = { rows: ReadRow[]; skipped: SkippedRow[] }

const FORMAT_NAME = "apyary-watchlist"
const COLUMNS = ["kind", "slug", "name", "note", "addedAt", "addedRatePercent"] as const
type Column = (typeof COLUMNS)[number]
const LONGEST_SHOWN = 60

export function writeFile(format: FileFormat, items: readonly FileItem[], at: Date): string {
  if (format === "csv") {
    const cells = (item: FileItem) => COLUMNS.map((column) => String(item[column] ?? ""))
    return writeTable([COLUMNS, ...items.map(cells)])
  }
  const rows = items.map((item) => Object.fromEntries(COLUMNS.map((column) => [column, item[column]])))
  return `${JSON.stringify({ format: FORMAT_NAME, version: 1, exportedAt: at.toISOString(), items: rows }, null, 2)}\n`
}

/** The rows of a file; null when the whole is no such file, or a longer one than a list can be. A row without a day counts from `at`. */
export function readFile(format: FileFormat, text: string, at: Date): ReadFile | null {
  const records = format === "csv" ? csvRecords(text) : jsonRecords(text)
  if (!records || records.length > MOST_ROWS) return null
  const result: ReadFile = { rows: [], skipped: [] }
  const seen = new Set<WatchKey>()
  for (const [index, record] of records.entries()) {
    const row = index + 1
    const read = readRecord(record, at)
    const reason = typeof read === "string" ? read : seen.has(read.key) ? "twice" : null
    if (reason !== null) result.skipped.push({ row, what: textOf(record.slug).slice(0, LONGEST_SHOWN), reason })
    else if (typeof read !== "string") {
      seen.add(read.key)
      result.rows.push({ row, item: read })
    }
  }
  return result
}

type FileRecord = Partial<Record<Column, unknown>>

function jsonRecords(text: string): FileRecord[] | null {
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ""))
  } catch {
    return null
  }
  if (typeof content !== "object" || content === null) return null
  const { format, items } = content as { format?: unknown; items?: unknown }
  if (format !== FORMAT_NAME || !Array.isArray(items)) return null
  return items.map((item: unknown) => (typeof item === "object" && item !== null ? (item as FileRecord) : {}))
}

function csvRecords(text: string): FileRecord[] | null {
  const table = readTable(text)
  const [head, ...rows] = table?.rows ?? []
  if (!table || !head) return null
  const places = COLUMNS.map((column) => head.findIndex((name) => name.trim().toLowerCase() === column.toLowerCase()))
  if (places[0] === -1 || places[1] === -1) return null
  const cell = (row: readonly string[], column: Column): unknown => {
    const value = row[places[COLUMNS.indexOf(column)] ?? -1] ?? ""
    if (value.trim() === "") return undefined
    if (column !== "addedRatePercent") return value
    // Where a semicolon separates cells, a comma separates decimals. Number() alone would read a space as 0.
    return Number((table.separator === "," ? value : value.replace(",", ".")).trim())
  }
  return rows.map((row) => Object.fromEntries(COLUMNS.map((column) => [column, cell(row, column)])))
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}

function readRecord(record: FileRecord, at: Date): Watched | SkipReason {
  const kind = WATCH_KINDS.find((word) => word === textOf(record.kind).trim())
  if (!kind) return "kind"
  const slug = textOf(record.slug).trim()
  if (!SLUG.test(slug)) return "slug"
  const note = noteSchema.safeParse(record.note ?? "")
  if (!note.success) return "note"
  const addedAt = record.addedAt == null ? undefined : momentSchema.safeParse(record.addedAt)
  if (addedAt?.success === false) return "date"
  const rate = record.addedRatePercent == null ? undefined : ratePercentSchema.safeParse(record.addedRatePercent)
  if (rate?.success === false) return "rate"
  const now = at.toISOString()
  return {
    key: keyOf(kind, slug),
    note: note.data,
    // Nothing was added after today.
    addedAt: addedAt && addedAt.data < now ? addedAt.data : now,
    addedRatePercent: rate?.data ?? null,
  }
}
