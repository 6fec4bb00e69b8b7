import { useI18n } from "../../i18n/I18n.tsx"
import { Field, inputProps } from "../../ui/Field.tsx"
import { OFFER_STATUSES } from "../market/words.ts"
import { type FieldsProps, idOf, NumberField } from "./NumberField.tsx"
import { goesByAmount } from "./draft.ts"
import { windowText } from "./message.ts"
import { RATE_METRICS } from "./types/rate.ts"
import { WINDOW_HOURS } from "./types/track.ts"

/** When the alert fires: the figures that its type asks for. */
export function ConditionFields({ draft, dispatch, problem }: FieldsProps) {
  const { t } = useI18n()
  const { params } = draft
  const names = Object.keys(params)
  if (names.length === 0) return null
  const set = (name: string, value: string | string[]) => dispatch({ type: "param", name, value })
  const has = (name: string) => names.includes(name)
  const text = (name: string) => (typeof params[name] === "string" ? params[name] : "")
  const choice = (name: string, options: readonly (readonly [value: string, label: string])[], hint?: string) => (
    <Field
      id={idOf(`params.${name}`)}
      label={t(`alerts:param.${name}` as "alerts:param.metric")}
      problem={null}
      {...(hint === undefined ? {} : { hint })}
    >
      <select
        {...inputProps(idOf(`params.${name}`), null, hint !== undefined)}
        value={text(name)}
        onChange={(event) => set(name, event.target.value)}
        className="field"
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
  const figure = (name: string, label: string) => (
    <NumberField
      field={`params.${name}`}
      label={label}
      value={text(name)}
      problem={problem(`params.${name}`)}
      onChange={(value) => set(name, value)}
    />
  )
  const directions = draft.type === "rateMove" ? (["any", "up", "down"] as const) : (["up", "down"] as const)
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{t("alerts:form.condition")}</legend>
      <div className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-4">
        {has("metric") &&
          choice(
            "metric",
            RATE_METRICS.map((metric) => [metric, t(`alerts:param.metric.${metric}`)]),
            params.metric === "realApy" ? t("alerts:param.metricHint") : undefined,
          )}
        {goesByAmount(draft) && (
          <NumberField
            field="amount"
            label={t("offers:filter.amount")}
            hint={t("alerts:param.amountHint")}
            value={draft.amount}
            problem={problem("amount")}
            onChange={(amount) => dispatch({ type: "set", change: { amount } })}
          />
        )}
        {has("direction") &&
          choice(
            "direction",
            directions.map((direction) => [
              direction,
              t(
                draft.type === "rateMove"
                  ? `alerts:param.move.${direction}`
                  : `alerts:param.cross.${direction as "up"}`,
              ),
            ]),
          )}
        {has("percent") &&
          figure("percent", t(draft.type === "tvlDrop" ? "alerts:param.fall" : "alerts:param.percent"))}
        {has("points") && figure("points", t("alerts:param.points"))}
        {has("days") && figure("days", t("alerts:param.days"))}
        {has("windowHours") &&
          choice(
            "windowHours",
            WINDOW_HOURS.map((hours) => [String(hours), windowText(hours, t)]),
          )}
      </div>
      {has("to") && (
        <div id={idOf("params.to")} tabIndex={-1} className="flex flex-wrap gap-x-6 gap-y-2 outline-none">
          {OFFER_STATUSES.map((status) => {
            const chosen = Array.isArray(params.to) ? params.to : []
            return (
              <label key={status} className="flex items-center gap-2">
                <input
                  type="checkbox"
                  checked={chosen.includes(status)}
                  onChange={(event) =>
                    set(
                      "to",
                      OFFER_STATUSES.filter((it) => (it === status ? event.target.checked : chosen.includes(it))),
                    )
                  }
                  className="size-5 accent-honey"
                />
                {t(`offers:status.${status}`)}
              </label>
            )
          })}
          {problem("params.to") && <p className="basis-full text-sm text-bad">{problem("params.to")}</p>}
        </div>
      )}
    </fieldset>
  )
}
