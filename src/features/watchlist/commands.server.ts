// Writes to a list. Whatever adds to it goes one after the other for one person, so that the limit holds and nothing is there twice.
import { and, eq, inArray } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { users } from "../accounts/tables.server.ts"
import { currencies, offers } from "../market/tables.server.ts"
import type { SkipReason } from "./file.ts"
import { keyOf, parseKey, type WatchKey } from "./key.ts"
import { isSame, mergeOwn } from "./merge.ts"
import { listStored } from "./queries.server.ts"
import { MOST_ITEMS, type Own, type Watched } from "./schema.ts"
import { watchlistItems } from "./tables.server.ts"

export type Merged = {
  /** Not in the list before. */
  added: WatchKey[]
  /** In the list already; the two became one. */
  known: WatchKey[]
  skipped: { key: WatchKey; reason: Extract<SkipReason, "unknown" | "full"> }[]
}

/**
 * Puts items into somebody's list, in their order; those that it has already are merged (merge.ts). What is not listed here, or would be
 * more than the list holds, is left out and told. Safe to do again, also twice at once. Throws AppError "unauthorized" when the account
 * is gone.
 */
export function mergeItems(db: Db, userId: string, given: readonly Watched[]): Promise<Merged> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
    if (!person) throw new AppError("unauthorized")
    const list = new Map((await listStored(tx, userId)).map((item) => [item.key, item]))
    const items = eachOnce(given)
    const ids = await idsOf(tx, [...items.keys()])
    const merged: Merged = { added: [], known: [], skipped: [] }
    const fresh: (typeof watchlistItems.$inferInsert)[] = []
    for (const [key, own] of items) {
      const known = list.get(key)
      const id = ids.get(key)
      if (known) {
        const both = mergeOwn(known, own)
        if (!isSame(both, known))
          await tx.update(watchlistItems).set(columnsOf(both)).where(eq(watchlistItems.id, known.id))
        merged.known.push(key)
      } else if (!id) merged.skipped.push({ key, reason: "unknown" })
      else if (list.size + fresh.length >= MOST_ITEMS) merged.skipped.push({ key, reason: "full" })
      else {
        fresh.push({ userId, ...id, ...columnsOf(own) })
        merged.added.push(key)
      }
    }
    if (fresh.length > 0) await tx.insert(watchlistItems).values(fresh)
    return merged
  })
}

function eachOnce(given: readonly Watched[]): Map<WatchKey, Own> {
  const items = new Map<WatchKey, Own>()
  for (const { key, ...own } of given) {
    const known = items.get(key)
    items.set(key, known ? mergeOwn(known, own) : own)
  }
  return items
}

function columnsOf({ note, addedAt, addedRatePercent }: Own) {
  return { note, addedAt: new Date(addedAt), addedRate: addedRatePercent }
}

/** The rows that keys name; those that are not listed are not in it. */
async function idsOf(
  tx: Tx,
  keys: readonly WatchKey[],
): Promise<Map<WatchKey, { currencyId: number } | { offerId: number }>> {
  const slugs = (kind: string) =>
    keys.flatMap((key) => (parseKey(key)?.kind === kind ? [key.slice(kind.length + 1)] : []))
  const ids = new Map<WatchKey, { currencyId: number } | { offerId: number }>()
  const coins = slugs("currency")
  if (coins.length > 0) {
    const rows = await tx
      .select({ id: currencies.id, slug: currencies.slug })
      .from(currencies)
      .where(and(inArray(currencies.slug, coins), eq(currencies.published, true)))
    for (const { id, slug } of rows) ids.set(keyOf("currency", slug), { currencyId: id })
  }
  const deals = slugs("offer")
  if (deals.length > 0) {
    const rows = await tx
      .select({ id: offers.id, slug: offers.slug })
      .from(offers)
      .where(and(inArray(offers.slug, deals), eq(offers.published, true)))
    for (const { id, slug } of rows) ids.set(keyOf("offer", slug), { offerId: id })
  }
  return ids
}

/** Changes the note of somebody's item; false when they have no such item. */
export async function setNote(db: Db, userId: string, id: number, note: string | null): Promise<boolean> {
  const own = and(eq(watchlistItems.id, id), eq(watchlistItems.userId, userId))
  const rows = await db.update(watchlistItems).set({ note }).where(own).returning({ id: watchlistItems.id })
  return rows.length > 0
}

/** Takes somebody's item out of their list; false when they have no such item. */
export async function removeItem(db: Db, userId: string, id: number): Promise<boolean> {
  const own = and(eq(watchlistItems.id, id), eq(watchlistItems.userId, userId))
  const rows = await db.delete(watchlistItems).where(own).returning({ id: watchlistItems.id })
  return rows.length > 0
}
