// What the evaluator writes: its lease, and each evaluation as a whole.
import { asc, eq, inArray, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { offerChanges } from "../market/tables.server.ts"
import { isRunning } from "./evaluator-queries.server.ts"
import { type NewNotification, notify } from "./notify.server.ts"
import { tariffsOf } from "../billing/queries.server.ts"
import type { Fired, StateChange } from "./rule.ts"
import type { TrackChange } from "./state-store.ts"
import { alertEvaluators, alertRules, alertSettings } from "./tables.server.ts"

const PIECE = 5000

/**
 * Takes or renews the lease. "still": nobody else had it since this process had it last; "new": it has it from now on; "no": another
 * process has it.
 */
export async function holdEvaluator(db: Db, me: string, now: Date, leaseMs: number): Promise<"still" | "new" | "no"> {
  const until = new Date(now.getTime() + leaseMs)
  const [before] = await db.select({ holder: alertEvaluators.holder }).from(alertEvaluators)
  const [row] = await db.execute<{ holder: string }>(sql`
    insert into alert_evaluator (id, holder, held_until) values (1, ${me}::uuid, ${until.toISOString()}::timestamptz)
    on conflict (id) do update set holder = excluded.holder, held_until = excluded.held_until
    where alert_evaluator.holder = excluded.holder or alert_evaluator.held_until is null
      or alert_evaluator.held_until < ${now.toISOString()}::timestamptz
    returning holder`)
  if (!row) return "no"
  return before?.holder === me ? "still" : "new"
}

/** From a moment on time is looked at; gives that moment. */
export async function startLooking(db: Db, now: Date): Promise<Date> {
  await db.update(alertEvaluators).set({ lookedAt: now })
  return now
}

/** Changes that no rule waits for. */
export async function skipChanges(db: Db, rows: readonly { id: number }[]): Promise<void> {
  if (rows.length === 0) return
  await db.delete(offerChanges).where(
    inArray(
      offerChanges.id,
      rows.map(({ id }) => id),
    ),
  )
}

export type Commit = {
  holder: string
  /** Up to which number of changes the rules were known. */
  version: number
  /** The changes that were evaluated. */
  rowIds: readonly number[]
  /** Set when it was asked what time alone changes. */
  lookedAt: Date | null
  fired: readonly Fired[]
  stateChanges: readonly StateChange[]
  trackChanges: readonly TrackChange[]
}

export type CommitResult =
  /** What was kept: rules that were changed since they were read are left out, those in `gone` were deleted. */
  | {
      kind: "kept"
      stateChanges: StateChange[]
      trackChanges: readonly TrackChange[]
      gone: number[]
      notified: number
    }
  /** Nothing was written: the plans of these people have changed, and with them which rules run. */
  | { kind: "settle"; userIds: string[] }
  /** Nothing was written: another process has taken over. */
  | { kind: "lost" }

/** Writes an evaluation, all of it or nothing. */
export function commitEvaluation(db: Db, commit: Commit, now: Date): Promise<CommitResult> {
  return db.transaction(async (tx): Promise<CommitResult> => {
    const [held] = await tx
      .select({ holder: alertEvaluators.holder })
      .from(alertEvaluators)
      .where(eq(alertEvaluators.id, 1))
      .for("update")
    if (held?.holder !== commit.holder) return { kind: "lost" }
    const asked = [...new Set([...commit.fired, ...commit.stateChanges].map(({ ruleId }) => ruleId))]
    const rules = await lockRules(tx, asked)
    const unchanged = (id: number) => {
      const rule = rules.get(id)
      return rule !== undefined && rule.version <= commit.version && isRunning(rule)
    }
    const fired = commit.fired.filter(({ ruleId }) => unchanged(ruleId))
    const people = [...new Set(fired.map(({ ruleId }) => rules.get(ruleId)?.userId ?? ""))]
    const tariffs = await tariffsOf(tx, people, now)
    const unsettled = await listUnsettled(tx, new Map([...tariffs].map(([id, { code }]) => [id, code])))
    if (unsettled.length > 0) return { kind: "settle", userIds: unsettled }
    const stateChanges = commit.stateChanges.filter(({ ruleId }) => unchanged(ruleId))
    await writeStates(tx, stateChanges)
    await writeTracks(tx, commit.trackChanges)
    const list = fired.map((it) => notificationOf(it, rules.get(it.ruleId) as LockedRule))
    const limits = new Map([...tariffs].map(([id, { notificationCount }]) => [id, notificationCount]))
    const notified = await notify(tx, now, list, limits)
    if (commit.rowIds.length > 0) {
      const done = await tx
        .delete(offerChanges)
        .where(inArray(offerChanges.id, [...commit.rowIds]))
        .returning({ id: offerChanges.id })
      if (done.length !== commit.rowIds.length) throw new Error("changes were evaluated by somebody else meanwhile")
    }
    if (commit.lookedAt)
      await tx.update(alertEvaluators).set({ lookedAt: commit.lookedAt }).where(eq(alertEvaluators.id, 1))
    const gone = asked.filter((id) => !rules.has(id))
    return { kind: "kept", stateChanges, trackChanges: commit.trackChanges, gone, notified }
  })
}

type LockedRule = Pick<
  typeof alertRules.$inferSelect,
  "id" | "userId" | "name" | "version" | "channels" | "frequency" | "enabled" | "pausedByPlan" | "snoozedUntil"
>

/** The rules as they are, and as they stay until the commit. */
async function lockRules(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedRule>> {
  const found = new Map<number, LockedRule>()
  const sorted = [...ids].sort((a, b) => a - b)
  for (let at = 0; at < sorted.length; at += PIECE) {
    const rows = await tx
      .select()
      .from(alertRules)
      .where(inArray(alertRules.id, sorted.slice(at, at + PIECE)))
      .orderBy(asc(alertRules.id))
      .for("share")
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

async function listUnsettled(tx: Tx, codes: ReadonlyMap<string, string>): Promise<string[]> {
  if (codes.size === 0) return []
  const rows = await tx
    .select({ userId: alertSettings.userId, applied: alertSettings.appliedTariff })
    .from(alertSettings)
    .where(
      sql`${alertSettings.userId} in (select json_array_elements_text(${JSON.stringify([...codes.keys()])}::json)::uuid)`,
    )
  const applied = new Map(rows.map((row) => [row.userId, row.applied]))
  return [...codes].filter(([id, code]) => applied.get(id) !== code).map(([id]) => id)
}

function notificationOf({ key, message, values, ruleId }: Fired, rule: LockedRule): NewNotification {
  return {
    userId: rule.userId,
    ruleId,
    dedupeKey: `alert:${key}`,
    values: { kind: "alert", ruleName: rule.name, message, values },
    channels: rule.channels,
    isDigest: rule.frequency === "dailyDigest",
  }
}

async function writeStates(tx: Tx, changes: readonly StateChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += PIECE) {
    const piece = changes.slice(at, at + PIECE)
    const gone = piece.filter(({ state }) => state === null)
    const kept = piece.filter(({ state }) => state !== null)
    if (gone.length > 0)
      await tx.execute(sql`
        delete from alert_state using json_to_recordset(${JSON.stringify(gone)}::json) as row("ruleId" int, "offerId" int)
        where rule_id = row."ruleId" and offer_id = row."offerId"`)
    if (kept.length > 0)
      await tx.execute(sql`
        insert into alert_state (rule_id, offer_id, state) select "ruleId", "offerId", state
        from json_to_recordset(${JSON.stringify(kept)}::json) as row("ruleId" int, "offerId" int, state jsonb)
        on conflict (rule_id, offer_id) do update set state = excluded.state`)
  }
}

async function writeTracks(tx: Tx, changes: readonly TrackChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += PIECE) {
    const piece = changes.slice(at, at + PIECE)
    const gone = piece.filter(({ track }) => track === null)
    const kept = piece.filter(({ track }) => track !== null)
    if (gone.length > 0)
      await tx.execute(sql`
        delete from alert_track using json_to_recordset(${JSON.stringify(gone)}::json) as row("offerId" int)
        where offer_id = row."offerId"`)
    if (kept.length > 0)
      await tx.execute(sql`
        insert into alert_track (offer_id, track) select "offerId", track
        from json_to_recordset(${JSON.stringify(kept)}::json) as row("offerId" int, track jsonb)
        on conflict (offer_id) do update set track = excluded.track`)
  }
}
