// Fires once per crossing: the one state machine behind every type that has a threshold.
import { HOUR_MS } from "../../../core/clock.ts"
import type { AlertState } from "../rule.ts"
import type { EvaluateContext, Reach, Watch } from "./contract.ts"

export type Levels = {
  /** null = the figure was never known. */
  before: number | null
  /** null = unknown now. */
  after: number | null
  /** Reached at or above. */
  threshold: number
}

/**
 * Crossed when the level reaches the threshold while armed; armed again only when it was below threshold - hysteresis. The first
 * known level arms or not and never crosses; an unknown one changes nothing. A crossing during the cooldown is used up in silence.
 */
export function stepLatch(
  state: AlertState | null,
  { before, after, threshold }: Levels,
  watch: Pick<Watch<unknown>, "hysteresis" | "cooldownHours">,
  context: Pick<EvaluateContext, "nowMs" | "wasWatched" | "isWatched">,
): { state: AlertState | null; isCrossed: boolean } {
  const isInScope = context.wasWatched || context.isWatched
  if (after === null || (state === null && (before === null || !isInScope))) return { state, isCrossed: false }
  // What fired at this moment has seen this change already.
  if (state?.firedMs != null && state.firedMs >= context.nowMs) return { state, isCrossed: false }
  const rearmsBelow = threshold - watch.hysteresis
  let isArmed = state?.armed ?? (before !== null && before < threshold)
  if (before !== null && before < rearmsBelow) isArmed = true
  let firedMs = state?.firedMs ?? null
  let isCrossed = false
  if (after >= threshold) {
    isCrossed = isArmed && isInScope && !isCooling(firedMs, watch.cooldownHours, context.nowMs)
    if (isCrossed) firedMs = context.nowMs
    isArmed = false
  } else if (after < rearmsBelow) {
    isArmed = true
  }
  // Without a state the level itself tells whether the rule is armed. A crossing in silence is kept once more: should the change be
  // evaluated again, it must not look like a crossing that nobody has seen.
  const isTold = isArmed === after < threshold && !(before !== null && before < threshold && after >= threshold)
  const isQuiet =
    firedMs === null || (firedMs < context.nowMs && !isCooling(firedMs, watch.cooldownHours, context.nowMs))
  const next = isTold && isQuiet ? null : { armed: isArmed, firedMs, told: null, wakeMs: null }
  return { state: next, isCrossed }
}

/** Whether a rule that fired at a moment says nothing yet. */
export function isCooling(firedMs: number | null, cooldownHours: number, nowMs: number): boolean {
  return firedMs !== null && nowMs < firedMs + cooldownHours * HOUR_MS
}

/** The thresholds that a latch is not indifferent to when the level goes from one to the other. */
export function crossedLevels(before: number | null, after: number | null): Reach | null {
  if (before === null || after === null || before === after) return null
  return { above: Math.min(before, after), upTo: Math.max(before, after) }
}
