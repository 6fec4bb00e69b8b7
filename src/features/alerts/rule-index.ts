// Finds the rules that a changed offer could matter to, without looking at the others: by scope, then by gauge, then by the stretch of
// thresholds that the change went through. Costs what is found, not what exists.
import type { Offer } from "../market/model.ts"
import { type AlertRule, RULE_WIDE } from "./rule.ts"
import { createColumns } from "./rule-columns.ts"
import { createScopes } from "./scopes.ts"
import type { Reach } from "./types/contract.ts"

/** Rules that came since the last tidying are looked through one by one, so there must be few of them. */
const TIDY_FROM = 512
const TIDY_SHARE = 1 / 16

/** What a visit finds. */
export type Visitor = {
  /** The levels of a gauge that the change reaches; null = none. Asked once per scope and gauge. */
  reachOf(gauge: number): Reach | null
  /** A rule that the change may matter to. The same may come more than once. */
  found(slot: number): void
  /** Rules about the best of many, see `slotsOf`. The same may come more than once. */
  touched(scope: number, gauge: number): void
}

export type RuleIndex = ReturnType<typeof createRuleIndex>

/** An index over rules that may be evaluated: enabled, not paused, not snoozed. Rules may be put and removed at any time. */
export function createRuleIndex(rules: Iterable<AlertRule> = []) {
  const columns = createColumns()
  const scopes = createScopes()
  const scopesOfFilter: number[][] = []
  /** The tidy part: slots in the order of scope, gauge, level, id. A group is the stretch of one scope and one gauge. */
  let entries = new Uint32Array(0)
  /** The level of each entry, beside it: searching the column by slots would jump about in memory. */
  let entryLevels = new Float64Array(0)
  let scopeStarts = new Uint32Array(1)
  let groupGauges = new Uint32Array(0)
  let groupStarts = new Uint32Array(1)
  let tidyCount = 0
  /** What came since: slots by scope and gauge, and by id. */
  let loose = new Map<number, Map<number, number[]>>()
  let looseSlots = new Map<number, number>()
  let deadCount = 0

  function scopesAt(slot: number): readonly number[] {
    const offerId = columns.offerIdAt(slot)
    if (offerId !== RULE_WIDE) return [scopes.ofOffer(offerId)]
    const filter = columns.filterAt(slot)
    return (scopesOfFilter[filter] ??= scopes.ofFilter(columns.filter(filter)))
  }

  function slotOf(ruleId: number): number | undefined {
    const slot = looseSlots.get(ruleId) ?? columns.search(ruleId, tidyCount)
    return slot !== undefined && columns.isAlive(slot) ? slot : undefined
  }

  function remove(ruleId: number): void {
    const slot = slotOf(ruleId)
    if (slot === undefined) return
    columns.drop(slot)
    looseSlots.delete(ruleId)
    deadCount++
  }

  /** Adds a rule, or puts it in the place of the one with its id. */
  function put(rule: AlertRule): void {
    remove(rule.id)
    const slot = columns.add(rule)
    looseSlots.set(rule.id, slot)
    const gauge = columns.shapeAt(slot).gauge
    for (const scope of scopesAt(slot)) {
      const gauges = loose.get(scope) ?? new Map<number, number[]>()
      loose.set(scope, gauges)
      const slots = gauges.get(gauge)
      if (slots) slots.push(slot)
      else gauges.set(gauge, [slot])
    }
    if (looseSlots.size + deadCount > Math.max(TIDY_FROM, tidyCount * TIDY_SHARE)) tidy()
  }

  function tidy(): void {
    columns.compact()
    tidyCount = columns.length
    loose = new Map()
    looseSlots = new Map()
    deadCount = 0
    sortByScope()
    sortScopes()
  }

  /** Counts how many stand in each scope, then puts each in its place. */
  function sortByScope(): void {
    const counts: number[] = []
    let total = 0
    for (let slot = 0; slot < tidyCount; slot++) {
      for (const scope of scopesAt(slot)) {
        counts[scope] = (counts[scope] ?? 0) + 1
        total++
      }
    }
    const next = new Uint32Array(scopes.count + 1)
    for (let scope = 0; scope < scopes.count; scope++) next[scope + 1] = (next[scope] as number) + (counts[scope] ?? 0)
    entries = new Uint32Array(total)
    scopeStarts = next.slice()
    for (let slot = 0; slot < tidyCount; slot++) {
      for (const scope of scopesAt(slot)) {
        const place = next[scope] as number
        entries[place] = slot
        next[scope] = place + 1
      }
    }
  }

  /** Each scope by gauge and level; from then on `scopeStarts` counts groups. */
  function sortScopes(): void {
    const gaugeAt = (slot: number) => columns.shapeAt(slot).gauge
    const gauges: number[] = []
    const starts: number[] = []
    const groupsOfScope = new Uint32Array(scopes.count + 1)
    for (let scope = 0; scope < scopes.count; scope++) {
      const [from, to] = [scopeStarts[scope] as number, scopeStarts[scope + 1] as number]
      if (to - from > 1)
        entries
          .subarray(from, to)
          .sort((a, b) => gaugeAt(a) - gaugeAt(b) || compare(columns.levelAt(a), columns.levelAt(b)) || a - b)
      for (let at = from; at < to; at++) {
        const gauge = gaugeAt(entries[at] as number)
        if (at > from && gauges.at(-1) === gauge) continue
        gauges.push(gauge)
        starts.push(at)
      }
      groupsOfScope[scope + 1] = gauges.length
    }
    starts.push(entries.length)
    entryLevels = Float64Array.from(entries, (slot) => columns.levelAt(slot))
    scopeStarts = groupsOfScope
    groupGauges = Uint32Array.from(gauges)
    groupStarts = Uint32Array.from(starts)
  }

  /** The first entry from `from` on whose level is above the given one. */
  function firstAbove(level: number, from: number, to: number): number {
    let [low, high] = [from, to]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entryLevels[middle] as number) > level) high = middle
      else low = middle + 1
    }
    return low
  }

  function visitScope(scope: number, visitor: Visitor): void {
    const last = scopeStarts[scope + 1] ?? 0
    for (let group = scopeStarts[scope] ?? 0; group < last; group++) {
      const gauge = groupGauges[group] as number
      if (columns.gauge(gauge).type.looksAt === "best") {
        visitor.touched(scope, gauge)
        continue
      }
      const reach = visitor.reachOf(gauge)
      if (reach === null) continue
      const end = groupStarts[group + 1] as number
      for (let at = firstAbove(reach.above, groupStarts[group] as number, end); at < end; at++) {
        if ((entryLevels[at] as number) > reach.upTo) break
        const slot = entries[at] as number
        if (columns.isAlive(slot)) visitor.found(slot)
      }
    }
    for (const [gauge, slots] of loose.get(scope) ?? []) {
      if (columns.gauge(gauge).type.looksAt === "best") {
        visitor.touched(scope, gauge)
        continue
      }
      const reach = visitor.reachOf(gauge)
      if (reach === null) continue
      for (const slot of slots) {
        const level = columns.levelAt(slot)
        if (level > reach.above && level <= reach.upTo && columns.isAlive(slot)) visitor.found(slot)
      }
    }
  }

  for (const rule of rules) columns.add(rule)
  tidy()

  return {
    get size() {
      return columns.length - deadCount
    },
    put,
    remove,
    /** Where a rule stands; undefined when it is not here. Slots hold until the next `put`. */
    slotOf,
    columns,
    /** Every rule that could be concerned by an offer, as it was and as it is. */
    visit(before: Offer | null, after: Offer | null, visitor: Visitor): void {
      for (const scope of scopes.of(before, after)) visitScope(scope, visitor)
    },
    /** All rules of a scope with the same gauge. */
    slotsOf(scope: number, gauge: number): number[] {
      const slots: number[] = []
      const last = scopeStarts[scope + 1] ?? 0
      for (let group = scopeStarts[scope] ?? 0; group < last; group++) {
        if (groupGauges[group] !== gauge) continue
        const end = groupStarts[group + 1] as number
        for (let at = groupStarts[group] as number; at < end; at++) slots.push(entries[at] as number)
      }
      return [...slots, ...(loose.get(scope)?.get(gauge) ?? [])].filter((slot) => columns.isAlive(slot))
    },
  }
}

/** Infinite levels have no difference. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
