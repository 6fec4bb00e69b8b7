// What changes somebody's alerts and what they were told. Each command is one transaction and touches its owner's rows only.
import { isDeepStrictEqual } from "node:util"
import { randomUUID } from "node:crypto"
import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm"
import { HOUR_MS } from "../../core/clock.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { offers } from "../market/tables.server.ts"
import type { Way, WayChange } from "./door-schema.ts"
import { notify } from "./notify.server.ts"
import { isInPlan } from "./plan-rules.ts"
import { tariffOf } from "../billing/queries.server.ts"
import { settlePlan } from "./plan.server.ts"
import { lastChange, lockPerson, nextVersion, wakeRules } from "./rule-writes.server.ts"
import type { AlertRuleInput } from "./schema.ts"
import { alertRules, notifications } from "./tables.server.ts"

export type AlertRow = typeof alertRules.$inferSelect

const MOST_TESTS_PER_HOUR = 10

/** The owner's tariff, with what it means for their rules already done. */
async function settledTariff(tx: Tx, userId: string, now: Date) {
  await lockPerson(tx, userId)
  const tariff = await tariffOf(tx, userId, now)
  await settlePlan(tx, userId, tariff, now)
  return tariff
}

/**
 * Makes an alert. Throws AppError "plan_required" for what the plan does not have, "alert_limit" when the plan's number is reached
 * (of any number of calls at once, as many get through as are left), and "not_found" for an offer that is not there.
 */
export async function createAlert(
  db: Db,
  userId: string,
  rule: AlertRuleInput,
  way: Way,
  now: Date,
): Promise<AlertRow> {
  return db.transaction(async (tx) => {
    const tariff = await settledTariff(tx, userId, now)
    if (!isInPlan(rule, tariff)) throw new AppError("plan_required")
    await checkOffer(tx, rule.offerId)
    const [row] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(alertRules)
      .where(eq(alertRules.userId, userId))
    if ((row?.count ?? 0) >= tariff.alertCount) throw limitReached(tariff.alertCount)
    const version = await nextVersion(tx)
    const [made] = await tx
      .insert(alertRules)
      .values({ ...rule, ...way, userId, version, since: now, sinceChange: await lastChange(tx), createdAt: now })
      .returning()
    return made as AlertRow
  })
}

function limitReached(limit: number): AppError {
  return new AppError("alert_limit", {
    message: `The plan allows ${limit} ${limit === 1 ? "alert" : "alerts"}: delete one, or see /pricing.`,
    fields: { limit: String(limit) },
  })
}

async function checkOffer(tx: Tx, offerId: number | null): Promise<void> {
  if (offerId === null) return
  const found = await tx.select({ id: offers.id }).from(offers).where(eq(offers.id, offerId))
  if (found.length === 0)
    throw new AppError("invalid_parameter", { message: "There is no such offer.", fields: { offerId: "not_found" } })
}

/**
 * Changes an alert of the person's own. What it asks for, or going on after a rest, makes it watch anew. Throws AppError "not_found"
 * for an alert that is not theirs, and "plan_required" for what the plan does not have.
 */
export async function changeAlert(
  db: Db,
  userId: string,
  id: number,
  change: WayChange,
  changedRule: (row: AlertRow) => AlertRuleInput | null,
  now: Date,
): Promise<AlertRow> {
  return db.transaction(async (tx) => {
    const tariff = await settledTariff(tx, userId, now)
    const row = await ownAlert(tx, userId, id)
    const rule = changedRule(row)
    if (rule && !isInPlan(rule, tariff)) throw new AppError("plan_required")
    if (rule) await checkOffer(tx, rule.offerId)
    const isOther =
      rule !== null && Object.entries(rule).some(([key, value]) => !isDeepStrictEqual(row[key as "type"], value))
    const goesOn = change.enabled === true && !row.enabled
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const version = await nextVersion(tx)
    await tx
      .update(alertRules)
      .set({ ...given, ...rule, version })
      .where(eq(alertRules.id, id))
    if (isOther || goesOn) await wakeRules(tx, [id], now)
    return ownAlert(tx, userId, id)
  })
}

/** Deletes an alert of the person's own; what it told stays. A plan that paused another one for it lets that go on. */
export async function deleteAlert(db: Db, userId: string, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await ownAlert(tx, userId, id)
    await tx.delete(alertRules).where(eq(alertRules.id, id))
    await settlePlan(tx, userId, await tariffOf(tx, userId, now), now, true)
  })
}

/** Lets an alert of the person's own rest until a moment; null ends the rest. Afterwards it watches anew. */
export async function snoozeAlert(
  db: Db,
  userId: string,
  id: number,
  until: Date | null,
  now: Date,
): Promise<AlertRow> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await ownAlert(tx, userId, id)
    const version = await nextVersion(tx)
    await tx.update(alertRules).set({ snoozedUntil: until, version }).where(eq(alertRules.id, id))
    if (until === null) await wakeRules(tx, [id], now)
    return ownAlert(tx, userId, id)
  })
}

/** Sends a test through the channels of an alert; it counts against no quota. Throws AppError "too_many_requests" over 10 an hour. */
export async function testAlert(db: Db, userId: string, id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const row = await ownAlert(tx, userId, id)
    const [tests] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.kind, "test"),
          gte(notifications.firedAt, new Date(now.getTime() - HOUR_MS)),
        ),
      )
    if ((tests?.count ?? 0) >= MOST_TESTS_PER_HOUR)
      throw new AppError("too_many_requests", { message: "Too many tests: try again in an hour." })
    await notify(tx, now, [
      {
        userId,
        ruleId: id,
        dedupeKey: `test:${randomUUID()}`,
        values: { kind: "test", ruleName: row.name },
        channels: row.channels,
        isDigest: false,
      },
    ])
  })
}

async function ownAlert(tx: Tx, userId: string, id: number): Promise<AlertRow> {
  const [row] = await tx
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.id, id), eq(alertRules.userId, userId)))
  if (!row) throw new AppError("not_found", { message: "There is no such alert." })
  return row
}

/** Notes that notifications of the person's own were seen: those named, or all. */
export async function markRead(db: Db, userId: string, ids: readonly number[] | "all", now: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        ids === "all" ? undefined : inArray(notifications.id, [...ids]),
      ),
    )
}
