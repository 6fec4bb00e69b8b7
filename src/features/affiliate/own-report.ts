// What the signed-in person's links came to, as GET /api/affiliate tells it, and how it is shown.
import type { Locale } from "../../i18n/locales.ts"
import type { AffiliateRole } from "./roles.ts"

export type OwnReport = {
  affCode: string
  /** The affiliate's link, with the parameter aff. */
  link: string
  role: Exclude<AffiliateRole, "referral">
  clicks: number
  signUps: number
  /** All orders, those that were given back as well. */
  orders: number
  reversedOrders: number
  /** In units of each currency; `amount` is after what was taken back. */
  commission: { currency: string; amount: number; reversed: number }[]
}

/** The same place through the code for friends, which is kept longer and pays less (touch.ts, roles.ts). */
export function friendLink(link: string): string {
  const address = new URL(link)
  const code = address.searchParams.get("aff") ?? ""
  address.searchParams.delete("aff")
  address.searchParams.set("rcid", code)
  return address.href
}

export type CommissionRow = { currency: string; amount: string; reversed: string | null }

/** A row for each currency, with finished texts. `reversed` is null where nothing was taken back. */
export function commissionRows(report: Pick<OwnReport, "commission">, locale: Locale): CommissionRow[] {
  return report.commission.map(({ currency, amount, reversed }) => ({
    currency,
    amount: moneyText(amount, currency, locale),
    reversed: reversed === 0 ? null : moneyText(reversed, currency, locale),
  }))
}

/** An amount as the language writes it; a currency that the browser does not know is named by its code. */
function moneyText(value: number, currency: string, locale: Locale): string {
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(value)
  } catch {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    return `${new Intl.NumberFormat(locale, digits).format(value)} ${currency}`
  }
}
