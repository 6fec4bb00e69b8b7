// Tables as text (RFC 4180), safe to open in a spreadsheet: nothing that somebody wrote becomes a formula there.

/** What a spreadsheet may take for a formula, also behind spaces and in full-width letters; apostrophes in front are counted in. */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** One cell. What begins like a formula gets an apostrophe, which readCell() takes off again; plain numbers stay numbers. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What csvCell() was given. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}

/** Rows as a file that spreadsheets open with the right letters. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`
}

/**
 * The cells of a file; empty lines are left out. The separator is what its first line has: comma, semicolon or tab, as spreadsheets
 * write. Gives null for a text that is no table: a quote that does not end, or text behind one.
 */
export function readTable(text: string): { rows: string[][]; separator: string } | null {
  const content = text.replace(/^\ufeff/, "")
  const [head = ""] = content.split(/\r?\n/, 1)
  const separator = [",", ";", "\t"].find((mark) => head.includes(mark)) ?? ","
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < content.length) {
    const cell = content[at] === '"' ? quotedAt(content, at) : plainAt(content, at, separator)
    if (!cell) return null
    row.push(readCell(cell.text))
    const next = content[cell.end]
    at = cell.end + 1
    if (next === separator) {
      // A separator at the very end has an empty cell behind it.
      if (at === content.length) row.push("")
      else continue
    } else if (next === "\r" && content[at] === "\n") at++
    else if (next !== undefined && next !== "\n" && next !== "\r") return null
    if (row.some((text) => text !== "")) rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return { rows, separator }
}

function quotedAt(content: string, from: number): { text: string; end: number } | null {
  let text = ""
  let at = from + 1
  for (;;) {
    const quote = content.indexOf('"', at)
    if (quote === -1) return null
    text += content.slice(at, quote)
    if (content[quote + 1] !== '"') return { text, end: quote + 1 }
    text += '"'
    at = quote + 2
  }
}

function plainAt(content: string, from: number, separator: string): { text: string; end: number } | null {
  let end = from
  while (end < content.length && content[end] !== separator && content[end] !== "\n" && content[end] !== "\r") end++
  const text = content.slice(from, end)
  return text.includes('"') ? null : { text, end }
}
