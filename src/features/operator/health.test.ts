import { describe, expect, it, test } from "vitest"
import { DAY_MS, HOUR_MS } from "../../core/clock.ts"
import { SOURCE_IDS } from "../ingest/source.ts"
import { healthOf, healthText, type Intervals, type LastRun, type Recorded } from "./health.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const INTERVALS = Object.fromEntries(SOURCE_IDS.map((id) => [id, id === "manual" ? null : 3600])) as Intervals

const run = (source: string, wishes: Partial<LastRun> = {}): LastRun => ({
  source,
  startedAt: ago(HOUR_MS),
  seconds: 1.5,
  outcome: "ok",
  read: 10,
  added: 1,
  changed: 2,
  dropped: {},
  error: null,
  ...wishes,
})
const ALL = SOURCE_IDS.filter((id) => id !== "manual").map((id) => run(id))
const recorded = (bybit: Partial<LastRun>, states: Recorded["states"] = []): Recorded => ({
  runs: ALL.map((one) => (one.source === "bybit" ? { ...one, ...bybit } : one)),
  states,
})
const bybitOf = (given: Recorded) => {
  const health = healthOf(given, INTERVALS, NOW)
  return { ...health.sources.find(({ source }) => source === "bybit"), verdict: health.verdict }
}
const state = { source: "bybit", runningUntil: null, lastOkAt: null, stale: false }

describe("healthOf", () => {
  test.each<[string, Recorded, string, "good" | "bad"]>([
    ["a good run", recorded({}), "ok", "good"],
    ["a failed run", recorded({ outcome: "failed", error: "refused" }), "failed", "bad"],
    ["a held run", recorded({ outcome: "held" }), "held", "bad"],
    ["a good run after a held one that still counts", recorded({}, [{ ...state, stale: true }]), "held", "bad"],
    ["a failed run of a stale source", recorded({ outcome: "failed" }, [{ ...state, stale: true }]), "failed", "bad"],
    ["three intervals ago", recorded({ startedAt: ago(3 * HOUR_MS) }), "ok", "good"],
    ["longer ago", recorded({ startedAt: ago(3 * HOUR_MS + 1000) }), "late", "bad"],
    ["a clock that went back", recorded({ startedAt: ago(-HOUR_MS) }), "ok", "good"],
    ["never", { runs: ALL.filter(({ source }) => source !== "bybit"), states: [] }, "never", "bad"],
  ])("%s: %s", (_what, given, condition, verdict) => {
    expect(bybitOf(given)).toMatchObject({ condition, verdict, isGood: verdict === "good" })
  })

  it("does not wait for a source that only a person runs, however long ago that was", () => {
    expect(healthOf({ runs: ALL, states: [] }, INTERVALS, NOW)).toMatchObject({ verdict: "good" })
    const old = [...ALL, run("manual", { startedAt: ago(90 * DAY_MS) })]
    expect(healthOf({ runs: old, states: [] }, INTERVALS, NOW).verdict).toBe("good")
  })

  it("says whether a source runs now: until its claim ends", () => {
    expect(bybitOf(recorded({}, [{ ...state, runningUntil: ago(-1000) }])).running).toBe(true)
    expect(bybitOf(recorded({}, [{ ...state, runningUntil: NOW }])).running).toBe(false)
  })
})

describe("healthText", () => {
  it("has a line a source, what was dropped, what went wrong, and the verdict", () => {
    const given = recorded({ outcome: "failed", error: "refused\n  twice\u001b[2J", dropped: { jump: 2, noRate: 1 } })
    const text = healthText(healthOf(given, INTERVALS, NOW))
    expect(text).toMatch(/^bybit +failed +1 h ago +10 +1 +2 +3$/m)
    expect(text).toContain("bybit failed: refused twice")
    expect(text).toContain("bybit dropped: jump 2, noRate 1")
    expect(text).toMatch(/1 of 11 sources needs a look: bybit \(failed\)\.$/)
    expect(text).not.toContain("\u001b")
  })
})
