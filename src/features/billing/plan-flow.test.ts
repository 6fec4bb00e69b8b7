import { describe, expect, it, test } from "vitest"
import { planAction } from "./plan-action.ts"
import {
  CLOSED,
  type ChangeRequest,
  eventOf,
  type FlowEvent,
  type FlowState,
  isSending,
  nextStep,
  type PlanChange,
  type Purchase,
  reloadsAfter,
  renewalOf,
  requestOf,
  surveyFlowOf,
} from "./plan-flow.ts"
import { FREE_SUBSCRIPTION, type Subscription } from "./subscription.ts"
import { TARIFF_CODES, TARIFF_PERIODS, type TariffCode } from "./tariffs.ts"

const CANCEL: PlanChange = { kind: "cancel" }
const DOWN: PlanChange = { kind: "downgrade", to: "pro", period: "yearly" }
const RESUME: PlanChange = { kind: "resume" }
const BUY: Purchase = { kind: "upgrade", code: "pro", period: "monthly" }
const asking = (step: "survey" | "confirm", change: PlanChange, comment = "", isBusy = false): FlowState => ({
  step,
  change,
  comment,
  isBusy,
})
const failed = (change: PlanChange, isBusy = false): FlowState => ({
  step: "error",
  change,
  comment: "Why",
  isBusy,
  code: "unavailable",
})
const done = (change: PlanChange): FlowState => ({ step: "success", change, endsAt: "2026-12-01T00:00:00.000Z" })

/** Every state that there is, by a word. */
const STATES: Record<string, FlowState> = {
  closed: CLOSED,
  "survey to cancel": asking("survey", CANCEL),
  "survey to go down": asking("survey", DOWN),
  "survey, sending": asking("survey", CANCEL, "Why", true),
  confirm: asking("confirm", DOWN, "Why"),
  "confirm, sending": asking("confirm", DOWN, "Why", true),
  error: failed(CANCEL),
  "error, sending": failed(CANCEL, true),
  success: done(CANCEL),
  checkout: { step: "checkout", purchase: BUY },
  technicalIssues: { step: "technicalIssues" },
}

const EVENTS: Record<string, FlowEvent> = {
  cancel: { type: "changeChosen", change: CANCEL },
  down: { type: "changeChosen", change: DOWN },
  resume: { type: "changeChosen", change: RESUME },
  buy: { type: "purchaseChosen", purchase: BUY },
  answered: { type: "surveyAnswered", comment: "Why" },
  confirmed: { type: "confirmed" },
  again: { type: "triedAgain" },
  accepted: { type: "accepted", endsAt: "2026-12-01T00:00:00.000Z" },
  refused: { type: "refused", code: "unavailable" },
  paymentFailed: { type: "paymentFailed" },
  dismissed: { type: "dismissed" },
}

/** What changes the state; whatever is not here changes nothing. */
const MOVES: Record<string, Record<string, FlowState>> = {
  closed: {
    cancel: asking("survey", CANCEL),
    down: asking("survey", DOWN),
    resume: asking("confirm", RESUME),
    buy: { step: "checkout", purchase: BUY },
  },
  // spec 4: cancel asks the server directly, downgrade asks once more
  "survey to cancel": { answered: asking("survey", CANCEL, "Why", true), dismissed: CLOSED },
  "survey to go down": { answered: asking("confirm", DOWN, "Why"), dismissed: CLOSED },
  "survey, sending": { accepted: done(CANCEL), refused: failed(CANCEL) },
  confirm: { confirmed: asking("confirm", DOWN, "Why", true), dismissed: CLOSED },
  "confirm, sending": { accepted: done(DOWN), refused: failed(DOWN) },
  error: { again: failed(CANCEL, true), dismissed: CLOSED },
  "error, sending": { accepted: done(CANCEL), refused: failed(CANCEL) },
  success: { dismissed: CLOSED },
  checkout: { paymentFailed: { step: "technicalIssues" }, dismissed: CLOSED },
  technicalIssues: { dismissed: CLOSED },
}

describe.each(Object.keys(STATES))("%s", (name) => {
  const state = STATES[name] as FlowState
  test.each(Object.keys(EVENTS))("%s", (event) => {
    const next = nextStep(state, EVENTS[event] as FlowEvent)
    const wanted = MOVES[name]?.[event]
    if (wanted) expect(next).toEqual(wanted)
    else expect(next).toBe(state)
  })
})

it("the page reloads after success and error, and after nothing else", () => {
  expect(Object.keys(STATES).filter((name) => reloadsAfter(STATES[name] as FlowState))).toEqual(["error", "success"])
  expect(Object.keys(STATES).filter((name) => isSending(STATES[name] as FlowState))).toEqual([
    "survey, sending",
    "confirm, sending",
    "error, sending",
  ])
})

test.each<[PlanChange, string]>([
  [CANCEL, "cancel"],
  [DOWN, "downgradeToPaid"],
  [{ kind: "downgrade", to: "free", period: "monthly" }, "downgradeToFree"],
])("%j asks for the reasons of %s", (change, flow) => {
  expect(surveyFlowOf(change)).toBe(flow)
})

const cancelling: ChangeRequest = { path: "/api/tariff/cancel", body: { comment: "Why" } }
const goingDown = (period: string): ChangeRequest => ({
  path: "/api/tariff/downgrade",
  body: { comment: "Why", period },
})
test.each<[TariffCode, PlanChange, ChangeRequest]>([
  ["pro", CANCEL, cancelling],
  ["proPlus", CANCEL, cancelling],
  ["pro", { kind: "downgrade", to: "free", period: "monthly" }, goingDown("monthly")],
  ["proPlus", { kind: "downgrade", to: "pro", period: "monthly" }, goingDown("monthly")],
  ["proPlus", { kind: "downgrade", to: "pro", period: "yearly" }, goingDown("yearly")],
  // the call goes one step down alone, and this is two
  ["proPlus", { kind: "downgrade", to: "free", period: "yearly" }, cancelling],
  ["pro", RESUME, { path: "/api/tariff/resume", body: {} }],
])("%s: %j", (current, change, request) => {
  expect(requestOf(change, "Why", current)).toEqual(request)
})

describe("a click on a plan's action", () => {
  const END = new Date("2026-12-01T00:00:00Z")
  const having = (code: TariffCode, rest: Partial<Subscription> = {}): Subscription =>
    code === "free"
      ? FREE_SUBSCRIPTION
      : { ...FREE_SUBSCRIPTION, tariffCode: code, tariffPeriod: "monthly", tariffActiveTo: END, ...rest }
  const BEFORE = new Date("2026-11-20T00:00:00Z")
  const AFTER = new Date("2026-12-02T00:00:00Z")
  const PEOPLE: [string, Subscription | null, Date][] = [
    ["a visitor", null, BEFORE],
    ["free", having("free"), BEFORE],
    ["pro by the month", having("pro"), BEFORE],
    ["proPlus by the month", having("proPlus"), BEFORE],
    ["proPlus, pro is next", having("proPlus", { tariffCodeNext: "pro", tariffPeriodNext: "monthly" }), BEFORE],
    ["pro, cancelled", having("pro", { tariffCodeNext: "free" }), BEFORE],
    ["pro, ended", having("pro"), AFTER],
  ]
  const told = (subscription: Subscription | null, now: Date) =>
    TARIFF_PERIODS.map((period) =>
      TARIFF_CODES.map((column) => {
        const { action } = planAction({ subscription, column, period, now })
        const event = eventOf(action, column, period, subscription)
        if (event?.type === "purchaseChosen") {
          const { kind, code, period: bought } = event.purchase
          return `${kind} ${code} ${bought}`
        }
        if (event?.type !== "changeChosen") return "-"
        return event.change.kind === "downgrade" ? `down ${event.change.to} ${event.change.period}` : event.change.kind
      }).join(", "),
    )

  test.each<[string, string[]]>([
    ["a visitor", ["-, -, -", "-, -, -"]],
    ["free", ["-, upgrade pro monthly, upgrade proPlus monthly", "-, upgrade pro yearly, upgrade proPlus yearly"]],
    [
      "pro by the month",
      [
        "down free monthly, cancel, upgrade proPlus monthly",
        "down free yearly, switch pro yearly, upgrade proPlus yearly",
      ],
    ],
    [
      "proPlus by the month",
      ["down free monthly, down pro monthly, cancel", "down free yearly, down pro yearly, switch proPlus yearly"],
    ],
    ["proPlus, pro is next", ["down free monthly, -, -", "down free yearly, -, switch proPlus yearly"]],
    ["pro, cancelled", ["-, -, upgrade proPlus monthly", "-, switch pro yearly, upgrade proPlus yearly"]],
    ["pro, ended", ["-, renew pro monthly, upgrade proPlus monthly", "-, switch pro yearly, upgrade proPlus yearly"]],
  ])("%s", (name, wanted) => {
    const [, subscription, now] = PEOPLE.find(([one]) => one === name) ?? []
    expect(told(subscription ?? null, now ?? BEFORE)).toEqual(wanted)
  })

  it("renews the recorded period, whatever the toggle shows", () => {
    const yearly = having("proPlus", { tariffPeriod: "yearly" })
    expect(eventOf({ kind: "renew" }, "proPlus", "monthly", yearly)).toEqual({
      type: "purchaseChosen",
      purchase: { kind: "renew", code: "proPlus", period: "yearly" },
    })
    expect(renewalOf(having("pro", { tariffPeriod: null }))).toMatchObject({ purchase: { period: "monthly" } })
    expect(renewalOf(having("free"))).toBeNull()
  })
})
