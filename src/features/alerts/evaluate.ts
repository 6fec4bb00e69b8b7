// The engine: which rules fire for what changed in the market, and what they remember. Pure: the same rules, memory and changes give
// the same, in the same order, however often it runs.
import type { Market, Offer } from "../market/model.ts"
import { compileFilter } from "../offers/list.ts"
import { createBests } from "./bests.ts"
import { type AlertState, type Fired, RULE_WIDE, type StateChange } from "./rule.ts"
import type { RuleIndex } from "./rule-index.ts"
import { overlay, type StateStore, type TrackChange } from "./state-store.ts"
import type { EvaluateContext, Reach } from "./types/contract.ts"
import { promoOf } from "./types/promo-ends.ts"
import { isWindowOfHours, type OfferTrack, trackChange, withKnown } from "./types/track.ts"

/** An offer as it was and as it is; null before it came or after it went. */
export type OfferChange = { before: Offer | null; after: Offer | null }

export type MomentContext = {
  /**
   * The moment of the change: when that version of the market was made. It must be the same when the same change is evaluated again,
   * because it is a part of the keys.
   */
  now: Date
  /** The market after the changes. */
  market: Market
}

/** To be stored together: what fired, and what the rules know now. */
export type Evaluation = { fired: Fired[]; stateChanges: StateChange[]; trackChanges: TrackChange[] }

/**
 * What a new version of the market does. All changes of one version belong together: which offer is the best is decided once, at
 * the end. `store` is read, never changed; it needs the states and tracks of the changed offers, and those under RULE_WIDE.
 */
export function evaluateChanges(
  index: RuleIndex,
  store: StateStore,
  changes: readonly OfferChange[],
  { now, market }: MomentContext,
): Evaluation {
  const run = createRun(index, store, market, now.getTime(), null)
  for (const change of changes) run.change(change)
  run.bests(changes)
  return run.result()
}

/**
 * What the passing of time does between two moments: promotions come near their end, and what waited for the end of a cooldown is told.
 * `since` is the `now` of the call before.
 */
export function evaluateTime(
  index: RuleIndex,
  store: StateStore,
  { since, now, market }: MomentContext & { since: Date },
): Evaluation {
  const run = createRun(index, store, market, now.getTime(), since.getTime())
  for (const offer of market.offers)
    if (promoOf(offer, now.getTime()) !== null) run.change({ before: offer, after: offer })
  for (const { ruleId, offerId } of store.due(now.getTime())) run.wake(ruleId, offerId)
  run.bests([])
  return run.result()
}

function createRun(index: RuleIndex, store: StateStore, market: Market, nowMs: number, sinceMs: number | null) {
  const { columns } = index
  const memory = overlay(store)
  const fired: Fired[] = []
  const bests = createBests(index, market, filterOf)
  const filters: ((offer: Offer) => boolean)[] = []
  let byId: Map<number, Offer> | null = null

  /** One predicate per filter, made when it is first needed. */
  function filterOf(place: number): (offer: Offer) => boolean {
    return (filters[place] ??= compileFilter(market, columns.filter(place)))
  }

  function offerById(id: number): Offer | undefined {
    byId ??= new Map(market.offers.map((offer) => [offer.id, offer]))
    return byId.get(id)
  }

  /** An offer that a person chose is watched whatever becomes of it; of all others those that lists show. */
  function watches(slot: number, offer: Offer): boolean {
    const offerId = columns.offerIdAt(slot)
    if (offerId !== RULE_WIDE) return offer.id === offerId
    const { type } = columns.shapeAt(slot)
    return (type.seesHidden || offer.hidden === null) && filterOf(columns.filterAt(slot))(offer)
  }

  /** One for the whole run: hundreds of thousands of rules are asked. */
  let asked = 0
  const context: EvaluateContext = {
    nowMs,
    sinceMs,
    track: null,
    wasWatched: true,
    isWatched: true,
    watches: (offer) => watches(asked, offer),
    offerById,
  }

  function evaluate(slot: number, stateId: number, before: Offer | null, after: Offer | null): void {
    asked = slot
    const watch = columns.watchAt(slot)
    const { type } = columns.shapeAt(slot)
    const known = memory.get(watch.ruleId, stateId)
    const outcome = type.evaluate(watch, known, before, after, context)
    if (!isSameState(outcome.state, known)) memory.set(watch.ruleId, stateId, outcome.state)
    if (outcome.fired) fired.push({ ruleId: watch.ruleId, type: type.name, ...outcome.fired })
  }

  function change({ before, after }: OfferChange): void {
    const offer = after ?? before
    if (offer === null) return
    const track = memory.trackOf(offer.id)
    const known = withKnown(before, track)
    const { slots, wish } = candidates(known.offer, after, track)
    if (sinceMs === null) {
      const next = trackChange(track, known.offer, after, wish, nowMs)
      if (next !== track) memory.setTrack(offer.id, next)
    }
    context.track = track
    for (const slot of slots) {
      // A figure that was last known before the rule was made is not known to it.
      const its = known.untilMs !== null && columns.sinceAt(slot) > known.untilMs ? before : known.offer
      context.wasWatched = before !== null && watches(slot, before)
      context.isWatched = after !== null && watches(slot, after)
      evaluate(slot, offer.id, its, after)
    }
  }

  /** The number of the change in which a rule was found last. */
  const seenIn = new Uint32Array(columns.length)
  /** What the change reaches of each gauge, and the number of the change for which that is known. */
  const reaches: (Reach | null)[] = []
  const reachIn: number[] = []
  let changeCount = 0

  /** The rules whose threshold the change reaches, and those that remember something of the offer. */
  function candidates(before: Offer | null, after: Offer | null, track: OfferTrack | null) {
    const slots: number[] = []
    changeCount++
    const add = (slot: number) => {
      if (seenIn[slot] === changeCount) return
      seenIn[slot] = changeCount
      slots.push(slot)
    }
    const wish = { hours: false, days: false }
    index.visit(before, after, {
      reachOf(place) {
        if (reachIn[place] === changeCount) return reaches[place] as Reach | null
        const { reach, windowHours, type } = columns.gauge(place)
        if (windowHours !== null) wish[isWindowOfHours(windowHours) ? "hours" : "days"] = true
        const its = sinceMs !== null && !type.isTimed ? null : reach(before, after, { nowMs, sinceMs, track })
        reachIn[place] = changeCount
        reaches[place] = its
        return its
      },
      found: add,
      touched: (scope, gauge) => {
        if (sinceMs === null) bests.touch(scope, gauge)
      },
    })
    if (sinceMs !== null) return { slots, wish }
    const { id } = (after ?? before) as Offer
    for (const ruleId of memory.rulesOf(id)) {
      const slot = index.slotOf(ruleId)
      if (slot !== undefined) add(slot)
    }
    return { slots, wish }
  }

  return {
    change,
    /** Rules about the best of many: those whose best is another one now, and those that remember another one. */
    bests(changes: readonly OfferChange[]): void {
      context.track = null
      context.wasWatched = true
      context.isWatched = true
      const waiting = new Set<number>()
      for (const ruleId of memory.rulesOf(RULE_WIDE)) {
        const slot = index.slotOf(ruleId)
        if (slot !== undefined) waiting.add(slot)
      }
      for (const { slots, before, after } of bests.decide(changes)) {
        const isSame = before?.id === after?.id
        for (const slot of slots) if (!isSame || waiting.has(slot)) evaluate(slot, RULE_WIDE, before, after)
      }
    },
    wake(ruleId: number, offerId: number): void {
      const slot = index.slotOf(ruleId)
      if (slot === undefined) return
      if (offerId === RULE_WIDE) return bests.touchRule(slot)
      const offer = offerById(offerId)
      if (!offer) return memory.set(ruleId, offerId, null)
      context.track = memory.trackOf(offerId)
      context.isWatched = watches(slot, offer)
      context.wasWatched = context.isWatched
      evaluate(slot, offerId, offer, offer)
    },
    result(): Evaluation {
      // Stable: what one rule tells of one offer stays in the order of the changes.
      fired.sort((a, b) => a.ruleId - b.ruleId || a.offerId - b.offerId)
      return { fired, stateChanges: memory.stateChanges(), trackChanges: memory.trackChanges() }
    },
  }
}

function isSameState(one: AlertState | null, other: AlertState | null): boolean {
  if (one === other) return true
  return (
    one !== null &&
    other !== null &&
    one.armed === other.armed &&
    one.firedMs === other.firedMs &&
    one.told === other.told &&
    one.wakeMs === other.wakeMs
  )
}
