// The pages of plans: they are the same for everybody, and the browser fills in what belongs to a person.
import { flagCodec } from "../../core/query.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { loadPlanPanel } from "./plan-panel.server.ts"
import type { PricingData, SubscriptionData } from "./plan-panel-data.ts"

const NOTES = ["cancel", "down", "order", "currency"] as const

const PRICING = definePage<Record<string, never>, PricingData>({
  features: ["billing"],
  query: {},
  async load(context) {
    const { t } = context
    return {
      status: 200,
      title: t("content:pricing.title"),
      description: t("content:pricing.description"),
      data: {
        panel: await loadPlanPanel(context),
        notes: { heading: t("content:pricing.notes"), items: NOTES.map((note) => t(`content:pricing.note.${note}`)) },
      },
    }
  },
})

const SUBSCRIPTION = definePage<{ paid: true | null }, SubscriptionData>({
  features: ["billing", "register"],
  query: { paid: flagCodec },
  async load(context) {
    const { t, query } = context
    return {
      status: 200,
      title: t("content:subscription.title"),
      description: t("content:subscription.description"),
      noindex: true,
      data: { panel: await loadPlanPanel(context), wasPaid: query.paid === true },
    }
  },
})

const PREPARING = definePage<Record<string, never>, null>({
  features: ["billing"],
  query: {},
  load: ({ t }) => ({
    status: 200,
    title: t("content:preparing.title"),
    description: t("content:preparing.description"),
    noindex: true,
    data: null,
  }),
})

export const BILLING_PAGES: Record<"pricing" | "subscription" | "preparingAccount", PageDefinition> = {
  pricing: PRICING,
  subscription: SUBSCRIPTION,
  preparingAccount: PREPARING,
}
