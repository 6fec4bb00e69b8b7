// A database for runs of sources, sources that give exactly the rows they are told to, and looks at what came of it.
import { afterAll, beforeAll, beforeEach } from "vitest"
import { type RunDeps, runSource } from "../src/features/ingest/run.server.ts"
import { EMPTY_BATCH, type Source, type SourceBatch } from "../src/features/ingest/source.ts"
import { FIXTURE_NOW, fixtureHttp, MANUAL_FIXTURES } from "../src/features/ingest/sources/fixture-http.server.ts"
import { SOURCES } from "../src/features/ingest/sources/registry.ts"
import type { SourceOfferInput } from "../src/features/market/schema.ts"
import { eventsOf, offersOf } from "./factories.ts"
import { testClock } from "./test-app.ts"
import { openTestDb, type TestDb } from "./test-db.ts"

export const SETTINGS = { coingeckoKey: null, pendleKey: null, manualDir: MANUAL_FIXTURES }

/** Empties the tables before each test and sets the clock back. To be called once at the top of a test file. */
export function useIngest() {
  const clock = testClock()
  let database: TestDb
  beforeAll(async () => {
    database = await openTestDb()
  })
  afterAll(() => database.remove())
  beforeEach(async () => {
    clock.set(FIXTURE_NOW)
    await database.sql`truncate offer, exchange, protocol, wallet, currency, card, market_version, source_state, source_run
      restart identity cascade`
  })

  const stored = () => offersOf(database.db, "bybit")
  const one = async (externalId: string) => {
    const found = (await stored()).get(externalId)
    if (!found) throw new Error(`${externalId} is not stored`)
    return found
  }
  return {
    clock,
    get database() {
      return database
    },
    run: (source: Source, more: Partial<RunDeps> = {}) =>
      runSource(source, {
        db: database.db,
        clock,
        http: fixtureHttp(source.id),
        settings: SETTINGS,
        origin: "live",
        ...more,
      }),
    /** The offers of sourceOf(), by external id. */
    stored,
    one,
    /** The events of one of them, as [from, to]. */
    statusesOf: async (externalId: string) =>
      (await eventsOf(database.db, (await one(externalId)).id)).map((event) => [event.fromStatus, event.toStatus]),
    everything: () => everything(database),
  }
}

/** A source that gives exactly these rows. */
export function sourceOf(rows: SourceOfferInput[], more: Partial<SourceBatch> = {}): Source {
  const batch = { ...EMPTY_BATCH, read: rows.length, offers: rows, ...more }
  return { ...SOURCES.bybit, fetch: async () => null, parse: () => batch }
}

export function row(
  externalId: string,
  percent: number | null = 5,
  more: Partial<SourceOfferInput> = {},
): SourceOfferInput {
  return {
    externalId,
    category: "saving",
    provider: { kind: "exchange", slug: "bybit", name: "Bybit" },
    symbols: ["USDC"],
    blockchain: null,
    label: externalId,
    sourceUrl: "https://example.org/earn",
    rate: { percent, kind: "apy", raw: String(percent) },
    ...more,
  }
}
export const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => row(`o${at}`))

/** Everything that a run may change, without the moments of fetching. */
async function everything(database: TestDb) {
  const [offerRows, rates, days, events] = await Promise.all([
    database.sql`select * from offer order by id`,
    database.sql`select offer_id, apy, apy_base, apy_reward, tvl_usd, kind, raw, observed_at, unchanged_since, pending_apy
      from offer_rate order by 1`,
    database.sql`select * from rate_daily order by 1, 2`,
    database.sql`select * from offer_event order by id`,
  ])
  const entities = await database.sql`
    select 'currency' as kind, id, slug, facts, origin from currency union all select 'exchange', id, slug, facts, origin from exchange
    union all select 'protocol', id, slug, facts, origin from protocol union all select 'wallet', id, slug, facts, origin from wallet
    union all select 'card', id, slug, facts, origin from card order by 1, 2`
  return { offers: [...offerRows], rates: [...rates], days: [...days], events: [...events], entities: [...entities] }
}
