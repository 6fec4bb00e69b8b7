/** What somebody may see beyond what is public. */
export type Entitlements = {
  /** The figure of Real APY; its verdict in words is for everybody (spec 6). */
  realApyFigure: boolean
  /** How far back the history goes, in days; null = without limit. */
  historyDays: number | null
}

/** The one switch: until plans exist everybody sees the figure of Real APY, and 30 days of history (spec 9). */
export const VISITOR_ENTITLEMENTS: Entitlements = { realApyFigure: true, historyDays: 30 }
