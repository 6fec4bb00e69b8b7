// An offer in a few words, for feeds, structured data and pictures: the same words as on its page.
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Offer } from "../market/model.ts"

/** "Kraken BTC", "Uniswap V3 ETH + USDC": as the heading of the offer's page. */
export function offerName(offer: Offer): string {
  return `${offer.provider.name} ${currenciesText(offer)}`
}

export function currenciesText(offer: Offer): string {
  return offer.currencies.map(({ symbol }) => symbol).join(" + ")
}

/** "APY", "APR", or null when the source does not tell which of them a rate is. */
export function rateKindText(offer: Offer): "APY" | "APR" | null {
  if (offer.apy === null || offer.rateKind === "unknown") return null
  return offer.rateKind === "apr" ? "APR" : "APY"
}

/** The moment a figure belongs to: when the source measured it, else when it was fetched. */
export function asOf(offer: Offer): Date {
  return offer.source.observedAt ?? offer.source.fetchedAt
}

/** "4.50% APY", "up to 8.00%" when only a best case is known, null when nothing is. */
export function rateText(offer: Offer, t: Translate, formats: Formats): string | null {
  if (offer.apy !== null) return [formats.percent(offer.apy), rateKindText(offer)].filter(Boolean).join(" ")
  const best = offer.terms[0]?.maxRatePercent ?? null
  return best === null ? null : t("lists:apy.upTo", { rate: formats.percent(best) })
}
