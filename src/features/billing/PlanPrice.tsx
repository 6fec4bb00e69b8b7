import { useI18n } from "../../i18n/I18n.tsx"
import type { PanelPlan } from "./plan-panel-data.ts"
import { monthText } from "./price-text.ts"
import { TARIFF_PERIODS } from "./tariffs.ts"

/** Hides what is about the period that the panel's toggle does not show (PlanPanel, "group/plans"). */
const ONLY = {
  monthly: "group-has-[[value=yearly]:checked]/plans:hidden",
  yearly: "group-has-[[value=monthly]:checked]/plans:hidden",
} as const

/** A plan's price in both periods, of which the toggle shows one. With a promo the old price is struck through, when it is higher. */
export function PlanPrice({ plan, sale }: { plan: PanelPlan; sale: number | null }) {
  const { locale, t } = useI18n()
  return TARIFF_PERIODS.map((period) => {
    const given = plan.prices[period]
    const price = sale === null ? { ...given, old: null } : monthText({ locale, t }, plan, period, sale)
    return (
      <div key={period} className={`mt-3 ${ONLY[period]}`}>
        <p className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          {price.old !== null && (
            <s className="text-lg text-muted tabular-nums">
              <span className="sr-only">{t("billing:price.before")} </span>
              {price.old}
            </s>
          )}
          <span className="text-3xl font-bold tracking-tight tabular-nums">{price.amount}</span>
          {given.sale !== null && (
            <span className="rounded-full bg-honey-soft px-2.5 py-0.5 text-sm font-semibold">{given.sale}</span>
          )}
        </p>
        <p className="mt-1 min-h-5 text-sm text-muted">{price.note}</p>
      </div>
    )
  })
}
