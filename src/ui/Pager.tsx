import { useI18n } from "../i18n/I18n.tsx"
import { Link } from "./navigation.tsx"

export type PagerProps = { previous: string | null; next: string | null; text: string; pages: number }

/** The way to the pages before and after; nothing when there is one page. */
export function Pager({ previous, next, text, pages }: PagerProps) {
  const { t } = useI18n()
  if (pages <= 1) return null
  return (
    <nav aria-label={t("common:paging.label")} className="mt-4 flex items-center justify-between gap-3">
      {previous ? (
        <Link to={previous} rel="prev" className="button">
          <span aria-hidden="true">←</span> {t("common:paging.previous")}
        </Link>
      ) : (
        <span />
      )}
      <span className="text-sm text-muted tabular-nums">{text}</span>
      {next ? (
        <Link to={next} rel="next" className="button">
          {t("common:paging.next")} <span aria-hidden="true">→</span>
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
