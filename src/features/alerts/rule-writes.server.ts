// What every write of rules does: takes a number, so that evaluators read only what is new, and clears what a rule remembered.
import { eq, inArray, lte, max, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { users } from "../accounts/tables.server.ts"
import { offerChanges } from "../market/tables.server.ts"
import { alertRules, alertStates } from "./tables.server.ts"

/** The number of a change of rules. Its row stays locked until the commit, so that a lower number is never seen after a higher one. */
export async function nextVersion(tx: Tx): Promise<number> {
  const [row] = await tx.execute<{ version: string }>(sql`
    insert into alert_version (id, version) values (1, 1)
    on conflict (id) do update set version = alert_version.version + 1 returning version`)
  return Number(row?.version)
}

/** Lets one change of a person's rules happen at a time. Rows that refer to the person can still be written meanwhile. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update")
  if (rows.length === 0) throw new AppError("not_found", { message: "There is no such person." })
}

/** The last change of the market that was written down by now. What comes later was not there when somebody made a rule. */
export async function lastChange(tx: Tx): Promise<number> {
  const [row] = await tx.select({ id: max(offerChanges.id) }).from(offerChanges)
  return row?.id ?? 0
}

/** Rules that watch anew from now on: what they remembered is of before. */
export async function wakeRules(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(alertStates).where(inArray(alertStates.ruleId, [...ids]))
  await tx
    .update(alertRules)
    .set({ since: now, sinceChange: await lastChange(tx) })
    .where(inArray(alertRules.id, [...ids]))
}

/** Lets rules go on whose snooze is over; gives how many. */
export async function wakeSnoozed(db: Db, now: Date): Promise<number> {
  const isOver = lte(alertRules.snoozedUntil, now)
  const waiting = await db.select({ id: alertRules.id }).from(alertRules).where(isOver).limit(1)
  if (waiting.length === 0) return 0
  return db.transaction(async (tx) => {
    const version = await nextVersion(tx)
    const rows = await tx
      .update(alertRules)
      .set({ snoozedUntil: null, version })
      .where(isOver)
      .returning({ id: alertRules.id })
    await wakeRules(
      tx,
      rows.map(({ id }) => id),
      now,
    )
    return rows.length
  })
}
