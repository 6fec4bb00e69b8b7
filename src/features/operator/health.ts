// How the sources are. Pure: what was recorded and the time come in, a verdict comes out.
import { SOURCE_IDS, type SourceId } from "../ingest/source.ts"
import { ageText, countText, oneLine, table } from "./print.ts"

export type LastRun = {
  source: string
  startedAt: Date
  seconds: number
  outcome: "ok" | "held" | "failed"
  read: number
  added: number
  changed: number
  dropped: Record<string, number>
  error: string | null
}
export type Recorded = {
  runs: readonly LastRun[]
  states: readonly { source: string; runningUntil: Date | null; lastOkAt: Date | null; stale: boolean }[]
}
/** How often the worker runs a source, in seconds; null when only a person runs it. */
export type Intervals = Readonly<Record<SourceId, number | null>>

/**
 * "ok"; "failed": the last run did; "held": it gave a fraction of its offers, the missing ones were kept; "late": no run for three
 * times its interval; "never": it is on the schedule and has not run; "unscheduled": it has not run and need not.
 */
export type Condition = "ok" | "failed" | "held" | "late" | "never" | "unscheduled"
export type SourceHealth = {
  source: SourceId
  condition: Condition
  isGood: boolean
  outcome: LastRun["outcome"] | null
  lastRunAt: string | null
  ageSeconds: number | null
  lastOkAt: string | null
  running: boolean
  stale: boolean
  seconds: number | null
  read: number | null
  added: number | null
  changed: number | null
  dropped: Record<string, number>
  error: string | null
}
export type Health = { verdict: "good" | "bad"; summary: string; checkedAt: string; sources: SourceHealth[] }

/** A run that was missed once is no news; three times the interval is. */
export const LATE_AFTER_INTERVALS = 3

export function healthOf({ runs, states }: Recorded, intervals: Intervals, now: Date): Health {
  const sources = SOURCE_IDS.map((source): SourceHealth => {
    const run = runs.find((one) => one.source === source)
    const state = states.find((one) => one.source === source)
    const ageSeconds = run ? Math.max(0, Math.round((now.getTime() - run.startedAt.getTime()) / 1000)) : null
    const condition = conditionOf(run, state?.stale ?? false, ageSeconds, intervals[source])
    return {
      source,
      condition,
      isGood: condition === "ok" || condition === "unscheduled",
      outcome: run?.outcome ?? null,
      lastRunAt: run?.startedAt.toISOString() ?? null,
      ageSeconds,
      lastOkAt: state?.lastOkAt?.toISOString() ?? null,
      running: state?.runningUntil != null && state.runningUntil > now,
      stale: state?.stale ?? false,
      seconds: run?.seconds ?? null,
      read: run?.read ?? null,
      added: run?.added ?? null,
      changed: run?.changed ?? null,
      dropped: run?.dropped ?? {},
      error: run?.error ?? null,
    }
  })
  const bad = sources.filter(({ isGood }) => !isGood)
  const summary =
    bad.length === 0
      ? `All ${countText(sources.length, "source")} are well.`
      : `${bad.length} of ${countText(sources.length, "source")} ${bad.length === 1 ? "needs" : "need"} a look: ${bad.map(({ source, condition }) => `${source} (${condition})`).join(", ")}.`
  return { verdict: bad.length === 0 ? "good" : "bad", summary, checkedAt: now.toISOString(), sources }
}

function conditionOf(
  run: LastRun | undefined,
  stale: boolean,
  ageSeconds: number | null,
  interval: number | null,
): Condition {
  if (!run || ageSeconds === null) return interval === null ? "unscheduled" : "never"
  if (run.outcome === "failed") return "failed"
  if (run.outcome === "held" || stale) return "held"
  return interval !== null && ageSeconds > LATE_AFTER_INTERVALS * interval ? "late" : "ok"
}

/** The health for people: a table, what was dropped and why, what went wrong, the verdict. */
export function healthText({ sources, summary }: Health): string {
  const head = ["source", "condition", "last run", "rows", "new", "changed", "dropped", "stale"]
  const number = (value: number | null) => (value === null ? "" : String(value))
  const rows = sources.map((one) => [
    one.source,
    one.running ? `${one.condition}, runs now` : one.condition,
    one.ageSeconds === null ? "never" : `${ageText(one.ageSeconds * 1000)} ago`,
    number(one.read),
    number(one.added),
    number(one.changed),
    number(one.outcome === null ? null : Object.values(one.dropped).reduce((sum, count) => sum + count, 0)),
    one.stale ? "yes" : "",
  ])
  const notes = sources.flatMap(({ source, dropped, error }) => {
    const reasons = Object.entries(dropped).map(([reason, count]) => `${reason} ${count}`)
    return [
      ...(error === null ? [] : [`${source} failed: ${oneLine(error.replace(/\s+/g, " "))}`]),
      ...(reasons.length > 0 ? [`${source} dropped: ${reasons.join(", ")}`] : []),
    ]
  })
  const parts = [table(head, rows, ["last run", "rows", "new", "changed", "dropped"]), notes.join("\n"), summary]
  return parts.filter((part) => part !== "").join("\n\n")
}
