import { type ReactNode, useEffect, useRef } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { Popup } from "../../ui/Popup.tsx"
import { CheckoutStep } from "./CheckoutStep.tsx"
import { type FlowState, isSending, type PlanChange } from "./plan-flow.ts"
import type { PlanPanelData } from "./plan-panel-data.ts"
import type { Promo } from "./promo.ts"
import { effectivePlan, type Subscription } from "./subscription.ts"
import { SurveyStep } from "./SurveyStep.tsx"
import type { TariffCode } from "./tariffs.ts"
import type { PlanFlow } from "./use-plan-flow.ts"

export type PlanModalsProps = {
  flow: PlanFlow
  panel: PlanPanelData
  subscription: Subscription | null
  promo: Promo | null
}

type Open = Exclude<FlowState, { step: "closed" }>

/** Everything that opens over a plan panel: one popup, whose content follows the steps of plan-flow.ts. */
export function PlanModals({ flow, panel, subscription, promo }: PlanModalsProps) {
  const { t, formats } = useI18n()
  const { state, tell } = flow
  const close = () => tell({ type: "dismissed" })
  const nameOf = (code: TariffCode) => panel.plans.find((plan) => plan.code === code)?.name ?? code
  const current = nameOf(effectivePlan(subscription, new Date()))
  const target = (change: PlanChange) => (change.kind === "downgrade" ? nameOf(change.to) : current)
  const dateOf = (moment: string | Date) => formats.date(new Date(moment))

  function titleOf(open: Open): string {
    switch (open.step) {
      case "survey":
        return t(`billing:survey.title.${open.change.kind === "cancel" ? "cancel" : "downgrade"}`)
      case "confirm":
        return open.change.kind === "resume"
          ? t("billing:confirm.resume.title", { plan: current })
          : t("billing:confirm.downgrade.title", { plan: target(open.change) })
      case "success":
        return t(`billing:success.${open.change.kind}.title`)
      case "error":
        return t(`billing:error.${open.change.kind}.title`)
      case "checkout": {
        const { kind, code, period } = open.purchase
        return kind === "switch"
          ? t(`billing:checkout.switch.${period}`, { plan: nameOf(code) })
          : t(`billing:checkout.${kind}.title`, { plan: nameOf(code) })
      }
      case "technicalIssues":
        return t("billing:technical.title")
    }
  }

  function bodyOf(open: Open): ReactNode {
    switch (open.step) {
      case "survey":
        return (
          <SurveyStep
            change={open.change}
            isBusy={open.isBusy}
            onConfirm={(comment) => tell({ type: "surveyAnswered", comment })}
            onCancel={close}
          />
        )
      case "confirm": {
        const end = subscription?.tariffActiveTo
        const isResume = open.change.kind === "resume"
        const values = { current, plan: target(open.change), date: end ? dateOf(end) : "" }
        return (
          <>
            {isResume ? (
              <p>{t(end ? "billing:confirm.resume.text" : "billing:confirm.resume.textNoDate", values)}</p>
            ) : (
              <p>{t(end ? "billing:confirm.downgrade.text" : "billing:confirm.downgrade.textNoDate", values)}</p>
            )}
            <Buttons>
              <button
                type="button"
                className="button button-main"
                data-focus
                disabled={open.isBusy}
                onClick={() => tell({ type: "confirmed" })}
              >
                {open.isBusy
                  ? t("billing:busy")
                  : t(`billing:confirm.${open.change.kind === "resume" ? "resume" : "downgrade"}.button`, values)}
              </button>
              <button type="button" className="button" disabled={open.isBusy} onClick={close}>
                {t("billing:back")}
              </button>
            </Buttons>
          </>
        )
      }
      case "success": {
        const { change, endsAt } = open
        const values = { current, plan: target(change), date: endsAt === null ? "" : dateOf(endsAt) }
        return (
          <>
            <p role="status">
              {change.kind === "resume"
                ? t("billing:success.resume.text", values)
                : t(`billing:success.${change.kind}.${endsAt === null ? "textNoDate" : "text"}`, values)}
            </p>
            <Buttons>
              <button type="button" className="button button-main" data-focus onClick={close}>
                {t("billing:success.close")}
              </button>
            </Buttons>
          </>
        )
      }
      case "error":
        return (
          <>
            <p role="alert">{t(errorText(open.code, open.change))}</p>
            <Buttons>
              <button
                type="button"
                className="button button-main"
                data-focus
                disabled={open.isBusy}
                onClick={() => tell({ type: "triedAgain" })}
              >
                {t(open.isBusy ? "billing:busy" : "billing:error.tryAgain")}
              </button>
              <Link to={href("contact")} className="button">
                {t("billing:error.contact")}
              </Link>
            </Buttons>
          </>
        )
      case "checkout":
        return (
          <CheckoutStep
            purchase={open.purchase}
            panel={panel}
            promo={promo}
            isReplacing={effectivePlan(subscription, new Date()) !== "free"}
            onFailed={() => tell({ type: "paymentFailed" })}
            onLeave={close}
          />
        )
      case "technicalIssues":
        return (
          <>
            <p>{t("billing:technical.text")}</p>
            <Buttons>
              <button type="button" className="button button-main" data-focus onClick={close}>
                {t("billing:technical.close")}
              </button>
              <Link to={href("contact")} className="button">
                {t("billing:error.contact")}
              </Link>
            </Buttons>
          </>
        )
    }
  }

  const isOpen = state.step !== "closed"
  return (
    <Popup
      open={isOpen}
      onClose={close}
      closeOnOutsideClick={!isSending(state)}
      {...(isOpen ? { title: titleOf(state) } : {})}
    >
      {isOpen && <Step key={state.step}>{bodyOf(state)}</Step>}
    </Popup>
  )
}

/** What went wrong, where the server's word says more than that it did not work. */
function errorText(code: string, { kind }: PlanChange) {
  if (code === "unauthorized" || code === "user_blocked") return "billing:error.signedOut" as const
  if (["already_scheduled", "no_paid_plan", "nothing_scheduled"].includes(code)) return "billing:error.changed" as const
  return `billing:error.${kind}.text` as const
}

/** A step of the popup. With each new one the focus goes to where it begins: the button of the last one is gone. */
function Step({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-focus]")?.focus(), [])
  return (
    <div ref={box} className="max-w-xl pb-8 pt-2">
      {children}
    </div>
  )
}

function Buttons({ children }: { children: ReactNode }) {
  return <p className="mt-6 flex flex-wrap gap-3">{children}</p>
}
