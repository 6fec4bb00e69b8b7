import { useI18n } from "../i18n/I18n.tsx"
import { Link } from "./navigation.tsx"

export type Chip = { id: string; label: string /** Where the list is without this filter. */; removeTo: string }

/** The filters that are on: each takes itself off, and the last one takes off all. Nothing when none is on. */
export function Chips({ chips, resetTo }: { chips: readonly Chip[]; resetTo: string }) {
  const { t } = useI18n()
  if (chips.length === 0) return null
  return (
    <ul aria-label={t("common:chips.label")} className="my-4 flex flex-wrap items-center gap-2">
      {chips.map(({ id, label, removeTo }) => (
        <li key={id}>
          <Link
            to={removeTo}
            keepScroll
            rel="nofollow"
            className="inline-flex items-center gap-2 rounded-full border border-line bg-honey-soft py-1 pl-3 pr-2.5 text-sm hover:border-honey"
          >
            <span className="sr-only">{t("common:chips.remove")} </span>
            {label}
            <span aria-hidden="true" className="text-muted">
              ×
            </span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={resetTo} keepScroll className="px-2 py-1 text-sm text-link">
          {t("common:chips.reset")}
        </Link>
      </li>
    </ul>
  )
}
