import { useI18n } from "../../i18n/I18n.tsx"
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"

/** Where the rules of the ratings stand. A plain link: it leads to a place within the page. */
export function RatingsNote() {
  const { t, locale } = useI18n()
  return (
    <>
      {t("catalog:ratings.note")}{" "}
      <a href={`${localePath(locale, href("methodology"))}#ratings`} className="text-link">
        {t("catalog:ratings.how")}
      </a>
    </>
  )
}
