/** What somebody may see and do beyond what is public; a plan decides it (features/billing/entitlements.ts). */
export type Entitlements = {
  /** The figure of Real APY; its verdict in words is for everybody (spec 6). */
  realApyFigure: boolean
  /** How far back the history goes, in days; null = without limit. */
  historyDays: number | null
  exportCsv: boolean
  /** No advertising blocks on pages. */
  noAds: boolean
  /** The ad at the top of search results, which only the free plan has (spec 6). */
  searchAd: boolean
  /** Which kinds of alert may be created. */
  alertTypes: readonly string[]
  /** How many alerts may exist. */
  alertCount: number
  /** How many notifications are sent per month. */
  notificationCount: number
  /** Requests that the public API answers per minute. */
  apiRequestsPerMinute: number
}

/** What everybody sees: the free plan (spec 6, 9). Public pages are made with it, so that they hold nothing that is paid for. */
export const VISITOR_ENTITLEMENTS: Entitlements = {
  realApyFigure: false,
  historyDays: 30,
  exportCsv: false,
  noAds: false,
  searchAd: true,
  alertTypes: ["newOffer", "rateThreshold", "rateMove", "bestOffer"],
  alertCount: 1,
  notificationCount: 10,
  apiRequestsPerMinute: 60,
}
