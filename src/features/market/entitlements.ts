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
}

/** The one switch: until plans exist everybody sees the figure of Real APY; all else is as in the free plan (spec 9). */
export const VISITOR_ENTITLEMENTS: Entitlements = {
  realApyFigure: true,
  historyDays: 30,
  exportCsv: false,
  noAds: false,
  searchAd: true,
  alertTypes: ["newOffer", "rateThreshold", "rateMove", "bestOffer"],
  alertCount: 1,
  notificationCount: 10,
}
