// A person's plan and their rules: what a smaller plan pauses and a larger one lets go again (spec 9).
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import type { Tariff } from "../billing/tariffs.ts"
import { lockPerson, nextVersion, wakeRules } from "./rule-writes.server.ts"
import { notify } from "./notify.server.ts"
import { planChanges } from "./plan-rules.ts"
import { alertRules, alertSettings } from "./tables.server.ts"
import { ensureSettings } from "./settings.server.ts"

/**
 * Makes a plan hold for a person's rules: pauses and lets go, and tells the person how many it paused. To be called in the transaction
 * that changes the plan; a second time changes nothing. Gives how many rules it paused.
 */
export async function applyPlan(tx: Tx, userId: string, tariff: Tariff, now: Date): Promise<number> {
  await lockPerson(tx, userId)
  const rules = await tx
    .select({
      id: alertRules.id,
      type: alertRules.type,
      params: alertRules.params,
      pausedByPlan: alertRules.pausedByPlan,
    })
    .from(alertRules)
    .where(eq(alertRules.userId, userId))
    .orderBy(asc(alertRules.createdAt), asc(alertRules.id))
  const changes = planChanges(rules, tariff)
  await ensureSettings(tx, [userId])
  await tx.update(alertSettings).set({ appliedTariff: tariff.code }).where(eq(alertSettings.userId, userId))
  if (changes.length === 0) return 0
  const version = await nextVersion(tx)
  for (const reason of [null, "count", "type"] as const) {
    const ids = changes.filter(({ pausedByPlan }) => pausedByPlan === reason).map(({ id }) => id)
    if (ids.length === 0) continue
    await tx
      .update(alertRules)
      .set({ pausedByPlan: reason, version })
      .where(and(eq(alertRules.userId, userId), inArray(alertRules.id, ids)))
    if (reason === null) await wakeRules(tx, ids, now)
  }
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const paused = changes.filter(({ id, pausedByPlan }) => pausedByPlan !== null && known.get(id)?.pausedByPlan === null)
  if (paused.length > 0) {
    await notify(tx, now, [
      {
        userId,
        ruleId: null,
        dedupeKey: `plan:${userId}:${version}`,
        values: { kind: "planPause", paused: paused.length, tariff: tariff.code },
        channels: ["email", "telegram", "webPush"],
        isDigest: false,
      },
    ])
  }
  return paused.length
}

/**
 * applyPlan() where a plan has changed without anybody saying so: one that has ended. `isDue`: the rules
 * have changed. Gives true when it did something.
 */
export async function settlePlan(tx: Tx, userId: string, tariff: Tariff, now: Date, isDue = false): Promise<boolean> {
  const [row] = await tx
    .select({ applied: alertSettings.appliedTariff })
    .from(alertSettings)
    .where(eq(alertSettings.userId, userId))
  if (row?.applied === tariff.code && !isDue) return false
  await applyPlan(tx, userId, tariff, now)
  return true
}
