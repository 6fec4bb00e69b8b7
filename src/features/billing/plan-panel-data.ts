import type { TariffCode, TariffPeriod } from "./tariffs.ts"

export type PlanValue = { kind: "yes" | "no" | "words"; text: string }

/** A price as a plan's column shows it: the amount per month, how it is billed, and what the period saves. */
export type PriceText = { amount: string; note: string; sale: string | null }

export type PanelPlan = {
  code: TariffCode
  name: string
  description: string
  currency: string
  monthCost: number
  yearCost: number
  /** Without a promo: that one is known in the browser alone. */
  prices: Record<TariffPeriod, PriceText>
  /** In the order of the panel's rows. */
  values: PlanValue[]
}

/** What the panel of plans shows, in the language of the page. */
export type PlanPanelData = {
  title: string
  description: string
  caption: string
  featureLabel: string
  /** "up to 25% off" by the yearly period; null when it saves nothing. */
  yearlySale: string | null
  rows: { id: string; label: string }[]
  plans: PanelPlan[]
}

export type PricingData = { panel: PlanPanelData; notes: { heading: string; items: string[] } }

export type SubscriptionData = {
  panel: PlanPanelData
  /** The address says that a payment has just been confirmed. */
  wasPaid: boolean
}
