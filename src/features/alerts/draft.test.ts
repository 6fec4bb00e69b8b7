import { describe, expect, it, test } from "vitest"
import { bodyOf, type Draft, type DraftAction, draftOf, draftReducer, newDraft, ruleOf, wrongFields } from "./draft.ts"
import { readDraft } from "./kept-draft.ts"
import type { AlertItem, OfferChoice } from "./page-data.ts"
import { ALERT_TYPES } from "./rule.ts"
import { alertRuleSchema } from "./schema.ts"
import { typeOf } from "./types/registry.ts"

const OFFER: OfferChoice = { id: 7, slug: "kraken-eth", name: "Kraken ETH", apy: 3, thresholdPercent: 3.5 }
const draft = (...actions: DraftAction[]): Draft => actions.reduce(draftReducer, newDraft(null))
const typed = (name: Draft["type"], ...actions: DraftAction[]) => draft({ type: "typeChosen", name }, ...actions)
const param = (name: string, value: string | string[]): DraftAction => ({ type: "param", name, value })
const filter = (name: keyof Draft["filter"], value: string | string[]): DraftAction => ({ type: "filter", name, value })
const chosen: DraftAction = { type: "offerChosen", offer: OFFER }

describe.each(ALERT_TYPES)("%s", (type) => {
  const ready = typed(type, filter("currencyId", "ethereum"))

  it("starts with what the type itself says, and that is a rule that the doors take", () => {
    const { params, cooldownHours, hysteresis } = typeOf(type).defaults()
    expect(ruleOf(ready)).toMatchObject({ params, cooldownHours, hysteresis })
    expect(wrongFields(ready)).toEqual([])
    expect(alertRuleSchema.safeParse(ruleOf(ready)).success).toBe(true)
  })

  it("comes back from a stored alert as it was", () => {
    const { type: name, ...rest } = bodyOf(ready)
    const stored = { ...rest, type: name, id: "5", enabled: true } as unknown as AlertItem
    expect(bodyOf(draftOf(stored, null))).toEqual(bodyOf(ready))
  })

  it("outlives the way to the sign-up", () => {
    expect(readDraft(JSON.stringify(ready))).toEqual(ready)
  })
})

describe("the rule", () => {
  test.each<[what: string, actions: DraftAction[], rule: object]>([
    [
      "a threshold",
      [param("percent", "6.5"), param("direction", "down")],
      { params: { metric: "apy", direction: "down", percent: 6.5 } },
    ],
    [
      "filters",
      [filter("apyFrom", "4"), filter("tvlTo", "1e6"), filter("exchangeIds", ["okx"])],
      { filter: { apyFrom: 4, tvlTo: 1e6, exchangeIds: ["okx"] } },
    ],
    ["one offer without filters", [filter("apyFrom", "4"), chosen], { offerId: 7, filter: {} }],
    [
      "no offer once the filter is chosen again",
      [chosen, { type: "set", change: { scope: "filter" } }],
      { offerId: null },
    ],
    [
      "the amount where it counts",
      [param("metric", "amount"), { type: "set", change: { amount: "2000" } }],
      { amount: 2000 },
    ],
    ["no amount where it does not", [{ type: "set", change: { amount: "2000" } }], { amount: null }],
  ])("has %s", (_what, actions, rule) => {
    expect(ruleOf(draft(...actions))).toMatchObject(rule)
    expect(ruleOf(draft(...actions)).filter).toEqual((rule as { filter?: object }).filter ?? {})
  })

  it("of the best offer has its currency and what the person holds", () => {
    expect(ruleOf(typed("bestOffer", filter("currencyId", "ethereum"), chosen))).toMatchObject({
      offerId: 7,
      filter: { currencyId: "ethereum" },
    })
  })

  it("of what is new never names an offer", () => {
    expect(ruleOf(draft(chosen, { type: "typeChosen", name: "newOffer" }))).toMatchObject({ offerId: null })
    expect(wrongFields(draft(chosen, { type: "typeChosen", name: "newOffer" }))).toEqual([])
  })
})

describe("an offer that is chosen", () => {
  it("brings its line, where the rate is to rise", () => {
    expect(draft(chosen)).toMatchObject({ scope: "offer", params: { percent: "3.5" } })
    expect(draft(param("direction", "down"), param("percent", "2"), chosen).params.percent).toBe("2")
    expect(typed("tvlDrop", chosen).params.percent).toBe("30")
    expect(typed("rateMove", param("direction", "up"), chosen).params).not.toHaveProperty("percent")
  })

  it("can be taken back, and is asked for then", () => {
    const without = draft(chosen, { type: "offerChosen", offer: null })
    expect(without).toMatchObject({ scope: "offer", offer: null })
    expect(wrongFields(without)).toEqual(["offerId"])
  })
})

test.each<[what: string, draft: Draft, fields: string[]]>([
  ["a line that is empty", draft(param("percent", "")), ["params.percent"]],
  ["a line that is no number", draft(param("percent", "much")), ["params.percent"]],
  ["an amount that is missing", draft(param("metric", "amount")), ["amount"]],
  ["a range that is upside down", draft(filter("apyFrom", "5"), filter("apyTo", "2")), ["filter.apyTo"]],
  ["a bound that is too low", draft(filter("tvlFrom", "-5")), ["filter.tvlFrom"]],
  ["the best of no currency", typed("bestOffer"), ["filter.currencyId"]],
  ["no status", typed("offerStatus", param("to", [])), ["params.to"]],
  ["no points", typed("rateMove", param("points", "0")), ["params.points"]],
  ["too many days", typed("promoEnds", param("days", "61")), ["params.days"]],
  ["a silence without end", draft({ type: "set", change: { cooldownHours: "9999" } }), ["cooldownHours"]],
])("%s is wrong", (_what, given, fields) => {
  expect(wrongFields(given)).toEqual(fields)
})

test.each([null, "", "{", "{}", '{"type":"everything"}', JSON.stringify({ ...newDraft(null), id: "4" })])(
  "a kept text %j is no draft",
  (text) => {
    expect(readDraft(text)).toBeNull()
  },
)
