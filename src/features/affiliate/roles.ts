// What somebody earns who brings a subscriber (spec 3, "affiliate roles"; docs/decisions/020-payment.md).

export const AFFILIATE_ROLES = ["affiliate", "ambassador", "referral"] as const
export type AffiliateRole = (typeof AFFILIATE_ROLES)[number]

/** The part of an order, in percent of what was paid without tax. The one place where it stands. */
export const COMMISSION_PERCENT: Record<AffiliateRole, number> = { affiliate: 20, ambassador: 30, referral: 10 }

/** What an order earns, to the cent, after what was given back. `amount` and `refunded` are in the order's currency. */
export function commissionOf(amount: number, refunded: number, percent: number): number {
  return Math.round(Number((Math.max(0, amount - refunded) * percent).toFixed(6))) / 100
}
