import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import { titleOf, type WatchItem } from "./item.ts"
import type { WatchKind } from "./key.ts"
import { NoteField } from "./NoteField.tsx"
import type { Watchlist } from "./use-watchlist.ts"

type Props = { kind: WatchKind; items: readonly WatchItem[]; watchlist: Watchlist; longestNote: number }

/** The currencies or the offers of a list: a table where there is room, cards on phones. */
export function WatchTable({ kind, items, watchlist, longestNote }: Props) {
  const { t } = useI18n()
  const rate = t(kind === "currency" ? "watchlist:column.best" : "watchlist:column.rate")
  const heads = [
    { id: "name", label: t(`watchlist:column.${kind}`) },
    { id: "rate", label: rate, isNumeric: true },
    { id: "then", label: t("watchlist:column.then"), isNumeric: true },
    { id: "change", label: t("watchlist:column.change"), isNumeric: true },
    { id: "note", label: t("watchlist:column.note") },
    { id: "actions", label: t("watchlist:column.actions"), isHidden: true },
  ]
  return (
    <div className="panel relative tablet:overflow-x-auto">
      <table className="data-table watch-table" role="table">
        <caption className="sr-only">{t(`watchlist:group.${kind}`)}</caption>
        <thead>
          <tr role="row">
            {heads.map(({ id, label, isNumeric, isHidden }) => (
              <th key={id} scope="col" data-col={id} className={isNumeric ? "numeric" : undefined}>
                {isHidden ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <WatchRow key={item.key} item={item} rateLabel={rate} watchlist={watchlist} longestNote={longestNote} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { item: WatchItem; rateLabel: string; watchlist: Watchlist; longestNote: number }

function WatchRow({ item, rateLabel, watchlist, longestNote }: RowProps) {
  const { t, formats } = useI18n()
  const cell = (id: string, label: string, content: ReactNode) => (
    <td role="cell" data-col={id} data-label={label} className="numeric">
      {content ?? <Unknown />}
    </td>
  )
  const fullName = titleOf(item)
  const forItem = <span className="sr-only"> {fullName}</span>
  return (
    <tr role="row">
      <td role="cell" data-col="name" className="cell-wide">
        <Name item={item} />
      </td>
      {cell("rate", rateLabel, <RateNow item={item} />)}
      {cell(
        "then",
        t("watchlist:column.then"),
        <>
          {item.addedRatePercent === null ? <Unknown /> : formats.percent(item.addedRatePercent)}
          <time dateTime={item.addedAt} className="block whitespace-nowrap text-xs text-muted">
            {formats.date(new Date(item.addedAt))}
          </time>
        </>,
      )}
      {cell("change", t("watchlist:column.change"), <Change points={item.changePoints} />)}
      <td role="cell" data-col="note" data-label={t("watchlist:column.note")} className="cell-wide">
        <NoteField
          name={fullName}
          note={item.note}
          longest={longestNote}
          onSave={(note) => watchlist.setNote(item, note)}
        />
      </td>
      <td role="cell" data-col="actions" className="cell-wide">
        <div className="flex flex-wrap gap-2 tablet:flex-col">
          {item.isListed && (
            <Link to={alertPath(item)} rel="nofollow" className="button px-2 text-sm">
              <span>
                {t("watchlist:alert")}
                {forItem}
              </span>
            </Link>
          )}
          <button type="button" className="button px-2 text-sm" onClick={() => watchlist.remove(item)}>
            <span>
              {t("watchlist:remove")}
              {forItem}
            </span>
          </button>
        </div>
      </td>
    </tr>
  )
}

/** The form for an alert, with what is watched filled in. */
function alertPath({ kind, slug }: WatchItem): string {
  return href("alerts", null, `${kind === "currency" ? "currencyId" : "offer"}=${slug}`)
}

function Name({ item }: { item: WatchItem }) {
  const { t } = useI18n()
  const name = <span className="break-words">{item.name}</span>
  return (
    <div className="flex items-center gap-3">
      {item.logo && <Logo kind={item.logo.kind} slug={item.logo.slug} size={32} />}
      <div className="min-w-0">
        {item.path ? (
          <Link to={item.path} className="font-semibold hover:underline">
            {name}
          </Link>
        ) : (
          <span className="font-semibold">{name}</span>
        )}
        <div className="flex flex-wrap gap-x-2 text-sm text-muted">
          {item.symbols && <span>{item.symbols}</span>}
          {item.category && <span>{t(`offers:category.${item.category}`)}</span>}
          {item.status && item.status !== "active" && (
            <span className="font-semibold text-warn">{t(`offers:status.${item.status}`)}</span>
          )}
          {!item.isListed && <span className="font-semibold text-warn">{t("watchlist:unlisted")}</span>}
        </div>
      </div>
    </div>
  )
}

/** Today's rate; of a currency the best, with the best of each category and who pays it. */
function RateNow({ item }: { item: WatchItem }) {
  const { t, formats } = useI18n()
  if (item.ratePercent === null)
    return item.isListed && item.kind === "currency" ? (
      <span className="text-sm text-muted">{t("watchlist:noOffer")}</span>
    ) : (
      <Unknown />
    )
  return (
    <>
      <span className="text-[1.0625rem] font-semibold">{formats.percent(item.ratePercent)}</span>
      {item.rateKind === "apr" && <span className="text-xs text-muted"> APR</span>}
      {item.rates.map(({ category, ratePercent, rateKind, provider, path }) => (
        <span key={category} className="block text-xs text-muted">
          {t(`offers:category.${category}`)}{" "}
          <Link to={path} className="hover:underline">
            {formats.percent(ratePercent)}
            {rateKind === "apr" && " APR"}
            <span className="sr-only"> {provider}</span>
          </Link>
        </span>
      ))}
    </>
  )
}

function Change({ points }: { points: number | null }) {
  const { t, formats } = useI18n()
  if (points === null) return <Unknown />
  const shown = formats.number(Math.abs(points))
  if (shown === formats.number(0)) return <span className="text-muted">{t("watchlist:change.none")}</span>
  return (
    <span className={`font-semibold ${points > 0 ? "text-good" : "text-bad"}`}>
      {t(points > 0 ? "watchlist:change.up" : "watchlist:change.down", { points: shown })}
    </span>
  )
}
