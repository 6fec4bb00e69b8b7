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
  async function runOnce(): Promise<{ seconds: number; waitsMs: number[] }> {
    const before = await versionOf(site.url)
    const load = generate({ url: `${site.url}/earn`, ...READER })
    await jobs.send("ingest", { source: "defillama" })
    const run = await until(() => newestRun(database))
    await until(async () => ((await versionOf(site.url)) === before ? null : true))
    await sleep(500)
    load.stop()
    const { waitsMs, bad } = await load.result
    if (run.outcome !== "ok" || bad > 0) throw new Error(`the run ended ${run.outcome}, ${bad} bad answers`)
    return { seconds: run.seconds, waitsMs }
  }
  const first = await runOnce()
  pools.setVersion(1)
  await database.db.execute(sql`delete from source_run`)
  const second = await runOnce()
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

async function newestRun({ db }: Database): Promise<{ seconds: number; outcome: string } | null> {
  const [run] = await db.execute<{ seconds: number; outcome: string }>(
    sql`select seconds, outcome from source_run where source = 'defillama' order by id desc limit 1`,
  )
  return run ?? null
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
