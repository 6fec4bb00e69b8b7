import { rememberPage } from "../accounts/come-back.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { PlanAction, PlanColumn } from "./plan-action.ts"
import type { PanelPlan } from "./plan-panel-data.ts"
import type { TariffPeriod } from "./tariffs.ts"

export type PlanActionsProps = {
  plan: PanelPlan
  period: TariffPeriod
  /** null as long as it is not known who looks. */
  column: PlanColumn | null
  onAct: (action: PlanAction) => void
}

const WIDE = "button w-full text-center leading-tight"

/** The bottom of a plan's column. The link of visitors is in the page, what belongs to a person comes into the room that it takes. */
export function PlanActions({ plan, period, column, onAct }: PlanActionsProps) {
  const { t } = useI18n()
  return (
    <>
      <div className="person-out">
        <Link
          to={href("authRegister")}
          onClick={rememberPage}
          className={`${WIDE} ${plan.code === "pro" ? "button-main" : ""}`}
        >
          {t("billing:action.register", { plan: plan.name })}
        </Link>
      </div>
      <div className="person-in">
        <div className="flex min-h-10 gap-2">
          {column && column.action.kind !== "register" && (
            <>
              <OwnAction plan={plan} period={period} action={column.action} onAct={onAct} />
              {column.showRenew && column.action.kind !== "renew" && (
                <button type="button" className={`${WIDE} button-main`} onClick={() => onAct({ kind: "renew" })}>
                  {t("billing:action.renew", { plan: plan.name })}
                </button>
              )}
            </>
          )}
        </div>
      </div>
    </>
  )
}

function OwnAction({ plan, period, action, onAct }: Omit<PlanActionsProps, "column"> & { action: PlanAction }) {
  const { t, formats } = useI18n()
  const act = () => onAct(action)
  const button = (text: string, isMain = false) => (
    <button type="button" className={`${WIDE} ${isMain ? "button-main" : ""}`} onClick={act}>
      {text}
    </button>
  )
  const label = (text: string) => (
    <button type="button" disabled className={`${WIDE} cursor-default text-muted hover:bg-surface`}>
      {text}
    </button>
  )
  switch (action.kind) {
    case "upgrade":
      return button(t("billing:action.upgrade", { plan: plan.name }), true)
    case "renew":
      return button(t("billing:action.renew", { plan: plan.name }), true)
    case "downgrade":
      return button(t("billing:action.downgrade", { plan: plan.name }))
    case "switch":
      return button(t(`billing:action.switch.${period}`))
    case "cancel":
      return button(t("billing:action.cancel", { plan: plan.name }))
    case "expiresOn":
      return label(t("billing:action.expiresOn", { date: formats.date(action.date) }))
    case "current":
      return label(t("billing:action.current"))
    case "none":
    case "register":
      return null
  }
}
