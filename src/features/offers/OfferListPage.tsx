import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Chips } from "../../ui/Chips.tsx"
import { EmptyList } from "../../ui/EmptyList.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { useSignedIn } from "../accounts/use-person.ts"
import { ColumnChoice, useHiddenColumns } from "./ColumnChoice.tsx"
import type { OfferListData } from "./list-data.ts"
import { OfferFilters } from "./OfferFilters.tsx"
import { OfferTable } from "./OfferTable.tsx"

export default function OfferListPage({ data }: { data: OfferListData }) {
  const { t } = useI18n()
  const columns = useHiddenColumns()
  const canExport = useSignedIn()?.tariff.exportCsv
  return (
    <>
      <div className="max-w-3xl pb-5 pt-8">
        <h1>{data.heading}</h1>
        <p className="mt-2 text-muted">{data.intro}</p>
      </div>
      <Presets presets={data.presets} />
      <OfferFilters key={JSON.stringify(data.query)} data={data} />
      <Chips chips={data.chips} resetTo={data.resetTo} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-sm text-muted">
          {data.total.count === 0
            ? t("offers:list.none")
            : t("offers:list.range", {
                from: data.range.from,
                to: data.range.to,
                count: data.total.count,
                total: data.total.text,
              })}
        </p>
        <div className="list-tools flex items-center gap-2">
          {canExport && (
            <a href={data.csvTo} download className="button px-3">
              {t("offers:csv")}
            </a>
          )}
          <Link to={data.alertTo} rel="nofollow" className="button px-3">
            {t("offers:alert")}
          </Link>
          <ColumnChoice columns={columns} />
        </div>
      </div>
      {data.rows.length > 0 ? (
        <div className={`panel relative tablet:overflow-x-auto ${columns.classes}`}>
          <OfferTable
            rows={data.rows}
            caption={data.heading}
            withAmount={data.query.amount !== null}
            sorting={{ sort: data.sort, order: data.order, links: data.sortLinks }}
          />
        </div>
      ) : (
        <EmptyList title={t("offers:empty.title")} text={t("offers:empty.text")} resetTo={data.resetTo} />
      )}
      <Pager {...data.paging} />
      <HiddenRows hidden={data.hidden} />
      <Link to={href("pricing")} className="unpaid mt-6 block py-1 text-sm text-muted underline">
        {t("offers:plans")}
      </Link>
    </>
  )
}

function Presets({ presets }: { presets: OfferListData["presets"] }) {
  const { t } = useI18n()
  return (
    <nav aria-label={t("offers:presets.label")} className="-mx-4 mb-4 overflow-x-auto px-4 tablet:mx-0 tablet:px-0">
      <ul className="flex gap-2 pb-1">
        {presets.map(({ id, to, active }) => (
          <li key={id}>
            <Link
              to={to}
              keepScroll
              rel="nofollow"
              aria-current={active ? "true" : undefined}
              className="block whitespace-nowrap rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm hover:bg-raised aria-[current]:border-honey aria-[current]:bg-honey-soft aria-[current]:font-semibold"
            >
              {t(`offers:preset.${id}` as never)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What the list leaves out, why, and the way to see it: nothing is hidden silently. */
function HiddenRows({ hidden }: { hidden: OfferListData["hidden"] }) {
  const { t } = useI18n()
  if (hidden.length === 0) return null
  return (
    <section aria-label={t("offers:hidden.label")} className="mt-6 text-sm text-muted">
      <p>{t("offers:hidden.intro")}</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {hidden.map(({ reason, count, text, to }) => (
          <li key={reason}>
            {t(`offers:hiddenCount.${reason}`, { count, text })}{" "}
            <Link to={to} keepScroll rel="nofollow" className="text-link">
              {t("offers:hidden.show")}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
