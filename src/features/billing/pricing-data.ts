import type { TariffCode } from "./tariffs.ts"

export type PlanValue = { kind: "yes" | "no" | "words"; text: string }

/** What the page of plans shows: finished texts. */
export type PricingData = {
  heading: string
  lead: string
  state: string
  caption: string
  featureLabel: string
  rows: { id: string; label: string }[]
  plans: {
    code: TariffCode
    name: string
    description: string
    price: { amount: string; yearly: string; monthly: string | null; sale: string | null }
    /** In the order of `rows`. */
    values: PlanValue[]
  }[]
  notes: { heading: string; items: string[] }
}
