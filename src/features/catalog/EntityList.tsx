import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { Chips } from "../../ui/Chips.tsx"
import { EmptyList } from "../../ui/EmptyList.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { type Column, EntityTable } from "./EntityTable.tsx"
import { ListFilters } from "./ListFilters.tsx"
import type { ListData, Sorting } from "./list-data.ts"

export type EntityListProps<Row> = {
  data: ListData<Row>
  columns: readonly Column<Row>[]
  /** What has to be known to read the list rightly. */
  note?: ReactNode
}

/** A list of the catalogue: heading, filters, chips, the table, pages. */
export function EntityList<Row extends { slug: string }>({ data, columns, note }: EntityListProps<Row>) {
  const { t } = useI18n()
  return (
    <>
      <div className="max-w-3xl pb-5 pt-8">
        <h1>{data.heading}</h1>
        <p className="mt-2 text-muted">{data.intro}</p>
        {note && <p className="mt-2 text-sm text-muted">{note}</p>}
      </div>
      <ListFilters key={JSON.stringify([data.search, data.kept, data.fields])} data={data} />
      <Chips chips={data.chips} resetTo={data.resetTo} />
      <p role="status" className="mb-2 mt-4 text-sm text-muted">
        {data.total.count === 0
          ? t("catalog:list.none")
          : t("catalog:list.range", { from: data.range.from, to: data.range.to, total: data.total.text })}
      </p>
      {data.rows.length > 0 && <PhoneSorting sorting={data.sorting} columns={columns} />}
      {data.rows.length > 0 ? (
        <div className="panel relative tablet:overflow-x-auto">
          <EntityTable rows={data.rows} columns={columns} caption={data.heading} sorting={data.sorting} />
        </div>
      ) : (
        <EmptyList title={t("catalog:empty.title")} text={t("catalog:empty.text")} resetTo={data.resetTo} />
      )}
      <Pager {...data.paging} />
    </>
  )
}

/** On phones a table has no heads: the links to sort by stand above it. */
function PhoneSorting({
  sorting,
  columns,
}: {
  sorting: Sorting
  columns: readonly { label: string; sort?: string }[]
}) {
  const { t } = useI18n()
  return (
    <nav aria-label={t("catalog:sort.label")} className="-mx-4 mb-3 overflow-x-auto px-4 tablet:hidden">
      <ul className="flex items-center gap-2 pb-1 text-sm">
        <li aria-hidden="true" className="whitespace-nowrap text-muted">
          {t("catalog:sort.label")}
        </li>
        {columns.map(({ label, sort }) => {
          const to = sort === undefined ? undefined : sorting.links[sort]
          if (to === undefined) return null
          const isSorted = sorting.sort === sort
          return (
            <li key={sort}>
              <Link
                to={to}
                keepScroll
                rel="nofollow"
                aria-current={isSorted ? "true" : undefined}
                className="block whitespace-nowrap rounded-full border border-line bg-surface px-3 py-1.5 aria-[current]:border-honey aria-[current]:bg-honey-soft aria-[current]:font-semibold"
              >
                {label}
                {isSorted && <span aria-hidden="true"> {sorting.order === "asc" ? "↑" : "↓"}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
