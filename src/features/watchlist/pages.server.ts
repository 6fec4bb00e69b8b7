// /watchlist: an empty page that is the same for everybody; the browser fills in the list of whoever looks at it.
import { definePage, type PageDefinition } from "../market/page.ts"
import type { WatchlistData } from "./page-data.ts"
import { LONGEST_NOTE, MOST_ITEMS } from "./schema.ts"

const page = definePage<Record<string, never>, WatchlistData>({
  features: ["watchlist", "offers"],
  query: {},
  load({ t, formats }) {
    return {
      status: 200,
      title: t("watchlist:title"),
      description: t("watchlist:intro"),
      noindex: true,
      data: {
        notices: {
          added: t("watchlist:notice.added"),
          open: t("watchlist:notice.open"),
          full: t("watchlist:problem.full", { most: formats.number(MOST_ITEMS) }),
          storage: t("watchlist:problem.storage"),
          offline: t("watchlist:problem.offline"),
          file: t("watchlist:problem.file"),
        },
        longestNote: LONGEST_NOTE,
      },
    }
  },
})

export const WATCHLIST_PAGES: Record<"watchlist", PageDefinition> = { watchlist: page }
