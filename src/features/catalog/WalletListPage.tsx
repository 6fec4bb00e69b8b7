import { useI18n } from "../../i18n/I18n.tsx"
import { EntityList } from "./EntityList.tsx"
import type { Column } from "./EntityTable.tsx"
import type { ListData } from "./list-data.ts"
import { NameCell } from "./NameCell.tsx"
import { RatingCell } from "./RatingCell.tsx"
import { RatingsNote } from "./RatingsNote.tsx"
import type { WalletRow } from "./rows.ts"

export default function WalletListPage({ data }: { data: ListData<WalletRow> }) {
  const { t } = useI18n()
  const rating = (key: "security" | "anonymity" | "ease"): Column<WalletRow> => ({
    id: key,
    label: t(`catalog:column.${key}`),
    sort: key,
    numeric: true,
    cell: (row) => {
      const value = row[key]
      return value && <RatingCell rating={value} />
    },
  })
  const columns: Column<WalletRow>[] = [
    {
      id: "name",
      label: t("catalog:column.name"),
      sort: "name",
      role: "name",
      cell: (row) => <NameCell kind="wallet" slug={row.slug} name={row.name} />,
    },
    { id: "type", label: t("catalog:column.type"), cell: (row) => row.type },
    { id: "platforms", label: t("catalog:column.platforms"), cell: (row) => row.platforms },
    rating("security"),
    rating("anonymity"),
    rating("ease"),
    {
      id: "openSource",
      label: t("catalog:column.openSource"),
      sort: "openSource",
      cell: (row) => row.openSource,
    },
    { id: "coins", label: t("catalog:column.coins"), sort: "coins", numeric: true, cell: (row) => row.coins },
    { id: "services", label: t("catalog:column.services"), cell: (row) => row.services },
  ]
  return <EntityList data={data} columns={columns} note={<RatingsNote />} />
}
