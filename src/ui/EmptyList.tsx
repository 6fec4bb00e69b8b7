import { useI18n } from "../i18n/I18n.tsx"
import { Link } from "./navigation.tsx"

/** What stands in the place of a list when nothing fits the filters, with the way back. */
export function EmptyList({ title, text, resetTo }: { title: string; text: string; resetTo: string }) {
  const { t } = useI18n()
  return (
    <div className="panel px-6 py-14 text-center">
      <h2>{title}</h2>
      <p className="mx-auto mt-2 max-w-md text-muted">{text}</p>
      <p className="mt-5">
        <Link to={resetTo} className="button">
          {t("common:chips.reset")}
        </Link>
      </p>
    </div>
  )
}
