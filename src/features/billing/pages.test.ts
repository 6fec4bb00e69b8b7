import { expect, it, test } from "vitest"
import type { Db } from "../../core/db/database.server.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { PageContext, PageResult } from "../market/page.ts"
import { BILLING_PAGES } from "./pages.server.ts"
import type { PlanPanelData, PricingData, SubscriptionData } from "./plan-panel-data.ts"
import { TARIFFS } from "./tariffs.ts"

const catalogs = loadCatalogs()
/** No price was set by the operator. */
const noRows = { select: () => ({ from: async () => [] }) } as unknown as Db
async function load<Data>(name: keyof typeof BILLING_PAGES, locale: Locale, query = {}): Promise<PageResult<Data>> {
  const formats = formatsOf(locale)
  const context = { locale, t: catalogs.translate(locale), formats, query, params: {}, db: noRows }
  const result = await BILLING_PAGES[name].load(context as unknown as PageContext<Record<string, unknown>>)
  return result as PageResult<Data>
}
const pricing = async (locale: Locale): Promise<PlanPanelData> =>
  (await load<PricingData>("pricing", locale)).data.panel

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
  expect(plans.map(({ prices }) => prices.yearly.amount.replaceAll(/\s/g, " "))).toEqual(amounts)
})

it("says both periods and what the longer one saves", async () => {
  const { plans, yearlySale } = await pricing("en")
  const free = { amount: "$0", note: "Free of charge", sale: null }
  expect(plans.map(({ prices }) => prices)).toEqual([
    { monthly: free, yearly: free },
    {
      monthly: { amount: "$12", note: "per month, billed monthly", sale: null },
      yearly: { amount: "$9", note: "per month, billed yearly ($108)", sale: "25% off" },
    },
    {
      monthly: { amount: "$29", note: "per month, billed monthly", sale: null },
      yearly: { amount: "$22", note: "per month, billed yearly ($264)", sale: "24% off" },
    },
  ])
  expect(yearlySale).toBe("up to 25% off")
})

it("the pages of one person are listed by no search engine, the plans are", async () => {
  expect((await load("pricing", "en")).noindex).toBeUndefined()
  expect((await load("subscription", "en", { paid: null })).noindex).toBe(true)
  expect((await load("preparingAccount", "en")).noindex).toBe(true)
})

it("the page of a subscription has the panel of the plans, and knows whether a payment led to it", async () => {
  const { data } = await load<SubscriptionData>("subscription", "de", { paid: null })
  expect(data.panel).toEqual(await pricing("de"))
  expect(data.wasPaid).toBe(false)
  expect((await load<SubscriptionData>("subscription", "de", { paid: true })).data.wasPaid).toBe(true)
})
