import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { SortHeader } from "../../ui/SortHeader.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { PageSortKey } from "./query.ts"
import { Star } from "../watchlist/Star.tsx"
import { useFigures } from "./figures.ts"
import type { RealApyFigure } from "./me.server.ts"
import { RealApyCell } from "./RealApyCell.tsx"
import { Sparkline } from "./Sparkline.tsx"
import type { OfferRowView } from "./view.ts"

export type OfferTableProps = {
  rows: readonly OfferRowView[]
  caption: string
  /** With an amount each row says what that amount earns. */
  withAmount: boolean
  /** Set where the table can be sorted. */
  sorting?: { sort: PageSortKey; order: "asc" | "desc"; links: Record<PageSortKey, string> }
}

/** Offers to compare: a table where there is room, cards on phones. */
export function OfferTable({ rows, caption, withAmount, sorting }: OfferTableProps) {
  const { t } = useI18n()
  const labels = columnLabels(t)
  const figures = useFigures(rows)
  const head = (key: PageSortKey | null, column: string, label: string, numeric = true) =>
    key && sorting ? (
      <SortHeader
        key={column}
        to={sorting.links[key]}
        sorted={sorting.sort === key ? sorting.order : null}
        numeric={numeric}
        column={column}
      >
        {label}
      </SortHeader>
    ) : (
      <th key={column} scope="col" data-col={column} className={numeric ? "numeric" : undefined}>
        {label}
      </th>
    )
  return (
    <table className="data-table offer-table" role="table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr role="row">
          {head("name", "provider", labels.provider, false)}
          {head(null, "currency", labels.currency, false)}
          {head(null, "chain", labels.chain, false)}
          {head("apy", "apy", labels.apy)}
          {withAmount && head("apy", "yours", labels.yours)}
          {head(null, "realApy", labels.realApy)}
          {head("timeToCash", "cash", labels.cash)}
          {head("tvl", "tvl", labels.tvl)}
          {head(null, "spark", labels.spark)}
          {head(null, "updated", labels.updated)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OfferRow key={row.slug} row={row} figure={figures[row.slug]} withAmount={withAmount} labels={labels} />
        ))}
      </tbody>
    </table>
  )
}

const COLUMNS = ["provider", "currency", "chain", "apy", "yours", "realApy", "cash", "tvl", "spark", "updated"] as const
type ColumnLabels = Record<(typeof COLUMNS)[number], string>

/** Looked up once for a table: on phones each cell carries the label of its column. */
function columnLabels(t: Translate): ColumnLabels {
  return Object.fromEntries(COLUMNS.map((column) => [column, t(`offers:column.${column}`)])) as ColumnLabels
}

type OfferRowProps = {
  row: OfferRowView
  figure: RealApyFigure | undefined
  withAmount: boolean
  labels: ColumnLabels
}

/** How the cells look is in the styles of the table: fifty rows of classes are half of a page. */
function OfferRow({ row, figure, withAmount, labels }: OfferRowProps) {
  const { t } = useI18n()
  const cell = (column: keyof ColumnLabels, content: ReactNode, isKnown = true) => (
    <td role="cell" data-col={column} className={isKnown ? undefined : "cell-empty-phone"} data-label={labels[column]}>
      {isKnown ? content : <Unknown />}
    </td>
  )
  const symbols = row.currencies.map((currency) => currency.symbol).join(" ")
  const isActive = row.status === "active"
  return (
    <tr role="row">
      <td role="cell" data-col="provider">
        <div className="offer-name">
          <Logo kind={row.provider.kind} slug={row.provider.slug} size={32} />
          <div>
            <Link to={href("offer", { slug: row.slug })}>
              {row.provider.name}
              <span className="sr-only">{` ${symbols}`}</span>
            </Link>
            {(row.label || row.blockchain || !isActive) && (
              <div className="offer-facts">
                {row.label && <span>{row.label}</span>}
                {row.blockchain && <span className="chain-inline">{row.blockchain}</span>}
                {!isActive && <span className="font-semibold text-warn">{t(`offers:status.${row.status}`)}</span>}
              </div>
            )}
          </div>
        </div>
        <Star item={`offer:${row.slug}`} name={`${row.provider.name} ${symbols}`} />
      </td>
      <td role="cell" data-col="currency" data-label={labels.currency}>
        <Currencies row={row} />
      </td>
      <td
        role="cell"
        data-col="chain"
        className={row.blockchain ? undefined : "cell-empty-phone"}
        data-label={labels.chain}
      >
        {row.blockchain ?? <span className="text-muted">{t("offers:chain.none")}</span>}
      </td>
      <td role="cell" data-col="apy" data-label={labels.apy}>
        {row.apy ? <span className="rate">{row.apy}</span> : row.apyNote ? null : <Unknown />}
        {row.apyNote && <div className="note">{row.apyNote}</div>}
        {row.apySplit && <div className="note">{row.apySplit}</div>}
      </td>
      {withAmount && (
        <td role="cell" data-col="yours" data-label={labels.yours}>
          {row.yours ? (
            <span className="font-semibold text-good">{row.yours}</span>
          ) : row.yoursNote ? null : (
            <Unknown />
          )}
          {row.yoursNote && <div className="text-xs text-muted">{row.yoursNote}</div>}
        </td>
      )}
      {cell("realApy", <RealApyCell verdict={row.realApyVerdict} figure={figure} />, row.realApyVerdict !== "unknown")}
      {cell(
        "cash",
        row.timeToCash ?? <span className="text-sm text-muted">{row.timeToCashNote}</span>,
        row.timeToCash !== null || row.timeToCashNote !== null,
      )}
      {cell("tvl", row.tvl, row.tvl !== null)}
      {cell("spark", row.spark && <Sparkline path={row.spark} label={t("offers:spark.label")} />, row.spark !== null)}
      {cell(
        "updated",
        <time dateTime={row.updatedDay}>
          {row.updated}
          <span>{t(`offers:commissionShort.${row.commission}`)}</span>
        </time>,
      )}
    </tr>
  )
}

function Currencies({ row }: { row: OfferRowView }) {
  return (
    <span className="offer-coins">
      {row.currencies.map(({ slug, symbol }) => {
        const logo = <Logo kind="currency" slug={slug ?? symbol.toLowerCase().replace(/[^a-z0-9]+/g, "-")} size={20} />
        return slug ? (
          <Link key={symbol} to={href("currency", { slug })}>
            {logo}
            {symbol}
          </Link>
        ) : (
          <span key={symbol}>
            {logo}
            {symbol}
          </span>
        )
      })}
    </span>
  )
}
