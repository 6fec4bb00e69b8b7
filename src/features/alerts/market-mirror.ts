// The offers before and after a change, in the market's own words: worked out by the market's own rules from what the change says.
import { dayOf } from "../../core/clock.ts"
import { buildOffer, type namesOf, type Recorded } from "../market/build.ts"
import type { OfferChange, OfferState } from "../market/changes.ts"
import type { Offer } from "../market/model.ts"
import type { OfferRow } from "../market/queries.server.ts"
import type { Term } from "../market/schema.ts"

export type Names = ReturnType<typeof namesOf>
export type OfferPair = { before: Offer | null; after: Offer | null }

export const NOTHING_RECORDED: Recorded = { days: [], total: [], base: [] }

/** Recorded days with one more, or with another value for one of them; those given stay as they are. */
export function withDay(recorded: Recorded, state: OfferState): Recorded {
  if (state.apy === null) return recorded
  const day = state.fetchedAt.slice(0, 10)
  // The base rate, or the total where the source tells no split: as the days are read from the database.
  const base = state.apyBase ?? (state.apyReward === null ? state.apy : null)
  const at = recorded.days.findLastIndex((known) => known <= day)
  const replaces = recorded.days[at] === day ? 1 : 0
  const place = replaces === 1 ? at : at + 1
  return {
    days: recorded.days.toSpliced(place, replaces, day),
    total: recorded.total.toSpliced(place, replaces, state.apy),
    base: recorded.base.toSpliced(place, replaces, base),
  }
}

/**
 * An offer before and after a change of the moment `at`. `row` is what is stored by now: what moves is taken from the change, so that
 * of two changes each is seen as it was. `terms` are those that the offer had before, where the change does not tell them.
 */
export function pairOf(
  change: OfferChange,
  row: OfferRow,
  recorded: Recorded,
  terms: Term[],
  names: Names,
  at: Date,
): OfferPair {
  const build = (state: OfferState, its: Term[]) =>
    buildOffer(rowAt(row, state, its), withDay(recorded, state), names, at)
  return {
    before: change.before && build(change.before, change.terms?.before ?? terms),
    after: build(change.after, change.terms?.after ?? terms),
  }
}

function rowAt(row: OfferRow, state: OfferState, terms: Term[]): OfferRow {
  const { status, apy, apyBase, apyReward, tvlUsd, fetchedAt } = state
  const rate = { ...row.rate, apy, apyBase, apyReward, tvlUsd, fetchedAt: new Date(fetchedAt) }
  // What the source measured after the change says nothing about the time before.
  const isLater = rate.observedAt !== null && dayOf(rate.observedAt) > dayOf(rate.fetchedAt)
  return { ...row, status, terms, rate: isLater ? { ...rate, observedAt: null } : rate }
}
