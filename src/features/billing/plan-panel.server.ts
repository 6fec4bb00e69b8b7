// The panel of plans in a language, worked out from the tariffs that hold now.
import type { Db } from "../../core/db/database.server.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { PlanPanelData, PlanValue, PriceText } from "./plan-panel-data.ts"
import { monthText } from "./price-text.ts"
import { yearlySaving } from "./prices.ts"
import { listTariffs } from "./queries.server.ts"
import { type Tariff, TARIFF_PERIODS, type TariffPeriod } from "./tariffs.ts"

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

type Context = { db: Db; locale: Locale; t: Translate; formats: Formats }

/** Less than a percent is no sale to speak of. */
const LEAST_SALE = 0.01

const isPaid = (tariff: Tariff) => tariff.monthCost > 0

/** What a plan has of a row: yes or no, or words. */
function valueOf(tariff: Tariff, row: Row, { t, formats }: Context): PlanValue {
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

const percentText = (locale: Locale, part: number) =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(part)

function priceOf(tariff: Tariff, period: TariffPeriod, { locale, t }: Context): PriceText {
  const { amount, note } = monthText({ locale, t }, tariff, period, null)
  const saved = period === "yearly" ? yearlySaving(tariff) : 0
  const sale = saved >= LEAST_SALE ? t("content:pricing.sale", { percent: percentText(locale, saved) }) : null
  return { amount, note, sale }
}

/** The panel's data, for any page that shows it. The page needs the texts of "billing" as well. */
export async function loadPlanPanel(context: Context): Promise<PlanPanelData> {
  const { t, locale } = context
  const tariffs = await listTariffs(context.db)
  const saved = Math.max(0, ...tariffs.map(yearlySaving))
  return {
    title: t("content:pricing.heading"),
    description: t("content:pricing.lead"),
    caption: t("content:pricing.caption"),
    featureLabel: t("content:pricing.feature"),
    yearlySale: saved >= LEAST_SALE ? t("content:pricing.saleUpTo", { percent: percentText(locale, saved) }) : null,
    rows: ROWS.map((row) => ({ id: row, label: t(`content:pricing.row.${row}`) })),
    plans: tariffs.map((tariff) => {
      const { code, name, currency, monthCost, yearCost } = tariff
      const prices = Object.fromEntries(TARIFF_PERIODS.map((period) => [period, priceOf(tariff, period, context)]))
      return {
        code,
        name,
        currency,
        monthCost,
        yearCost,
        description: t(`content:pricing.plan.${code}`),
        prices: prices as Record<TariffPeriod, PriceText>,
        values: ROWS.map((row) => valueOf(tariff, row, context)),
      }
    }),
  }
}
