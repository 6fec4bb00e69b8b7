// What the operator does about deliveries: gives those that were given up all their attempts again.
import { and, eq } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { deliveries } from "./tables.server.ts"

/** Gives dead deliveries all their attempts again, one by its id or all; gives those that it was done for. */
export async function replayDeliveries(db: Db | Tx, which: { id: number } | "all", now: Date) {
  return db
    .update(deliveries)
    .set({ status: "queued", attempts: 0, lastError: null, nextAt: now })
    .where(and(eq(deliveries.status, "dead"), which === "all" ? undefined : eq(deliveries.id, which.id)))
    .returning()
}
