import { expect, it, test } from "vitest"
import type { AlertRule } from "../rule.ts"
import { play, rule, type Step, told } from "../../../../test/guards/alert-play.ts"

const drop = (wishes: Partial<AlertRule> = {}) =>
  rule({ type: "tvlDrop", ...wishes, params: { percent: 30, windowHours: 24 } })
const tvls = (...values: (number | null)[]): Step[] =>
  values.map((millions, hour) => ({
    hour,
    offers: { 1: { rate: { tvlUsd: millions === null ? null : millions * 1e6 } } },
  }))

test.each<[string, AlertRule, Step[], string[]]>([
  ["says nothing of the first", drop(), tvls(1), []],
  ["fires when it falls so far", drop(), tvls(10, 7), ["1 tvlDrop"]],
  ["does not fire when it falls less", drop(), tvls(10, 7.01), []],
  ["adds up small falls", drop(), tvls(10, 9, 8, 6.9, 6), ["3 tvlDrop"]],
  ["counts from the most within the window", drop(), tvls(8, 10, 8, 7), ["3 tvlDrop"]],
  ["does not fire for a rise", drop(), tvls(7, 10), []],
  ["does not take an unknown TVL for a fall", drop(), tvls(10, null, 10), []],
  ["remembers over unknown ones", drop(), tvls(10, null, 6), ["2 tvlDrop"]],
  ["fires when the pool becomes too thin for the lists", drop(), tvls(0.2, 0.05), ["1 tvlDrop"]],
  ["leaves alone what is too thin already", drop(), tvls(0.09, 0.03), []],
  ["has its hysteresis", drop({ hysteresis: 5 }), tvls(10, 7, 7.2, 7, 8, 7), ["1 tvlDrop", "5 tvlDrop"]],
  ["has its cooldown", drop({ cooldownHours: 12 }), tvls(10, 7, 10, 7), ["1 tvlDrop"]],
  ["goes by what the filter held before it fell", drop({ filter: { tvlFrom: 8e6 } }), tvls(10, 5), ["1 tvlDrop"]],
])("a fall of the TVL %s", (_what, one, steps, expected) => {
  expect(told([one], steps)).toEqual(expected)
})

it("tells how far it fell", () => {
  expect(play([drop()], tvls(10, 6))[1]?.[0]?.values).toMatchObject({ tvlBefore: 1e7, tvlUsd: 6e6, fell: 40 })
})
