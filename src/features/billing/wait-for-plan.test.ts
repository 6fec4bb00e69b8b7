import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest"
import { FREE_SUBSCRIPTION, type Subscription } from "./subscription.ts"
import { forgetWish, hasArrived, PAUSES_MS, pauseBefore, readWish, rememberWish, type Wish } from "./wait-for-plan.ts"

const NOW = new Date("2026-11-20T00:00:00Z")
const LATER = new Date("2026-12-20T00:00:00Z")
const having = (rest: Partial<Subscription>): Subscription => ({ ...FREE_SUBSCRIPTION, tariffActiveTo: LATER, ...rest })
const PRO_M = having({ tariffCode: "pro", tariffPeriod: "monthly" })

describe("hasArrived", () => {
  const wish: Wish = { code: "pro", period: "monthly" }
  test.each<[string, Subscription, Wish | null, boolean]>([
    ["nothing yet", FREE_SUBSCRIPTION, wish, false],
    ["nothing yet, in another tab", FREE_SUBSCRIPTION, null, false],
    ["what was bought", PRO_M, wish, true],
    ["a paid plan, in another tab", PRO_M, null, true],
    ["still the plan before the upgrade", PRO_M, { code: "proPlus", period: "monthly" }, false],
    ["still the period before the switch", PRO_M, { code: "pro", period: "yearly" }, false],
    ["still the ended plan before the renewal", { ...PRO_M, tariffActiveTo: NOW }, wish, false],
    ["without an end", { ...PRO_M, tariffActiveTo: null }, wish, true],
  ])("%s", (_name, subscription, wanted, arrived) => {
    expect(hasArrived(subscription, wanted, NOW)).toBe(arrived)
  })
})

it("asks often at first, ever more seldom, and gives up after about two minutes", () => {
  const pauses = Array.from({ length: PAUSES_MS.length + 1 }, (_, at) => pauseBefore(at))
  expect(pauses.at(-1)).toBeNull()
  const waits = pauses.slice(0, -1).map(Number)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  const sum = waits.reduce((a, b) => a + b, 0)
  expect(sum).toBeGreaterThanOrEqual(90_000)
  expect(sum).toBeLessThanOrEqual(180_000)
})

describe("the wish", () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  })
  afterEach(() => void vi.unstubAllGlobals())

  it("is kept in the tab until it is forgotten", () => {
    expect(readWish()).toBeNull()
    rememberWish({ code: "proPlus", period: "yearly" })
    expect(readWish()).toEqual({ code: "proPlus", period: "yearly" })
    forgetWish()
    expect(readWish()).toBeNull()
  })

  test.each([
    "{",
    "null",
    '"pro"',
    '{"code":"free","period":"yearly"}',
    '{"code":"pro"}',
    '{"code":"pro","period":"daily"}',
  ])("%s is none", (text) => {
    kept.set("wished-plan", text)
    expect(readWish()).toBeNull()
  })

  it("is none where nothing can be kept", () => {
    vi.stubGlobal("sessionStorage", undefined)
    rememberWish({ code: "pro", period: "yearly" })
    expect(readWish()).toBeNull()
    forgetWish()
  })
})
