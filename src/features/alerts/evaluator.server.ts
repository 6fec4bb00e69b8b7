// The worker's evaluator: takes what the ingestion changed, asks the engine, and writes in one transaction what fired, what the rules
// remember now, and that the changes are done with. A process that is killed at any point leaves either all of it or nothing.
import { randomUUID } from "node:crypto"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { commitEvaluation, type Commit, holdEvaluator, skipChanges, startLooking } from "./evaluator-commands.server.ts"
import { firstChange, hasRunningRules, listRulesSince, listStates, readLookedAt } from "./evaluator-queries.server.ts"
import { evaluateChanges, evaluateTime, type Evaluation } from "./evaluate.ts"
import { type ChangeRow, listNextRun, type Mirror, openMirror } from "./market-mirror.server.ts"
import { tariffOf } from "../billing/queries.server.ts"
import { settlePlan } from "./plan.server.ts"
import { createRuleIndex, type RuleIndex } from "./rule-index.ts"
import { createStateStore, type MemoryStateStore } from "./state-store.ts"
import { wakeSnoozed } from "./rule-writes.server.ts"

/** What time alone changes is looked at this often. */
const LOOK_EVERY_MS = 60_000

export type EvaluatorDeps = {
  db: Db
  clock: Clock
  log: Logger
  /** How long another process waits before it takes over from one that says nothing any more. */
  leaseMs?: number
}

export type Evaluator = {
  /** Does one step; true when there may be more to do at once. */
  step(): Promise<boolean>
  /** Lets another process take over at once. */
  release(): Promise<void>
}

type Memory = {
  mirror: Mirror
  index: RuleIndex
  store: MemoryStateStore
  version: number
  lookedAt: Date
  /** Young rules, with the last change that is not news to them: until all changes before are done with. */
  young: Map<number, number>
}

/** What is news to the rules: not what had changed when they were made. What is about no single offer goes by the end of the run. */
function onlyNews(evaluation: Evaluation, rows: readonly ChangeRow[], young: ReadonlyMap<number, number>): Evaluation {
  if (young.size === 0) return evaluation
  const rowOf = new Map(rows.flatMap(({ id, changes }) => changes.map(({ offerId }) => [offerId, id])))
  const last = rows.at(-1)?.id ?? 0
  const isNews = ({ ruleId, offerId }: { ruleId: number; offerId: number }) =>
    (rowOf.get(offerId) ?? last) > (young.get(ruleId) ?? -1)
  return { ...evaluation, fired: evaluation.fired.filter(isNews), stateChanges: evaluation.stateChanges.filter(isNews) }
}

/** One evaluator of any number: the one that holds the lease works, the others wait for it. */
export function createEvaluator({ db, clock, log, leaseMs = 30_000 }: EvaluatorDeps): Evaluator {
  const me = randomUUID()
  /** What this process knows; null when somebody else may have gone on meanwhile. */
  let memory: Memory | null = null
  let idleSince = new Date(0)

  async function load(now: Date): Promise<Memory> {
    const startedAt = performance.now()
    const mirror = await openMirror(db, now)
    const store = createStateStore(await listStates(db))
    const { rules, version } = await listRulesSince(db, 0)
    const index = createRuleIndex(rules.flatMap(({ rule }) => rule ?? []))
    const first = await firstChange(db)
    const young = new Map(rules.flatMap(({ id, sinceChange }) => (sinceChange >= first ? [[id, sinceChange]] : [])))
    const lookedAt = (await readLookedAt(db)) ?? (await startLooking(db, now))
    log.info({ rules: index.size, ms: Math.round(performance.now() - startedAt) }, "alert rules loaded")
    return { mirror, index, store, version, lookedAt, young }
  }

  /** Takes in the rules that were made, changed, paused or let go. Those that were deleted are found out when they fire. */
  async function refresh({ index, store, young, ...known }: Memory): Promise<number> {
    const { rules, version } = await listRulesSince(db, known.version)
    for (const { id, rule, sinceChange } of rules) {
      young.set(id, sinceChange)
      const slot = index.slotOf(id)
      const watchedSince = slot === undefined ? null : index.columns.sinceAt(slot)
      if (rule === null || watchedSince !== rule.sinceMs) store.forget(id)
      if (rule) index.put(rule)
      else index.remove(id)
    }
    return version
  }

  async function step(): Promise<boolean> {
    const now = clock()
    const isMine = await holdEvaluator(db, me, now, leaseMs)
    if (isMine !== "still") memory = null
    if (isMine === "no") return false
    await wakeSnoozed(db, now)
    const rows = await listNextRun(db, now)
    if (!(await hasRunningRules(db))) {
      memory = null
      await skipChanges(db, rows)
      if (now.getTime() - idleSince.getTime() >= LOOK_EVERY_MS) idleSince = await startLooking(db, now)
      return rows.length > 0
    }
    if (rows.length === 0 && memory?.mirror.isOld(now)) memory = null
    memory ??= await load(now)
    memory.version = await refresh(memory)
    if (rows.length > 0) {
      const { mirror, index, store } = memory
      const taken = await mirror.read(rows)
      const all = evaluateChanges(index, store, taken.pairs, { now: taken.at, market: taken.market })
      const rowIds = rows.map(({ id }) => id)
      const done = await keep(memory, onlyNews(all, rows, memory.young), { rowIds, lookedAt: null })
      if (done) mirror.apply(taken)
      return true
    }
    if (memory.young.size > 0) {
      const first = await firstChange(db)
      for (const [id, sinceChange] of memory.young) if (sinceChange < first) memory.young.delete(id)
    }
    const { lookedAt } = memory
    if (now.getTime() - lookedAt.getTime() < LOOK_EVERY_MS) return false
    const moment = { since: lookedAt, now, market: memory.mirror.market() }
    const evaluation = evaluateTime(memory.index, memory.store, moment)
    if (await keep(memory, evaluation, { rowIds: [], lookedAt: now })) memory.lookedAt = now
    return false
  }

  /** Writes an evaluation; false when it has to be made anew, because a plan has ended that nobody had noticed. */
  async function keep(
    known: Memory,
    evaluation: Evaluation,
    more: Pick<Commit, "rowIds" | "lookedAt">,
  ): Promise<boolean> {
    const { fired, ...kept } = evaluation
    const result = await commitEvaluation(db, { ...more, ...kept, fired, holder: me, version: known.version }, clock())
    if (result.kind === "settle") {
      for (const userId of result.userIds) {
        await db.transaction(async (tx) => {
          await settlePlan(tx, userId, await tariffOf(tx, userId, clock()), clock())
        })
      }
      return false
    }
    if (result.kind === "lost") {
      memory = null
      return false
    }
    known.store.apply(result)
    for (const id of result.gone) {
      known.index.remove(id)
      known.store.forget(id)
    }
    if (result.notified > 0) log.info({ notified: result.notified }, "alerts fired")
    return true
  }

  return {
    async step() {
      try {
        return await step()
      } catch (error) {
        // Whether it was written is not known: what is stored tells.
        memory = null
        log.warn({ reason: messageOf(error) }, "alerts not evaluated")
        return false
      }
    },
    release: () => holdEvaluator(db, me, new Date(0), 0).then(() => undefined),
  }
}
