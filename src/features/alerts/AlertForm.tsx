import { type FormEvent, useEffect, useReducer, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { MessageId } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { Field, inputProps } from "../../ui/Field.tsx"
import { Link } from "../../ui/navigation.tsx"
import { callApi } from "../accounts/api.ts"
import { namedBody } from "./alert-words.ts"
import { ConditionFields } from "./ConditionFields.tsx"
import { type Draft, draftReducer, wrongFields } from "./draft.ts"
import { type Failure, failureOf } from "./failures.ts"
import { FailureText } from "./Notes.tsx"
import { type FieldsProps, idOf, NumberField } from "./NumberField.tsx"
import type { AlertsPageData } from "./page-data.ts"
import { ALERT_TYPES } from "./rule.ts"
import { TryOut } from "./TryOut.tsx"
import type { Own } from "./use-own-alerts.ts"
import { WatchFields } from "./WatchFields.tsx"
import { WayFields } from "./WayFields.tsx"

type Props = {
  data: AlertsPageData
  start: Draft
  /** Why it could not be saved before. */
  failure?: Failure | null
  /** null for a visitor. */
  own: { known: Own; settle: () => Promise<void> } | null
  onVisitor?: (draft: Draft) => void
  onSaved?: (isNew: boolean) => void
  onClose?: () => void
}

/** Makes or changes an alert. Errors show after the first try, as in all forms (spec 5). */
export function AlertForm({ data, start, failure: before = null, own, onVisitor, onSaved, onClose }: Props) {
  const words = useI18n()
  const { t } = words
  const [draft, dispatch] = useReducer(draftReducer, start)
  const [wasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(before)
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Opened by a click: the focus goes there with it.
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (!isOpened) return
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: "nearest" })
  }, [isOpened])

  const wrong = wasTried ? wrongFields(draft) : []
  const problem = (field: string) => (wrong.includes(field) ? t(problemText(field)) : null)
  const isNew = draft.id === null
  const plan = own?.known.list.limits

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setTried(true)
    const [first] = wrongFields(draft)
    if (first !== undefined) return focusOn(form.current, first)
    if (own === null) return onVisitor?.(draft)
    setBusy(true)
    setFailure(null)
    await own.settle()
    const body = namedBody(draft, { ...words, longestName: data.longestName })
    const answer = await (isNew
      ? callApi("POST", "/api/alerts", body)
      : callApi("PATCH", `/api/alerts/${draft.id}`, body))
    setBusy(false)
    if (answer.isOk) onSaved?.(isNew)
    else setFailure(failureOf(answer))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void save(event)}
      aria-labelledby="alert-form"
      className="panel mb-8 p-5 tablet:p-6"
    >
      <h2 id="alert-form" ref={heading} tabIndex={-1} className="outline-none">
        {t(isNew ? "alerts:form.new" : "alerts:form.edit")}
      </h2>
      {own === null && <p className="mt-1 text-[0.9375rem] text-muted">{t("alerts:form.visitor")}</p>}
      <div className="mt-5 flex flex-col gap-7">
        <TypeChoice draft={draft} dispatch={dispatch} data={data} has={plan?.alertTypes ?? null} />
        <ConditionFields draft={draft} dispatch={dispatch} data={data} problem={problem} />
        <WatchFields draft={draft} dispatch={dispatch} data={data} problem={problem} />
        <WayFields draft={draft} dispatch={dispatch} channels={own?.known.channels ?? null} />
        <details>
          <summary className="text-link">{t("alerts:form.more")}</summary>
          <div className="mt-4 grid gap-4 tablet:grid-cols-3">
            <Field id="alert-name" label={t("alerts:form.name")} hint={t("alerts:form.nameHint")} problem={null}>
              <input
                {...inputProps("alert-name", null, true)}
                type="text"
                maxLength={data.longestName}
                value={draft.name}
                onChange={(event) => dispatch({ type: "set", change: { name: event.target.value } })}
                className="field"
              />
            </Field>
            <NumberField
              field="cooldownHours"
              label={t("alerts:form.cooldown")}
              hint={t("alerts:form.cooldownHint")}
              value={draft.cooldownHours}
              problem={problem("cooldownHours")}
              onChange={(cooldownHours) => dispatch({ type: "set", change: { cooldownHours } })}
            />
            <NumberField
              field="hysteresis"
              label={t(draft.type === "tvlDrop" ? "alerts:form.hysteresisPercent" : "alerts:form.hysteresis")}
              hint={t("alerts:form.hysteresisHint")}
              value={draft.hysteresis}
              problem={problem("hysteresis")}
              onChange={(hysteresis) => dispatch({ type: "set", change: { hysteresis } })}
            />
          </div>
        </details>
        <TryOut draft={draft} days={data.tryOutDays} isVisitor={own === null} />
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <button type="submit" aria-disabled={isBusy} className="button button-main aria-disabled:opacity-60">
          {t(isBusy ? "alerts:form.busy" : "alerts:form.save")}
        </button>
        {onClose && (
          <button type="button" className="button" onClick={onClose}>
            {t("alerts:form.cancel")}
          </button>
        )}
        <p role="alert" className="text-[0.9375rem]">
          {failure ? (
            <FailureText failure={failure} />
          ) : (
            wrong.length > 0 && <span className="text-bad">{t("alerts:form.problems", { count: wrong.length })}</span>
          )}
        </p>
      </div>
    </form>
  )
}

/** All kinds, with the plans that have them; a kind of a larger plan can be looked at. */
function TypeChoice({ draft, dispatch, data, has }: Omit<FieldsProps, "problem"> & { has: readonly string[] | null }) {
  const { t } = useI18n()
  const smallest = data.plans[0]
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t("alerts:form.type")}</legend>
      <div className="grid gap-2 tablet:grid-cols-2 desktop:grid-cols-4">
        {ALERT_TYPES.map((type) => {
          const plans = data.plans.filter(({ alertTypes }) => alertTypes.includes(type))
          const isForMore = !smallest?.alertTypes.includes(type)
          return (
            <label
              key={type}
              className="flex cursor-pointer gap-3 rounded-lg border border-line p-3 hover:bg-raised has-[:checked]:border-honey has-[:checked]:bg-honey-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-honey"
            >
              <input
                type="radio"
                name="type"
                value={type}
                checked={draft.type === type}
                onChange={() => dispatch({ type: "typeChosen", name: type })}
                className="mt-1 size-4 shrink-0 accent-honey outline-none"
              />
              <span className="min-w-0">
                <span className="block font-semibold">{t(`alerts:type.${type}`)}</span>
                <span className="block text-sm text-muted">{t(`alerts:type.${type}Text`)}</span>
                {isForMore && (
                  <span className="mt-1 block text-xs text-warn">{plans.map(({ name }) => name).join(" · ")}</span>
                )}
              </span>
            </label>
          )
        })}
      </div>
      {has !== null && !has.includes(draft.type) && (
        <p className="mt-3 rounded-lg bg-honey-soft px-4 py-2.5 text-[0.9375rem]">
          {t("alerts:failure.plan")}{" "}
          <Link to={href("pricing")} className="text-link">
            {t("alerts:seePlans")}
          </Link>
        </p>
      )}
    </fieldset>
  )
}

const PROBLEMS: Readonly<Record<string, MessageId>> = {
  "params.percent": "alerts:problem.percent",
  "params.points": "alerts:problem.points",
  "params.days": "alerts:problem.days",
  "params.to": "alerts:problem.to",
  "filter.currencyId": "alerts:problem.currency",
  "filter.apyTo": "alerts:problem.range",
  "filter.tvlTo": "alerts:problem.range",
  offerId: "alerts:problem.offer",
  amount: "alerts:problem.amount",
}
const problemText = (field: string): MessageId => PROBLEMS[field] ?? "alerts:problem.number"

function focusOn(form: HTMLFormElement | null, field: string) {
  const found = form?.querySelector<HTMLElement>(`#${idOf(field)}`)
  const details = found?.closest("details")
  if (details) details.open = true
  found?.focus()
}
