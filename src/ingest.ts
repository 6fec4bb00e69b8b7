// npm run ingest -- <source> [--dry]: runs one source now, beside a running site or on its own, and prints what came of it.
import { parseArgs } from "node:util"
import { systemClock } from "./core/clock.ts"
import { readConfig } from "./core/config.server.ts"
import { openDatabase } from "./core/db/database.server.ts"
import { AppError, messageOf } from "./core/errors.ts"
import { createLogger } from "./core/log.server.ts"
import { type RunReport, runSource } from "./features/ingest/run.server.ts"
import { seedIfEmpty } from "./features/ingest/seed.server.ts"
import { ingestSettings } from "./features/ingest/settings.server.ts"
import { SOURCE_IDS, type SourceId } from "./features/ingest/source.ts"
import { sourceHttp } from "./features/ingest/source-http.server.ts"
import { SOURCES } from "./features/ingest/sources/registry.ts"

const USAGE = `Usage: npm run ingest -- <source>... [--dry]
Sources: ${SOURCE_IDS.join(", ")}, or all. --dry reads and checks but writes nothing.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { dry: { type: "boolean", default: false }, help: { type: "boolean" } },
  })
  if (values.help || positionals.length === 0) {
    console.log(USAGE)
    return values.help ? 0 : 2
  }
  const wanted = positionals.includes("all") ? [...SOURCE_IDS] : positionals.map(asSourceId)
  const config = readConfig()
  const { sources: settings, origins } = ingestSettings(config)
  const database = await openDatabase({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    joinRunningSite: true,
  })
  if (!values.dry) await seedIfEmpty(database.db, systemClock, createLogger("silent"))
  const reports: RunReport[] = []
  try {
    for (const id of wanted) {
      const origin = id === "manual" && config.MANUAL_DIR === undefined ? "seed" : "live"
      reports.push(
        await runSource(SOURCES[id], {
          db: database.db,
          clock: systemClock,
          http: sourceHttp(origins[id]),
          settings,
          origin,
          dry: values.dry,
          progress: showProgress,
        }),
      )
    }
  } finally {
    endProgress()
    await database.close()
  }
  printTable(reports, values.dry)
  return reports.some((report) => report.outcome === "failed") ? 1 : 0
}

function asSourceId(word: string): SourceId {
  const id = SOURCE_IDS.find((known) => known === word)
  if (!id) throw new AppError("unknown_source", { message: `There is no source "${word}". ${USAGE}` })
  return id
}

/** Progress goes to standard error: one line that is written over on a terminal, a line each elsewhere. */
function showProgress(step: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${step}` : `${step}\n`)
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[2K")
}

function printTable(reports: readonly RunReport[], dry: boolean): void {
  const head = ["source", "outcome", "read", "new", "changed", "dropped", "seconds"]
  const rows = reports.map((run) => {
    const dropped = Object.values(run.dropped).reduce((sum, count) => sum + count, 0)
    return [run.source, run.outcome, run.read, run.added, run.changed, dropped, run.seconds.toFixed(1)].map(String)
  })
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")
  console.log([line(head), ...rows.map(line)].join("\n"))
  for (const run of reports) {
    if (run.error) console.log(`\n${run.source} failed: ${run.error}`)
    if (run.outcome === "held")
      console.log(
        `\n${run.source} gave only a fraction of its offers: the missing ones were kept and the source is marked stale.`,
      )
    const reasons = Object.entries(run.dropped).map(([reason, count]) => `${reason} ${count}`)
    if (reasons.length > 0) console.log(`\n${run.source} dropped: ${reasons.join(", ")}`)
    for (const { reason, key, detail } of run.examples)
      console.log(`  ${reason}: ${key}${detail ? ` (${detail})` : ""}`)
  }
  if (dry) console.log("\nDry run: nothing was written.")
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = error instanceof AppError && error.code === "unknown_source" ? 2 : 1
}
