// What an address asks the form of alerts to start with: an offer, the filters of a list, a currency of the watchlist. Pure.
import { lowerSlugCodec, type QuerySpec, wordCodec } from "../../core/query.ts"
import { OFFER_QUERY_SPEC, type OfferQuery } from "../offers/query.ts"
import { IGNORED_FILTERS, type OfferChoice, type Prefill } from "./page-data.ts"
import { ALERT_FILTER_KEYS, ALERT_TYPES, type AlertFilter, type AlertTypeName } from "./rule.ts"
import { canonicalFilter } from "./schema.ts"

type Listed = (typeof ALERT_FILTER_KEYS)[number] | (typeof IGNORED_FILTERS)[number] | "amount"
export type PrefillQuery = Pick<OfferQuery, Listed> & {
  type: AlertTypeName | null
  /** The slug of an offer. */
  offer: string | null
}

const LISTED = [...ALERT_FILTER_KEYS, ...IGNORED_FILTERS, "amount"] as const

/** Filters under the names that lists give them, so that the address of a list becomes that of an alert. */
export const PREFILL_SPEC = {
  type: wordCodec(ALERT_TYPES),
  offer: lowerSlugCodec,
  ...Object.fromEntries(LISTED.map((key) => [key, OFFER_QUERY_SPEC[key]])),
} as QuerySpec<PrefillQuery>

/**
 * The start of the form; null when the address asks for nothing. `offer` is the one that it names, null when there is none such. An
 * offer is watched for its rate, a currency alone for its best offer, anything else for what is new.
 */
export function prefillOf(query: PrefillQuery, offer: OfferChoice | null): Prefill | null {
  const filter = canonicalFilter(
    Object.fromEntries(ALERT_FILTER_KEYS.map((key) => [key, query[key]])) as { [Key in keyof AlertFilter]: never },
  )
  const keys = Object.keys(filter)
  const ignored = IGNORED_FILTERS.filter((key) => query[key] !== null)
  if (query.type === null && offer === null && keys.length === 0 && ignored.length === 0 && query.amount === null)
    return null
  const isCurrencyAlone = keys.length === 1 && keys[0] === "currencyId" && ignored.length === 0
  const usual = offer !== null ? "rateThreshold" : isCurrencyAlone ? "bestOffer" : "newOffer"
  return { type: query.type ?? usual, offer, filter, amount: query.amount, ignored }
}
