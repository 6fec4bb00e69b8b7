// What the messages of all types have in common.
import type { Offer } from "../../market/model.ts"
import type { MessageValues } from "../rule.ts"

/** Which offer it is, and where and when its figures come from: every message names its source and its time. */
export function offerValues(offer: Offer): MessageValues {
  return {
    offerId: offer.id,
    offerSlug: offer.slug,
    provider: offer.provider.name,
    symbols: offer.currencies.map(({ symbol }) => symbol).join(" / "),
    label: offer.label,
    blockchain: offer.blockchain,
    category: offer.category,
    source: offer.source.id,
    sourceUrl: offer.source.url,
    asOf: (offer.source.observedAt ?? offer.source.fetchedAt).toISOString(),
  }
}

/** The key of what happened to an offer at a moment; the moment of the change, so that it is the same when it is evaluated again. */
export function momentKey(ruleId: number, offerId: number, message: string, nowMs: number): string {
  return `${ruleId}:${offerId}:${message}:${nowMs.toString(36)}`
}
