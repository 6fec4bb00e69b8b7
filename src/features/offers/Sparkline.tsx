import { useI18n } from "../../i18n/I18n.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import { SPARK_HEIGHT, SPARK_WIDTH } from "./spark.ts"

/** The last 30 days as a small line. Its words are the figures beside it, so that it is only decoration for a screen reader. */
export function Sparkline({ path }: { path: string | null }) {
  const { t } = useI18n()
  if (!path) return <Unknown />
  return (
    <svg
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      width={SPARK_WIDTH}
      height={SPARK_HEIGHT}
      role="img"
      aria-label={t("offers:spark.label")}
      className="ml-auto inline-block text-honey max-tablet:ml-0"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
