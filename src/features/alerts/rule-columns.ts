// Rules as columns of numbers, so that a million of them fit: what many rules have in common is kept once.
import { type AlertFilter, type AlertParams, type AlertRule, RULE_WIDE } from "./rule.ts"
import type { AlertType, Plan, Watch } from "./types/contract.ts"
import { typeOf } from "./types/registry.ts"

/** What rules have in common that differ in their threshold, their filter or offer, and their age only. */
export type Shape = {
  type: AlertType
  rest: AlertParams
  amount: number | null
  cooldownHours: number
  hysteresis: number
  /** The offer that the person holds, for a rule about the best of many. */
  heldId: number | null
  gauge: number
}
export type Gauge = Plan & { type: AlertType }

const NO_FILTER: AlertFilter = {}

/** Equal things once, by a text that tells them apart. */
function interned<Thing>() {
  const places = new Map<string, number>()
  const things: Thing[] = []
  return {
    things,
    place(key: string, make: () => Thing): number {
      const known = places.get(key)
      if (known !== undefined) return known
      places.set(key, things.length)
      things.push(make())
      return things.length - 1
    },
  }
}

const FIRST_CAPACITY = 1024

/** Rules by slot. A slot is never used twice until `compact`. */
export function createColumns() {
  const shapes = interned<Shape>()
  const gauges = interned<Gauge>()
  const filters = interned<AlertFilter>()
  let length = 0
  let ids = new Float64Array(FIRST_CAPACITY)
  let shapeOf = new Uint32Array(FIRST_CAPACITY)
  let levels = new Float64Array(FIRST_CAPACITY)
  /** The id of the one offer, or the place of the filter. */
  let scopeOf = new Uint32Array(FIRST_CAPACITY)
  let since = new Float64Array(FIRST_CAPACITY)
  let alive = new Uint8Array(FIRST_CAPACITY)

  function resize(capacity: number, order: Uint32Array | null): void {
    const move = <Column extends Float64Array | Uint32Array | Uint8Array>(old: Column, next: Column): Column => {
      if (order === null) next.set(old.subarray(0, Math.min(old.length, capacity)))
      else for (let at = 0; at < order.length; at++) next[at] = old[order[at] as number] as number
      return next
    }
    ids = move(ids, new Float64Array(capacity))
    shapeOf = move(shapeOf, new Uint32Array(capacity))
    levels = move(levels, new Float64Array(capacity))
    scopeOf = move(scopeOf, new Uint32Array(capacity))
    since = move(since, new Float64Array(capacity))
    alive = move(alive, new Uint8Array(capacity))
  }

  const shapeAt = (slot: number) => shapes.things[shapeOf[slot] as number] as Shape
  const isOneOffer = (slot: number) => shapeAt(slot).type.looksAt === "offer" && shapeAt(slot).heldId !== null

  return {
    get length() {
      return length
    },
    idAt: (slot: number) => ids[slot] as number,
    levelAt: (slot: number) => levels[slot] as number,
    sinceAt: (slot: number) => since[slot] as number,
    gaugeAt: (slot: number) => shapeAt(slot).gauge,
    isAlive: (slot: number) => alive[slot] === 1,
    shapeAt,
    gauge: (place: number) => gauges.things[place] as Gauge,
    filter: (place: number) => filters.things[place] as AlertFilter,
    /** The one offer that the rule is about; RULE_WIDE when it is about all that match its filter. */
    offerIdAt: (slot: number) => (isOneOffer(slot) ? (scopeOf[slot] as number) : RULE_WIDE),
    /** Place of the rule's filter; only for rules that are not about one offer. */
    filterAt: (slot: number) => scopeOf[slot] as number,

    /** Gives the new slot. */
    add(rule: AlertRule): number {
      const type = typeOf(rule.type)
      const { rest, level } = type.pack(rule.params)
      const isOne = rule.offerId !== null && type.looksAt === "offer"
      const { amount, cooldownHours, hysteresis } = rule
      // For a rule about one offer the number stands in its column: only that there is one belongs to the shape.
      const heldId = isOne ? 1 : rule.offerId
      const common = JSON.stringify([rule.type, rest, amount, cooldownHours, hysteresis, heldId])
      const shape = shapes.place(common, () => {
        const plan = type.plan({ params: rule.params, amount })
        const gauge = gauges.place(plan.gauge, () => ({ ...plan, type }))
        return { type, rest, amount, cooldownHours, hysteresis, heldId, gauge }
      })
      if (length === ids.length) resize(length * 2, null)
      const slot = length++
      ids[slot] = rule.id
      shapeOf[slot] = shape
      levels[slot] = level
      scopeOf[slot] = isOne
        ? (rule.offerId as number)
        : filters.place(JSON.stringify(rule.filter), () => Object.freeze({ ...rule.filter }))
      since[slot] = rule.sinceMs
      alive[slot] = 1
      return slot
    },
    drop(slot: number): void {
      alive[slot] = 0
    },
    /** Throws out what was dropped and puts the rest in the order of ids. */
    compact(): void {
      const order = new Uint32Array(length)
      let kept = 0
      let isSorted = true
      for (let slot = 0; slot < length; slot++) {
        if (alive[slot] !== 1) continue
        if (kept > 0 && (ids[slot] as number) < (ids[order[kept - 1] as number] as number)) isSorted = false
        order[kept++] = slot
      }
      const live = order.subarray(0, kept)
      if (!isSorted) live.sort((a, b) => (ids[a] as number) - (ids[b] as number))
      length = kept
      resize(Math.max(FIRST_CAPACITY, Math.ceil(kept * 1.125)), live)
    },
    /** The slot of an id among the first `count`, which must be in the order of ids. */
    search(id: number, count: number): number | undefined {
      let [low, high] = [0, count]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ids[middle] as number) < id) low = middle + 1
        else high = middle
      }
      return low < count && ids[low] === id ? low : undefined
    },
    /** The rule as its type sees it. */
    watchAt(slot: number): Watch<AlertParams> {
      const shape = shapeAt(slot)
      const { type, rest, amount, cooldownHours, hysteresis, heldId } = shape
      const isOne = isOneOffer(slot)
      return {
        ruleId: ids[slot] as number,
        params: type.unpack(rest, levels[slot] as number),
        filter: isOne ? NO_FILTER : (filters.things[scopeOf[slot] as number] as AlertFilter),
        offerId: isOne ? (scopeOf[slot] as number) : heldId,
        amount,
        cooldownHours,
        hysteresis,
      }
    },
  }
}
export type RuleColumns = ReturnType<typeof createColumns>
