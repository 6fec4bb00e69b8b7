// What stands at the bottom of a plan's column, and its badges (spec 4, "Plan action per column"; docs/decisions/019-plan-actions.md).
import { effectivePlan, isExpired, isSetToEnd, type Subscription, settle, upcomingPlan } from "./subscription.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"

export type PlanAction =
  | { kind: "none" }
  /** A link to /auth/register. */
  | { kind: "register" }
  /** The same plan, billed by the other period. */
  | { kind: "switch" }
  /** A disabled label. */
  | { kind: "expiresOn"; date: Date }
  | { kind: "cancel" }
  /** A disabled label: set to end, at no known date. */
  | { kind: "current" }
  | { kind: "renew" }
  | { kind: "downgrade" }
  | { kind: "upgrade" }

export type PlanColumn = {
  action: PlanAction
  badges: { current: boolean; next: boolean }
  /** The column has a renew button, beside its action or, where that is `renew`, as it. It renews the recorded period. */
  showRenew: boolean
}

export type PlanActionInput = {
  /** null: nobody is signed in. */
  subscription: Subscription | null
  column: TariffCode
  /** What the toggle of the panel shows. */
  period: TariffPeriod
  now: Date
}

/** What the rows of the spec speak of. */
type Facts = {
  isVisitor: boolean
  column: TariffCode
  /** The plan that holds; free once a paid one has ended. */
  effective: TariffCode
  /** The column is the recorded plan, ended or not. */
  isPlan: boolean
  /** ... and the toggle shows its period, or it has none. */
  isPlanAndPeriod: boolean
  isOver: boolean
  isNext: boolean
  setToEnd: boolean
  endsAt: Date | null
}

const kind = (name: Exclude<PlanAction["kind"], "expiresOn">) => (): PlanAction => ({ kind: name })

/** The rows of the spec; the first that applies decides. Each says which rows below it would apply as well, and why it comes first. */
const ROWS: readonly [when: (facts: Facts) => boolean, action: (facts: Facts) => PlanAction][] = [
  // "Logged-out visitors". Before "free user and free column": a visitor counts as free, but has no account, and this column opens one.
  [({ isVisitor }) => isVisitor, kind("register")],
  // "Free user and free column". Before "a paid plan to free": a paid plan that ended has nothing left to go down from.
  [({ column, effective }) => column === "free" && effective === "free", kind("none")],
  // "Column is the scheduled next plan". Before switch, downgrade and upgrade, which would schedule it a second time. Not before what belongs to
  // the current plan and period: a plan that is followed by itself can still be cancelled.
  [({ isNext, isPlanAndPeriod }) => isNext && !isPlanAndPeriod, kind("none")],
  // "Current paid plan expired for the same period". Before cancel: what ended cannot be cancelled. Before upgrade: it is the plan they had.
  [({ isPlanAndPeriod, isOver }) => isPlanAndPeriod && isOver, kind("renew")],
  // "Column is the current plan but the toggled period differs". Before "expires on", which is about the period that runs. One that ended too:
  // the way is the same as for an upgrade, and the renew button stands beside it.
  [({ isPlan, isPlanAndPeriod }) => isPlan && !isPlanAndPeriod, kind("switch")],
  // "Set to end and not yet expired". Before cancel: it is cancelled or reduced already. Without a known date the label is "current", of which the
  // spec says "same plan and same period": as a row before cancel it would leave nobody a way to cancel. That a plan is current, its badge says.
  [
    ({ isPlan, setToEnd }) => isPlan && setToEnd,
    ({ endsAt }) => (endsAt ? { kind: "expiresOn", date: endsAt } : { kind: "current" }),
  ],
  // "Column is the current plan, otherwise".
  [({ isPlan }) => isPlan, kind("cancel")],
  // "From proPlus to pro, or from a paid plan to free". Before "another paid plan: upgrade", which pro is for a holder of proPlus.
  [({ column, effective }) => column === "free" || (effective === "proPlus" && column === "pro"), kind("downgrade")],
  // "Another paid plan, or the user is on free".
  [() => true, kind("upgrade")],
]

function factsOf({ subscription, column, period, now }: PlanActionInput): Facts {
  const settled = subscription && settle(subscription, now)
  const matches = (planPeriod: TariffPeriod | null) => planPeriod === null || planPeriod === period
  const isPlan = settled?.tariffCode === column
  const upcoming = upcomingPlan(settled, now)
  return {
    isVisitor: settled === null,
    column,
    effective: effectivePlan(settled, now),
    isPlan,
    isPlanAndPeriod: isPlan && matches(settled.tariffPeriod),
    isOver: isExpired(settled, now),
    // another plan is next whatever the toggle shows; the same plan only in the period that comes next
    isNext: upcoming?.code === column && (!isPlan || matches(upcoming.period)),
    setToEnd: isSetToEnd(settled, now),
    endsAt: settled?.tariffActiveTo ?? null,
  }
}

/**
 * The action, badges and renew button of one plan's column.
 * A plan that ended is not marked "current": its holder has the free plan, and that column is marked.
 */
export function planAction(input: PlanActionInput): PlanColumn {
  const facts = factsOf(input)
  const row = ROWS.find(([when]) => when(facts))
  const holds = facts.effective === facts.column && !facts.isVisitor
  return {
    action: row ? row[1](facts) : { kind: "none" },
    badges: {
      current: holds && (facts.column === "free" || facts.isPlanAndPeriod),
      next: facts.isNext,
    },
    showRenew: facts.isPlan && facts.isOver && facts.column !== "free",
  }
}
