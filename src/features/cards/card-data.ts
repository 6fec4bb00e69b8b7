import type { EntityData, OffersView } from "../catalog/detail-data.ts"

/** A row of the list, in finished texts. */
export type CardRow = {
  slug: string
  name: string
  provider: string | null
  networks: string | null
  custody: string | null
  form: string | null
  kind: string | null
  cashback: string | null
  annualFee: string | null
  issueFee: string | null
  fxFee: string | null
  regions: string | null
  status: "open" | "waitlist" | "paused" | "closed" | null
}

/** What the page of a card gets. The offers are those of its provider, null when that is not listed. */
export type CardPageData = Omit<EntityData, "offers"> & { detail: string | null; offers: OffersView | null }
