// The contract of a source: where it is asked, what its answers are and how they become rows.
// One file per source in sources/, all of them in sources/registry.ts, one contract test for all.
import type {
  HistoryPoint,
  SourceCard,
  SourceCurrency,
  SourceExchange,
  SourceOfferInput,
  SourceProtocol,
  SourceWallet,
} from "../market/schema.ts"

export const SOURCE_IDS = [
  "defillama",
  "coinpaprika",
  "coingecko",
  "bybit",
  "okx",
  "gate",
  "bitfinex",
  "gemini",
  "lido",
  "pendle",
  "manual",
] as const
export type SourceId = (typeof SOURCE_IDS)[number]

/** Offers that the operator entered by a command carry this in their id: no run of a source takes them for gone. */
export const OPERATOR_PREFIX = "operator:"

/** Why a row was left out. Each is counted and printed; a bad row never takes its batch with it. */
export type DropReason =
  | "malformed" // not the shape the source documents
  | "noRate" // no rate, or an empty string where a rate belongs
  | "outOfBounds" // not finite, negative below -100, over 1,000,000 %
  | "unitFault" // a known rate far off its range: percent and fraction mixed up
  | "jump" // more than five times the last value within hours, not yet confirmed
  | "duplicate" // the same external id twice in one answer
  | "noCurrency" // no deposit currency to be found
  | "tooSmall" // under the TVL from which the source's own figures mean something
  | "excluded" // a provider that the project leaves out on purpose

/** `key` names the row so that a person can look it up; `detail` says what was wrong with it. */
export type Dropped = { reason: DropReason; key: string; detail?: string }

/** What a source's answers come down to. Lists that a source does not give stay empty. */
export type SourceBatch = {
  /** Rows seen in the answers, good or bad. */
  read: number
  offers: SourceOfferInput[]
  currencies: SourceCurrency[]
  protocols: SourceProtocol[]
  exchanges: SourceExchange[]
  wallets: SourceWallet[]
  cards: SourceCard[]
  dropped: Dropped[]
}

export const EMPTY_BATCH: SourceBatch = {
  read: 0,
  offers: [],
  currencies: [],
  protocols: [],
  exchanges: [],
  wallets: [],
  cards: [],
  dropped: [],
}

/**
 * Asks one URL of the source and gives the parsed JSON. Paths are absolute URLs on the source's own hosts; SOURCE_<ID>_URL replaces
 * their origin. Has a timeout, a size limit, retries with back-off and respects Retry-After; throws AppError "source_unreachable",
 * "source_status", "source_too_large" or "source_not_json".
 */
export type SourceHttp = {
  getJson(url: string, options?: { headers?: Record<string, string>; maxBytes?: number }): Promise<unknown>
}

/** Keys and folders from the configuration; everything is optional. */
export type SourceSettings = {
  coingeckoKey: string | null
  pendleKey: string | null
  /** Folder with the hand-verified CSV and JSON files. */
  manualDir: string
}

export type FetchContext = {
  http: SourceHttp
  settings: SourceSettings
  now: Date
  /** Tells the person who waits what is being fetched: "bybit: on-chain 2 of 3". */
  progress: (step: string) => void
}

export type Source = {
  id: SourceId
  /** The page that a reader is shown as the source. */
  homepage: string
  /** How often the worker runs it. */
  intervalSeconds: number
  /** Asks the source. What it gives is what `parse` takes; it does nothing else with the answers. */
  fetch(context: FetchContext): Promise<unknown>
  /** Pure: answers in, rows out. Never throws for a bad row; throws AppError "source_shape" when the envelope itself is wrong. */
  parse(answers: unknown, now: Date): SourceBatch
  /** The past of one offer, oldest first, one point a day; absent where the source has none. */
  history?(externalId: string, context: FetchContext): Promise<HistoryPoint[]>
}
