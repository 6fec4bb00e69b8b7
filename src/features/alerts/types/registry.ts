// Every alert type. A new one is a file beside this, a line here, its name in ../rule.ts and in the plans (billing/tariffs.ts).
import type { Tariff } from "../../billing/tariffs.ts"
import { ALERT_TYPES, type AlertTypeName } from "../rule.ts"
import { bestOffer } from "./best-offer.ts"
import type { AlertType } from "./contract.ts"
import { newOffer } from "./new-offer.ts"
import { offerStatus } from "./offer-status.ts"
import { promoEnds } from "./promo-ends.ts"
import { rateMove } from "./rate-move.ts"
import { rateThreshold } from "./rate-threshold.ts"
import { tvlDrop } from "./tvl-drop.ts"

export const TYPES = { rateThreshold, rateMove, bestOffer, newOffer, offerStatus, promoEnds, tvlDrop } as const

/** The type behind a name, when it does not matter which it is: params that came through its schema belong to it. */
export function typeOf(name: AlertTypeName): AlertType {
  return TYPES[name] as unknown as AlertType
}

/** The types that a plan includes (spec 6). */
export function typesOf(tariff: Pick<Tariff, "alertTypes">): AlertTypeName[] {
  return ALERT_TYPES.filter((name) => tariff.alertTypes.includes(name))
}
