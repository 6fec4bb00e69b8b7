import { useI18n } from "../i18n/I18n.tsx"
import { href } from "../routes.ts"
import { Link } from "../ui/navigation.tsx"

export default function NotFoundPage() {
  const { t } = useI18n()
  return (
    <div className="mx-auto max-w-xl py-24 text-center">
      <p className="text-6xl font-bold text-honey" aria-hidden="true">
        404
      </p>
      <h1 className="mt-4">{t("common:notFound.title")}</h1>
      <p className="mt-3 text-muted">{t("common:notFound.text")}</p>
      <p className="mt-8 flex flex-wrap justify-center gap-3">
        <Link to={href("earn")} className="button button-main">
          {t("common:notFound.earn")}
        </Link>
        <Link to={href("home")} className="button">
          {t("common:notFound.home")}
        </Link>
      </p>
    </div>
  )
}
