// A run of 17,000 pools, all changed, in the running site's own ingestion thread, while a reader asks for /earn 100 times a second
// until the new market shows. With BENCH_DATABASE_URL (an empty database) the same on PostgreSQL.
import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { type Database, openDatabase } from "../src/core/db/database.server.ts"
import { openJobs } from "../src/core/jobs.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import { type Line, quantile } from "./bench.ts"
import { generate } from "./load.ts"
import { onlyLoopback, POOLS, servePools } from "./pools.ts"
import { startSite, throwawayFolder } from "./site.ts"

const LONGEST_MS = 60_000
const READER = { encoding: "br", connections: 8, seconds: LONGEST_MS / 1000, rate: 100 } as const

export default async function ingest(): Promise<Line[]> {
  const url = process.env.BENCH_DATABASE_URL
  return [...(await measure("embedded", 5, undefined)), ...(url ? await measure("PostgreSQL", 2, url) : [])]
}

async function measure(name: string, budget: number, databaseUrl: string | undefined): Promise<Line[]> {
  const pools = await servePools()
  const dataDir = throwawayFolder()
  const site = await startSite({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...onlyLoopback(pools.url),
  })
  const database = await openDatabase({ dataDir, databaseUrl, joinRunningSite: true })
  const { jobs, close } = await openJobs(database.address, createLogger("warn"))
  /** Only what was asked between the start of the run and the new market counts. */
  async function runOnce(nth: number): Promise<{ seconds: number; waitsMs: number[] }> {
    const before = await versionOf(site.url)
    const load = generate({ url: `${site.url}/earn`, ...READER })
    await jobs.send("ingest", { source: "defillama" })
    const run = await until(() => findRun(database, nth))
    await until(async () => ((await versionOf(site.url)) === before ? null : true))
    const endedAt = Date.now()
    await sleep(100)
    load.stop()
    const { waits, bad } = await load.result
    if (run.outcome !== "ok" || run.added + run.changed !== POOLS || bad > 0)
      throw new Error(`the run: ${JSON.stringify(run)}, ${bad} bad answers`)
    const meanwhile = waits.filter(({ at }) => at >= Date.parse(run.started_at) && at <= endedAt)
    return { seconds: run.seconds, waitsMs: meanwhile.map(({ ms }) => ms) }
  }
  const first = await runOnce(1)
  pools.setVersion(1)
  const second = await runOnce(2)
  await close()
  await database.close()
  await site.stop()
  pools.close()
  return [
    { what: `${name}: ${POOLS} pools, all changed`, value: second.seconds, unit: "s", budget: { atMost: budget } },
    {
      what: `${name}: /earn meanwhile, p99`,
      value: quantile(second.waitsMs, 0.99),
      unit: "ms",
      budget: { atMost: 50 },
    },
    { what: `${name}: /earn meanwhile, longest`, value: Math.max(...second.waitsMs), unit: "ms" },
    { what: `${name}: ${POOLS} pools, all new`, value: first.seconds, unit: "s" },
    { what: `${name}: /earn while all are new, p99`, value: quantile(first.waitsMs, 0.99), unit: "ms" },
  ]
}

async function versionOf(url: string): Promise<string> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { version: string }).version
}

type Run = { seconds: number; outcome: string; added: number; changed: number; started_at: string }

async function findRun({ db }: Database, nth: number): Promise<Run | null> {
  const runs = await db.execute<Run>(
    sql`select seconds, outcome, added, changed, started_at::text from source_run where source = 'defillama' order by id`,
  )
  return runs[nth - 1] ?? null
}

async function until<Result>(look: () => Promise<Result | null>): Promise<Result> {
  const endAt = performance.now() + LONGEST_MS
  while (performance.now() < endAt) {
    const found = await look()
    if (found !== null) return found
    await sleep(50)
  }
  throw new Error(`nothing came in ${LONGEST_MS / 1000} s`)
}
