import { expect, it, test } from "vitest"
import { marketOf, NOW, offer, type RowWishes } from "../../../test/guards/market-rows.ts"
import { addDays, dayOf } from "../../core/clock.ts"
import type { AlertRule } from "./rule.ts"
import { rule, up } from "../../../test/guards/alert-play.ts"
import { type RecordedOffer, TRY_OUT_DAYS, tryOut } from "./try-out.ts"

const TODAY = dayOf(NOW)
const OLD = new Date("2025-01-01T00:00:00Z")

/** An offer whose last recorded days had these rates, the last one today; null = not recorded. */
function recorded(id: number, values: readonly (number | null)[], wishes: RowWishes = {}): RecordedOffer {
  const history = values.flatMap((apyPercent, at) =>
    apyPercent === null
      ? []
      : [
          {
            day: addDays(TODAY, at - values.length + 1),
            apyPercent,
            apyBasePercent: null,
            apyRewardPercent: null,
            tvlUsd: apyPercent * 1e6,
          },
        ],
  )
  return {
    offer: offer(id, { firstSeenAt: OLD, ...wishes, rate: { apy: values.at(-1) ?? null } }),
    history,
    events: [],
  }
}
const days = (fill: (ago: number) => number | null, count = TRY_OUT_DAYS) =>
  Array.from({ length: count }, (_, at) => fill(count - 1 - at))
const run = (one: AlertRule, past: readonly RecordedOffer[], quota = 10) =>
  tryOut(one, past, { now: NOW, market: marketOf(past.map((its) => its.offer)), quota })
const ago = (one: AlertRule, past: readonly RecordedOffer[]) =>
  run(one, past).fires.map(
    ({ day, message }) =>
      `${TRY_OUT_DAYS - 1 - days((n) => n).findIndex((n) => addDays(TODAY, -(n ?? 0)) === day)} ${message}`,
  )

test.each<[string, AlertRule, RecordedOffer[], string[]]>([
  [
    "a threshold",
    up(5),
    [
      recorded(
        1,
        days((n) => (n === 10 || n === 3 ? 6 : 4)),
      ),
    ],
    ["10 rateThreshold.up", "3 rateThreshold.up"],
  ],
  [
    "days that nobody recorded",
    up(5),
    [
      recorded(
        1,
        days((n) => (n < 4 ? 6 : n < 8 ? null : 4)),
      ),
    ],
    ["3 rateThreshold.up"],
  ],
  [
    "a cooldown",
    up(5, { cooldownHours: 24 * 8 }),
    [
      recorded(
        1,
        days((n) => (n === 10 || n === 3 ? 6 : 4)),
      ),
    ],
    ["10 rateThreshold.up"],
  ],
  [
    "a slow move",
    rule({ type: "rateMove", params: { direction: "up", points: 1, windowHours: 72 } }),
    [
      recorded(
        1,
        days((n) => (n > 10 ? 4 : n > 6 ? 4 + (10 - n) * 0.5 : 5.5)),
      ),
    ],
    ["8 rateMove.up"],
  ],
  [
    "a fall of the TVL",
    rule({ type: "tvlDrop", params: { percent: 50, windowHours: 24 } }),
    [
      recorded(
        1,
        days((n) => (n > 5 ? 8 : 3)),
      ),
    ],
    ["5 tvlDrop"],
  ],
  [
    "the best of two",
    rule({ type: "bestOffer", params: { metric: "apy" }, filter: { currencyId: "bitcoin" } }),
    [
      recorded(
        1,
        days(() => 5),
      ),
      recorded(
        2,
        days((n) => (n < 7 ? 6 : 4)),
      ),
    ],
    ["6 bestOffer"],
  ],
  [
    "a new offer, on the day it came and not at the beginning of its past",
    rule({ type: "newOffer", params: {} }),
    [
      recorded(
        1,
        days(() => 5),
        { firstSeenAt: new Date(`${addDays(TODAY, -4)}T20:00:00Z`) },
      ),
      recorded(
        2,
        days(() => 5),
      ),
    ],
    ["4 newOffer"],
  ],
  [
    "a promo",
    rule({ type: "promoEnds", params: { days: 3 } }),
    [
      recorded(
        1,
        days(() => 5),
        { terms: [{ promoEndsAt: `${addDays(TODAY, -10)}T12:00:00Z` }] },
      ),
    ],
    ["13 promoEnds"],
  ],
  [
    "Real APY",
    rule({ type: "rateThreshold", params: { metric: "realApy", direction: "up", percent: 5 } }),
    [
      recorded(
        1,
        days((n) => (n > 40 ? 4 : 8)),
      ),
    ],
    ["24 rateThreshold.up"],
  ],
  [
    "another offer than the one chosen",
    up(5, { offerId: 2 }),
    [
      recorded(
        1,
        days((n) => (n < 4 ? 6 : 4)),
      ),
    ],
    [],
  ],
  [
    "another currency",
    up(5, { filter: { currencyId: "ethereum" } }),
    [
      recorded(
        1,
        days((n) => (n < 4 ? 6 : 4)),
      ),
    ],
    [],
  ],
])("tells when %s would have fired", (_what, one, past, expected) => {
  expect(ago(one, past)).toEqual(expected)
})

it("tells when a status would have", () => {
  const past = recorded(
    1,
    days(() => 5),
    { status: "soldOut" },
  )
  const events: RecordedOffer["events"] = [
    { at: new Date(`${addDays(TODAY, -20)}T01:00:00Z`), fromStatus: "active", toStatus: "paused" },
    { at: new Date(`${addDays(TODAY, -9)}T01:00:00Z`), fromStatus: "paused", toStatus: "soldOut" },
  ]
  const one = rule({ type: "offerStatus", params: { to: ["soldOut", "paused"] } })
  expect(ago(one, [{ ...past, events }])).toEqual(["20 offerStatus.paused", "9 offerStatus.soldOut"])
})

it("holds the fullest 30 days against the quota", () => {
  const often = [
    recorded(
      1,
      days((n) => (n < 24 && n % 2 === 0 ? 6 : 4)),
    ),
  ]
  expect(run(up(5), often)).toMatchObject({
    observedDays: 90,
    perMonth: 4,
    busiestMonth: 12,
    quota: 10,
    quotaPercent: 120,
    fitsQuota: false,
  })
  expect(run(up(5), often, 100)).toMatchObject({ quotaPercent: 12, fitsQuota: true })
  expect(run(up(5), often, 0)).toMatchObject({ quotaPercent: null, fitsQuota: false })
})

it("does not make a month's count of few days", () => {
  const few = [
    recorded(
      1,
      days((n) => (n % 2 === 0 ? 6 : 4), 6),
    ),
  ]
  expect(run(up(5), few)).toMatchObject({ observedDays: 6, perMonth: 3, busiestMonth: 3 })
  expect(run(up(5), [])).toMatchObject({ fires: [], observedDays: 0, perMonth: 0, busiestMonth: 0, fitsQuota: true })
})

it("gives the figures of the day", () => {
  const [fire] = run(up(5), [
    recorded(
      1,
      days((n) => (n < 4 ? 6 : 4)),
    ),
  ]).fires
  expect(fire).toMatchObject({ day: addDays(TODAY, -3), offerId: 1, values: { rateBefore: 4, rate: 6 } })
})
