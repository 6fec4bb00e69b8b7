// Warm start: from the command to the first page, with a filled database and compiled code from a start before.
import { type Line, median } from "./bench.ts"
import { onlyLoopback, POOLS, servePools } from "./pools.ts"
import { runNode, startSite, throwawayFolder } from "./site.ts"

const ROUNDS = 5

export default async function start(): Promise<Line[]> {
  const pools = await servePools()
  const env = { DATA_DIR: throwawayFolder(), ...onlyLoopback(pools.url) }
  await firstPage(env)
  const demo = await rounds(env)
  await runNode("src/ingest.ts", ["defillama"], env)
  await firstPage(env)
  const full = await rounds(env)
  pools.close()
  return [
    { what: "warm start to the first page, demo data", value: demo, unit: "s", budget: { atMost: 2 } },
    { what: `warm start to the first page, ${POOLS} offers more`, value: full, unit: "s" },
  ]
}

async function rounds(env: Record<string, string>): Promise<number> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) seconds.push(await firstPage(env))
  return median(seconds)
}

async function firstPage(env: Record<string, string>): Promise<number> {
  const site = await startSite(env)
  const answer = await fetch(`${site.url}/earn`)
  await answer.text()
  const seconds = (performance.now() - site.startedAt) / 1000
  await site.stop()
  if (answer.status !== 200) throw new Error(`/earn answered ${answer.status}`)
  return seconds
}
