import { useId, useMemo, useState } from "react"
import { usePerson } from "../accounts/use-person.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { Tabs } from "../../ui/Tabs.tsx"
import { DEFAULT_PERIOD, PeriodToggle } from "./PeriodToggle.tsx"
import { subscriptionOf } from "./person-plan.ts"
import { PlanCard } from "./PlanCard.tsx"
import { PlanModals } from "./PlanModals.tsx"
import { type PlanAction, planAction } from "./plan-action.ts"
import { eventOf } from "./plan-flow.ts"
import type { PlanPanelData } from "./plan-panel-data.ts"
import { PlanTable } from "./PlanTable.tsx"
import { effectivePlan } from "./subscription.ts"
import type { TariffCode, TariffPeriod } from "./tariffs.ts"
import { usePlanFlow } from "./use-plan-flow.ts"
import { usePromo } from "./use-promo.ts"

export type PlanPanelProps = {
  panel: PlanPanelData
  /** Which heading a plan's name is: below the one that the panel stands under. */
  Heading: "h2" | "h3"
}

/** The plan-selection panel (spec 2), under a title and a description that its place gives it. */
export function PlanPanel({ panel, Heading }: PlanPanelProps) {
  const { t, formats } = useI18n()
  const panelId = useId()
  const person = usePerson()
  const promo = usePromo()
  const [period, setPeriod] = useState<TariffPeriod>(DEFAULT_PERIOD)
  const [tab, setTab] = useState<TariffCode>("pro")
  const subscription = useMemo(() => (person.kind === "person" ? subscriptionOf(person.person) : null), [person])
  const now = new Date()
  const flow = usePlanFlow(effectivePlan(subscription, now))
  const isPaid = panel.plans.some(({ monthCost }) => monthCost > 0)

  function act(column: TariffCode, action: PlanAction) {
    const event = eventOf(action, column, period, subscription)
    if (event) flow.tell(event)
  }

  return (
    <div className="group/plans">
      <div className="flex justify-center">
        <PeriodToggle sale={panel.yearlySale} onChange={setPeriod} />
      </div>
      {/* Its line is there without a promo too, so that nothing moves when one becomes known. */}
      <p role="status" className="mt-2 min-h-6 text-center text-[0.9375rem]">
        {promo &&
          isPaid &&
          t("billing:promo.applied", { code: promo.promoCode, percent: formats.number(100 - promo.sale) })}
      </p>
      <div className="mt-3 noscript:hidden desktop:hidden">
        <Tabs
          label={t("billing:plans")}
          tabs={panel.plans.map(({ code, name }) => ({ id: code, label: name }))}
          active={tab}
          onChange={setTab}
          panelId={panelId}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={t("billing:plans")}>
        <ul className="mt-4 grid gap-4 tablet:grid-cols-2 desktop:grid-cols-3">
          {panel.plans.map((plan) => (
            <li key={plan.code} data-plan={plan.code} className={`panel flex-col p-5 ${visibility(plan.code, tab)}`}>
              <PlanCard
                plan={plan}
                rows={panel.rows}
                sale={promo?.sale ?? null}
                period={period}
                Heading={Heading}
                column={person.kind === "person" ? planAction({ subscription, column: plan.code, period, now }) : null}
                onAct={(action) => act(plan.code, action)}
              />
            </li>
          ))}
        </ul>
      </div>
      <PlanTable panel={panel} />
      <PlanModals flow={flow} panel={panel} subscription={subscription} promo={promo} />
    </div>
  )
}

/**
 * One card where there is little room, two on tablets, all on wide screens (spec 2). The second of two is the larger plan beside the
 * chosen one. Without JavaScript the tabs do nothing, and all cards are there.
 */
function visibility(code: TariffCode, tab: TariffCode): string {
  const pair: readonly TariffCode[] = tab === "free" ? ["free", "pro"] : ["pro", "proPlus"]
  const narrow = code === tab ? "flex" : "hidden"
  return `${narrow} ${pair.includes(code) ? "tablet:flex" : "tablet:hidden"} desktop:flex noscript:flex!`
}
