// /alerts and /notifications: the same for everybody; the browser fills in what belongs to whoever looks at it.
import { TARIFFS } from "../billing/tariffs.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { filterOptions, offerChoice } from "./choices.server.ts"
import { LONGEST_NAME } from "./door-schema.ts"
import type { AlertsPageData } from "./page-data.ts"
import { PREFILL_SPEC, type PrefillQuery, prefillOf } from "./prefill.ts"
import { TRY_OUT_DAYS } from "./try-out.ts"

const alerts = definePage<PrefillQuery, AlertsPageData>({
  features: ["alerts", "offers", "offer", "lists", "register"],
  query: PREFILL_SPEC,
  load({ market, query, t }) {
    const offer = query.offer === null ? undefined : market.offerBySlug.get(query.offer)
    const prefill = prefillOf(query, offer ? offerChoice(offer) : null)
    return {
      status: 200,
      title: t("alerts:page.title"),
      description: t("alerts:page.intro"),
      noindex: true,
      data: {
        prefill,
        options: filterOptions(market, prefill?.filter ?? {}),
        plans: TARIFFS.map(({ code, name, alertCount, notificationCount, alertTypes }) => ({
          code,
          name,
          alertCount,
          notificationCount,
          alertTypes,
        })),
        longestName: LONGEST_NAME,
        tryOutDays: TRY_OUT_DAYS,
      },
    }
  },
})

const notifications = definePage<Record<string, never>, null>({
  features: ["alerts", "register"],
  query: {},
  load: ({ t }) => ({
    status: 200,
    title: t("alerts:inbox.pageTitle"),
    description: t("alerts:inbox.intro"),
    noindex: true,
    data: null,
  }),
})

export const ALERT_PAGES: Record<"alerts" | "notifications", PageDefinition> = { alerts, notifications }
