import { expect, it } from "vitest"
import { offer } from "../../../test/guards/market-rows.ts"
import type { Offer } from "../market/model.ts"
import type { AlertRule } from "./rule.ts"
import { createRuleIndex, type RuleIndex } from "./rule-index.ts"
import { rule, up } from "../../../test/guards/alert-play.ts"

/** Ids of the rules that a change from one rate to another finds. */
function found(index: RuleIndex, before: Offer, after: Offer): number[] {
  const ids = new Set<number>()
  index.visit(before, after, {
    reachOf: (gauge) => index.columns.gauge(gauge).reach(before, after, { nowMs: 0, sinceMs: null, track: null }),
    found: (slot) => ids.add(index.columns.idAt(slot)),
    touched(scope, gauge) {
      for (const slot of index.slotsOf(scope, gauge)) ids.add(index.columns.idAt(slot))
    },
  })
  return [...ids].sort((a, b) => a - b)
}
const at = (apy: number) =>
  offer(1, { protocolId: 1, symbols: ["USDC"], currencyIds: [3], blockchain: "Base", rate: { apy } })
const USDC = { currencyId: "usd-coin" }

it("finds the rules whose threshold was crossed, up to and with the new rate, and no others", () => {
  const rules = Array.from({ length: 1000 }, (_, n) => up(n / 100, { id: n + 1, filter: USDC }))
  expect(found(createRuleIndex(rules), at(4), at(4.02))).toEqual([402, 403])
  expect(found(createRuleIndex(rules), at(4.02), at(4))).toEqual([402, 403])
  expect(found(createRuleIndex(rules), at(4), at(4))).toEqual([])
})

it("finds them by everything that a filter names, alone and together", () => {
  const filters: AlertRule["filter"][] = [
    {},
    USDC,
    { currencyId: "3" },
    { currencyId: "003" },
    { protocolIds: ["lido", "aave-v3"] },
    { protocolIds: ["1"], currencyId: "usd-coin", blockchain: "base", offerType: "saving" },
    { blockchain: "Base" },
    { currencyId: "ethereum" },
    { protocolIds: ["lido"] },
    { exchangeIds: ["1"] },
    { ...USDC, blockchain: "ethereum" },
    { ...USDC, offerType: "defi" },
  ]
  const rules = filters.map((filter, n) => up(5, { id: n + 1, filter }))
  const index = createRuleIndex([...rules, up(5, { id: 90, offerId: 1 }), up(5, { id: 91, offerId: 2 })])
  expect(found(index, at(4), at(6))).toEqual([1, 2, 3, 4, 5, 6, 7, 90])
})

it("finds them by what the offer was before as well", () => {
  const elsewhere = offer(1, { protocolId: 1, symbols: ["ETH"], currencyIds: [2], rate: { apy: 6 } })
  const index = createRuleIndex([up(5, { id: 1, filter: USDC }), up(5, { id: 2, filter: { currencyId: "ethereum" } })])
  expect(found(index, at(4), elsewhere)).toEqual([1, 2])
})

it("finds rules about the best of many by their filter", () => {
  const best = (id: number, currencyId: string) =>
    rule({ id, type: "bestOffer", params: { metric: "apy" }, filter: { currencyId } })
  expect(found(createRuleIndex([best(1, "usd-coin"), best(2, "ethereum")]), at(4), at(4.5))).toEqual([1])
})

it("takes rules in, changes and drops them at any time, over every tidying", () => {
  const index = createRuleIndex([up(5, { id: 5, filter: USDC })])
  for (let id = 3000; id > 0; id--) index.put(up(5, { id, filter: USDC }))
  for (let id = 1; id <= 3000; id += 2) index.remove(id)
  for (let id = 2; id <= 3000; id += 4) index.put(up(20, { id, filter: USDC }))
  expect(index.size).toBe(1500)
  const left = found(index, at(4), at(6))
  expect(left).toEqual(Array.from({ length: 750 }, (_, n) => (n + 1) * 4))
  expect(found(index, at(19), at(20))).toHaveLength(750)
  expect(index.slotOf(3)).toBeUndefined()
  index.remove(3)
  index.remove(99_999)
  expect(index.size).toBe(1500)
})

it("gives a rule back as it was", () => {
  const given: AlertRule[] = [
    rule({
      id: 7,
      type: "rateThreshold",
      params: { metric: "amount", direction: "down", percent: 0 },
      amount: 50,
      filter: USDC,
    }),
    rule({
      id: 8,
      type: "rateMove",
      params: { direction: "any", points: 1.25, windowHours: 72 },
      offerId: 4,
      cooldownHours: 5,
    }),
    rule({ id: 9, type: "bestOffer", params: { metric: "apy" }, offerId: 4, filter: USDC, hysteresis: 0.5 }),
    rule({ id: 10, type: "newOffer", params: {} }),
    rule({ id: 11, type: "offerStatus", params: { to: ["ended"] } }),
    rule({ id: 12, type: "promoEnds", params: { days: 3 } }),
    rule({ id: 13, type: "tvlDrop", params: { percent: 20, windowHours: 24 } }),
  ]
  const index = createRuleIndex(given)
  for (const { id, params, filter, offerId, amount, cooldownHours, hysteresis } of given) {
    const watch = index.columns.watchAt(index.slotOf(id) as number)
    expect(watch).toEqual({ ruleId: id, params: { ...params }, filter, offerId, amount, cooldownHours, hysteresis })
  }
})
