import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import type { Market } from "../market/model.ts"
import { currencies, offers } from "../market/tables.server.ts"
import type { FileItem } from "./file.ts"
import { factsOf, fileItem, type WatchItem, watchItem } from "./item.ts"
import { keyOf, parseKey, type WatchKey } from "./key.ts"
import type { Watched } from "./schema.ts"
import { watchlistItems } from "./tables.server.ts"

export type StoredItem = Watched & { id: number }

/** Everything that somebody watches, the first added first. */
export async function listStored(db: Db | Tx, userId: string): Promise<StoredItem[]> {
  const rows = await db
    .select({
      id: watchlistItems.id,
      currency: currencies.slug,
      offer: offers.slug,
      note: watchlistItems.note,
      addedAt: watchlistItems.addedAt,
      addedRatePercent: watchlistItems.addedRate,
    })
    .from(watchlistItems)
    .leftJoin(currencies, eq(currencies.id, watchlistItems.currencyId))
    .leftJoin(offers, eq(offers.id, watchlistItems.offerId))
    .where(eq(watchlistItems.userId, userId))
    .orderBy(asc(watchlistItems.addedAt), asc(watchlistItems.id))
  return rows.map(({ currency, offer, addedAt, ...row }) => ({
    ...row,
    key: currency === null ? keyOf("offer", offer ?? "") : keyOf("currency", currency),
    addedAt: addedAt.toISOString(),
  }))
}

/** The same with today's rates, as the page and the door show it. */
export async function listWatched(db: Db | Tx, market: Market, userId: string): Promise<WatchItem[]> {
  const stored = await listStored(db, userId)
  return stored.map(({ id, key, ...own }) => watchItem(String(id), key, factsOfKey(market, key), own))
}

/** The facts about what a key names; null when the market does not list it. */
export function factsOfKey(market: Market, key: WatchKey) {
  const parts = parseKey(key)
  return parts && factsOf(market, parts.kind, parts.slug)
}

/** Spec 3, User.watchlist: the currencies that somebody watches, as getUser tells them. */
export async function watchlistOf(db: Db | Tx, userId: string): Promise<{ id: string; currencyId: string }[]> {
  const rows = await db
    .select({
      id: sql<string>`${watchlistItems.id}::text`,
      currencyId: sql<string>`${watchlistItems.currencyId}::text`,
    })
    .from(watchlistItems)
    .where(and(eq(watchlistItems.userId, userId), isNotNull(watchlistItems.currencyId)))
    .orderBy(asc(watchlistItems.addedAt), asc(watchlistItems.id))
  return rows
}

/** The list as it is exported, alone or with everything else that is kept about somebody. */
export async function exportWatchlist(db: Db | Tx, market: Market, userId: string): Promise<FileItem[]> {
  const items = await listWatched(db, market, userId)
  return items.map(fileItem)
}
