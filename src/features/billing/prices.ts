// What a plan costs, by period and with a promo (spec 9). Amounts are in the tariff's currency.
import type { Tariff, TariffPeriod } from "./tariffs.ts"

/** What a plan costs without a promo: per month billed monthly, and per year billed yearly. */
export type Costs = Pick<Tariff, "monthCost" | "yearCost">

/** An amount to show; `old` is the price without the promo, struck through, and null when it is not higher. */
export type Price = { amount: number; old: number | null }

/** To the cent, half up. The inner rounding takes away what binary fractions add: 1.005 * 100 is 100.49999... */
const toCents = (amount: number) => Math.round(Number((amount * 100).toFixed(6))) / 100

/**
 * The part of a price that is paid: `sale` is the percentage that the buyer pays, not what is taken off (spec 9).
 * 1 without a promo and for a percentage that is none (not above 0, above 100): a mistake in a promo gives nothing away and raises no price.
 */
export function promoFactor(sale: number | null): number {
  return sale !== null && sale > 0 && sale <= 100 ? sale / 100 : 1
}

/** A price with a promo, to the cent (spec 9). */
export function promoPrice(price: number, sale: number | null): Price {
  const amount = toCents(price * promoFactor(sale))
  return { amount, old: amount < price ? price : null }
}

/** What a month costs, as a plan's column shows it: monthCost, or yearCost / 12 rounded, and of that the part that is paid (spec 9). */
export function pricePerMonth(tariff: Costs, period: TariffPeriod, sale: number | null): Price {
  return promoPrice(period === "monthly" ? tariff.monthCost : Math.round(tariff.yearCost / 12), sale)
}

/** What is paid at the checkout for one period. Worked out from yearCost itself, not from the rounded month (spec 9). */
export function pricePerPeriod(tariff: Costs, period: TariffPeriod, sale: number | null): Price {
  return promoPrice(period === "monthly" ? tariff.monthCost : tariff.yearCost, sale)
}

/** The part that a year costs less than twelve months, from 0 to 1; 0 for the free plan and when a year costs as much or more. */
export function yearlySaving({ monthCost, yearCost }: Costs): number {
  return monthCost > 0 ? Math.max(0, 1 - yearCost / (monthCost * 12)) : 0
}
