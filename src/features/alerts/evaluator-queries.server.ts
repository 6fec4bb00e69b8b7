// What the evaluator reads: rules, what they remember, and up to when time was looked at.
import { and, asc, eq, gt, isNull, min, sql } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { offerChanges } from "../market/tables.server.ts"
import type { AlertRule } from "./rule.ts"
import type { StoredStates } from "./state-store.ts"
import { alertEvaluators, alertRules, alertStates, alertTracks, alertVersion } from "./tables.server.ts"

const PIECE = 10_000

export type RuleRow = typeof alertRules.$inferSelect

const runs = and(eq(alertRules.enabled, true), isNull(alertRules.pausedByPlan), isNull(alertRules.snoozedUntil))

/** Whether there is any rule to evaluate. */
export async function hasRunningRules(db: Db): Promise<boolean> {
  const rows = await db.select({ one: sql`1` }).from(alertRules).where(runs).limit(1)
  return rows.length > 0
}

/** `sinceChange`: the last change of the market that is not news to the rule. */
export type KnownRule = { id: number; rule: AlertRule | null; sinceChange: number }

/** The rules written after a number, and the number up to which all of them are there; `rule` is null for one that sleeps. */
export async function listRulesSince(db: Db, since: number): Promise<{ rules: KnownRule[]; version: number }> {
  const [row] = await db.select({ version: alertVersion.version }).from(alertVersion)
  const version = row?.version ?? 0
  if (version === since) return { rules: [], version }
  const rules: KnownRule[] = []
  for (let after = 0; ; ) {
    const piece = await db
      .select()
      .from(alertRules)
      // The first time those that sleep are of no interest.
      .where(and(gt(alertRules.version, since), gt(alertRules.id, after), since === 0 ? runs : undefined))
      .orderBy(asc(alertRules.id))
      .limit(PIECE)
    for (const it of piece)
      rules.push({ id: it.id, rule: isRunning(it) ? toRule(it) : null, sinceChange: it.sinceChange })
    after = piece.at(-1)?.id ?? 0
    if (piece.length < PIECE) return { rules, version }
  }
}

/** Whether a rule is evaluated: enabled, in the plan, not snoozed. */
export function isRunning(row: Pick<RuleRow, "enabled" | "pausedByPlan" | "snoozedUntil">): boolean {
  return row.enabled && row.pausedByPlan === null && row.snoozedUntil === null
}

/** A stored rule as the engine takes it. */
export function toRule(row: RuleRow): AlertRule {
  const { id, userId, type, params, filter, offerId, amount, cooldownHours, hysteresis, since } = row
  return { id, userId, type, params, filter, offerId, amount, cooldownHours, hysteresis, sinceMs: since.getTime() }
}

/** All that rules and offers remember. */
export async function listStates(db: Db): Promise<StoredStates> {
  const states: StoredStates["states"] = []
  let [rule, offer] = [0, -1]
  for (;;) {
    const piece = await db
      .select()
      .from(alertStates)
      .where(sql`(${alertStates.ruleId}, ${alertStates.offerId}) > (${rule}::int, ${offer}::int)`)
      .orderBy(asc(alertStates.ruleId), asc(alertStates.offerId))
      .limit(PIECE)
    for (const it of piece) states.push(it)
    const last = piece.at(-1)
    if (!last || piece.length < PIECE) break
    ;[rule, offer] = [last.ruleId, last.offerId]
  }
  return { states, tracks: await db.select().from(alertTracks) }
}

/** Up to when time was looked at; null before the first time. */
export async function readLookedAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ lookedAt: alertEvaluators.lookedAt }).from(alertEvaluators)
  return row?.lookedAt ?? null
}

/** The oldest change that nobody has acted on; infinite when there is none. */
export async function firstChange(db: Db): Promise<number> {
  const [row] = await db.select({ id: min(offerChanges.id) }).from(offerChanges)
  return row?.id ?? Number.POSITIVE_INFINITY
}
