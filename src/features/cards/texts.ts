// Fields of a card in words.
import { commaText, listText } from "../catalog/labels.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Card } from "../market/model.ts"

/** "1.00% to 4.00%", "up to 4.00%", "2.00%"; null when nothing is known. */
export function cashbackText(card: Card, t: Translate, formats: Formats): string | null {
  const { cashbackMinPercent: min, cashbackMaxPercent: max } = card
  if (min === null && max === null) return null
  if (min === null) return t("cards:cashback.upTo", { rate: formats.percent(max ?? 0) })
  if (max === null || min === max) return formats.percent(min)
  return t("cards:cashback.range", { min: formats.percent(min), max: formats.percent(max) })
}

export function networksText(card: Card, t: Translate): string | null {
  return card.networks.length === 0
    ? null
    : commaText(
        card.networks.map((network) => t(`cards:network.${network}`)),
        t,
      )
}

/** Virtual, physical or both; null when neither is known to exist. */
export function cardForm(card: Pick<Card, "virtual" | "physical">): "virtual" | "physical" | "both" | null {
  if (card.virtual && card.physical) return "both"
  if (card.virtual) return "virtual"
  return card.physical ? "physical" : null
}

/** "Visa and Mastercard" within a sentence. */
export function networksInSentence(card: Card, t: Translate): string {
  return listText(
    card.networks.map((network) => t(`cards:network.${network}`)),
    t,
  )
}
