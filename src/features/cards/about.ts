// What a card is, in our own words: one whole sentence for each fact that is known.
import { paragraph } from "../catalog/about.ts"
import { feeText } from "../catalog/facts.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Card } from "../market/model.ts"
import { cardForm, networksInSentence } from "./texts.ts"

const KYC_SENTENCES = {
  required: "cards:about.kycRequired",
  light: "cards:about.kycLight",
  none: "cards:about.kycNone",
} as const

export function aboutCard(card: Card, t: Translate, formats: Formats): string {
  const { name, annualFeeUsd: annual, fxFeePercent: fx } = card
  const form = cardForm(card)
  return paragraph(
    [
      t(`cards:about.${card.kind ?? "plain"}`, { name }),
      card.provider === null ? null : t("cards:about.provider", { provider: card.provider.name }),
      card.networks.length === 0 ? null : t("cards:about.network", { networks: networksInSentence(card, t) }),
      form === null ? null : t(`cards:about.${form}`),
      card.custody === null ? null : t(`cards:about.${card.custody}`),
      cashbackSentence(card, t, formats),
      annual === null
        ? null
        : annual === 0
          ? t("cards:about.noAnnualFee")
          : t("cards:about.annualFee", { fee: formats.usd(annual) }),
      fx === null ? null : fx === 0 ? t("cards:about.noFxFee") : t("cards:about.fxFee", { fee: feeText(fx, formats) }),
      card.stakingRequired === null ? null : t(card.stakingRequired ? "cards:about.staking" : "cards:about.noStaking"),
      card.kyc === null ? null : t(KYC_SENTENCES[card.kyc]),
      card.status === null ? null : t(`cards:about.status.${card.status}`),
    ],
    t,
  )
}

function cashbackSentence(card: Card, t: Translate, formats: Formats): string | null {
  const { cashbackMinPercent: min, cashbackMaxPercent: max } = card
  if (min === null && max === null) return null
  if ((min ?? 0) === 0 && max === 0) return t("cards:about.noCashback")
  if (min === null) return t("cards:about.cashbackUpTo", { rate: formats.percent(max ?? 0) })
  if (max === null || min === max) return t("cards:about.cashback", { rate: formats.percent(min) })
  return t("cards:about.cashbackRange", { min: formats.percent(min), max: formats.percent(max) })
}
