// The process's one copy of the market. Everybody reads it; it is rebuilt when the version in the database moves.
import { setImmediate as pause } from "node:timers/promises"
import { addDays, type Clock, dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { assembleMarket, buildOffer, namesOf, orderBy, type Recorded, slugOrder } from "./build.ts"
import { type Market, type Offer, SORT_KEYS, type SortKey } from "./model.ts"
import {
  getMarketVersion,
  listEntityRows,
  listFilledSince,
  listOfferRows,
  listRecentDays,
  listStaleSources,
  type RecentRow,
} from "./queries.server.ts"

export type Catalogue = {
  /** The newest market that is ready. */
  market(): Market
  /** Rebuilds when the database has moved on; concurrent calls share one rebuild. */
  refresh(): Promise<void>
  /** Looks for changes every so often until `stop`: the embedded database delivers no NOTIFY. */
  watch(everyMs: number): void
  stop(): void
}

/** A market is also built anew without a change, so that what depends on the time (staleness) moves on. */
const REBUILD_AFTER_MS = 3_600_000
const BUILD_PIECE = 500
const NEW_OFFERS_MARGIN_MS = 3_600_000

/** Loads the market and keeps it. */
export async function openCatalogue(db: Db, clock: Clock, log: Logger): Promise<Catalogue> {
  const recorded = new Map<number, Recorded>()
  let loadedAt: Date | null = null
  let builtVersion = await getMarketVersion(db)
  let current = await build(builtVersion)
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function build(version: number): Promise<Market> {
    const now = clock()
    const rows = await listOfferRows(db)
    const entities = await listEntityRows(db)
    await loadRecorded(now)
    const names = namesOf(entities, await listStaleSources(db))
    const offers: Offer[] = []
    for (const [at, row] of rows.entries()) {
      if (names.hasProvider(row))
        offers.push(buildOffer(row, recorded.get(row.id) ?? { days: [], total: [], base: [] }, names, now))
      if (at % BUILD_PIECE === BUILD_PIECE - 1) await pause()
    }
    const bySlugOrder = slugOrder(offers)
    const order: Partial<Record<SortKey, Market["order"][SortKey]>> = {}
    for (const key of SORT_KEYS) {
      await pause()
      order[key] = orderBy(key, offers, bySlugOrder)
    }
    await pause()
    // The hour is part of it because what depends on the time changes without the database.
    const name = `${version}-${now.toISOString().slice(0, 13)}`
    return assembleMarket(name, offers, entities, now, order as Market["order"])
  }

  /** All recorded days once; after that only the newest ones and those of offers that are new or whose past was filled in. */
  async function loadRecorded(now: Date): Promise<void> {
    if (loadedAt === null) {
      for (const row of await listRecentDays(db)) merge(row)
    } else {
      const filled = await listFilledSince(db, loadedAt)
      for (const row of await listRecentDays(db, { offerIds: filled })) merge(row)
      // A source may give the past of an offer together with the offer. Its run may have begun before the last load.
      const offersSince = new Date(loadedAt.getTime() - NEW_OFFERS_MARGIN_MS)
      for (const row of await listRecentDays(db, { offersSince })) merge(row)
      for (const row of await listRecentDays(db, { sinceDay: addDays(dayOf(loadedAt), -1) })) merge(row)
    }
    loadedAt = now
  }

  function merge(row: RecentRow): void {
    const known = recorded.get(row.offerId)
    const first = row.days[0]
    if (!known || first === undefined) {
      recorded.set(row.offerId, { days: row.days, total: row.total, base: row.base })
      return
    }
    const keep = known.days.findIndex((day) => day >= first)
    const cut = keep === -1 ? known.days.length : keep
    recorded.set(row.offerId, {
      days: [...known.days.slice(0, cut), ...row.days].slice(-90),
      total: [...known.total.slice(0, cut), ...row.total].slice(-90),
      base: [...known.base.slice(0, cut), ...row.base].slice(-90),
    })
  }

  async function refreshOnce(): Promise<void> {
    const version = await getMarketVersion(db)
    const old = clock().getTime() - current.builtAt.getTime() > REBUILD_AFTER_MS
    if (version === builtVersion && !old) return
    const startedAt = performance.now()
    current = await build(version)
    builtVersion = version
    log.info(
      { version, offers: current.offers.length, ms: Math.round(performance.now() - startedAt) },
      "market rebuilt",
    )
  }

  function refresh(): Promise<void> {
    running ??= refreshOnce().finally(() => {
      running = null
    })
    return running
  }

  return {
    market: () => current,
    refresh,
    watch(everyMs) {
      timer = setInterval(() => {
        refresh().catch((error: unknown) =>
          log.warn({ reason: messageOf(error) }, "market not refreshed, the last one stays"),
        )
      }, everyMs)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
