import { useI18n } from "../../i18n/I18n.tsx"
import { EntityList } from "./EntityList.tsx"
import type { Column } from "./EntityTable.tsx"
import type { ListData } from "./list-data.ts"
import { NameCell } from "./NameCell.tsx"
import { RateLink } from "./RateLink.tsx"
import type { ProtocolRow } from "./rows.ts"

export default function ProtocolListPage({ data }: { data: ListData<ProtocolRow> }) {
  const { t } = useI18n()
  const columns: Column<ProtocolRow>[] = [
    {
      id: "name",
      label: t("catalog:column.name"),
      sort: "name",
      role: "name",
      cell: (row) => <NameCell kind="protocol" slug={row.slug} name={row.name} />,
    },
    { id: "category", label: t("catalog:column.category"), cell: (row) => row.category },
    { id: "chains", label: t("catalog:column.chains"), cell: (row) => row.chains },
    { id: "tvl", label: t("catalog:column.offersTvl"), sort: "tvl", numeric: true, cell: (row) => row.tvl },
    { id: "offers", label: t("catalog:column.offers"), sort: "offers", numeric: true, cell: (row) => row.offers },
    {
      id: "rate",
      label: t("catalog:column.bestRate"),
      sort: "rate",
      numeric: true,
      cell: (row) => row.best && <RateLink rate={row.best} withCategory />,
    },
    { id: "audits", label: t("catalog:column.audits"), sort: "audits", numeric: true, cell: (row) => row.audits },
  ]
  return <EntityList data={data} columns={columns} />
}
