import { expect, it, test } from "vitest"
import { createRuleIndex } from "../rule-index.ts"
import type { AlertRule } from "../rule.ts"
import { evaluateChanges } from "../evaluate.ts"
import { createStateStore } from "../state-store.ts"
import { rule, type Step, told, versions } from "../../../../test/guards/alert-play.ts"

const fresh = (wishes: Partial<AlertRule> = {}) => rule({ type: "newOffer", ...wishes, params: {} })
const DAY = 24
const steps = (...given: [hour: number, Step["offers"]][]): Step[] => given.map(([hour, offers]) => ({ hour, offers }))
const thin = { rate: { tvlUsd: 2e5 } }
const deep = { rate: { tvlUsd: 2e6 } }
const wantsDeep = fresh({ filter: { tvlFrom: 1e6 } })

test.each<[string, AlertRule, Step[], string[]]>([
  ["is told once", fresh(), steps([0, { 1: {} }], [1, { 1: { rate: { apy: 9 } } }]), ["0 newOffer"]],
  ["has to fit the filter", fresh({ filter: { offerType: "lending" } }), steps([0, { 1: {} }]), []],
  ["is told when it begins to fit", wantsDeep, steps([0, { 1: thin }], [2 * DAY, { 1: deep }]), [`48 newOffer`]],
  ["is not new after a week", wantsDeep, steps([0, { 1: thin }], [8 * DAY, { 1: deep }]), []],
  [
    "is not told again after it did not fit for a while",
    wantsDeep,
    steps([0, { 1: deep }], [5, { 1: thin }], [9, { 1: deep }]),
    ["0 newOffer"],
  ],
  [
    "is not told again after it was gone",
    fresh(),
    steps([0, { 1: {} }], [5, { 1: null }], [9, { 1: {} }]),
    ["0 newOffer"],
  ],
  ["of the demo data is no news", fresh(), steps([0, { 1: { origin: "seed" } }]), []],
  [
    "that was first seen long ago is no news",
    fresh(),
    steps([0, { 1: { firstSeenAt: new Date("2026-10-01T00:00:00Z") } }]),
    [],
  ],
  ["that lists leave out is not told", fresh(), steps([0, { 1: { status: "paused" } }]), []],
])("a new offer %s", (_what, one, given, expected) => {
  expect(told([one], given)).toEqual(expected)
})

it("that fitted before the rule was made is not told when it comes back", () => {
  const [, second, third] = versions(steps([0, { 1: deep }], [5, { 1: thin }], [9, { 1: deep }]))
  const index = createRuleIndex([wantsDeep])
  const store = createStateStore()
  for (const version of [second, third]) {
    if (!version) throw new Error("no version")
    const result = evaluateChanges(index, store, version.changes, version)
    expect(result.fired).toEqual([])
    store.apply(result)
  }
})
