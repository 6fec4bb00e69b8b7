import { useI18n } from "../i18n/I18n.tsx"
import { Link } from "./navigation.tsx"

/** The way up from a detail page. The last part is the page itself. */
export function Breadcrumbs({ parents, here }: { parents: readonly { label: string; to: string }[]; here: string }) {
  const { t } = useI18n()
  return (
    <nav aria-label={t("common:breadcrumbs")} className="pt-6 text-sm text-muted">
      <ol className="flex flex-wrap gap-x-2">
        {parents.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className="hover:text-ink hover:underline">
              {label}
            </Link>
            <span aria-hidden="true" className="ml-2">
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="text-ink">
          {here}
        </li>
      </ol>
    </nav>
  )
}
