import { useI18n } from "../i18n/I18n.tsx"

/** What nobody knows: a dash for the eye (made by the style), a word for a screen reader. Never 0. */
export function Unknown() {
  const { t } = useI18n()
  return <span className="unknown">{t("common:unknown")}</span>
}
