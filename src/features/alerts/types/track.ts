// What is remembered of an offer itself, once for all rules: its last known figures while they are unknown, and where they stood at
// the full hours and midnights that windows of time look back to.
import { DAY_MS, HOUR_MS } from "../../../core/clock.ts"
import type { Offer } from "../../market/model.ts"

export const FIGURES = ["apy", "realApy", "tvlUsd"] as const
export type Figure = (typeof FIGURES)[number]

/** Windows of time that rules may look back over, in hours. Up to a day they are counted in full hours, longer ones in midnights (UTC). */
export const WINDOW_HOURS = [1, 3, 6, 12, 24, 72, 168, 336, 720] as const
export type WindowHours = (typeof WINDOW_HOURS)[number]
const LONGEST_OF_HOURS = 24

/** Number of the hour or day since 1970, APY in percent and TVL in USD that held when it began. */
export type TrackPoint = [at: number, apy: number | null, tvlUsd: number | null]

export type OfferTrack = {
  /** Figures that are unknown now: what they were last, and until when (milliseconds since 1970). */
  known: { [Name in Figure]?: [value: number, untilMs: number] }
  hours: TrackPoint[]
  days: TrackPoint[]
}

export const NO_TRACK: OfferTrack = { known: {}, hours: [], days: [] }

/** Which points somebody looks back to. */
export type TrackWish = { hours: boolean; days: boolean }

/** true: the figure is not to be believed, so it counts as unknown: nobody is woken by it, and nothing is forgotten for it. */
export function isDoubtful(offer: Offer): boolean {
  return offer.hidden === "implausible" || offer.hidden === "stale"
}

export function figureOf(offer: Offer | null, figure: Figure): number | null {
  if (offer === null || (figure !== "tvlUsd" && isDoubtful(offer))) return null
  return offer[figure]
}

/** The offer with its last known figures in place of unknown ones. `untilMs` is when they were known last; null = nothing was filled in. */
export function withKnown(
  offer: Offer | null,
  track: OfferTrack | null,
): { offer: Offer | null; untilMs: number | null } {
  if (offer === null || track === null) return { offer, untilMs: null }
  let filled: Offer | null = null
  let untilMs: number | null = null
  for (const figure of FIGURES) {
    const last = track.known[figure]
    if (!last || figureOf(offer, figure) !== null) continue
    filled = { ...(filled ?? withoutDoubtful(offer)), [figure]: last[0] }
    untilMs = Math.max(untilMs ?? last[1], last[1])
  }
  return { offer: filled ?? offer, untilMs }
}

/** Nothing is left in it that is not to be believed. */
function withoutDoubtful(offer: Offer): Offer {
  if (!isDoubtful(offer)) return offer
  const terms = offer.terms.map((term) => ({ ...term, tiers: [] }))
  return { ...offer, apy: null, realApy: null, terms, hidden: null }
}

/**
 * The track after a change at `nowMs`. `before` is the offer before it, its unknown figures filled in. Gives the same object when
 * there is nothing new to remember, null when there is nothing at all.
 */
export function trackChange(
  track: OfferTrack | null,
  before: Offer | null,
  after: Offer | null,
  wish: TrackWish,
  nowMs: number,
): OfferTrack | null {
  if (after === null) return null
  let { known, hours, days } = track ?? NO_TRACK
  for (const figure of FIGURES) {
    const now = figureOf(after, figure)
    const last = figureOf(before, figure)
    if (now === null && last !== null && known[figure] === undefined) known = { ...known, [figure]: [last, nowMs] }
    else if (now !== null && known[figure] !== undefined) {
      const { [figure]: _over, ...others } = known
      known = others
    }
  }
  if (before !== null && wish.hours) hours = withPoint(hours, before, Math.floor(nowMs / HOUR_MS), LONGEST_OF_HOURS)
  if (before !== null && wish.days) days = withPoint(days, before, Math.floor(nowMs / DAY_MS), LONGEST_DAYS)
  if (hours.length + days.length === 0 && Object.keys(known).length === 0) return null
  const isSame = track !== null && known === track.known && hours === track.hours && days === track.days
  return isSame ? track : { known, hours, days }
}

const LONGEST_DAYS = Math.max(...WINDOW_HOURS) / 24

/** The first change in an hour or day tells what held when that began, because nothing changed since then. */
function withPoint(points: TrackPoint[], before: Offer, at: number, longest: number): TrackPoint[] {
  const last = points.at(-1)
  if (last && last[0] >= at) return points
  const kept = points.filter(([then]) => then >= at - longest)
  kept.push([at, figureOf(before, "apy"), figureOf(before, "tvlUsd")])
  return kept
}

export type Span = { min: number; max: number }

/** Least and most that a figure was within the window, at the full hours or midnights and now; null when it is unknown now. */
export function spanOf(
  track: OfferTrack | null,
  offer: Offer | null,
  figure: "apy" | "tvlUsd",
  windowHours: number,
  nowMs: number,
): Span | null {
  const now = figureOf(offer, figure)
  if (now === null) return null
  const isOfHours = isWindowOfHours(windowHours)
  const points = track === null ? [] : isOfHours ? track.hours : track.days
  const unit = isOfHours ? HOUR_MS : DAY_MS
  const from = nowMs - windowHours * HOUR_MS
  const place = figure === "apy" ? 1 : 2
  let min = now
  let max = now
  for (let at = points.length - 1; at >= 0; at--) {
    const point = points[at] as TrackPoint
    if (point[0] * unit < from) break
    const value = point[place]
    if (value === null) continue
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}

export function isWindowOfHours(windowHours: number): boolean {
  return windowHours <= LONGEST_OF_HOURS
}
