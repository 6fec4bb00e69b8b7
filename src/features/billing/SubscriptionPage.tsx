import { useEffect, useState } from "react"
import { rememberPage } from "../accounts/come-back.ts"
import type { Person } from "../accounts/person.ts"
import SignUpModal from "../accounts/SignUpModal.tsx"
import { personChanged, usePerson } from "../accounts/use-person.ts"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { FeatureList } from "./PlanCard.tsx"
import { PlanModals } from "./PlanModals.tsx"
import { PlanPanelModal } from "./PlanPanelModal.tsx"
import { subscriptionOf } from "./person-plan.ts"
import { renewalOf } from "./plan-flow.ts"
import type { PlanPanelData, SubscriptionData } from "./plan-panel-data.ts"
import { effectivePlan, settle } from "./subscription.ts"
import { type SubscriptionView, viewOf } from "./subscription-view.ts"
import { usePlanFlow } from "./use-plan-flow.ts"
import { usePromo } from "./use-promo.ts"

/** Somebody's plan: what it is, until when, what it includes and how much of it is used, and every way to change it. */
export default function SubscriptionPage({ data }: { data: SubscriptionData }) {
  const { t } = useI18n()
  const person = usePerson()
  useEffect(() => {
    // A payment's news may be newer than what this tab was told.
    if (data.wasPaid) void personChanged()
  }, [data.wasPaid])
  return (
    <div className="mx-auto max-w-4xl pt-8 tablet:pt-12">
      <h1>{t("billing:subscription.heading")}</h1>
      <div className="person-out mt-6">
        <VisitorWords />
      </div>
      <div className="person-in mt-6 min-h-[36rem]">
        {data.wasPaid && (
          <p role="status" className="mb-5 rounded-lg bg-honey-soft px-4 py-3">
            {t("billing:subscription.paid")}
          </p>
        )}
        {person.kind === "person" ? (
          <OwnPlan panel={data.panel} person={person.person} />
        ) : (
          <p className="text-muted">{t("billing:subscription.loading")}</p>
        )}
      </div>
    </div>
  )
}

function VisitorWords() {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="panel p-5 tablet:p-8">
      <p>{t("billing:subscription.visitor")}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to={href("authLogin")} onClick={rememberPage} className="button button-main">
          {t("common:person.signIn")}
        </Link>
        <Link
          to={href("authRegister")}
          className="button"
          onClick={(event) => {
            // The page of its own is for those without a script, and for a new tab.
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
            event.preventDefault()
            setOpen(true)
          }}
        >
          {t("common:person.join")}
        </Link>
        <Link to={href("pricing")} className="button">
          {t("billing:subscription.plans")}
        </Link>
      </p>
      <SignUpModal open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}

function OwnPlan({ panel, person }: { panel: PlanPanelData; person: Person }) {
  const { t, formats } = useI18n()
  const now = new Date()
  const subscription = settle(subscriptionOf(person), now)
  const view = viewOf(subscription, now)
  const effective = effectivePlan(subscription, now)
  const promo = usePromo()
  const flow = usePlanFlow(effective)
  const [isChoosing, setChoosing] = useState(false)
  const holding = panel.plans.find(({ code }) => code === effective)
  const nameOf = (code: string) => panel.plans.find((plan) => plan.code === code)?.name ?? code
  const renew = () => {
    const event = renewalOf(subscription)
    if (event) flow.tell(event)
  }
  return (
    <div className="grid gap-5 tablet:grid-cols-2">
      <section aria-labelledby="own-plan" className="panel p-5 tablet:p-6">
        <h2 id="own-plan">{t("billing:subscription.plan")}</h2>
        <p className="mt-3 text-3xl font-bold tracking-tight">{nameOf(view.code)}</p>
        <Terms view={view} nameOf={nameOf} />
        {view.isOver && <p className="mt-4 rounded-lg bg-honey-soft px-4 py-3">{t("billing:subscription.over")}</p>}
        <p className="mt-6 flex flex-wrap gap-3">
          {view.canRenew && (
            <button type="button" className="button button-main" onClick={renew}>
              {t("billing:action.renew", { plan: nameOf(view.code) })}
            </button>
          )}
          {view.canResume && (
            <button
              type="button"
              className="button button-main"
              onClick={() => flow.tell({ type: "changeChosen", change: { kind: "resume" } })}
            >
              {t("billing:action.resume", { plan: nameOf(view.code) })}
            </button>
          )}
          <button
            type="button"
            className={`button ${effective === "free" && !view.canRenew ? "button-main" : ""}`}
            onClick={() => setChoosing(true)}
          >
            {t("billing:subscription.change")}
          </button>
          {view.canCancel && (
            <button
              type="button"
              className="button"
              onClick={() => flow.tell({ type: "changeChosen", change: { kind: "cancel" } })}
            >
              {t("billing:action.cancel", { plan: nameOf(view.code) })}
            </button>
          )}
        </p>
      </section>
      <section aria-labelledby="own-usage" className="panel p-5 tablet:p-6">
        <h2 id="own-usage">{t("billing:subscription.usage")}</h2>
        <Usage
          id="alerts"
          label={t("billing:subscription.alerts")}
          used={person.alertCount}
          limit={person.tariff.alertCount}
        />
        <Usage
          id="messages"
          label={t("billing:subscription.messages")}
          used={person.notificationsCount}
          limit={person.tariff.notificationCount}
        />
        <p className="mt-4 text-sm text-muted">{t("billing:subscription.usageNote", { date: formats.date(now) })}</p>
      </section>
      {holding && (
        <section aria-labelledby="own-features" className="panel p-5 tablet:col-span-2 tablet:p-6">
          <h2 id="own-features">{t("billing:subscription.includes", { plan: holding.name })}</h2>
          <FeatureList rows={panel.rows} values={holding.values} />
        </section>
      )}
      <PlanPanelModal open={isChoosing} onClose={() => setChoosing(false)} panel={panel} />
      <PlanModals flow={flow} panel={panel} subscription={subscription} promo={promo} />
    </div>
  )
}

function Terms({ view, nameOf }: { view: SubscriptionView; nameOf: (code: string) => string }) {
  const { t, formats } = useI18n()
  const { period, since, end, next } = view
  const line = (label: string, text: string) => (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{text}</dd>
    </>
  )
  if (period === null && !since && !end) return <p className="mt-2 text-muted">{t("billing:subscription.free")}</p>
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[0.9375rem]">
      {period && line(t("billing:period.label"), t(`billing:period.${period}`))}
      {since && line(t("billing:subscription.since"), formats.date(since))}
      {end && line(t(`billing:subscription.${end.kind}`), formats.date(end.date))}
      {next &&
        line(
          t("billing:subscription.next"),
          next.period ? `${nameOf(next.code)} (${t(`billing:period.${next.period}`)})` : nameOf(next.code),
        )}
    </dl>
  )
}

function Usage({ id, label, used, limit }: { id: string; label: string; used: number; limit: number }) {
  const { t, formats } = useI18n()
  return (
    <div className="mt-4">
      <p className="flex items-baseline justify-between gap-4">
        <span id={`usage-${id}`}>{label}</span>
        <span className="shrink-0 font-semibold tabular-nums">
          {t("billing:subscription.of", { used: formats.number(used), limit: formats.number(limit) })}
        </span>
      </p>
      <meter
        aria-labelledby={`usage-${id}`}
        min={0}
        max={limit}
        value={Math.min(used, limit)}
        className="mt-1.5 h-2 w-full"
      />
    </div>
  )
}
