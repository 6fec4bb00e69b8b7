// Every cell of "Plan action per column" (spec 4): what is written here was worked out by hand from the spec, not by the code.
import { describe, expect, it, test } from "vitest"
import { type PlanAction, type PlanColumn, planAction } from "./plan-action.ts"
import { DAYS_UNTIL_PAID, FREE_SUBSCRIPTION, type Subscription } from "./subscription.ts"
import { TARIFF_CODES, TARIFF_PERIODS, type TariffCode, type TariffPeriod } from "./tariffs.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const LATER = new Date("2026-12-01T00:00:00Z")
const AFTER_GRACE = new Date(NOW.getTime() + DAYS_UNTIL_PAID * 86_400_000)

/** Plan and period as the table writes them. */
const PLANS: Record<string, [TariffCode | null, TariffPeriod | null]> = {
  "-": [null, null],
  free: ["free", null],
  "pro/m": ["pro", "monthly"],
  "pro/y": ["pro", "yearly"],
  "plus/m": ["proPlus", "monthly"],
  "plus/y": ["proPlus", "yearly"],
}
const ENDS: Record<string, Date | null> = { runs: LATER, ended: NOW, endless: null }

const ACTIONS: Record<PlanAction["kind"], string> = {
  none: "-",
  register: "reg",
  switch: "sw",
  expiresOn: "exp",
  cancel: "can",
  current: "cur",
  renew: "ren",
  downgrade: "dn",
  upgrade: "up",
}

/**
 * Plan, plan that comes next, end; then a cell for each column and toggled period.
 * * = badge "current", > = badge "next", ! = renew button; actions as in ACTIONS. "ended" is the very moment of the end.
 */
const TABLE = `
plan    next    end      free/m free/y  pro/m pro/y   plus/m plus/y
visitor -       -        reg    reg     reg   reg     reg    reg

free    -       runs     -*     -*      up    up      up     up
free    free    runs     -*>    -*>     up    up      up     up
free    pro/m   runs     -*     -*      ->    ->      up     up
free    pro/y   runs     -*     -*      ->    ->      up     up
free    plus/m  runs     -*     -*      up    up      ->     ->
free    plus/y  runs     -*     -*      up    up      ->     ->
pro/m   -       runs     dn     dn      can*  sw      up     up
pro/m   free    runs     ->     ->      exp*  sw      up     up
pro/m   pro/m   runs     dn     dn      can*> sw      up     up
pro/m   pro/y   runs     dn     dn      can*  ->      up     up
pro/m   plus/m  runs     dn     dn      can*  sw      ->     ->
pro/m   plus/y  runs     dn     dn      can*  sw      ->     ->
pro/y   -       runs     dn     dn      sw    can*    up     up
pro/y   free    runs     ->     ->      sw    exp*    up     up
pro/y   pro/m   runs     dn     dn      ->    can*    up     up
pro/y   pro/y   runs     dn     dn      sw    can*>   up     up
pro/y   plus/m  runs     dn     dn      sw    can*    ->     ->
pro/y   plus/y  runs     dn     dn      sw    can*    ->     ->
plus/m  -       runs     dn     dn      dn    dn      can*   sw
plus/m  free    runs     ->     ->      dn    dn      exp*   sw
plus/m  pro/m   runs     dn     dn      ->    ->      exp*   sw
plus/m  pro/y   runs     dn     dn      ->    ->      exp*   sw
plus/m  plus/m  runs     dn     dn      dn    dn      can*>  sw
plus/m  plus/y  runs     dn     dn      dn    dn      can*   ->
plus/y  -       runs     dn     dn      dn    dn      sw     can*
plus/y  free    runs     ->     ->      dn    dn      sw     exp*
plus/y  pro/m   runs     dn     dn      ->    ->      sw     exp*
plus/y  pro/y   runs     dn     dn      ->    ->      sw     exp*
plus/y  plus/m  runs     dn     dn      dn    dn      ->     can*
plus/y  plus/y  runs     dn     dn      dn    dn      sw     can*>

free    -       ended    -*     -*      up    up      up     up
free    free    ended    -*     -*      up    up      up     up
free    pro/m   ended    dn     dn      can*  sw      up     up
free    pro/y   ended    dn     dn      sw    can*    up     up
free    plus/m  ended    dn     dn      dn    dn      can*   sw
free    plus/y  ended    dn     dn      dn    dn      sw     can*
pro/m   -       ended    -*     -*      ren!  sw!     up     up
pro/m   free    ended    -*     -*      up    up      up     up
pro/m   pro/m   ended    dn     dn      can*  sw      up     up
pro/m   pro/y   ended    dn     dn      sw    can*    up     up
pro/m   plus/m  ended    dn     dn      dn    dn      can*   sw
pro/m   plus/y  ended    dn     dn      dn    dn      sw     can*
pro/y   -       ended    -*     -*      sw!   ren!    up     up
pro/y   free    ended    -*     -*      up    up      up     up
pro/y   pro/m   ended    dn     dn      can*  sw      up     up
pro/y   pro/y   ended    dn     dn      sw    can*    up     up
pro/y   plus/m  ended    dn     dn      dn    dn      can*   sw
pro/y   plus/y  ended    dn     dn      dn    dn      sw     can*
plus/m  -       ended    -*     -*      up    up      ren!   sw!
plus/m  free    ended    -*     -*      up    up      up     up
plus/m  pro/m   ended    dn     dn      can*  sw      up     up
plus/m  pro/y   ended    dn     dn      sw    can*    up     up
plus/m  plus/m  ended    dn     dn      dn    dn      can*   sw
plus/m  plus/y  ended    dn     dn      dn    dn      sw     can*
plus/y  -       ended    -*     -*      up    up      sw!    ren!
plus/y  free    ended    -*     -*      up    up      up     up
plus/y  pro/m   ended    dn     dn      can*  sw      up     up
plus/y  pro/y   ended    dn     dn      sw    can*    up     up
plus/y  plus/m  ended    dn     dn      dn    dn      can*   sw
plus/y  plus/y  ended    dn     dn      dn    dn      sw     can*

free    -       endless  -*     -*      up    up      up     up
free    free    endless  -*>    -*>     up    up      up     up
free    pro/m   endless  -*     -*      ->    ->      up     up
free    pro/y   endless  -*     -*      ->    ->      up     up
free    plus/m  endless  -*     -*      up    up      ->     ->
free    plus/y  endless  -*     -*      up    up      ->     ->
pro/m   -       endless  dn     dn      can*  sw      up     up
pro/m   free    endless  ->     ->      cur*  sw      up     up
pro/m   pro/m   endless  dn     dn      can*> sw      up     up
pro/m   pro/y   endless  dn     dn      can*  ->      up     up
pro/m   plus/m  endless  dn     dn      can*  sw      ->     ->
pro/m   plus/y  endless  dn     dn      can*  sw      ->     ->
pro/y   -       endless  dn     dn      sw    can*    up     up
pro/y   free    endless  ->     ->      sw    cur*    up     up
pro/y   pro/m   endless  dn     dn      ->    can*    up     up
pro/y   pro/y   endless  dn     dn      sw    can*>   up     up
pro/y   plus/m  endless  dn     dn      sw    can*    ->     ->
pro/y   plus/y  endless  dn     dn      sw    can*    ->     ->
plus/m  -       endless  dn     dn      dn    dn      can*   sw
plus/m  free    endless  ->     ->      dn    dn      cur*   sw
plus/m  pro/m   endless  dn     dn      ->    ->      cur*   sw
plus/m  pro/y   endless  dn     dn      ->    ->      cur*   sw
plus/m  plus/m  endless  dn     dn      dn    dn      can*>  sw
plus/m  plus/y  endless  dn     dn      dn    dn      can*   ->
plus/y  -       endless  dn     dn      dn    dn      sw     can*
plus/y  free    endless  ->     ->      dn    dn      sw     cur*
plus/y  pro/m   endless  dn     dn      ->    ->      sw     cur*
plus/y  pro/y   endless  dn     dn      ->    ->      sw     cur*
plus/y  plus/m  endless  dn     dn      dn    dn      ->     can*
plus/y  plus/y  endless  dn     dn      dn    dn      sw     can*>
`

function subscription(plan: string, next: string, end: string): Subscription | null {
  if (plan === "visitor") return null
  const [tariffCode, tariffPeriod] = PLANS[plan] ?? [null, null]
  const [tariffCodeNext, tariffPeriodNext] = PLANS[next] ?? [null, null]
  if (!tariffCode) throw new Error(`no plan ${plan}`)
  const tariffActiveTo = ENDS[end] ?? null
  return { tariffCode, tariffPeriod, tariffCodeNext, tariffPeriodNext, tariffActiveFrom: null, tariffActiveTo }
}

function written({ action, badges, showRenew }: PlanColumn): string {
  return `${ACTIONS[action.kind]}${badges.current ? "*" : ""}${badges.next ? ">" : ""}${showRenew ? "!" : ""}`
}

const COLUMNS = TARIFF_CODES.flatMap((column) => TARIFF_PERIODS.map((period) => ({ column, period })))
const ROWS = TABLE.trim()
  .split("\n")
  .filter((line) => line !== "")
  .slice(1)
  .map((line) => line.split(/ +/))

describe("plan action per column", () => {
  it("has a row for every combination, each once", () => {
    const paidOrFree = Object.keys(PLANS).filter((plan) => plan !== "-")
    const wanted = Object.keys(ENDS).flatMap((end) =>
      paidOrFree.flatMap((plan) => Object.keys(PLANS).map((next) => `${plan} ${next} ${end}`)),
    )
    expect(ROWS.map((row) => row.slice(0, 3).join(" "))).toEqual(["visitor - -", ...wanted])
    expect(ROWS.every(({ length }) => length === 3 + COLUMNS.length)).toBe(true)
  })

  test.each(ROWS)("%s, next %s, %s", (plan, next, end, ...cells) => {
    const user = subscription(plan as string, next as string, end as string)
    const got = COLUMNS.map((column) => written(planAction({ subscription: user, ...column, now: NOW })))
    expect(got).toEqual(cells)
  })
})

const PRO: Subscription = {
  ...FREE_SUBSCRIPTION,
  tariffCode: "pro",
  tariffPeriod: "monthly",
  tariffActiveFrom: new Date("2026-11-01T00:00:00Z"),
  tariffActiveTo: LATER,
}
const PLUS: Subscription = { ...PRO, tariffCode: "proPlus" }
const at = (user: Subscription | null, column: TariffCode, period: TariffPeriod = "monthly", now = NOW) =>
  planAction({ subscription: user, column, period, now })
const NO_BADGE = { current: false, next: false }

describe("the sentences of the spec", () => {
  test("logged-out visitors: a link to register, no badge, nothing to renew, in each column", () => {
    for (const { column, period } of COLUMNS) {
      expect(at(null, column, period)).toEqual({ action: { kind: "register" }, badges: NO_BADGE, showRenew: false })
    }
  })

  test("free user and free column: no button", () => {
    expect(at(FREE_SUBSCRIPTION, "free")).toMatchObject({ action: { kind: "none" }, badges: { current: true } })
  })

  test("the scheduled next plan has no button and its badge, whatever period is toggled", () => {
    const user: Subscription = { ...PLUS, tariffCodeNext: "pro", tariffPeriodNext: "yearly" }
    for (const period of TARIFF_PERIODS) {
      expect(at(user, "pro", period)).toMatchObject({
        action: { kind: "none" },
        badges: { current: false, next: true },
      })
    }
  })

  test("a next period that is not recorded is the current one", () => {
    const user: Subscription = { ...PRO, tariffCodeNext: "pro" }
    expect(written(at(user, "pro", "monthly"))).toBe("can*>")
    expect(written(at(user, "pro", "yearly"))).toBe("sw")
  })

  test("the current plan, another period: switch, also when it is set to end", () => {
    expect(at(PRO, "pro", "yearly")).toMatchObject({ action: { kind: "switch" }, badges: NO_BADGE })
    expect(at({ ...PRO, tariffCodeNext: "free" }, "pro", "yearly").action).toEqual({ kind: "switch" })
  })

  test.each<[string, Subscription]>([
    ["pro going to free", { ...PRO, tariffCodeNext: "free" }],
    ["proPlus going to free", { ...PLUS, tariffCodeNext: "free" }],
    ["proPlus going to pro", { ...PLUS, tariffCodeNext: "pro", tariffPeriodNext: "yearly" }],
  ])("%s expires on the date of its end", (_what, user) => {
    expect(at(user, user.tariffCode).action).toEqual({ kind: "expiresOn", date: LATER })
    expect(at(user, user.tariffCode).badges.current).toBe(true)
  })

  test("pro going to proPlus is not set to end, and can be cancelled", () => {
    expect(at({ ...PRO, tariffCodeNext: "proPlus" }, "pro").action).toEqual({ kind: "cancel" })
  })

  test("an active paid plan can be cancelled and is marked as current", () => {
    expect(at(PRO, "pro")).toEqual({
      action: { kind: "cancel" },
      badges: { current: true, next: false },
      showRenew: false,
    })
  })

  test("a paid plan is expired at its end, and not a millisecond before", () => {
    expect(written(at(PRO, "pro", "monthly", new Date(LATER.getTime() - 1)))).toBe("can*")
    expect(written(at(PRO, "pro", "monthly", LATER))).toBe("ren!")
    expect(written(at(PRO, "free", "monthly", LATER))).toBe("-*")
  })

  test("a plan that took over and was not paid for is renewed", () => {
    const user: Subscription = { ...PLUS, tariffCodeNext: "pro", tariffPeriodNext: "yearly", tariffActiveTo: NOW }
    const cells = (now: Date) => COLUMNS.map(({ column, period }) => written(at(user, column, period, now)))
    expect(cells(new Date(AFTER_GRACE.getTime() - 1))).toEqual(["dn", "dn", "sw", "can*", "up", "up"])
    expect(cells(AFTER_GRACE)).toEqual(["-*", "-*", "sw!", "ren!", "up", "up"])
  })

  test("a paid plan without a period is the current one in both", () => {
    for (const period of TARIFF_PERIODS) {
      expect(written(at({ ...PRO, tariffPeriod: null }, "pro", period))).toBe("can*")
      expect(written(at({ ...PRO, tariffPeriod: null }, "pro", period, LATER))).toBe("ren!")
    }
  })

  test("the action of the other period in a downgrade or upgrade is the same", () => {
    for (const period of TARIFF_PERIODS) {
      expect(at(PLUS, "pro", period).action).toEqual({ kind: "downgrade" })
      expect(at(PLUS, "free", period).action).toEqual({ kind: "downgrade" })
      expect(at(PRO, "proPlus", period).action).toEqual({ kind: "upgrade" })
      expect(at(FREE_SUBSCRIPTION, "pro", period).action).toEqual({ kind: "upgrade" })
    }
  })
})
