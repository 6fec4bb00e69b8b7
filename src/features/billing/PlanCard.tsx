import { useI18n } from "../../i18n/I18n.tsx"
import { PlanActions, type PlanActionsProps } from "./PlanActions.tsx"
import type { PlanPanelData, PlanValue } from "./plan-panel-data.ts"
import { PlanPrice } from "./PlanPrice.tsx"

export type PlanCardProps = PlanActionsProps & {
  rows: PlanPanelData["rows"]
  sale: number | null
  /** Which heading the plan's name is. */
  Heading: "h2" | "h3"
}

/** One plan: name, price, description, what it includes, and at the bottom what somebody can do (spec 2). */
export function PlanCard({ rows, sale, Heading, ...actions }: PlanCardProps) {
  const { plan, column } = actions
  return (
    <>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <Heading className="text-xl font-bold">{plan.name}</Heading>
        {column && <Badges {...column.badges} />}
      </div>
      <PlanPrice plan={plan} sale={sale} />
      <p className="mt-3 tablet:min-h-12">{plan.description}</p>
      <FeatureList rows={rows} values={plan.values} />
      <div className="mt-auto pt-6">
        <PlanActions {...actions} />
      </div>
    </>
  )
}

function Badges({ current, next }: { current: boolean; next: boolean }) {
  const { t } = useI18n()
  return (
    <p className="flex gap-2 text-sm font-semibold">
      {current && (
        <span className="rounded-full bg-honey px-2.5 py-0.5 text-on-honey">{t("billing:badge.current")}</span>
      )}
      {next && <span className="rounded-full bg-honey-soft px-2.5 py-0.5">{t("billing:badge.next")}</span>}
    </p>
  )
}

/** What a plan includes. A sign for the eye and a word for a screen reader. */
export function FeatureList({ rows, values }: { rows: PlanPanelData["rows"]; values: readonly PlanValue[] }) {
  const { t } = useI18n()
  return (
    <ul className="mt-5 flex flex-col gap-2 border-t border-line pt-4 text-[0.9375rem]">
      {rows.map(({ id, label }, at) => {
        const value = values[at]
        const isIn = value?.kind !== "no"
        return (
          <li key={id} className={`flex gap-2.5 ${isIn ? "" : "text-muted"}`}>
            <span aria-hidden="true" className={`w-4 shrink-0 text-center ${isIn ? "font-bold text-good" : ""}`}>
              {isIn ? "✓" : "–"}
            </span>
            {value?.kind === "words" ? (
              <span>
                {t("billing:feature.label", { label })} <strong className="font-semibold">{value.text}</strong>
              </span>
            ) : (
              <span>
                {isIn ? (
                  label
                ) : (
                  <>
                    <span aria-hidden="true">{label}</span>
                    <span className="sr-only">
                      {t("billing:feature.label", { label })} {value?.text}
                    </span>
                  </>
                )}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
