// What the page of one offer gets.
import type { Term } from "../market/schema.ts"
import type { RateKind } from "../market/words.ts"
import type { HistoryRange } from "./history-range.ts"
import type { OfferRowView } from "./view.ts"

export type TermView = {
  facts: { label: string; value: string | null }[]
  /** What has to be met for the maximum rate, in English. */
  condition: string | null
  tiers: { range: string; rate: string }[]
}

export type HistoryPointView = {
  day: string
  dayText: string
  apy: number | null
  apyText: string | null
  tvlText: string | null
  source: string
}
export type HistoryData = { points: HistoryPointView[]; from: string; to: string; recordedSince: string }
/** What everybody sees, with the first days of what plans show besides, by range; "all" begins with the first that was recorded. */
export type BroughtHistory = HistoryData & { starts: Partial<Record<HistoryRange["id"], string>> }

export type OfferPageData = {
  row: OfferRowView
  name: string
  symbol: string
  terms: TermView[]
  /** The way to the provider: its partner link, else its own site; `pays` when Apyary may earn a commission. */
  visit: { url: string; pays: boolean }
  calculator: {
    apyPercent: number | null
    rateKind: RateKind
    term: Term | null
    /** The day the rate is of, as text. */
    date: string
    amount: number | null
    days: number | null
  }
  history: BroughtHistory | null
  provenance: {
    source: string
    url: string
    externalId: string
    observed: string | null
    fetched: string
    rateKind: RateKind
    raw: string
    firstSeen: string
    frozenSince: string | null
    isStale: boolean
    recordedDays: number
    isSeed: boolean
    seedDay: string
  }
  events: { at: string; text: string }[]
  similar: OfferRowView[]
  risks: string[]
}
