// For the tests of alerts: rules with usual values, and a rule played through what happens to offers, hour by hour.
import { HOUR_MS } from "../../src/core/clock.ts"
import { marketOf, NOW, offer, type RowWishes } from "./market-rows.ts"
import type { Market, Offer } from "../../src/features/market/model.ts"
import { evaluateChanges, evaluateTime, type OfferChange } from "../../src/features/alerts/evaluate.ts"
import type { AlertRule, AlertTypeName, Fired } from "../../src/features/alerts/rule.ts"
import { createRuleIndex } from "../../src/features/alerts/rule-index.ts"
import { createStateStore, type StoredStates } from "../../src/features/alerts/state-store.ts"

type Wishes = Partial<Omit<AlertRule, "params">> & { type: AlertTypeName; params: AlertRule["params"] }

/** Watches everything since long ago; no cooldown, no hysteresis. */
export function rule(wishes: Wishes): AlertRule {
  return {
    id: 1,
    userId: "user-1",
    filter: {},
    offerId: null,
    amount: null,
    cooldownHours: 0,
    hysteresis: 0,
    sinceMs: 0,
    ...wishes,
  }
}

export const up = (percent: number, wishes: Partial<AlertRule> = {}) =>
  rule({ type: "rateThreshold", ...wishes, params: { metric: "apy", direction: "up", percent } })

export const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

/** How the offers are from an hour on; those that are not named stay as they are, null takes one away. */
export type Step = { hour: number; offers: Readonly<Record<number, RowWishes | null>> }

/** The changes of each step, with the market after it. */
export function versions(steps: readonly Step[]): { now: Date; market: Market; changes: OfferChange[] }[] {
  const wishes = new Map<number, RowWishes>()
  let offers = new Map<number, Offer>()
  return steps.map(({ hour, offers: given }) => {
    const now = after(hour)
    const before = offers
    offers = new Map(before)
    for (const [key, wish] of Object.entries(given)) {
      const id = Number(key)
      if (wish === null) offers.delete(id)
      else {
        const known = wishes.get(id) ?? { firstSeenAt: now }
        wishes.set(id, { ...known, ...wish, rate: { ...known.rate, ...wish.rate } })
        offers.set(id, offer(id, wishes.get(id)))
      }
    }
    const changes = Object.keys(given).map((key) => ({
      before: before.get(Number(key)) ?? null,
      after: offers.get(Number(key)) ?? null,
    }))
    return { now, market: marketOf([...offers.values()]), changes }
  })
}

/** What fires in each step. After every step the memory goes through JSON, as over a restart, and time is asked as well. */
export function play(rules: readonly AlertRule[], steps: readonly Step[]): Fired[][] {
  const index = createRuleIndex(rules)
  let stored: StoredStates = { states: [], tracks: [] }
  let since: Date | null = null
  return versions(steps).map(({ now, market, changes }) => {
    const store = createStateStore(stored)
    const changed = evaluateChanges(index, store, changes, { now, market })
    store.apply(changed)
    const timed = since === null ? null : evaluateTime(index, store, { since, now, market })
    if (timed) store.apply(timed)
    stored = JSON.parse(JSON.stringify(store)) as StoredStates
    since = now
    return [...changed.fired, ...(timed?.fired ?? [])]
  })
}

/** The hours in which something fires, with the messages. */
export function told(rules: readonly AlertRule[], steps: readonly Step[]): string[] {
  return play(rules, steps).flatMap((fired, at) => fired.map(({ message }) => `${steps[at]?.hour} ${message}`))
}

/** One offer, hour by hour, with these rates. */
export const rates = (...values: (number | null)[]): Step[] =>
  values.map((apy, hour) => ({ hour, offers: { 1: { rate: { apy } } } }))
