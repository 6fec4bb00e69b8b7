// What a run of the ingestion costs the alerts: 100,000 rules of all types against 17,000 changed offers; what a change costs with ten
// times the rules that it does not concern; and what a million rules take.
import { HOUR_MS } from "../src/core/clock.ts"
import type { Market, Offer } from "../src/features/market/model.ts"
import { evaluateChanges, type OfferChange } from "../src/features/alerts/evaluate.ts"
import type { AlertFilter, AlertParams, AlertRule, AlertTypeName } from "../src/features/alerts/rule.ts"
import { createRuleIndex } from "../src/features/alerts/rule-index.ts"
import { createStateStore } from "../src/features/alerts/state-store.ts"
import { WINDOW_HOURS } from "../src/features/alerts/types/track.ts"
import { type Line, median, seededRandom } from "./bench.ts"
import { makeMarket, NOW } from "./market.ts"

const RULES = 100_000
const MANY_RULES = 1_000_000
const CHANGED = 17_000
const ROUNDS = 5

export default async function alerts(): Promise<Line[]> {
  const first = aged(makeMarket())
  return [...run(first), flatness(first), ...(await memory(first))]
}

/** Offers came over two years, not all today. */
function aged(market: Market): Market {
  const random = seededRandom(19)
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * HOUR_MS)
  return { ...market, offers: market.offers.map((offer) => ({ ...offer, firstSeenAt: daysAgo(random() * 730) })) }
}

/** Rules and memory as after some runs: the first ones fill the memory, the middle one of the others counts. */
function run(first: Market): Line[] {
  const random = seededRandom(11)
  const index = createRuleIndex(makeRules(RULES, first, random))
  const store = createStateStore()
  const times: number[] = []
  let [market, fired, states] = [first, 0, 0]
  for (let round = 0; round < ROUNDS + 2; round++) {
    const { next, changes } = nextMarket(market, round + 1, random)
    const now = new Date(NOW.getTime() + (round + 1) * HOUR_MS)
    const startedAt = cpuMs()
    const result = evaluateChanges(index, store, changes, { now, market: next })
    if (round >= 2) times.push((cpuMs() - startedAt) / 1000)
    store.apply(result)
    fired = result.fired.length
    states = result.stateChanges.length
    market = next
  }
  if (fired === 0) throw new Error("nothing fired: this measures nothing")
  return [
    {
      what: `${RULES} rules against ${CHANGED} changed offers, median`,
      value: median(times),
      unit: "s CPU",
      budget: { atMost: 2 },
    },
    { what: "fired in the last of them", value: fired, unit: "messages" },
    { what: "states to store after the last of them", value: states, unit: "rows" },
  ]
}

/** The same changes against the same rules, and against those with ten times as many that no change concerns. */
function flatness(first: Market): Line {
  const random = seededRandom(13)
  const rules = [...makeRules(RULES / 10, first, random)]
  const bystanders = Array.from({ length: RULES - RULES / 10 }, (_, at) => bystander(RULES + at, first, random))
  const { next, changes } = nextMarket(first, 1, random)
  const indexes = [createRuleIndex(rules), createRuleIndex([...rules, ...bystanders])]
  const times: number[][] = [[], []]
  for (let round = 0; round < 2 * ROUNDS + 2; round++) {
    for (const [at, index] of indexes.entries()) {
      const startedAt = cpuMs()
      evaluateChanges(index, createStateStore(), changes, { now: NOW, market: next })
      if (round >= 2) times[at]?.push(cpuMs() - startedAt)
    }
  }
  const [few = [], many = []] = times
  return {
    what: "cost of a change with 10 times the rules that do not match, ratio",
    value: median(many) / median(few),
    unit: "x",
    budget: { atMost: 1.5 },
  }
}

async function memory(first: Market): Promise<Line[]> {
  const random = seededRandom(17)
  const before = await usedBytes()
  const startedAt = cpuMs()
  const index = createRuleIndex(makeRules(MANY_RULES, first, random))
  const seconds = (cpuMs() - startedAt) / 1000
  const bytes = (await usedBytes()) - before
  if (index.size !== MANY_RULES) throw new Error(`${index.size} rules`)
  return [
    { what: `memory of ${MANY_RULES} rules`, value: bytes / 2 ** 20, unit: "MB", budget: { atMost: 200 } },
    { what: `building the index of ${MANY_RULES} rules, rules made along the way`, value: seconds, unit: "s CPU" },
  ]
}

/**
 * Milliseconds of CPU, the collector's threads included: what a quiet machine takes at most, and the same on a busy one. The engine
 * waits for nothing.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function usedBytes(): Promise<number> {
  const { setFlagsFromString } = await import("node:v8")
  const { runInNewContext } = await import("node:vm")
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}

/** The market an hour later: 17,000 of its offers with a new rate and TVL, some with a new status, some unknown for once. */
function nextMarket(market: Market, round: number, random: () => number): { next: Market; changes: OfferChange[] } {
  const changes: OfferChange[] = []
  const offers = market.offers.map((offer, at) => {
    if ((at + round * 1000) % market.offers.length >= CHANGED) return offer
    // Most rates move by little, some by much.
    const moved = 1 + (random() - 0.5) * 0.2 * random() ** 3
    const apy = offer.apy === null ? 4 : random() < 0.01 ? null : offer.apy * moved
    const after: Offer = {
      ...offer,
      apy,
      realApy: offer.realApy === null ? null : offer.realApy * (1 + (random() - 0.5) * 0.02),
      tvlUsd: (offer.tvlUsd ?? 1e6) * (1 + (random() - 0.52) * 0.1),
      status: random() < 0.005 ? (offer.status === "active" ? "soldOut" : "active") : offer.status,
    }
    changes.push({ before: offer, after })
    return after
  })
  return { next: { ...market, version: `bench-${round}`, offers }, changes }
}

function* makeRules(count: number, market: Market, random: () => number): Generator<AlertRule> {
  for (let id = 1; id <= count; id++) yield makeRule(id, market, random)
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** What people ask for: half of the rules are about one offer, most others about a currency, few about everything. */
function makeRule(id: number, market: Market, random: () => number): AlertRule {
  const [type, params, amount] = makeParams(random)
  const wantsOne = type !== "bestOffer" && type !== "newOffer" && random() < 0.5
  return {
    id,
    userId: `user-${Math.floor(id / 5)}`,
    type,
    params,
    amount,
    filter: wantsOne ? {} : makeFilter(type, market, random),
    offerId: wantsOne ? pick(market.offers, random).id : null,
    cooldownHours: pick([0, 6, 24, 24, 24, 168], random),
    hysteresis: pick([0, 0.1, 0.25, 0.25, 0.5, 1], random),
    sinceMs: NOW.getTime() - Math.floor(random() * 1e9),
  }
}

function makeParams(random: () => number): [AlertTypeName, AlertParams, number | null] {
  const percent = Math.round(random() ** 2 * 3000) / 100
  const direction = pick(["up", "down"], random)
  const windowHours = pick(WINDOW_HOURS, random)
  const kind = random()
  if (kind < 0.35) return ["rateThreshold", { metric: "apy", direction, percent }, null]
  if (kind < 0.43) {
    const amount = pick([100, 500, 1000, 2500, 10_000, Math.round(random() * 1e5)], random)
    return ["rateThreshold", { metric: "amount", direction, percent }, amount]
  }
  if (kind < 0.48) return ["rateThreshold", { metric: "realApy", direction, percent }, null]
  if (kind < 0.6)
    return [
      "rateMove",
      { direction: pick(["up", "down", "any"], random), points: 0.5 + percent / 5, windowHours },
      null,
    ]
  if (kind < 0.72) return ["bestOffer", { metric: "apy" }, null]
  if (kind < 0.82) return ["newOffer", {}, null]
  if (kind < 0.9) return ["offerStatus", { to: ["soldOut", "ended"] }, null]
  if (kind < 0.94) return ["promoEnds", { days: pick([1, 3, 7], random) }, null]
  return ["tvlDrop", { percent: 10 + Math.round(random() * 60), windowHours }, null]
}

function makeFilter(type: AlertTypeName, market: Market, random: () => number): AlertFilter {
  // The first of the currencies are asked for most, as they have the most offers.
  const currency = market.currencies[Math.floor(random() ** 3 * market.currencies.length)]
  const part = random()
  if (part < 0.02 && type !== "bestOffer") return { apyFrom: 5 + Math.floor(random() * 10) }
  return {
    ...(random() < 0.3 ? { apyFrom: Math.floor(random() * 10) } : {}),
    ...(random() < 0.3 ? { blockchain: pick(market.chains, random).slug } : {}),
    currencyId: currency?.slug ?? "",
    ...(random() < 0.2 ? { offerType: pick(["saving", "staking", "lending", "defi"] as const, random) } : {}),
    ...(part < 0.2 ? { protocolIds: [pick(market.protocols, random).slug, pick(market.protocols, random).slug] } : {}),
    ...(random() < 0.3 ? { tvlFrom: pick([100_000, 1_000_000, 10_000_000], random) } : {}),
  }
}

/** In the midst of the others, by offer, currency and for everything, with lines that no rate comes near; or for what is not there. */
function bystander(id: number, market: Market, random: () => number): AlertRule {
  const rule = makeRule(id, market, random)
  const isElsewhere = random() < 0.3
  return {
    ...rule,
    type: "rateThreshold",
    amount: null,
    params: { metric: "apy", direction: "up", percent: 1000 + random() * 1000 },
    filter: isElsewhere ? { currencyId: `nowhere-${id % 1000}` } : rule.filter,
    offerId: isElsewhere ? null : rule.offerId,
  }
}
