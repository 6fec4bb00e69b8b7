import { useI18n } from "../../i18n/I18n.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { RealApyFigure } from "./me.server.ts"
import type { OfferRowView } from "./view.ts"

const TONE = { asSaid: "text-good", less: "text-warn", farLess: "text-bad", unknown: "text-muted" } as const

type Props = {
  verdict: OfferRowView["realApyVerdict"]
  /** What somebody's plan adds, once it has come. The style keeps its line free for them, so that nothing moves. */
  figure: RealApyFigure | undefined
}

/** The verdict in words for everybody; the figure for those whose plan has it (spec 6). */
export function RealApyCell({ verdict, figure }: Props) {
  const { t } = useI18n()
  if (verdict === "unknown") return <Unknown />
  return (
    <>
      {figure && <span className="figure">{figure.realApyText}</span>}
      <div className={`verdict ${TONE[verdict]}`}>{t(`offers:verdict.${verdict}`)}</div>
    </>
  )
}
