import { sql } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { partnerClicks } from "./tables.server.ts"

/** Counts a click: the partner and the day, nothing about who clicked. */
export async function countClick(db: Db, partnerId: number, day: string): Promise<void> {
  await db
    .insert(partnerClicks)
    .values({ partnerId, day, clicks: 1 })
    .onConflictDoUpdate({
      target: [partnerClicks.partnerId, partnerClicks.day],
      set: { clicks: sql`${partnerClicks.clicks} + 1` },
    })
}
