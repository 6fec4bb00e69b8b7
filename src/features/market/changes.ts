// What a write of the market changed, in the words that alerts need. The ingestion writes it down in the very transaction of the
// change, so that whoever acts on it misses nothing, wherever the process is killed.
import type { Term } from "./schema.ts"
import type { OfferStatus } from "./words.ts"

/** What of an offer moves. Rates in percent, TVL in US dollars; null is unknown. */
export type OfferState = {
  status: OfferStatus
  apy: number | null
  apyBase: number | null
  apyReward: number | null
  tvlUsd: number | null
  /** When the rate was fetched, as an ISO text. */
  fetchedAt: string
}

export type OfferChange = {
  offerId: number
  /** null: the offer is new. */
  before: OfferState | null
  after: OfferState
  /** The terms, where the offer itself was written anew; else they are as they were. `before` is null for a new offer. */
  terms?: { before: Term[] | null; after: Term[] }
}

/** Whether there is anything to tell. New terms count: tiers and the end of a promotion stand in them. */
export function isRealChange({ before, after, terms }: OfferChange): boolean {
  return (
    before === null ||
    terms !== undefined ||
    before.status !== after.status ||
    before.apy !== after.apy ||
    before.apyBase !== after.apyBase ||
    before.apyReward !== after.apyReward ||
    before.tvlUsd !== after.tvlUsd
  )
}
