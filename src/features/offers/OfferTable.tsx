import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { SortHeader } from "../../ui/SortHeader.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import type { SortKey } from "../market/model.ts"
import { RealApyCell } from "./RealApyCell.tsx"
import { Sparkline } from "./Sparkline.tsx"
import type { OfferRowView } from "./view.ts"

export type OfferTableProps = {
  rows: readonly OfferRowView[]
  caption: string
  /** With an amount each row says what that amount earns. */
  withAmount: boolean
  /** Set where the table can be sorted. */
  sorting?: { sort: SortKey; order: "asc" | "desc"; links: Record<SortKey, string> }
}

/** Offers to compare: a table where there is room, cards on phones. */
export function OfferTable({ rows, caption, withAmount, sorting }: OfferTableProps) {
  const { t } = useI18n()
  const head = (key: SortKey | null, column: string, label: string, numeric = true) =>
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
    <table className="data-table" role="table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr role="row">
          {head("name", "provider", t("offers:column.provider"), false)}
          {head(null, "currency", t("offers:column.currency"), false)}
          {head(null, "chain", t("offers:column.chain"), false)}
          {head("apy", "apy", t("offers:column.apy"))}
          {withAmount && head("apy", "yours", t("offers:column.yours"))}
          {head("realApy", "realApy", t("offers:column.realApy"))}
          {head("timeToCash", "cash", t("offers:column.cash"))}
          {head("tvl", "tvl", t("offers:column.tvl"))}
          {head(null, "spark", t("offers:column.spark"))}
          {head(null, "updated", t("offers:column.updated"))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OfferRow key={row.slug} row={row} withAmount={withAmount} />
        ))}
      </tbody>
    </table>
  )
}

function OfferRow({ row, withAmount }: { row: OfferRowView; withAmount: boolean }) {
  const { t } = useI18n()
  const cell = (column: string, label: string, content: ReactNode, isKnown = true) => (
    <td role="cell" data-col={column} className={`numeric ${isKnown ? "" : "cell-empty-phone"}`} data-label={label}>
      {isKnown ? content : <Unknown />}
    </td>
  )
  return (
    <tr role="row">
      <td role="cell" className="cell-wide" data-col="provider">
        <div className="flex items-center gap-3">
          <Logo kind={row.provider.kind} slug={row.provider.slug} size={32} />
          <div className="min-w-0">
            <Link to={href("offer", { slug: row.slug })} className="font-semibold hover:underline">
              {row.provider.name}
              <span className="sr-only"> {row.currencies.map((currency) => currency.symbol).join(" ")}</span>
            </Link>
            <div className="flex flex-wrap gap-x-2 text-sm text-muted">
              {row.label && <span className="break-words">{row.label}</span>}
              {row.blockchain && <span className="chain-inline">{row.blockchain}</span>}
              {row.status !== "active" && (
                <span className="font-semibold text-warn">{t(`offers:status.${row.status}`)}</span>
              )}
            </div>
          </div>
        </div>
      </td>
      <td role="cell" data-col="currency" data-label={t("offers:column.currency")}>
        <Currencies row={row} />
      </td>
      <td
        role="cell"
        data-col="chain"
        className={row.blockchain ? "" : "cell-empty-phone"}
        data-label={t("offers:column.chain")}
      >
        {row.blockchain ?? <span className="text-muted">{t("offers:chain.none")}</span>}
      </td>
      <td role="cell" data-col="apy" className="numeric" data-label={t("offers:column.apy")}>
        {row.apy ? <span className="text-[1.0625rem] font-semibold">{row.apy}</span> : row.apyNote ? null : <Unknown />}
        {row.apyNote && <div className="text-xs text-muted min-[1180px]:whitespace-nowrap">{row.apyNote}</div>}
        {row.apySplit && <div className="text-xs text-muted min-[1180px]:whitespace-nowrap">{row.apySplit}</div>}
      </td>
      {withAmount && (
        <td role="cell" data-col="yours" className="numeric" data-label={t("offers:column.yours")}>
          {row.yours ? (
            <span className="font-semibold text-good">{row.yours}</span>
          ) : row.yoursNote ? null : (
            <Unknown />
          )}
          {row.yoursNote && <div className="text-xs text-muted">{row.yoursNote}</div>}
        </td>
      )}
      {cell("realApy", t("offers:column.realApy"), <RealApyCell row={row} />, row.realApyVerdict !== "unknown")}
      {cell(
        "cash",
        t("offers:column.cash"),
        row.timeToCash ?? <span className="text-sm text-muted">{row.timeToCashNote}</span>,
        row.timeToCash !== null || row.timeToCashNote !== null,
      )}
      {cell("tvl", t("offers:column.tvl"), row.tvl, row.tvl !== null)}
      {cell("spark", t("offers:column.spark"), <Sparkline path={row.spark} />, row.spark !== null)}
      {cell(
        "updated",
        t("offers:column.updated"),
        <time dateTime={row.updatedDay} className="whitespace-nowrap text-sm text-muted">
          {row.updated}
          <span className="block text-xs">{t(`offers:commissionShort.${row.commission}`)}</span>
        </time>,
      )}
    </tr>
  )
}

function Currencies({ row }: { row: OfferRowView }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {row.currencies.map((currency) => (
        <span key={currency.symbol} className="inline-flex items-center gap-1.5">
          <Logo
            kind="currency"
            slug={currency.slug ?? currency.symbol.toLowerCase().replace(/[^a-z0-9]+/g, "-")}
            size={20}
          />
          {currency.slug ? (
            <Link to={href("currency", { slug: currency.slug })} className="hover:underline">
              {currency.symbol}
            </Link>
          ) : (
            currency.symbol
          )}
        </span>
      ))}
    </span>
  )
}
