// Which rules a plan lets run. Pure.
import { entitlementsOf } from "../billing/entitlements.ts"
import type { Tariff } from "../billing/tariffs.ts"
import type { AlertParams } from "./rule.ts"
import type { PlanPause } from "./words.ts"

export type PlannedRule = { id: number; type: string; params: AlertParams; pausedByPlan: PlanPause | null }
export type PauseChange = { id: number; pausedByPlan: PlanPause | null }

/** Whether a plan has what a rule asks for (spec 6): its type, and the figure of Real APY where it goes by that. */
export function isInPlan({ type, params }: Pick<PlannedRule, "type" | "params">, tariff: Tariff): boolean {
  const { alertTypes, realApyFigure } = entitlementsOf(tariff)
  return alertTypes.includes(type) && (realApyFigure || params.metric !== "realApy")
}

/**
 * What changes when a plan holds from now on (spec 9): rules of a kind that it does not have pause, and of the rest those over its
 * number. `oldestFirst` is the order in which they were made: the oldest are kept.
 */
export function planChanges(oldestFirst: readonly PlannedRule[], tariff: Tariff): PauseChange[] {
  let running = 0
  return oldestFirst.flatMap((rule) => {
    const pausedByPlan = !isInPlan(rule, tariff) ? "type" : running < tariff.alertCount ? null : "count"
    if (pausedByPlan === null) running++
    return pausedByPlan === rule.pausedByPlan ? [] : [{ id: rule.id, pausedByPlan }]
  })
}
