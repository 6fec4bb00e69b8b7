import { useEffect, useId, useRef } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { TARIFF_PERIODS, type TariffPeriod } from "./tariffs.ts"

/** What the toggle shows before anybody touches it (spec 2). */
export const DEFAULT_PERIOD: TariffPeriod = "yearly"

/**
 * Monthly or yearly. The browser's own radio buttons, which the styles of the panel look at: it works without JavaScript, and a choice
 * made before the script came is kept.
 */
export function PeriodToggle({ sale, onChange }: { sale: string | null; onChange: (period: TariffPeriod) => void }) {
  const { t } = useI18n()
  const name = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const checked = box.current?.querySelector<HTMLInputElement>("input:checked")
    const period = TARIFF_PERIODS.find((one) => one === checked?.value)
    if (period !== undefined && period !== DEFAULT_PERIOD) onChange(period)
    // Once: afterwards each change is told.
  }, [])
  return (
    <fieldset ref={box} className="inline-flex max-w-full flex-wrap rounded-xl border border-line bg-surface p-1">
      <legend className="sr-only">{t("billing:period.label")}</legend>
      {TARIFF_PERIODS.map((period) => (
        <label
          key={period}
          className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-4 font-medium text-muted has-checked:bg-raised has-checked:text-ink"
        >
          <input
            type="radio"
            name={name}
            value={period}
            defaultChecked={period === DEFAULT_PERIOD}
            onChange={() => onChange(period)}
            className="size-4 cursor-pointer accent-honey"
          />
          <span>{t(`billing:period.${period}`)}</span>
          {period === "yearly" && sale !== null && (
            <span className="rounded-full bg-honey px-2 py-0.5 text-xs font-semibold text-on-honey">{sale}</span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
