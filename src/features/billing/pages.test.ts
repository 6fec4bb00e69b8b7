import { expect, it, test } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { PageContext, PageResult } from "../market/page.ts"
import { BILLING_PAGES } from "./pages.server.ts"
import type { PricingData } from "./pricing-data.ts"
import { TARIFFS } from "./tariffs.ts"

const catalogs = loadCatalogs()
async function pricing(locale: Locale): Promise<PricingData> {
  const context = { locale, t: catalogs.translate(locale), formats: formatsOf(locale), query: {}, params: {} }
  const result = await BILLING_PAGES.pricing.load(context as unknown as PageContext<Record<string, unknown>>)
  return (result as PageResult<PricingData>).data
}

it("has the rows of the spec, in its order, with a value for each plan", async () => {
  const { rows, plans } = await pricing("en")
  expect(rows.map(({ id }) => id)).toEqual([
    "apyHistory",
    "alertsCreated",
    "alertsReceived",
    "offerAlerts",
    "realApy",
    "statusAlerts",
    "csv",
    "noAds",
  ])
  expect(plans.map(({ code }) => code)).toEqual(TARIFFS.map(({ code }) => code))
  expect(plans.every(({ values }) => values.length === rows.length)).toBe(true)
})

test.each([
  ["apyHistory", ["30 days", "Everything recorded", "Everything recorded"]],
  ["alertsCreated", ["1", "10", "100"]],
  ["alertsReceived", ["10", "100", "1,000"]],
  ["offerAlerts", ["Yes", "Yes", "Yes"]],
  ["realApy", ["Verdict in words", "Verdict and figure", "Verdict and figure"]],
  ["statusAlerts", ["No", "Yes", "Yes"]],
  ["csv", ["No", "No", "Yes"]],
  ["noAds", ["No", "Yes", "Yes"]],
])("%s: %j", async (row, values) => {
  const { rows, plans } = await pricing("en")
  const at = rows.findIndex(({ id }) => id === row)
  expect(plans.map((plan) => plan.values[at]?.text)).toEqual(values)
})

test.each<[Locale, string[]]>([
  ["en", ["$0", "$9", "$22"]],
  ["de", ["0 $", "9 $", "22 $"]],
])("%s shows the yearly price per month, rounded", async (locale, amounts) => {
  const { plans } = await pricing(locale)
  expect(plans.map(({ price }) => price.amount.replaceAll(/\s/g, " "))).toEqual(amounts)
})

it("says both periods and what the longer one saves", async () => {
  const [free, pro] = (await pricing("en")).plans
  expect(free?.price).toEqual({ amount: "$0", yearly: "Free of charge", monthly: null, sale: null })
  expect(pro?.price).toEqual({
    amount: "$9",
    yearly: "per month, billed yearly ($108)",
    monthly: "or $12 per month, billed monthly",
    sale: "25% off",
  })
})
