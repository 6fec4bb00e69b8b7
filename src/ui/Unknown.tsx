import { useI18n } from "../i18n/I18n.tsx"

/** What nobody knows: a dash for the eye, a word for a screen reader. Never 0. */
export function Unknown() {
  const { t } = useI18n()
  return (
    <span className="text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("common:unknown")}</span>
    </span>
  )
}
