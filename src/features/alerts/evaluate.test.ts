import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { RowWishes } from "../../../test/guards/market-rows.ts"
import type { Offer } from "../market/model.ts"
import { evaluateChanges, evaluateTime } from "./evaluate.ts"
import type { AlertFilter, AlertRule, AlertTypeName, Fired } from "./rule.ts"
import { createRuleIndex } from "./rule-index.ts"
import { createStateStore, type StoredStates } from "./state-store.ts"
import { createOracle } from "../../../test/guards/alert-oracle.ts"
import { after, rates, rule, type Step, up, versions } from "../../../test/guards/alert-play.ts"
import { WINDOW_HOURS } from "./types/track.ts"

/** What the offers are, by id; their rates, TVL, status and promo are what changes. */
const FIXED: RowWishes[] = [
  { exchangeId: 1 },
  { exchangeId: 2, symbols: ["USDC"], currencyIds: [3] },
  { protocolId: 1, symbols: ["USDC"], currencyIds: [3], category: "lending", blockchain: "Base" },
  { protocolId: 2, symbols: ["ETH"], currencyIds: [2], category: "staking", blockchain: "Ethereum" },
  {
    protocolId: 1,
    symbols: ["ETH", "USDC"],
    currencyIds: [2, 3],
    category: "defi",
    blockchain: "Base",
    exposure: "multi",
  },
  { walletId: 1, origin: "seed" },
]
const some = <Value>(...values: Value[]) => fc.constantFrom(...values)
const maybe = <Value>(...values: Value[]) => fc.option(some(...values), { nil: undefined, freq: 1 })

const anyOffer: fc.Arbitrary<RowWishes> = fc
  .record({
    apy: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 16 }).map((half) => half / 2) }, some(null, 5000)),
    tvlUsd: some(null, 5e4, 4e5, 1e6, 2e6, 9e6),
    status: some("active" as const, "active" as const, "active" as const, "soldOut" as const, "ended" as const),
    promoEndsAt: some(null, null, after(60).toISOString(), after(200).toISOString()),
    minAmount: some(null, null, 50),
    isTiered: fc.boolean(),
  })
  .map(({ apy, tvlUsd, status, promoEndsAt, minAmount, isTiered }) => ({
    rate: { apy, tvlUsd },
    status,
    terms: [
      {
        promoEndsAt,
        minAmount,
        tiers:
          isTiered && apy !== null
            ? [
                { from: 0, to: 100, ratePercent: apy },
                { from: 100, to: null, ratePercent: 1 },
              ]
            : [],
      },
    ],
  }))

const anySteps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      gap: some(0.4, 0.7, 1, 3, 7, 25, 80),
      offers: fc.dictionary(some("1", "2", "3", "4", "5", "6"), fc.option(anyOffer, { freq: 12 }), { minKeys: 1 }),
    }),
    { minLength: 2, maxLength: 12 },
  )
  .map((steps) => {
    let hour = 0
    return steps.map(({ gap, offers }) => {
      hour += gap
      const wishes = Object.entries(offers).map(([id, wish]) => [id, wish && { ...FIXED[Number(id) - 1], ...wish }])
      return { hour, offers: Object.fromEntries(wishes) as Step["offers"] }
    })
  })

const anyFilter: fc.Arbitrary<AlertFilter> = fc
  .record({
    currencyId: maybe("bitcoin", "usd-coin", "3", "ethereum", "nowhere"),
    blockchain: maybe("base"),
    offerType: maybe("lending" as const, "saving" as const),
    exchangeIds: maybe(["kraken"], ["1", "okx", "kraken"]),
    protocolIds: maybe(["aave-v3"], ["1", "lido"]),
    apyFrom: maybe(2),
    tvlFrom: maybe(4e5, 1e6),
    tvlTo: maybe(2e6),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)))

const halves = fc.integer({ min: 0, max: 16 }).map((half) => half / 2)
const anyParams: fc.Arbitrary<[AlertTypeName, AlertRule["params"]]> = fc.oneof(
  fc
    .record({ metric: some("apy", "amount", "realApy"), direction: some("up", "down"), percent: halves })
    .map((params) => ["rateThreshold", params] as [AlertTypeName, AlertRule["params"]]),
  fc
    .record({
      direction: some("up", "down", "any"),
      points: halves.map((half) => half + 0.5),
      windowHours: some(...WINDOW_HOURS),
    })
    .map((params) => ["rateMove", params] as [AlertTypeName, AlertRule["params"]]),
  fc
    .record({ percent: some(10, 50, 80), windowHours: some(...WINDOW_HOURS) })
    .map((params) => ["tvlDrop", params] as [AlertTypeName, AlertRule["params"]]),
  some<[AlertTypeName, AlertRule["params"]]>(
    ["bestOffer", { metric: "apy" }],
    ["bestOffer", { metric: "amount" }],
    ["newOffer", {}],
    ["offerStatus", { to: ["active", "soldOut", "paused", "ended"] }],
    ["offerStatus", { to: ["ended"] }],
    ["promoEnds", { days: 2 }],
    ["promoEnds", { days: 7 }],
  ),
)

const anyRule: fc.Arbitrary<Omit<AlertRule, "id">> = fc
  .record({
    kind: anyParams,
    filter: anyFilter,
    offerId: fc.option(some(1, 2, 3, 4, 5), { freq: 2 }),
    amount: some(20, 500),
    cooldownHours: some(0, 0, 4, 30),
    hysteresis: some(0, 0.5, 2),
    sinceMs: some(0, after(4).getTime()),
  })
  .map(({ kind: [type, params], filter, offerId, ...rest }) => {
    const isBest = type === "bestOffer"
    return rule({
      ...rest,
      type,
      params,
      filter: isBest ? { ...filter, currencyId: filter.currencyId ?? "usd-coin" } : filter,
      offerId: type === "newOffer" ? null : offerId,
    })
  })
const anyRules = fc
  .array(anyRule, { minLength: 1, maxLength: 30 })
  .map((rules) => rules.map((one, at) => ({ ...one, id: at + 1 }) as AlertRule))

const inOrder = (fired: readonly Fired[]) =>
  [...fired].sort((a, b) => a.ruleId - b.ruleId || a.offerId - b.offerId || (a.key < b.key ? -1 : 1))

/** The whole story through the engine; between two versions the memory may go through JSON and the index be made anew. */
function tell(rules: readonly AlertRule[], steps: readonly Step[], restarts: (version: number) => boolean) {
  let index = createRuleIndex(rules)
  let store = createStateStore()
  let since: Date | null = null
  return versions(steps).map(({ now, market, changes }, version) => {
    if (restarts(version)) {
      store = createStateStore(JSON.parse(JSON.stringify(store)) as StoredStates)
      index = createRuleIndex(rules.toReversed())
    }
    const changed = evaluateChanges(index, store, changes, { now, market })
    store.apply(changed)
    const timed = since === null ? null : evaluateTime(index, store, { since, now, market })
    if (timed) store.apply(timed)
    since = now
    return { changed: changed.fired, timed: timed?.fired ?? [], states: store.toJSON().states }
  })
}

describe("the engine", () => {
  it("says what a simple oracle says that tries every rule on every change", () => {
    let count = 0
    const types = new Set<string>()
    fc.assert(
      fc.property(anyRules, anySteps, (rules, steps) => {
        const oracle = createOracle(rules)
        let before: readonly Offer[] = []
        let since: Date | null = null
        const told = tell(rules, steps, () => false)
        for (const [at, { now, market, changes }] of versions(steps).entries()) {
          const fired = oracle.changes(changes, now, market, before)
          expect(inOrder(told[at]?.changed ?? [])).toEqual(inOrder(fired))
          const timed: Fired[] = since === null ? [] : oracle.time(since, now, market)
          expect(inOrder(told[at]?.timed ?? [])).toEqual(inOrder(timed))
          const states = Object.fromEntries(
            (told[at]?.states ?? []).map((one) => [`${one.ruleId}:${one.offerId}`, one.state]),
          )
          expect(states).toEqual(Object.fromEntries(oracle.states))
          for (const { type } of [...fired, ...timed]) types.add(type)
          count += fired.length + timed.length
          before = market.offers
          since = now
        }
      }),
      { numRuns: 400 },
    )
    // Else both might say nothing.
    expect(count).toBeGreaterThan(400)
    expect(types.size).toBe(7)
  })

  it("says the same when it is stopped and started between versions", () => {
    fc.assert(
      fc.property(
        anyRules,
        anySteps,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (rules, steps, stops) => {
          expect(tell(rules, steps, (at) => stops[at] ?? false)).toEqual(tell(rules, steps, () => false))
        },
      ),
    )
  })

  it("says the same when the changes of a version come in pieces, for all that is about one offer", () => {
    fc.assert(
      fc.property(anyRules, anySteps, fc.nat(5), (all, steps, cut) => {
        const rules = all.filter(({ type }) => type !== "bestOffer")
        const index = createRuleIndex(rules)
        const [whole, pieces] = [createStateStore(), createStateStore()]
        for (const { now, market, changes } of versions(steps)) {
          const at = cut % changes.length
          const once = evaluateChanges(index, whole, changes, { now, market })
          whole.apply(once)
          const fired = [changes.slice(0, at), changes.slice(at)].flatMap((piece) => {
            const part = evaluateChanges(index, pieces, piece, { now, market })
            pieces.apply(JSON.parse(JSON.stringify(part)) as typeof part)
            return part.fired
          })
          expect(inOrder(fired)).toEqual(inOrder(once.fired))
          expect(pieces.toJSON()).toEqual(whole.toJSON())
        }
      }),
    )
  })

  it("says the same again of the same, and nothing new once that is stored", () => {
    fc.assert(
      fc.property(anyRules, anySteps, (rules, steps) => {
        const index = createRuleIndex(rules)
        const store = createStateStore()
        for (const { now, market, changes } of versions(steps)) {
          const first = evaluateChanges(index, store, changes, { now, market })
          expect(evaluateChanges(index, store, changes, { now, market })).toEqual(first)
          store.apply(first)
          for (let again = 0; again < 3; again++) {
            const repeated = evaluateChanges(index, store, changes, { now, market })
            expect(repeated.fired).toEqual([])
            store.apply(repeated)
          }
        }
      }),
    )
  })

  it("does not change what it reads", () => {
    const [first, second] = versions(rates(4, 6))
    if (!first || !second) throw new Error("no versions")
    const index = createRuleIndex([up(5, { cooldownHours: 9 })])
    const store = createStateStore()
    store.apply(evaluateChanges(index, store, first.changes, first))
    const before = JSON.stringify(store)
    expect(evaluateChanges(index, store, second.changes, second).fired).toHaveLength(1)
    expect(JSON.stringify(store)).toBe(before)
  })

  it("sees a second change of an offer in one version after the first", () => {
    const [a, b, c] = versions(rates(4, 6, 7))
    if (!a || !b || !c) throw new Error("no versions")
    const index = createRuleIndex([up(5)])
    const { fired } = evaluateChanges(index, createStateStore(), [...b.changes, ...c.changes], c)
    expect(fired).toHaveLength(1)
  })

  it("leaves alone what rules remember that are asleep", () => {
    const [a, b] = versions(rates(6, 4))
    if (!a || !b) throw new Error("no versions")
    const state = { armed: false, firedMs: 1, told: null, wakeMs: 1 }
    const store = createStateStore({ states: [{ ruleId: 99, offerId: 1, state }], tracks: [] })
    const index = createRuleIndex([up(5)])
    expect(evaluateChanges(index, store, b.changes, b).stateChanges).toEqual([])
    expect(evaluateTime(index, store, { ...b, since: a.now }).stateChanges).toEqual([])
  })
})
