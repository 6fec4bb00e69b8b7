import { expect, it, test } from "vitest"
import type { AlertRule } from "../rule.ts"
import { play, rule, type Step, told } from "../../../../test/guards/alert-play.ts"

const best = (wishes: Partial<AlertRule> = {}) =>
  rule({ type: "bestOffer", filter: { currencyId: "bitcoin" }, ...wishes, params: { metric: "apy" } })
/** Rates of the offers 1, 2, ... in each hour. */
const table = (...rows: (number | null)[][]): Step[] =>
  rows.map((row, hour) => ({ hour, offers: Object.fromEntries(row.map((apy, at) => [at + 1, { rate: { apy } }])) }))
const BEST = "bestOffer"

test.each<[string, AlertRule, Step[], string[]]>([
  ["is not told at first sight", best(), table([5, 4]), []],
  ["is told when another one overtakes", best(), table([5, 4], [5, 6]), [`1 ${BEST}`]],
  ["is told when it falls behind", best(), table([5, 4], [3, 4]), [`1 ${BEST}`]],
  ["is not told when another one is level", best(), table([5, 4], [5, 5]), []],
  ["is not told while it stays the best", best(), table([5, 4], [7, 6], [6.1, 6]), []],
  ["must lead by the hysteresis", best({ hysteresis: 0.5 }), table([5, 4], [5, 5.4], [5, 5.5]), [`2 ${BEST}`]],
  [
    "does not take turns within the hysteresis",
    best({ hysteresis: 0.5 }),
    table([5, 6], [6.2, 6], [6, 6.2], [6.6, 6]),
    [`3 ${BEST}`],
  ],
  [
    "is told when the one before it ended",
    best({ hysteresis: 5 }),
    [...table([5, 4]), { hour: 1, offers: { 1: { status: "ended" } } }],
    [`1 ${BEST}`],
  ],
  [
    "is told when the one before it is gone",
    best(),
    [...table([5, 4]), { hour: 1, offers: { 1: null } }],
    [`1 ${BEST}`],
  ],
  ["is not told while the rate of the one before it is unknown", best(), table([5, 4], [null, 4], [5, 4]), []],
  ["is told when that rate comes back lower", best(), table([5, 4], [null, 4], [3, 4]), [`2 ${BEST}`]],
  ["is not what is too high to be true", best(), table([5, 4], [5, 900], [5, 4]), []],
  ["is not told when the one before it is too high to be true for once", best(), table([5, 4], [900, 4], [5, 4]), []],
  ["of two that are level is the older one", best(), table([5, 5], [5, 5], [4, 5]), [`2 ${BEST}`]],
  [
    "waits for the cooldown",
    best({ cooldownHours: 3 }),
    table([5, 4], [5, 6], [7, 6], [7, 6], [7, 6]),
    [`1 ${BEST}`, `4 ${BEST}`],
  ],
  [
    "is of the filter's offers only",
    best({ filter: { currencyId: "bitcoin", exchangeIds: ["okx"] } }),
    table([5, 4], [5, 6]),
    [],
  ],
  ["overtakes what is held", best({ offerId: 1 }), table([5, 4], [5, 6]), [`1 ${BEST}.overtakes`]],
  [
    "is not told when what is held is the best again",
    best({ offerId: 1 }),
    table([5, 6], [7, 6], [7, 8]),
    [`2 ${BEST}.overtakes`],
  ],
])("the best offer %s", (_what, one, steps, expected) => {
  expect(told([one], steps)).toEqual(expected)
})

it("that waits is told by time alone", () => {
  const steps = [...table([5, 4], [5, 6], [7, 6]), { hour: 9, offers: {} }]
  expect(told([best({ cooldownHours: 3 })], steps)).toEqual([`1 ${BEST}`, `9 ${BEST}`])
})

it("is never a pair of currencies", () => {
  const pair: Step = {
    hour: 1,
    offers: { 2: { symbols: ["BTC", "ETH"], currencyIds: [1, 2], exposure: "multi", rate: { apy: 30 } } },
  }
  expect(told([best()], [...table([5]), pair])).toEqual([])
})

it("tells both, and what is held", () => {
  const fired = play([best({ offerId: 1 })], table([5, 6, 4], [5, 6, 8]))[1]?.[0]
  expect(fired).toMatchObject({
    offerId: 3,
    values: {
      offerSlug: "offer-003",
      rate: 8,
      beforeSlug: "offer-002",
      rateBefore: 6,
      heldSlug: "offer-001",
      heldRate: 5,
    },
  })
})
