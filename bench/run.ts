// npm run bench: measures the site against the budgets of the design and prints one table.
//   node bench/run.ts [name...] [--json]
// Each bench runs in a process of its own, so that none pays for the memory of the one before.
import { spawn } from "node:child_process"
import { availableParallelism, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { type Bench, isMet, type Line } from "./bench.ts"

const LONGEST_MS = 240_000
const BENCHES: Record<string, () => Promise<{ default: Bench }>> = {
  "cached-page": () => import("./cached-page.ts"),
  "uncached-page": () => import("./uncached-page.ts"),
  "filter-sort": () => import("./filter-sort.ts"),
  search: () => import("./search.ts"),
  weight: () => import("./weight.ts"),
  phone: () => import("./phone.ts"),
  lighthouse: () => import("./lighthouse.ts"),
  ingest: () => import("./ingest.ts"),
  alerts: () => import("./alerts.ts"),
  login: () => import("./login.ts"),
  start: () => import("./start.ts"),
}

type Result = { name: string; lines: Line[]; error: string | null }

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, alone: { type: "boolean", default: false } },
  })
  const unknown = positionals.find((name) => !(name in BENCHES))
  if (unknown !== undefined) {
    console.error(`There is no bench "${unknown}". There are: ${Object.keys(BENCHES).join(", ")}.`)
    return 2
  }
  if (values.alone) return measureHere(positionals[0] as string)
  const results: Result[] = []
  for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
    process.stderr.write(`${name} ...\n`)
    results.push(await measureApart(name))
  }
  console.log(values.json ? JSON.stringify(results, null, 2) : table(results))
  const [load = 0] = loadavg()
  if (load > availableParallelism())
    process.stderr.write(
      `The machine was busy (load ${load.toFixed(1)}): times are longer than they are, ratios hold.\n`,
    )
  return results.every(({ error, lines }) => error === null && lines.every(isMet)) ? 0 : 1
}

async function measureHere(name: string): Promise<number> {
  const bench = await BENCHES[name]?.()
  process.stdout.write(JSON.stringify((await bench?.default()) ?? []))
  return 0
}

function measureApart(name: string): Promise<Result> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [import.meta.filename, name, "--alone"], {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LONGEST_MS,
      killSignal: "SIGKILL",
    })
    let out = ""
    let err = ""
    child.stdout.on("data", (piece: Buffer) => (out += piece.toString()))
    child.stderr.on("data", (piece: Buffer) => (err = (err + piece.toString()).slice(-4000)))
    child.on("close", (code, signal) => {
      if (code === 0) return done({ name, lines: JSON.parse(out) as Line[], error: null })
      done({ name, lines: [], error: err.trim() || `ended with ${signal ?? code}` })
    })
  })
}

function table(results: readonly Result[]): string {
  const head = ["bench", "what", "measured", "budget", ""]
  const rows = results.flatMap(({ name, lines, error }) =>
    error === null
      ? lines.map((line) => [name, line.what, text(line.value, line.unit), budgetText(line), verdict(line)])
      : [
          [
            name,
            `failed: ${error.split("\n").findLast((part) => /^\w*Error\b/.test(part)) ?? error.split("\n").at(-1)}`,
            "",
            "",
            "FAILED",
          ],
        ],
  )
  const widths = head.map((word, at) => Math.max(word.length, ...rows.map((row) => row[at]?.length ?? 0)))
  return [head, ...rows]
    .map((row) =>
      row.map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))),
    )
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n")
}

function text(value: number, unit: string): string {
  return `${value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)} ${unit}`
}

function budgetText({ budget, unit }: Line): string {
  if (!budget) return "-"
  return "atMost" in budget ? `<= ${budget.atMost} ${unit}` : `>= ${budget.atLeast} ${unit}`
}

function verdict(line: Line): string {
  return line.budget ? (isMet(line) ? "ok" : "MISSED") : ""
}

process.exitCode = await main()
