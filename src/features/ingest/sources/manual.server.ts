// The manual source: offers, wallets and cards that a person has verified, one source url and checked-at day per row.
// Reads offers*.csv|json, wallets*.csv|json and cards*.csv|json from the configured folder; the columns stand in manual-rows.ts.
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { AppError } from "../../../core/errors.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import { cardOf, type ManualRow, offerFromCsv, offerFromJson, walletOf } from "./manual-rows.ts"
import { readCsv, readRowsJson } from "./manual-files.ts"
import { asRow, BatchBuilder, listOrThrow, Miss, readText, rowOrThrow, wrongShape } from "./rows.ts"

/** A hand-written file is small; a larger one is a mistake in the folder's name. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
const FILE_NAME = /^(offers|wallets|cards)[^/\\]*\.(csv|json)$/

/** One file as read: its name and its text. */
export type ManualFile = { name: string; text: string }

export const manual: Source = {
  id: "manual",
  // Each row shows its own source; this page says how they are checked.
  homepage: "/methodology",
  intervalSeconds: 86_400,

  async fetch(context: FetchContext): Promise<ManualFile[]> {
    const { settings } = context
    const folder = settings.manualDir
    const names = await listFolder(folder)
    const files: ManualFile[] = []
    for (const name of names.filter((entry) => FILE_NAME.test(entry)).toSorted()) {
      context.progress(`manual: ${name}`)
      const path = join(folder, name)
      if ((await stat(path)).size > MAX_FILE_BYTES) {
        throw new AppError("source_too_large", { message: `${name} in the manual folder is over 8 MB.` })
      }
      files.push({ name, text: await readFile(path, "utf8") })
    }
    return files
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const batch = new BatchBuilder()
    for (const value of listOrThrow(answers, "files as a list")) {
      const { name, text } = rowOrThrow(value, "a file as {name, text}")
      const [, kind, format] = FILE_NAME.exec(readText(name) ?? "") ?? []
      if (kind === undefined || typeof text !== "string") throw wrongShape("a file as {name, text}")
      takeFile(batch, { name: String(name), kind, format: format ?? "", text }, now)
    }
    return batch.done()
  },
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    throw new AppError("source_unreachable", { message: "The folder of the manual source cannot be read.", cause })
  }
}

type NamedFile = { name: string; kind: string; format: string; text: string }

/** A file that cannot be read at all costs itself, not its neighbours. */
function takeFile(batch: BatchBuilder, file: NamedFile, now: Date): void {
  const read = file.format === "csv" ? readCsv(file.text, file.kind) : readRowsJson(file.text)
  if (read.problem !== null) {
    batch.drop(file.name, "malformed", read.problem)
    return
  }
  for (const { row, line, problem } of read.rows) {
    const key = `${file.name} line ${line}: ${nameOf(row) ?? "no name"}`
    if (problem !== null) batch.drop(key, "malformed", problem)
    else takeRow(batch, key, { row, csv: file.format === "csv", now }, file.kind)
  }
}

function nameOf(row: unknown): string | null {
  const given = asRow(row)
  return readText(given?.externalId) ?? readText(given?.slug)
}

function takeRow(
  batch: BatchBuilder,
  key: string,
  given: Omit<ManualRow, "row"> & { row: unknown },
  kind: string,
): void {
  const row = asRow(given.row)
  const read = <T>(make: (manualRow: ManualRow) => T | Miss) =>
    row === null ? new Miss("malformed", "not an object") : make({ ...given, row })
  // A checked offer may say that its rate is unknown: its terms are worth showing.
  if (kind === "offers") batch.takeOffer(key, () => read(given.csv ? offerFromCsv : offerFromJson), false)
  else if (kind === "wallets") batch.takeEntity("wallets", key, () => read(walletOf))
  else batch.takeEntity("cards", key, () => read(cardOf))
}
