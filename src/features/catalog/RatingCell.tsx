import { useI18n } from "../../i18n/I18n.tsx"

/** A rating from 1 to 5. */
export function RatingCell({ rating }: { rating: string }) {
  const { t } = useI18n()
  return (
    <span className="whitespace-nowrap">
      <span className="sr-only">{t("catalog:ratings.outOf", { rating })}</span>
      <span aria-hidden="true">
        <span className="font-medium">{rating}</span>{" "}
        <span className="text-xs text-muted">{t("catalog:ratings.of5")}</span>
      </span>
    </span>
  )
}
