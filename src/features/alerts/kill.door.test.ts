// kill -9, fifty times, wherever it hits: while changes are evaluated, what fired is recorded, and messages go out. Counted against an
// oracle that knows nothing but the rates: nothing is lost, and nobody is told anything twice.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect, it } from "vitest"
import { createFactories } from "../../../test/factories.ts"
import { type HttpsStandIn, startHttpsStandIn } from "../../../test/https-stand-in.ts"
import { testClock } from "../../../test/test-clock.ts"
import { createTestDb, removeTestDb, type TestDb } from "../../../test/test-db.ts"
import { openDatabase } from "../../core/db/database.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { OfferChange, OfferState } from "../market/changes.ts"
import { offerChanges } from "../market/tables.server.ts"
import { changeSettings } from "./settings-commands.server.ts"
import { createPeople, type Person } from "../../../test/alert-people.ts"

const KILLS = 50
const RUNS = 700
const OFFERS = 3
const THRESHOLD = 50
const FREE_QUOTA = 10
const WORKER = resolve(import.meta.dirname, "../../../test/alerts-worker.ts")

const children = new Set<ChildProcess>()
let place: TestDb["settings"] | undefined
let hooks: HttpsStandIn | undefined
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL")
  const alive = [...children].filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(alive.map((child) => once(child, "exit")))
  children.clear()
  await hooks?.close()
  if (place) await removeTestDb(place)
})

/** A worker that has loaded everything and waits for the word to begin. */
function standBy(settings: TestDb["settings"], ca: string) {
  const child = spawn(process.execPath, [WORKER], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: settings.dataDir,
      ...(settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : {}),
      HOOK_CA: ca,
    },
  })
  children.add(child)
  let said = ""
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()))
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | string | null)
  const until = async (word: string) => {
    while (!said.includes(word) && child.exitCode === null && child.signalCode === null) await sleep(5)
  }
  return { child, ended, until, go: () => void child.stdin.write("go\n") }
}

/** Rates of all offers, run by run; no two are the same, so that each message can be told from the others. */
function makeRates(): number[][] {
  let seed = 20_261_120
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const used = new Set<number>()
  const rate = () => {
    for (;;) {
      const value = Math.round((THRESHOLD - 30 + random() * 60) * 100) / 100
      if (!used.has(value)) {
        used.add(value)
        return value
      }
    }
  }
  return Array.from({ length: RUNS + 1 }, () => Array.from({ length: OFFERS }, rate))
}

/** The rates at which an offer reached the threshold while armed; armed again below threshold - hysteresis. */
function crossings(rates: readonly number[], hysteresis: number): number[] {
  let isArmed = (rates[0] ?? 0) < THRESHOLD
  return rates.slice(1).filter((rate) => {
    const fires = isArmed && rate >= THRESHOLD
    if (rate >= THRESHOLD) isArmed = false
    else if (rate < THRESHOLD - hysteresis) isArmed = true
    return fires
  })
}

it("loses no message and repeats none", async () => {
  place = await createTestDb("empty")
  hooks = await startHttpsStandIn()
  const rates = makeRates()
  const clock = testClock(new Date())
  const database = await openDatabase(place)
  const { db } = database
  const people = createPeople(db, clock)
  const [plain, wide, free] = [
    await people.person({ plan: "proPlus" }),
    await people.person({ plan: "proPlus" }),
    await people.person(),
  ] as [Person, Person, Person]
  await changeSettings(db, plain.id, { webhookUrl: hooks.url("/plain") })
  await people.alert(plain, { percent: THRESHOLD }, { channels: ["email", "webhook"] })
  await people.alert(wide, { percent: THRESHOLD, hysteresis: 10 })
  await people.alert(free, { percent: THRESHOLD })
  const factories = createFactories(db, clock)
  const offers: { id: number }[] = []
  for (let at = 0; at < OFFERS; at++) offers.push(await factories.offer({ rate: { apy: rates[RUNS]?.[at] ?? null } }))
  const start = clock().getTime() - RUNS * 60_000
  const stateOf = (apy: number, at: number): OfferState => ({
    status: "active",
    apy,
    apyBase: null,
    apyReward: null,
    tvlUsd: null,
    fetchedAt: new Date(start + at * 60_000).toISOString(),
  })
  await db.insert(offerChanges).values(
    Array.from({ length: RUNS }, (_, run) => ({
      source: "bybit",
      at: new Date(start + run * 60_000),
      changes: offers.map(
        ({ id: offerId }, at): OfferChange => ({
          offerId,
          before: stateOf(rates[run]?.[at] ?? 0, run),
          after: stateOf(rates[run + 1]?.[at] ?? 0, run + 1),
        }),
      ),
    })),
  )
  await database.close()

  const next = () => standBy(place as TestDb["settings"], hooks?.ca ?? "")
  const waiting = [next(), next()]
  let killed = 0
  let seed = 7
  for (;;) {
    const worker = waiting.shift() as ReturnType<typeof next>
    await worker.until("ready")
    worker.go()
    if (killed === KILLS) {
      expect(await worker.ended).toBe(0)
      break
    }
    waiting.push(next())
    await worker.until("open")
    seed = (seed * 16_807) % 2_147_483_647
    await Promise.race([sleep(seed % 200), worker.ended])
    worker.child.kill("SIGKILL")
    // Killed in the middle of its work, not after it.
    expect(await worker.ended).toBe("SIGKILL")
    killed++
  }
  for (const { child } of waiting) child.kill("SIGKILL")

  const after = await openDatabase(place)
  try {
    const percent = (rate: number) => formatsOf("en").percent(rate)
    const ofOffers = (hysteresis: number) =>
      offers.flatMap((_, at) =>
        crossings(
          rates.map((row) => row[at] ?? 0),
          hysteresis,
        ),
      )
    const told = async (person: Person, kind: string) =>
      after.sql`select dedupe_key, over_quota, values->'values'->>'rate' as rate from notification
        where user_id = ${person.id} and kind = ${kind} order by id`
    const mailed = async (person: Person) =>
      (await after.sql`select subject from mail where recipient = ${person.email}`).map(
        ({ subject }) => subject as string,
      )
    const ratesIn = (rows: { rate?: string }[]) => rows.map(({ rate }) => Number(rate)).sort((a, b) => a - b)
    const compare = (a: string, b: string) => a.localeCompare(b)
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b)

    for (const [person, hysteresis] of [
      [plain, 0],
      [wide, 10],
      [free, 0],
    ] as const)
      expect(ratesIn(await told(person, "alert"))).toEqual(sorted(ofOffers(hysteresis)))

    // Mails: each once, with its rate in the subject.
    const rateOf = (subject: string) => / (\S+)$/.exec(subject)?.[1] ?? subject
    for (const [person, hysteresis] of [
      [plain, 0],
      [wide, 10],
    ] as const)
      expect((await mailed(person)).map(rateOf).toSorted(compare)).toEqual(
        ofOffers(hysteresis).map(percent).toSorted(compare),
      )

    // Webhooks: each at least once under a key of its own; what is repeated is what a kill left open.
    const alerts = await told(plain, "alert")
    const ids = hooks.received.map(({ headers }) => String(headers["apyary-delivery"]))
    expect(new Set(ids)).toEqual(new Set(alerts.map(({ dedupe_key }) => dedupe_key as string)))
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(KILLS * 4)

    // The quota: the plan's number was sent, the rest is listed, and the person was told so once.
    const listed = await told(free, "alert")
    expect(listed.filter(({ over_quota }) => over_quota === false)).toHaveLength(FREE_QUOTA)
    expect(await told(free, "quota")).toHaveLength(1)
    expect(await mailed(free)).toHaveLength(FREE_QUOTA + 1)
    expect(await after.sql`select 1 from notification_delivery where status <> 'sent'`).toHaveLength(0)
  } finally {
    await after.close()
  }
}, 300_000)
