import { expect, it, test } from "vitest"
import type { AlertRule } from "../rule.ts"
import { after, play, rule, type Step, told } from "../../../../test/guards/alert-play.ts"

const promo = (days: number, wishes: Partial<AlertRule> = {}) =>
  rule({ type: "promoEnds", ...wishes, params: { days } })
const DAY = 24
const ends = (days: number | null): Step["offers"] => ({
  1: { terms: [{ promoEndsAt: days === null ? null : after(days * DAY).toISOString(), rateAfterPromoPercent: 1 }] },
})
const steps = (...given: [day: number, Step["offers"]][]): Step[] =>
  given.map(([day, offers]) => ({ hour: day * DAY, offers }))

test.each<[string, AlertRule, Step[], string[]]>([
  [
    "is told when its time has come, by time alone",
    promo(3),
    steps([0, ends(10)], [6, {}], [7, {}], [8, {}]),
    ["168 promoEnds"],
  ],
  [
    "is told once",
    promo(3),
    steps([0, ends(10)], [8, {}], [8.5, { 1: { rate: { apy: 6 } } }], [9, {}]),
    ["192 promoEnds"],
  ],
  ["that is near already when it is first seen is not told", promo(3), steps([0, ends(2)], [1, {}]), []],
  ["that is announced near its end is told", promo(3), steps([0, ends(null)], [1, ends(3)], [2, {}]), ["24 promoEnds"]],
  ["that is brought forward is told", promo(3), steps([0, ends(10)], [1, ends(3)], [2, {}]), ["24 promoEnds"]],
  [
    "that is put off is told again at its new end",
    promo(3),
    steps([0, ends(10)], [8, {}], [9, ends(20)], [10, {}], [18, {}]),
    ["192 promoEnds", "432 promoEnds"],
  ],
  ["that is over is not told", promo(3), steps([0, ends(10)], [11, {}]), []],
  [
    "of an offer that lists leave out is not told",
    promo(3),
    steps([0, { 1: { ...ends(10)[1], status: "ended" } }], [8, {}]),
    [],
  ],
  [
    "of another currency is not told",
    promo(3, { filter: { currencyId: "ethereum" } }),
    steps([0, ends(10)], [8, {}]),
    [],
  ],
])("the end of a promo %s", (_what, one, given, expected) => {
  expect(told([one], given)).toEqual(expected)
})

it("tells the date and the rate afterwards, under a key of the date alone", () => {
  const fired = play([promo(3)], steps([0, ends(10)], [8, {}]))[1]?.[0]
  expect(fired).toMatchObject({
    key: "1:1:promoEnds:2026-11-30T12:00:00.000Z",
    values: { endsAt: "2026-11-30T12:00:00.000Z", rateAfter: 1, rate: 5 },
  })
})
