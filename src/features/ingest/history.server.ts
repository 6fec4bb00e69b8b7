// The past of one offer, from its source: on the first view, then daily. Recorded days are never overwritten by it.
import { eq } from "drizzle-orm"
import { type Clock, HOUR_MS } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { messageOf } from "../../core/errors.ts"
import { findHistoryFill } from "../market/queries.server.ts"
import { historyFills, offers } from "../market/tables.server.ts"
import { bumpVersion, upsertDays } from "./commands.server.ts"
import type { SourceHttp, SourceId, SourceSettings } from "./source.ts"
import { findSource } from "./sources/registry.ts"

const AGAIN_AFTER_MS = 20 * HOUR_MS
const AGAIN_AFTER_FAILURE_MS = HOUR_MS

export type HistoryDeps = { db: Db; clock: Clock; httpOf(source: SourceId): SourceHttp; settings: SourceSettings }

/** Fetches and stores the past of an offer; gives how many days came, or null when there was nothing to do. */
export async function fillHistory(offerId: number, deps: HistoryDeps): Promise<number | null> {
  const { db } = deps
  const [offer] = await db
    .select({ source: offers.source, externalId: offers.externalId })
    .from(offers)
    .where(eq(offers.id, offerId))
  const source = offer && findSource(offer.source)
  if (!offer || !source?.history) return null
  const now = deps.clock()
  const last = await findHistoryFill(db, offerId)
  if (last && now.getTime() - last.at.getTime() < (last.failed ? AGAIN_AFTER_FAILURE_MS : AGAIN_AFTER_MS)) return null
  let error: string | null = null
  let points = 0
  try {
    const http = deps.httpOf(source.id)
    const days = await source.history(offer.externalId, { http, settings: deps.settings, now, progress: () => {} })
    await upsertDays(
      db,
      days.map((point) => ({ ...point, offerId, source: source.id })),
      true,
    )
    points = days.length
  } catch (cause) {
    error = messageOf(cause)
  }
  const row = { offerId, filledAt: deps.clock(), points, error }
  await db.insert(historyFills).values(row).onConflictDoUpdate({ target: historyFills.offerId, set: row })
  if (points > 0) await bumpVersion(db, now)
  return points
}
