import { useI18n } from "../../i18n/I18n.tsx"
import { EntityList } from "./EntityList.tsx"
import type { Column } from "./EntityTable.tsx"
import type { ListData } from "./list-data.ts"
import { NameCell } from "./NameCell.tsx"
import { RateLink } from "./RateLink.tsx"
import { RatingCell } from "./RatingCell.tsx"
import { RatingsNote } from "./RatingsNote.tsx"
import type { ExchangeRow } from "./rows.ts"

export default function ExchangeListPage({ data }: { data: ListData<ExchangeRow> }) {
  const { t } = useI18n()
  const columns: Column<ExchangeRow>[] = [
    {
      id: "name",
      label: t("catalog:column.name"),
      sort: "name",
      role: "name",
      cell: (row) => <NameCell kind="exchange" slug={row.slug} name={row.name} detail={row.kind} />,
    },
    {
      id: "rating",
      label: t("catalog:column.rating"),
      sort: "rating",
      numeric: true,
      cell: (row) => row.rating && <RatingCell rating={row.rating} />,
    },
    {
      id: "countries",
      label: t("catalog:column.countries"),
      cell: (row) => row.countries && <span className="block tablet:min-w-36">{row.countries}</span>,
    },
    { id: "since", label: t("catalog:column.since"), sort: "since", numeric: true, cell: (row) => row.since },
    { id: "maker", label: t("catalog:column.maker"), sort: "maker", numeric: true, cell: (row) => row.maker },
    { id: "taker", label: t("catalog:column.taker"), sort: "taker", numeric: true, cell: (row) => row.taker },
    {
      id: "proof",
      label: t("catalog:column.proof"),
      sort: "proof",
      numeric: true,
      cell: (row) => row.proof && <span className="whitespace-nowrap">{row.proof}</span>,
    },
    {
      id: "rate",
      label: t("catalog:column.bestRate"),
      sort: "rate",
      numeric: true,
      cell: (row) => row.best && <RateLink rate={row.best} withCategory />,
    },
    { id: "offers", label: t("catalog:column.offers"), sort: "offers", numeric: true, cell: (row) => row.offers },
  ]
  return <EntityList data={data} columns={columns} note={<RatingsNote />} />
}
