import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { HISTORY_RANGES, type HistoryRange, isAllowed } from "./history-range.ts"

type Props = {
  chosen: HistoryRange["id"]
  busy: HistoryRange["id"] | null
  /** Days that may be seen; null: all. */
  limit: number | null
  choose: (range: HistoryRange) => void
}

/** How far back the chart goes. What a plan does not show leads to the plans that do. */
export function HistoryRanges({ chosen, busy, limit, choose }: Props) {
  const { t } = useI18n()
  const look =
    "button px-2 text-sm tablet:px-3 aria-pressed:border-honey aria-pressed:bg-honey-soft aria-pressed:font-semibold"
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <div role="group" aria-label={t("offer:range.label")} className="flex flex-wrap gap-1.5">
        {HISTORY_RANGES.map((range) =>
          isAllowed(range, limit) ? (
            <button
              key={range.id}
              type="button"
              aria-pressed={range.id === chosen}
              aria-busy={range.id === busy}
              onClick={() => choose(range)}
              className={look}
            >
              {t(`offer:range.${range.id}`)}
            </button>
          ) : (
            <Link key={range.id} to={href("pricing")} rel="nofollow" className={`${look} text-muted`}>
              <Lock />
              {t(`offer:range.${range.id}`)}
              <span className="sr-only"> {t("offer:range.needs")}</span>
            </Link>
          ),
        )}
      </div>
      {limit !== null && (
        <span className="unpaid text-sm text-muted" aria-hidden="true">
          {t("offer:range.needs")}
        </span>
      )}
    </div>
  )
}

/** Not there for those whose plan opens it, also before the browser has asked who they are. */
function Lock() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" fill="currentColor" className="unpaid">
      <path d="M4 7V5a4 4 0 0 1 8 0v2h.5a.5.5 0 0 1 .5.5v6a.5.5 0 0 1-.5.5h-9a.5.5 0 0 1-.5-.5v-6a.5.5 0 0 1 .5-.5zm1.5 0h5V5a2.5 2.5 0 0 0-5 0z" />
    </svg>
  )
}
