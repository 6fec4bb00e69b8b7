// What the engine remembers between two runs, as it reads it. The worker fills a store from the database for the offers that changed.
import type { AlertState, StateChange } from "./rule.ts"
import type { OfferTrack } from "./types/track.ts"

export type TrackChange = { offerId: number; track: OfferTrack | null }

export type StateStore = {
  /** The states of all rules about one offer, by rule; those that are about no single offer under RULE_WIDE. */
  statesOf(offerId: number): ReadonlyMap<number, AlertState> | undefined
  /** What was remembered of the offer itself. */
  trackOf(offerId: number): OfferTrack | undefined
  /** The pairs whose time to look again has come. */
  due(nowMs: number): { ruleId: number; offerId: number }[]
}

export type StoredStates = { states: StateChange[]; tracks: TrackChange[] }

export type MemoryStateStore = StateStore & {
  /** Takes in what an evaluation gave. */
  apply(changes: { stateChanges: readonly StateChange[]; trackChanges: readonly TrackChange[] }): void
  /** Drops what a rule remembered: after it was changed, resumed or deleted. */
  forget(ruleId: number): void
  toJSON(): StoredStates
}

/** A store in memory, from what `toJSON` of another one gave. */
export function createStateStore(stored: StoredStates = { states: [], tracks: [] }): MemoryStateStore {
  const byOffer = new Map<number, Map<number, AlertState>>()
  const tracks = new Map<number, OfferTrack>()

  function set({ ruleId, offerId, state }: StateChange): void {
    const states = byOffer.get(offerId) ?? new Map<number, AlertState>()
    if (state) states.set(ruleId, state)
    else states.delete(ruleId)
    if (states.size > 0) byOffer.set(offerId, states)
    else byOffer.delete(offerId)
  }

  function setTrack({ offerId, track }: TrackChange): void {
    if (track) tracks.set(offerId, track)
    else tracks.delete(offerId)
  }

  for (const change of stored.states) set(change)
  for (const change of stored.tracks) setTrack(change)

  return {
    statesOf: (offerId) => byOffer.get(offerId),
    trackOf: (offerId) => tracks.get(offerId),
    due(nowMs) {
      const found: { ruleId: number; offerId: number }[] = []
      for (const [offerId, states] of byOffer) {
        for (const [ruleId, { wakeMs }] of states)
          if (wakeMs !== null && wakeMs <= nowMs) found.push({ ruleId, offerId })
      }
      return found
    },
    apply({ stateChanges, trackChanges }) {
      for (const change of stateChanges) set(change)
      for (const change of trackChanges) setTrack(change)
    },
    forget(ruleId) {
      for (const offerId of byOffer.keys()) set({ ruleId, offerId, state: null })
    },
    toJSON: () => ({
      states: [...byOffer]
        .flatMap(([offerId, states]) => [...states].map(([ruleId, state]) => ({ ruleId, offerId, state })))
        .sort((a, b) => a.ruleId - b.ruleId || a.offerId - b.offerId),
      tracks: [...tracks].map(([offerId, track]) => ({ offerId, track })).sort((a, b) => a.offerId - b.offerId),
    }),
  }
}

/** A view of a store with changes on top of it, which it hands out in the end. */
export function overlay(store: StateStore) {
  const states = new Map<number, Map<number, AlertState | null>>()
  const tracks = new Map<number, OfferTrack | null>()

  return {
    /** The rules that remember something about the offer; some may have forgotten it by now, `get` tells. */
    rulesOf(offerId: number): Iterable<number> {
      const own = states.get(offerId)
      const stored = store.statesOf(offerId)
      if (!own) return stored?.keys() ?? []
      return new Set([...own.keys(), ...(stored?.keys() ?? [])])
    },
    get(ruleId: number, offerId: number): AlertState | null {
      const own = states.get(offerId)?.get(ruleId)
      return own !== undefined ? own : (store.statesOf(offerId)?.get(ruleId) ?? null)
    },
    set(ruleId: number, offerId: number, state: AlertState | null): void {
      const own = states.get(offerId)
      if (own) own.set(ruleId, state)
      else states.set(offerId, new Map([[ruleId, state]]))
    },
    trackOf(offerId: number): OfferTrack | null {
      const own = tracks.get(offerId)
      return own !== undefined ? own : (store.trackOf(offerId) ?? null)
    },
    setTrack(offerId: number, track: OfferTrack | null): void {
      tracks.set(offerId, track)
    },
    /** What is different from the store, by rule and offer. */
    stateChanges(): StateChange[] {
      return [...states]
        .flatMap(([offerId, own]) => [...own].map(([ruleId, state]) => ({ ruleId, offerId, state })))
        .filter(({ ruleId, offerId, state }) => state !== null || store.statesOf(offerId)?.has(ruleId))
        .sort((a, b) => a.ruleId - b.ruleId || a.offerId - b.offerId)
    },
    trackChanges(): TrackChange[] {
      return [...tracks]
        .map(([offerId, track]) => ({ offerId, track }))
        .filter(({ offerId, track }) => track !== null || store.trackOf(offerId) !== undefined)
        .sort((a, b) => a.offerId - b.offerId)
    },
  }
}
export type Overlay = ReturnType<typeof overlay>
