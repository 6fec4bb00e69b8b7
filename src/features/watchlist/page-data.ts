import type { WatchProblem } from "./problem.ts"

/** What the page of the watchlist gets from the server: the same for everybody. What is on a list, the browser adds. */
export type WatchlistData = {
  /** What stars on other pages say; `open` is the link to the list. */
  notices: Record<WatchProblem | "added" | "open", string>
  longestNote: number
}
