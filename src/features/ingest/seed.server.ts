// The demo data that an empty database starts with: real figures with source and as-of date, carried in db/seed.
import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parse as parseCsv } from "csv-parse/sync"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { getMarketVersion } from "../market/queries.server.ts"
import {
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceOfferSchema,
  sourceProtocolSchema,
} from "../market/schema.ts"
import { bumpVersion, claimSource, type DayWrite, upsertDays } from "./commands.server.ts"
import { normaliseOffers } from "./normalise.ts"
import { listKnownOffers } from "./queries.server.ts"
import { runSource } from "./run.server.ts"
import { EMPTY_BATCH } from "./source.ts"
import { manual } from "./sources/manual.server.ts"
import { createWriter } from "./writer.server.ts"

const SEED_DIR = resolve(import.meta.dirname, "../../../db/seed")
/** Hand-verified offers, cards and wallets; MANUAL_DIR replaces it. */
export const BUNDLED_MANUAL_DIR = join(SEED_DIR, "manual")

const WAIT_ATTEMPTS = 300
const WAIT_MS = 200
/** Several times what seeding takes; whoever was killed in the middle holds nobody up for longer. */
const CLAIM_MS = 20_000

/** DefiLlama's snapshot rows carry the day they were recorded. */
const recordedOfferSchema = sourceOfferSchema.extend({ asOf: z.iso.date() })

/** Fills an empty database; one that holds any offer is left alone. Gives whether it filled. */
export async function seedIfEmpty(db: Db, clock: Clock, log: Logger): Promise<boolean> {
  if (!(await claimSeeding(db, clock))) return false
  const now = clock()
  const startedAt = performance.now()

  const defillama = readRows("offers/defillama.json", recordedOfferSchema)
  const recordedOn = new Map(defillama.map((row) => [row.externalId, new Date(`${row.asOf}T00:00:00Z`)]))
  const writer = createWriter({
    db,
    source: "defillama",
    origin: "seed",
    now,
    fetchedAt: (row) => recordedOn.get(row.externalId) ?? now,
  })
  await writer.entities({
    ...EMPTY_BATCH,
    currencies: readRows("currencies.json", sourceCurrencySchema),
    exchanges: readRows("exchanges.json", sourceExchangeSchema),
    protocols: readRows("protocols.json", sourceProtocolSchema),
  })
  const normal = normaliseOffers(defillama)
  await writer.offers(normal.offers, new Map(), () => {})
  await upsertDays(db, await readHistory(db), true)

  // Whoever seeds holds the claim on that: one on its part was left by a seeding that was killed.
  await db.execute(sql`update source_state set running_until = null where source = ${manual.id}`)
  const report = await runSource(manual, {
    db,
    clock,
    origin: "seed",
    http: { getJson: () => Promise.reject(new AppError("source_unreachable")) },
    settings: { manualDir: BUNDLED_MANUAL_DIR, coingeckoKey: null, pendleKey: null },
  })
  if (report.outcome === "failed")
    throw new AppError("internal", { message: `The demo data cannot be loaded: ${report.error}` })
  await bumpVersion(db, now)
  await db.execute(sql`analyze`)
  log.info(
    { defillama: normal.offers.length, manual: report.added, ms: Math.round(performance.now() - startedAt) },
    "demo data loaded",
  )
  return true
}

/** Of several processes that start at once on an empty database one seeds, and the others wait for it. */
async function claimSeeding(db: Db, clock: Clock): Promise<boolean> {
  for (let attempt = 0; attempt < WAIT_ATTEMPTS; attempt++) {
    // The version is counted up last: a seeding that was killed half-way is done again, and writes nothing twice.
    if ((await getMarketVersion(db)) > 0) return false
    if (await claimSource(db, "seed", clock(), CLAIM_MS)) return true
    await sleep(WAIT_MS)
  }
  throw new AppError("internal", {
    message: "Another process has been loading the demo data for a minute: start again when it is done.",
  })
}

function readRows<Row>(file: string, schema: z.ZodType<Row>): Row[] {
  const content = JSON.parse(readFileSync(join(SEED_DIR, file), "utf8")) as { rows: unknown[] }
  return content.rows.map((row, at) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return parsed.data
    throw new AppError("internal", {
      message: `db/seed/${file}, row ${at + 1}: ${parsed.error.issues[0]?.path.join(".")} ${parsed.error.issues[0]?.message}`,
    })
  })
}

const historyRowSchema = z.object({
  externalId: z.string(),
  day: z.iso.date(),
  apyPercent: z.coerce.number(),
  apyBasePercent: z.string(),
  apyRewardPercent: z.string(),
  tvlUsd: z.string(),
  source: z.string(),
})

async function readHistory(db: Db): Promise<DayWrite[]> {
  const known = await listKnownOffers(db, "defillama")
  const days: DayWrite[] = []
  const numberOrNull = (text: string) => (text === "" ? null : Number(text))
  for (const file of readdirSync(join(SEED_DIR, "history")).sort()) {
    const rows: unknown[] = parseCsv(readFileSync(join(SEED_DIR, "history", file), "utf8"), {
      columns: true,
      comment: "#",
    })
    for (const row of rows) {
      const point = historyRowSchema.parse(row)
      const offerId = known.get(point.externalId)?.id
      if (offerId === undefined) continue
      days.push({
        offerId,
        day: point.day,
        apyPercent: point.apyPercent,
        apyBasePercent: numberOrNull(point.apyBasePercent),
        apyRewardPercent: numberOrNull(point.apyRewardPercent),
        tvlUsd: numberOrNull(point.tvlUsd),
        source: point.source,
      })
    }
  }
  return days
}
