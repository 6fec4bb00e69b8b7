// The command as people run it: a real process, on a database of its own or beside a site, asking a stand-in for the sources.
import { once } from "node:events"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { runCommand, startCommand } from "../../../test/commands.ts"
import { type StandIn, startStandIn } from "../../../test/stand-in.ts"
import { createTestDb, openTestDb, removeTestDb, type TestDb } from "../../../test/test-db.ts"
import { openDatabase } from "../../core/db/database.server.ts"
import { SOURCE_IDS } from "./source.ts"

const COMMAND = resolve(import.meta.dirname, "../../ingest.ts")
let place: TestDb["settings"]
let standIn: StandIn
beforeEach(async () => {
  place = await createTestDb("demo")
  standIn = await startStandIn()
})
afterEach(async () => {
  await standIn.close()
  await removeTestDb(place)
})

const start = (words: readonly string[]) => startCommand(COMMAND, place, words, standIn.env)
const run = (words: readonly string[], env = standIn.env) => runCommand(COMMAND, place, words, env)

/** What is whole and what is wrong among the live offers, read through a connection of its own. */
async function lookInto() {
  const database = await openDatabase(place)
  try {
    const count = async (query: string) =>
      Number((await database.sql.unsafe(`select count(*) as n from ${query}`))[0]?.n)
    const live = "(select * from offer where origin = 'live') o"
    return {
      offers: await count(live),
      runs: await count("source_run where source <> 'manual'"),
      withoutRate: await count(`${live} where not exists (select 1 from offer_rate r where r.offer_id = o.id)`),
      withoutDay: await count(
        `${live} join offer_rate r on r.offer_id = o.id where r.apy is not null
          and not exists (select 1 from rate_daily d where d.offer_id = o.id)`,
      ),
      withoutEvent: await count(`${live} where (select count(*) from offer_event e where e.offer_id = o.id) <> 1`),
      doubled: await count("(select source, external_id from offer group by 1, 2 having count(*) > 1) as twice"),
      withoutProvider: await count("offer where num_nonnulls(exchange_id, protocol_id, wallet_id) <> 1"),
    }
  } finally {
    await database.close()
  }
}
const WHOLE = { withoutRate: 0, withoutDay: 0, withoutEvent: 0, doubled: 0, withoutProvider: 0 }

describe("npm run ingest", () => {
  test("asks the stand-in that SOURCE_<ID>_URL names, prints what came of it, and exits 0", async () => {
    const { code, out, err } = await run(["gemini", "lido"])
    expect(code).toBe(0)
    expect(out).toMatch(/^source +outcome +read +new +changed +dropped +seconds$/m)
    expect(out).toMatch(/^gemini +ok +\d+ +\d+ +0 +\d+ +\d+\.\d$/m)
    expect(out).toMatch(/^lido +ok +\d+ +\d+ +0 +\d+ +\d+\.\d$/m)
    expect(out).toMatch(/gemini dropped: /)
    expect(err).toContain("gemini: staking rates")
    expect(standIn.asked).toContain("/gemini/v1/staking/rates")
    const again = await run(["gemini"])
    expect(again.out).toMatch(/^gemini +ok +\d+ +0 +0 +/m)
    const seen = await lookInto()
    expect(seen).toMatchObject({ ...WHOLE, runs: 3 })
    expect(seen.offers).toBeGreaterThan(3)
  })

  test("--dry says what would happen and writes nothing", async () => {
    const { code, out } = await run(["gemini", "--dry"])
    expect(code).toBe(0)
    expect(out).toMatch(/^gemini +ok +\d+ +[1-9]\d* +0 +/m)
    expect(out).toContain("nothing was written")
    expect(await lookInto()).toMatchObject({ offers: 0, runs: 0 })
  })

  test("all runs every source, and one that is broken stops no other", async () => {
    const { code, out } = await run(["all"], { ...standIn.env, SOURCE_OKX_URL: "http://127.0.0.1:9" })
    expect(code).toBe(1)
    for (const id of SOURCE_IDS)
      expect(out).toMatch(new RegExp(`^${id} +${id === "okx" ? "failed" : "(?:ok|held)"} `, "m"))
    expect(out).toMatch(/okx failed: .+/)
    expect(await lookInto()).toMatchObject({ doubled: 0, withoutRate: 0, runs: SOURCE_IDS.length - 1 })
  }, 60_000)

  test("an unknown source is exit code 2 and the list of those that exist; nothing is opened", async () => {
    const { code, err } = await run(["nonsense"])
    expect(code).toBe(2)
    expect(err).toContain('There is no source "nonsense"')
    for (const id of SOURCE_IDS) expect(err).toContain(id)
  })

  test("without a source it says how it is used", async () => {
    const { code, out } = await run([])
    expect([code, out.startsWith("Usage:")]).toEqual([2, true])
    expect((await run(["--help"])).code).toBe(0)
  })

  test("a wrong option or setting is one sentence, not a stack", async () => {
    for (const { code, err } of [
      await run(["gemini", "--wet"]),
      await run(["gemini"], { SOURCE_GEMINI_URL: "nowhere" }),
    ]) {
      expect(code).toBeGreaterThan(0)
      expect(err.trim()).not.toContain("\n    at ")
      expect(err.trim()).not.toBe("")
    }
  })

  test("works beside the process that has the database open, and its rows are there at once", async () => {
    const site = await openTestDb("demo")
    const before = place
    place = site.settings
    try {
      const { code, out } = await run(["gemini"])
      expect([code, out.includes("ok")]).toEqual([0, true])
      const [row] = await site.sql`select count(*)::int as n from offer where source = 'gemini' and origin = 'live'`
      expect(row?.n).toBeGreaterThan(0)
    } finally {
      place = before
      await site.remove()
    }
  })
})

describe("kill -9 in the middle", () => {
  test("of a run leaves no half offer and no double; the next run completes it", async () => {
    const count = 3000
    const pools = Array.from({ length: count }, (_, at) => ({
      chain: "Ethereum",
      project: `project-${at % 40}`,
      symbol: "USDC",
      tvlUsd: 1_000_000 + at,
      apy: 4,
      apyBase: 4,
      apyReward: null,
      pool: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      stablecoin: true,
      ilRisk: "no",
      exposure: "single",
      poolMeta: `Vault ${at}`,
      underlyingTokens: null,
      rewardTokens: null,
    }))
    standIn.answer("/defillama/pools", { status: "success", data: pools })
    standIn.answer("/defillama/protocols", [])
    // from before the first write until after the last: wherever it hits, what is there is whole
    let killed = 0
    for (const afterMs of [0, 60, 150, 300, 500]) {
      const child = start(["defillama"])
      child.stdout?.resume()
      const closed = once(child, "close")
      const written = new Promise<void>((done) => {
        child.stderr?.on("data", (piece: Buffer) => piece.includes("reading the answers") && done())
      })
      await Promise.race([written, closed])
      await sleep(afterMs)
      if (child.kill("SIGKILL")) killed++
      await closed
      const seen = await lookInto()
      expect(seen).toMatchObject(WHOLE)
      expect(seen.offers % 1000).toBe(0)
      // the dead run's claim would be waited out: time moves on here
      await forgetClaims()
    }
    expect(killed).toBeGreaterThanOrEqual(3)
    const last = await run(["defillama"])
    expect([last.code, last.out]).toEqual([0, expect.stringMatching(/^defillama +ok +3000 /m)])
    expect(await lookInto()).toMatchObject({ ...WHOLE, offers: count })
    expect((await run(["defillama"])).out).toMatch(/^defillama +ok +3000 +0 +0 +/m)
  }, 120_000)
})

async function forgetClaims(): Promise<void> {
  const database = await openDatabase(place)
  try {
    await database.sql`update source_state set running_until = null`
  } finally {
    await database.close()
  }
}
