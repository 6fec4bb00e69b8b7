// Prices in words, on the server and in the browser alike: the promo is known in the browser alone.
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { type Costs, pricePerMonth, pricePerPeriod } from "./prices.ts"
import type { TariffPeriod } from "./tariffs.ts"

/** 9 -> "$9", 4.5 -> "$4.50", as the language writes it. */
export function moneyText(locale: Locale, currency: string, amount: number): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount)
}

export type MonthText = { amount: string; old: string | null; note: string }

/** A plan's price per month and how it is billed; `sale` is the percentage that the buyer pays, null without a promo. */
export function monthText(
  { locale, t }: { locale: Locale; t: Translate },
  plan: Costs & { currency: string },
  period: TariffPeriod,
  sale: number | null,
): MonthText {
  const money = (amount: number) => moneyText(locale, plan.currency, amount)
  if (plan.monthCost <= 0) return { amount: money(0), old: null, note: t("billing:price.free") }
  const { amount, old } = pricePerMonth(plan, period, sale)
  const year = money(pricePerPeriod(plan, "yearly", sale).amount)
  return {
    amount: money(amount),
    old: old === null ? null : money(old),
    note: period === "yearly" ? t("billing:price.yearly", { year }) : t("billing:price.monthly"),
  }
}
