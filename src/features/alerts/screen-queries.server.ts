// What the screens of alerts show beside the rules.
import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { notifications } from "./tables.server.ts"

/** When each rule of a person told something last. Tests of its channels do not count. */
export async function listLastFired(db: Db, userId: string): Promise<{ ruleId: number; firedAt: Date }[]> {
  const rows = await db
    .select({
      ruleId: notifications.ruleId,
      firedAt: sql<Date>`max(${notifications.firedAt})`.mapWith(notifications.firedAt),
    })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, "alert"), isNotNull(notifications.ruleId)))
    .groupBy(notifications.ruleId)
  return rows.flatMap(({ ruleId, firedAt }) => (ruleId === null ? [] : [{ ruleId, firedAt }]))
}
