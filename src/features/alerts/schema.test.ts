import { describe, expect, it, test } from "vitest"
import { TARIFFS } from "../billing/tariffs.ts"
import { ALERT_TYPES } from "./rule.ts"
import { alertFilterSchema, alertRuleSchema } from "./schema.ts"
import { TYPES, typeOf, typesOf } from "./types/registry.ts"

const GIVEN = {
  type: "rateThreshold",
  params: { metric: "apy", direction: "up", percent: 5 },
  cooldownHours: 24,
  hysteresis: 0.25,
}
const paths = (given: unknown) => {
  const result = alertRuleSchema.safeParse(given)
  return result.success ? [] : result.error.issues.map(({ path }) => path.join("."))
}

describe("a rule that a person gives", () => {
  it("has everything else empty", () => {
    expect(alertRuleSchema.parse(GIVEN)).toEqual({ ...GIVEN, filter: {}, offerId: null, amount: null })
  })

  test.each<[string, object, string[]]>([
    ["of an unknown type", { type: "nope" }, ["type"]],
    ["with a percentage that is none", { params: { ...GIVEN.params, percent: "5" } }, ["params.percent"]],
    ["with a field that the type does not know", { params: { ...GIVEN.params, points: 1 } }, ["params"]],
    ["by an amount that is not given", { params: { ...GIVEN.params, metric: "amount" } }, ["amount"]],
    ["with an amount of nothing", { amount: 0 }, ["amount"]],
    ["with a cooldown below zero", { cooldownHours: -1 }, ["cooldownHours"]],
    ["with a hysteresis that is not finite", { hysteresis: Number.NaN }, ["hysteresis"]],
    ["about the best of everything", { type: "bestOffer", params: { metric: "apy" } }, ["filter.currencyId"]],
    ["about a new offer that is known", { type: "newOffer", params: {}, offerId: 3 }, ["offerId"]],
    [
      "over a window that there is not",
      { type: "rateMove", params: { direction: "any", points: 1, windowHours: 5 } },
      ["params.windowHours"],
    ],
    ["of no status at all", { type: "offerStatus", params: { to: [] } }, ["params.to"]],
    ["with a field that no rule has", { paused: true }, [""]],
  ])("%s is refused", (_what, wrong, expected) => {
    expect(paths({ ...GIVEN, ...wrong })).toEqual(expected)
  })
})

describe("a filter", () => {
  it("keeps what says something, in one form for equal filters", () => {
    const one = alertFilterSchema.parse({ tvlFrom: 5, apyTo: null, exchangeIds: ["okx", "kraken", "okx"], apyFrom: 0 })
    const other = alertFilterSchema.parse({ apyFrom: 0, exchangeIds: ["kraken", "okx"], tvlFrom: 5 })
    expect(JSON.stringify(one)).toBe('{"apyFrom":0,"exchangeIds":["kraken","okx"],"tvlFrom":5}')
    expect(JSON.stringify(other)).toBe(JSON.stringify(one))
  })

  test.each<[string, object]>([
    ["an APY that no list takes", { apyFrom: -101 }],
    ["a TVL below zero", { tvlTo: -1 }],
    ["a slug that is none", { currencyId: "a b" }],
    ["a chain in capitals", { blockchain: "Base" }],
    ["no exchange at all", { exchangeIds: [] }],
    ["fifty-one exchanges", { exchangeIds: Array.from({ length: 51 }, (_, n) => `x${n}`) }],
    ["a category that there is not", { offerType: "cards" }],
    ["a key that is not the spec's", { stablecoin: true }],
    ["an empty range", { apyFrom: 5, apyTo: 4 }],
  ])("with %s is refused", (_what, filter) => {
    expect(alertFilterSchema.safeParse(filter).success).toBe(false)
  })
})

describe("the types", () => {
  it("have their own names, and defaults that their own schema takes", () => {
    expect(Object.keys(TYPES).sort()).toEqual([...ALERT_TYPES].sort())
    for (const name of ALERT_TYPES) {
      const type = typeOf(name)
      expect(type.name).toBe(name)
      expect(paths({ type: name, ...type.defaults(), filter: { currencyId: "bitcoin" } })).toEqual([])
      expect(type.describe({ params: type.defaults().params, amount: null }).message).toMatch(new RegExp(`^${name}\\b`))
    }
  })

  it("are those that the plans name: new offers in all of them, the status in paid ones only", () => {
    for (const { alertTypes } of TARIFFS) expect(ALERT_TYPES).toEqual(expect.arrayContaining([...alertTypes]))
    const [free, pro, proPlus] = TARIFFS.map(typesOf)
    expect(free).toEqual(["rateThreshold", "rateMove", "bestOffer", "newOffer"])
    expect(pro).toEqual([...ALERT_TYPES])
    expect(proPlus).toEqual([...ALERT_TYPES])
  })
})
