import { expect, it, test } from "vitest"
import { type Entitlements, VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import { entitlementsOf } from "./entitlements.ts"
import { TARIFF_CODES, type TariffCode, tariffOf } from "./tariffs.ts"

const FREE_ALERTS = ["newOffer", "rateThreshold", "rateMove", "bestOffer"]
const ALL_ALERTS = [...FREE_ALERTS, "offerStatus", "promoEnds", "tvlDrop"]

test.each<[TariffCode, Entitlements]>([
  [
    "free",
    {
      realApyFigure: false,
      historyDays: 30,
      exportCsv: false,
      noAds: false,
      searchAd: true,
      alertTypes: FREE_ALERTS,
      alertCount: 1,
      notificationCount: 10,
      apiRequestsPerMinute: 60,
    },
  ],
  [
    "pro",
    {
      realApyFigure: true,
      historyDays: null,
      exportCsv: false,
      noAds: true,
      searchAd: false,
      alertTypes: ALL_ALERTS,
      alertCount: 10,
      notificationCount: 100,
      apiRequestsPerMinute: 300,
    },
  ],
  [
    "proPlus",
    {
      realApyFigure: true,
      historyDays: null,
      exportCsv: true,
      noAds: true,
      searchAd: false,
      alertTypes: ALL_ALERTS,
      alertCount: 100,
      notificationCount: 1000,
      apiRequestsPerMinute: 1200,
    },
  ],
])("%s", (code, entitlements) => {
  expect(entitlementsOf(tariffOf(code))).toEqual(entitlements)
})

it("follows the tariff where a tariff can say something else", () => {
  const changed = { ...tariffOf("pro"), exportCsv: true, noAds: false, apyHistory: 90, alertCount: 11 }
  expect(entitlementsOf(changed)).toMatchObject({ exportCsv: true, noAds: false, historyDays: 90, alertCount: 11 })
  // what is not in a tariff goes by its code: the search ad is for the free plan only (spec 6)
  expect(entitlementsOf(changed)).toMatchObject({ realApyFigure: true, searchAd: false })
})

it("a visitor has what the free plan has", () => {
  expect(VISITOR_ENTITLEMENTS).toEqual(entitlementsOf(tariffOf("free")))
})

it("the tariff of a code has that code", () => {
  expect(TARIFF_CODES.map((code) => tariffOf(code).code)).toEqual(TARIFF_CODES)
})
