// The steps of changing a plan (spec 4, "Flows"): which modal is open, and what leads to the next. One table, without a browser.
import type { PlanAction } from "./plan-action.ts"
import type { Subscription } from "./subscription.ts"
import type { SurveyFlow } from "./survey.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

/** What the server is asked to do. */
export type PlanChange =
  | { kind: "cancel" }
  | { kind: "downgrade"; to: TariffCode; period: TariffPeriod }
  /** Takes back what is scheduled. */
  | { kind: "resume" }

/** What leads to the checkout. */
export type Purchase = {
  kind: "upgrade" | "switch" | "renew"
  code: Exclude<TariffCode, "free">
  period: TariffPeriod
}

export type FlowState =
  | { step: "closed" }
  | { step: "survey" | "confirm"; change: PlanChange; comment: string; isBusy: boolean }
  | { step: "error"; change: PlanChange; comment: string; isBusy: boolean; code: string }
  | { step: "success"; change: PlanChange; endsAt: string | null }
  | { step: "checkout"; purchase: Purchase }
  | { step: "technicalIssues" }

export type FlowEvent =
  | { type: "changeChosen"; change: PlanChange }
  | { type: "purchaseChosen"; purchase: Purchase }
  | { type: "surveyAnswered"; comment: string }
  | { type: "confirmed" }
  | { type: "triedAgain" }
  | { type: "accepted"; endsAt: string | null }
  | { type: "refused"; code: string }
  | { type: "paymentFailed" }
  | { type: "dismissed" }

export const CLOSED: FlowState = { step: "closed" }

/** The next step. An event that does not belong to the step changes nothing: a late click, an answer after the end. */
export function nextStep(state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case "changeChosen":
      if (state.step !== "closed") return state
      // Taking something back is not asked about: nobody leaves.
      return {
        step: event.change.kind === "resume" ? "confirm" : "survey",
        change: event.change,
        comment: "",
        isBusy: false,
      }
    case "purchaseChosen":
      return state.step === "closed" ? { step: "checkout", purchase: event.purchase } : state
    case "surveyAnswered":
      if (state.step !== "survey" || state.isBusy) return state
      // spec 4: cancel goes to the server directly, downgrade asks once more.
      return state.change.kind === "cancel"
        ? { ...state, comment: event.comment, isBusy: true }
        : { ...state, step: "confirm", comment: event.comment }
    case "confirmed":
      return state.step === "confirm" && !state.isBusy ? { ...state, isBusy: true } : state
    case "triedAgain":
      return state.step === "error" && !state.isBusy ? { ...state, isBusy: true } : state
    case "accepted":
      return isSending(state) ? { step: "success", change: state.change, endsAt: event.endsAt } : state
    case "refused":
      return isSending(state)
        ? { step: "error", change: state.change, comment: state.comment, isBusy: false, code: event.code }
        : state
    case "paymentFailed":
      return state.step === "checkout" ? { step: "technicalIssues" } : state
    case "dismissed":
      // What is on its way to the server is waited for.
      return isSending(state) ? state : CLOSED
  }
}

type Sending = Extract<FlowState, { isBusy: boolean }>

/** The server is being asked. */
export function isSending(state: FlowState): state is Sending {
  return "isBusy" in state && state.isBusy
}

/** spec 4: after success or error the page reloads when the modal is dismissed. */
export function reloadsAfter(state: FlowState): boolean {
  return state.step === "success" || (state.step === "error" && !state.isBusy)
}

/** Which reasons are asked for. */
export function surveyFlowOf(change: PlanChange): SurveyFlow {
  if (change.kind !== "downgrade") return "cancel"
  return change.to === "free" ? "downgradeToFree" : "downgradeToPaid"
}

export type ChangeRequest = { path: string; body: object }

/**
 * The call that makes a change. /api/tariff/downgrade goes one step down, so that from proPlus the free plan is reached by
 * /api/tariff/cancel, which comes to the same (docs/decisions/021-billing-screens.md). `current` is the plan that holds.
 */
export function requestOf(change: PlanChange, comment: string, current: TariffCode): ChangeRequest {
  if (change.kind === "resume") return { path: "/api/tariff/resume", body: {} }
  const isOneStep = change.kind === "downgrade" && (current === "proPlus") === (change.to === "pro")
  return change.kind === "downgrade" && isOneStep
    ? { path: "/api/tariff/downgrade", body: { comment, period: change.period } }
    : { path: "/api/tariff/cancel", body: { comment } }
}

/**
 * What a click on a plan's action sets off; null for what is no button here. A renewal is of the recorded plan and period, whatever the
 * toggle shows.
 */
export function eventOf(
  action: PlanAction,
  column: TariffCode,
  period: TariffPeriod,
  subscription: Subscription | null,
): FlowEvent | null {
  switch (action.kind) {
    case "upgrade":
    case "switch":
      return column === "free"
        ? null
        : { type: "purchaseChosen", purchase: { kind: action.kind, code: column, period } }
    case "renew":
      return subscription && renewalOf(subscription)
    case "cancel":
      return { type: "changeChosen", change: { kind: "cancel" } }
    case "downgrade":
      return { type: "changeChosen", change: { kind: "downgrade", to: column, period } }
    default:
      return null
  }
}

/** The renewal of the recorded plan; null for the free one. A plan without a recorded period is renewed by the month. */
export function renewalOf({ tariffCode: code, tariffPeriod }: Subscription): FlowEvent | null {
  if (code === "free") return null
  return { type: "purchaseChosen", purchase: { kind: "renew", code, period: tariffPeriod ?? "monthly" } }
}
