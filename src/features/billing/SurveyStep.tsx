import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { type PlanChange, surveyFlowOf } from "./plan-flow.ts"
import { canConfirmSurvey, hasTextBox, LONGEST_EXTRA, surveyComment, surveyReasons, textBoxRows } from "./survey.ts"

export type SurveyStepProps = {
  change: PlanChange
  isBusy: boolean
  onConfirm: (comment: string) => void
  onCancel: () => void
}

/** About as many letters as a line of the box holds. */
const COLUMNS = 60

/** Why somebody cancels or takes a smaller plan (spec 2, 5). */
export function SurveyStep({ change, isBusy, onConfirm, onCancel }: SurveyStepProps) {
  const { t } = useI18n()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [extra, setExtra] = useState("")
  const ids = surveyReasons(surveyFlowOf(change))
  const reasons = ids.map((id) => ({ id, text: t(`billing:survey.reason.${id}`) }))
  const canConfirm = canConfirmSurvey(ids, ticked) && !isBusy

  function tick(id: string, isTicked: boolean) {
    setTicked((before) => [...before.filter((one) => one !== id), ...(isTicked ? [id] : [])])
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canConfirm) onConfirm(surveyComment(reasons, ticked, extra))
      }}
    >
      <fieldset disabled={isBusy}>
        <legend className="mb-3 text-muted">{t("billing:survey.hint")}</legend>
        {reasons.map(({ id, text }, at) => (
          <label key={id} className="flex items-start gap-3 py-2">
            <input
              type="checkbox"
              data-focus={at === 0 ? true : undefined}
              checked={ticked.includes(id)}
              onChange={(event) => tick(id, event.target.checked)}
              className="mt-0.5 size-5 shrink-0 accent-honey"
            />
            {text}
          </label>
        ))}
        {hasTextBox(ids, ticked) && (
          <label className="mt-2 block">
            <span className="mb-1.5 block text-sm font-semibold">{t("billing:survey.more")}</span>
            <textarea
              rows={textBoxRows(extra, COLUMNS)}
              maxLength={LONGEST_EXTRA}
              value={extra}
              onChange={(event) => setExtra(event.target.value)}
              className="field h-auto py-2"
            />
          </label>
        )}
      </fieldset>
      <p className="mt-6 flex flex-wrap gap-3">
        <button
          type="submit"
          className="button button-main disabled:cursor-default disabled:opacity-50"
          disabled={!canConfirm}
        >
          {isBusy
            ? t("billing:busy")
            : t(`billing:survey.confirm.${change.kind === "cancel" ? "cancel" : "downgrade"}`)}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={onCancel}>
          {t("billing:survey.keep")}
        </button>
      </p>
    </form>
  )
}
