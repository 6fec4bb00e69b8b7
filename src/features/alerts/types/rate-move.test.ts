import { expect, it, test } from "vitest"
import type { AlertRule } from "../rule.ts"
import { play, rates, rule, type Step, told } from "../../../../test/guards/alert-play.ts"

const move = (direction: string, windowHours: number, wishes: Partial<AlertRule> = {}) =>
  rule({ type: "rateMove", ...wishes, params: { direction, points: 2, windowHours } })
const UP = "rateMove.up"
const DOWN = "rateMove.down"
const at = (...pairs: [hour: number, apy: number | null][]): Step[] =>
  pairs.map(([hour, apy]) => ({ hour, offers: { 1: { rate: { apy } } } }))

test.each<[string, AlertRule, Step[], string[]]>([
  ["says nothing of the first rate", move("any", 24), rates(9), []],
  ["fires at once for a jump", move("up", 24), rates(4, 6), [`1 ${UP}`]],
  ["does not fire for less", move("up", 24), rates(4, 5.99), []],
  ["adds up small steps", move("up", 24), rates(4, 5, 5.5, 6, 6.5), [`3 ${UP}`]],
  ["does not add up what lies outside the window", move("up", 3), at([0, 4], [1, 5], [9, 6], [18, 7]), []],
  ["counts from the lowest point within the window", move("up", 24), rates(6, 4, 5, 6), [`3 ${UP}`]],
  ["looks down", move("down", 24), rates(6, 5, 4), [`2 ${DOWN}`]],
  ["looks down only", move("down", 24), rates(4, 6), []],
  [
    "looks both ways",
    move("any", 24, { cooldownHours: 0 }),
    at([0, 4], [1, 6], [40, 6], [41, 4]),
    [`1 ${UP}`, `41 ${DOWN}`],
  ],
  ["is one move while it goes on", move("up", 24), rates(4, 6, 8, 10), [`1 ${UP}`]],
  ["is another one when the window has moved on", move("up", 3), at([0, 4], [1, 6], [9, 8]), [`1 ${UP}`, `9 ${UP}`]],
  ["does not take turns within the hysteresis", move("up", 24, { hysteresis: 0.5 }), rates(4, 6, 5.6, 6), [`1 ${UP}`]],
  [
    "fires again after the hysteresis",
    move("up", 24, { hysteresis: 0.5 }),
    rates(4, 6, 5.4, 6),
    [`1 ${UP}`, `3 ${UP}`],
  ],
  ["keeps its cooldown", move("up", 24, { cooldownHours: 48 }), rates(4, 6, 4, 6), [`1 ${UP}`]],
  ["does not take an unknown rate for a fall", move("any", 24), rates(4, null, 4), []],
  ["remembers over unknown rates", move("up", 24), rates(4, null, 6), [`2 ${UP}`]],
  ["looks back over days at midnights", move("up", 72), at([0, 4], [20, 5], [44, 5.5], [68, 6]), [`68 ${UP}`]],
  ["forgets days outside the window", move("up", 72), at([0, 4], [20, 5], [92, 5.5], [110, 6]), []],
])("a move %s", (_what, one, steps, expected) => {
  expect(told([one], steps)).toEqual(expected)
})

it("tells from where it moved", () => {
  expect(play([move("up", 24)], rates(4, 5, 6.5))[2]?.[0]?.values).toMatchObject({
    rateBefore: 4,
    rate: 6.5,
    moved: 2.5,
    windowHours: 24,
  })
})
