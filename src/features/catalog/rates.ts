// The best rates of a currency or a provider, as texts with the offers that pay them.
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { BestRates, Offer } from "../market/model.ts"
import { OFFER_CATEGORIES, type OfferCategory } from "../market/words.ts"
import { CATEGORY_LABEL } from "../offers/labels.ts"
import type { RateView } from "./list-data.ts"

/** The category with the highest rate; null when nothing is listed. */
export function topCategory(best: BestRates): OfferCategory | null {
  return OFFER_CATEGORIES.reduce<OfferCategory | null>((top, category) => {
    const rate = best[category]?.apy
    if (rate === undefined) return top
    return top === null || rate > (best[top]?.apy ?? Number.NEGATIVE_INFINITY) ? category : top
  }, null)
}

/** The highest rate in percent, for sorting. */
export function topRate(best: BestRates): number | null {
  const category = topCategory(best)
  return category === null ? null : (best[category]?.apy ?? null)
}

export function rateView(
  best: BestRates,
  category: OfferCategory | null,
  t: Translate,
  formats: Formats,
): RateView | null {
  const rate = category === null ? undefined : best[category]
  if (category === null || !rate) return null
  return { text: formats.percent(rate.apy), offerSlug: rate.offerSlug, category: t(CATEGORY_LABEL[category]) }
}

/** What an offer pays without reward tokens, in percent; null when the source does not tell the parts apart. */
export function baseRateOf(offer: Pick<Offer, "apy" | "apyBase" | "apyReward">): number | null {
  return offer.apyBase ?? (offer.apyReward === null || offer.apyReward === 0 ? offer.apy : null)
}

/** The best rate without reward tokens among offers that lists show, by category; single deposits only, as for the best rates. */
export function bestBaseRates(offers: readonly Offer[]): BestRates {
  const best: BestRates = {}
  for (const offer of offers) {
    const apy = baseRateOf(offer)
    if (apy === null || offer.hidden !== null || offer.exposure === "multi") continue
    const known = best[offer.category]
    if (!known || apy > known.apy) best[offer.category] = { apy, offerSlug: offer.slug }
  }
  return best
}
