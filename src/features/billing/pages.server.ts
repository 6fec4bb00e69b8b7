// The plans and what they cost, worked out from the tariffs.
import { definePage, type PageDefinition } from "../market/page.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import { pricePerMonth, yearlySaving } from "./prices.ts"
import type { PlanValue, PricingData } from "./pricing-data.ts"
import { TARIFFS, type Tariff } from "./tariffs.ts"

/** The rows of the comparison, in this order (spec 2). */
const ROWS = [
  "apyHistory",
  "alertsCreated",
  "alertsReceived",
  "offerAlerts",
  "realApy",
  "statusAlerts",
  "csv",
  "noAds",
] as const
type Row = (typeof ROWS)[number]
const NOTES = ["cancel", "down", "order", "currency"] as const

const isPaid = (tariff: Tariff) => tariff.monthCost > 0

/** What a plan has of a row: yes or no, or words. */
function valueOf(tariff: Tariff, row: Row, t: Translate, formats: Formats): PlanValue {
  const flag = (value: boolean): PlanValue => ({
    kind: value ? "yes" : "no",
    text: t(value ? "common:yes" : "common:no"),
  })
  const words = (text: string): PlanValue => ({ kind: "words", text })
  switch (row) {
    case "apyHistory":
      return words(
        tariff.apyHistory === null
          ? t("content:pricing.value.all")
          : t("content:pricing.value.days", { count: tariff.apyHistory, text: formats.number(tariff.apyHistory) }),
      )
    case "alertsCreated":
      return words(formats.number(tariff.alertCount))
    case "alertsReceived":
      return words(formats.number(tariff.notificationCount))
    case "offerAlerts":
      return flag(tariff.alertTypes.includes("newOffer"))
    case "realApy":
      // spec 6: the figure belongs to the paid plans, its verdict to everybody
      return words(t(isPaid(tariff) ? "content:pricing.value.figure" : "content:pricing.value.verdict"))
    case "statusAlerts":
      return flag(tariff.alertTypes.includes("offerStatus"))
    case "csv":
      return flag(tariff.exportCsv)
    case "noAds":
      return flag(tariff.noAds)
  }
}

/** The price in words; how it is worked out stands in prices.ts. */
function priceOf(tariff: Tariff, locale: Locale, t: Translate): PricingData["plans"][number]["price"] {
  const money = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: tariff.currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  })
  if (!isPaid(tariff)) return { amount: money.format(0), yearly: t("content:pricing.free"), monthly: null, sale: null }
  const saved = yearlySaving(tariff)
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
  return {
    amount: money.format(pricePerMonth(tariff, "yearly", null).amount),
    yearly: t("content:pricing.perMonth", { year: money.format(tariff.yearCost) }),
    monthly: t("content:pricing.monthly", { month: money.format(tariff.monthCost) }),
    sale: saved >= 0.01 ? t("content:pricing.sale", { percent: percent.format(saved) }) : null,
  }
}

const PRICING_PAGE = definePage<Record<string, never>, PricingData>({
  features: [],
  query: {},
  load({ locale, t, formats }) {
    return {
      status: 200,
      title: t("content:pricing.title"),
      description: t("content:pricing.description"),
      data: {
        heading: t("content:pricing.heading"),
        lead: t("content:pricing.lead"),
        state: t("content:pricing.state"),
        caption: t("content:pricing.caption"),
        featureLabel: t("content:pricing.feature"),
        rows: ROWS.map((row) => ({ id: row, label: t(`content:pricing.row.${row}`) })),
        plans: TARIFFS.map((tariff) => ({
          code: tariff.code,
          name: tariff.name,
          description: t(`content:pricing.plan.${tariff.code}`),
          price: priceOf(tariff, locale, t),
          values: ROWS.map((row) => valueOf(tariff, row, t, formats)),
        })),
        notes: { heading: t("content:pricing.notes"), items: NOTES.map((note) => t(`content:pricing.note.${note}`)) },
      },
    }
  },
})

export const BILLING_PAGES: Record<"pricing", PageDefinition> = { pricing: PRICING_PAGE }
