// What a plan allows: the one table that every door asks (spec 6, 9).
import type { Entitlements } from "../market/entitlements.ts"
import type { Tariff } from "./tariffs.ts"

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
  }
}
