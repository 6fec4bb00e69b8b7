import type { MessageId } from "../../i18n/messages.ts"
import type { OfferCategory } from "../market/words.ts"

export const CATEGORY_LABEL: Record<OfferCategory, MessageId> = {
  saving: "offers:category.saving",
  staking: "offers:category.staking",
  lending: "offers:category.lending",
  defi: "offers:category.defi",
}

/** The list that a category has for itself. */
export const CATEGORY_LIST = { saving: "savings", staking: "staking", lending: "lending", defi: "defi" } as const
