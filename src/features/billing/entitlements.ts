// What a plan allows: the one table that every door asks (spec 6, 9).
import type { Entitlements } from "../market/entitlements.ts"
import type { Tariff, TariffCode } from "./tariffs.ts"

/** contract/rest: 60 without a key; what a plan raises it to. */
const API_REQUESTS_PER_MINUTE: Record<TariffCode, number> = { free: 60, pro: 300, proPlus: 1200 }

/** What a tariff allows. Ask for the tariff of the effective plan: `entitlementsOf(tariffOf(effectivePlan(subscription, now)))`. */
export function entitlementsOf(tariff: Tariff): Entitlements {
  const isPaid = tariff.code !== "free"
  return {
    realApyFigure: isPaid,
    historyDays: tariff.apyHistory,
    exportCsv: tariff.exportCsv,
    noAds: tariff.noAds,
    searchAd: !isPaid,
    alertTypes: tariff.alertTypes,
    alertCount: tariff.alertCount,
    notificationCount: tariff.notificationCount,
    apiRequestsPerMinute: API_REQUESTS_PER_MINUTE[tariff.code],
  }
}
