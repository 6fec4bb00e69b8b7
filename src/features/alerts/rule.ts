// What an alert rule is, what it remembers, and what it tells. Everything here can be stored as JSON.
import type { OfferFilter } from "../offers/query.ts"

/** The names that the plans list (billing/tariffs.ts). */
export const ALERT_TYPES = [
  "rateThreshold",
  "rateMove",
  "bestOffer",
  "newOffer",
  "offerStatus",
  "promoEnds",
  "tvlDrop",
] as const
export type AlertTypeName = (typeof ALERT_TYPES)[number]

/** The spec's filter keys (spec 3), with the meaning that the lists of offers give them. */
export const ALERT_FILTER_KEYS = [
  "apyFrom",
  "apyTo",
  "blockchain",
  "currencyId",
  "exchangeIds",
  "offerType",
  "protocolIds",
  "tvlFrom",
  "tvlTo",
  "walletIds",
] as const
/** Only the keys that say something; none at all watches every offer. */
export type AlertFilter = { [Key in (typeof ALERT_FILTER_KEYS)[number]]?: NonNullable<OfferFilter[Key]> }

/** What a type asks for beyond what every rule has. */
export type AlertParams = Readonly<Record<string, string | number | readonly string[]>>

/** A rule as the engine takes it. Whether it is enabled, paused or snoozed is decided before: one that sleeps is not in the index. */
export type AlertRule = {
  id: number
  userId: string
  type: AlertTypeName
  params: AlertParams
  filter: AlertFilter
  /** One offer instead of all that match the filter. For `bestOffer` the offer that the person holds. */
  offerId: number | null
  /** In the offer's currency, where the type measures by it. */
  amount: number | null
  /** After a message about an offer, the rule says nothing about that offer for so long. */
  cooldownHours: number
  /** How far a figure must come back before it may cross again: points of rate, or percent of TVL for `tvlDrop`. */
  hysteresis: number
  /** Since when it watches (made, changed or resumed), in milliseconds since 1970. What was before is not news to it. */
  sinceMs: number
}

/**
 * What a rule remembers of an offer. Most pairs of rule and offer remember nothing: then the offer as it was before the change says
 * all there is to know. Only what differs from that is kept.
 */
export type AlertState = {
  /** Whether it may fire at the next crossing; null where the type does not cross. */
  armed: boolean | null
  /** When it last fired, in milliseconds since 1970. */
  firedMs: number | null
  /** What was told last, or is known without being told: an offer's id, a status, the end of a promo. */
  told: string | number | null
  /** When to look again although nothing has changed, in milliseconds since 1970. */
  wakeMs: number | null
}

/** The `offerId` under which a rule remembers what is not about one offer. */
export const RULE_WIDE = 0

/** What goes into a message: ids, names, figures. Percent and USD as numbers, moments as ISO texts; null is unknown. */
export type MessageValues = Readonly<Record<string, string | number | null>>

export type Fired = {
  ruleId: number
  type: AlertTypeName
  /** The offer that the message is about. */
  offerId: number
  /** The same for the same crossing, however often it is evaluated; another one for every other. */
  key: string
  /** Which text, as "rateThreshold.up". */
  message: string
  values: MessageValues
}

export type StateChange = { ruleId: number; offerId: number; state: AlertState | null }
