import { useI18n } from "../../i18n/I18n.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { OfferRowView } from "./view.ts"

const TONE = { asSaid: "text-good", less: "text-warn", farLess: "text-bad", unknown: "text-muted" } as const

/** The verdict in words for everybody; the figure for those whose plan has it (spec 6). */
export function RealApyCell({ row }: { row: Pick<OfferRowView, "realApy" | "realApyVerdict" | "paidShare"> }) {
  const { t } = useI18n()
  if (row.realApyVerdict === "unknown") return <Unknown />
  return (
    <>
      {row.realApy && <span className="font-medium">{row.realApy}</span>}
      <div className={`text-xs ${TONE[row.realApyVerdict]}`}>{t(`offers:verdict.${row.realApyVerdict}`)}</div>
      {row.paidShare && <div className="text-xs text-muted">{t("offers:realApy.share", { share: row.paidShare })}</div>}
    </>
  )
}
