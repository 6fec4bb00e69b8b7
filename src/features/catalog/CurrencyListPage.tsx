import { useI18n } from "../../i18n/I18n.tsx"
import { Star } from "../watchlist/Star.tsx"
import { EntityList } from "./EntityList.tsx"
import type { Column } from "./EntityTable.tsx"
import type { ListData } from "./list-data.ts"
import { NameCell } from "./NameCell.tsx"
import { RateLink } from "./RateLink.tsx"
import type { CurrencyListMore, CurrencyRow } from "./rows.ts"

const RATES = ["saving", "staking", "lending", "defi"] as const
const RATE_LABEL = {
  saving: "common:nav.savings",
  staking: "common:nav.staking",
  lending: "common:nav.lending",
  defi: "common:nav.defi",
} as const

export default function CurrencyListPage({ data }: { data: ListData<CurrencyRow, CurrencyListMore> }) {
  const { t } = useI18n()
  const columns: Column<CurrencyRow>[] = [
    {
      id: "rank",
      label: t("catalog:column.rank"),
      sort: "rank",
      numeric: true,
      role: "desktop",
      width: "w-20",
      cell: (row) => row.rank,
    },
    {
      id: "name",
      label: t("catalog:column.name"),
      sort: "name",
      role: "name",
      cell: (row) => (
        <div className="with-star">
          <NameCell kind="currency" slug={row.slug} name={row.name} detail={row.symbol} />
          <Star item={`currency:${row.slug}`} name={row.name} />
        </div>
      ),
    },
    { id: "kind", label: t("catalog:column.kind"), cell: (row) => row.kind },
    { id: "category", label: t("catalog:column.category"), cell: (row) => row.category },
    ...(data.more.hasPrices
      ? [
          {
            id: "price",
            label: t("catalog:column.price"),
            sort: "price",
            numeric: true,
            cell: (row: CurrencyRow) => row.price,
          },
        ]
      : []),
    ...RATES.map((category) => ({
      id: category,
      label: t(RATE_LABEL[category]),
      sort: category,
      numeric: true,
      cell: (row: CurrencyRow) => {
        const rate = row[category]
        return rate && <RateLink rate={rate} />
      },
    })),
    { id: "offers", label: t("catalog:column.offers"), sort: "offers", numeric: true, cell: (row) => row.offers },
  ]
  return <EntityList data={data} columns={columns} note={data.more.isDemo ? t("catalog:currencies.demoNote") : null} />
}
