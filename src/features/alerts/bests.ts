// Which offer was the best, and which is, for each set of rules that ask the same question: answered once for all of them.
import type { Market, Offer } from "../market/model.ts"
import type { OfferChange } from "./evaluate.ts"
import type { RuleIndex } from "./rule-index.ts"
import { spellings } from "./scopes.ts"
import { bestOf } from "./types/best-offer.ts"
import { type RateMetric, rateOf } from "./types/rate.ts"

export type Decision = { slots: number[]; before: Offer | null; after: Offer | null }

export function createBests(index: RuleIndex, market: Market, filterOf: (place: number) => (offer: Offer) => boolean) {
  const { columns } = index
  const touched = new Map<number, Set<number>>()
  const rules: number[] = []

  /** Rules by what they ask: filter, metric and amount. */
  function questions(): Map<string, number[]> {
    const found = new Map<string, Set<number>>()
    const add = (slot: number) => {
      const key = `${columns.filterAt(slot)}|${columns.shapeAt(slot).gauge}`
      const slots = found.get(key)
      if (slots) slots.add(slot)
      else found.set(key, new Set([slot]))
    }
    for (const [scope, gauges] of touched)
      for (const gauge of gauges) for (const slot of index.slotsOf(scope, gauge)) add(slot)
    for (const slot of rules) add(slot)
    return new Map([...found].map(([key, slots]) => [key, [...slots]]))
  }

  return {
    /** Some offer of this scope has changed. */
    touch(scope: number, gauge: number): void {
      const gauges = touched.get(scope)
      if (gauges) gauges.add(gauge)
      else touched.set(scope, new Set([gauge]))
    },
    touchRule(slot: number): void {
      rules.push(slot)
    },
    /** For each question that was touched, the best before and after the changes. */
    decide(changes: readonly OfferChange[]): Decision[] {
      const asked = questions()
      if (asked.size === 0) return []
      // An offer that changed twice was at first what it was before the first time.
      const first = new Map<number, Offer | null>()
      for (const { before, after } of changes) {
        const offer = after ?? before
        if (offer && !first.has(offer.id)) first.set(offer.id, before)
      }
      const names = new Set([...asked.values()].flatMap((slots) => namesOf(slots[0] as number)))
      const now = byRate(market.offers, names)
      const was = byRate(
        [...market.offers.filter(({ id }) => !first.has(id)), ...[...first.values()].filter((offer) => offer !== null)],
        names,
      )
      return [...asked.values()].map((slots) => {
        const slot = slots[0] as number
        const { amount, rest } = columns.shapeAt(slot)
        const metric = rest.metric as RateMetric
        const matches = filterOf(columns.filterAt(slot))
        const isIn = (offer: Offer) => offer.hidden === null && matches(offer)
        const find = (lists: ReturnType<typeof byRate>) => lists.best(namesOf(slot), metric, amount, isIn)
        return { slots, before: find(was), after: find(now) }
      })
    },
  }

  function namesOf(slot: number): string[] {
    return spellings(columns.filter(columns.filterAt(slot)).currencyId ?? "")
  }
}

/** Offers by what filters call their currencies, ordered by rate when somebody first asks for the best of them. */
function byRate(offers: readonly Offer[], names: ReadonlySet<string>) {
  const lists = new Map<string, Offer[]>()
  const ordered = new Map<string, Offer[]>()
  const hasIds = [...names].some((name) => /^\d/.test(name))
  const add = (name: string, offer: Offer) => {
    if (!names.has(name)) return
    const its = lists.get(name)
    if (its) its.push(offer)
    else lists.set(name, [offer])
  }
  for (const offer of offers) {
    for (const { slug } of offer.currencies) if (slug !== null) add(slug, offer)
    if (hasIds) for (const id of offer.currencyIds) add(String(id), offer)
  }

  function inOrder(name: string, metric: RateMetric): Offer[] {
    const key = `${metric}:${name}`
    const known = ordered.get(key)
    if (known) return known
    const its = (lists.get(name) ?? [])
      .flatMap((offer) => {
        const rate = rateOf(offer, metric, null)
        return rate === null ? [] : [{ offer, rate }]
      })
      .sort((a, b) => b.rate - a.rate || a.offer.id - b.offer.id)
      .map(({ offer }) => offer)
    ordered.set(key, its)
    return its
  }

  return {
    best(its: readonly string[], metric: RateMetric, amount: number | null, isIn: (offer: Offer) => boolean) {
      // What an amount earns is another order for every amount, and few ask for it: they look through all.
      const offersOf = (name: string) => (metric === "amount" ? (lists.get(name) ?? []) : inOrder(name, metric))
      return bestOf(
        its.length === 1 ? offersOf(its[0] as string) : its.flatMap(offersOf),
        metric,
        amount,
        isIn,
        metric !== "amount" && its.length === 1,
      )
    },
  }
}
