import { useI18n } from "../../i18n/I18n.tsx"
import { EntityList } from "../catalog/EntityList.tsx"
import type { Column } from "../catalog/EntityTable.tsx"
import type { ListData } from "../catalog/list-data.ts"
import { NameCell } from "../catalog/NameCell.tsx"
import type { CardRow } from "./card-data.ts"

const STATUS_TONE = {
  open: "text-good",
  waitlist: "text-warn",
  paused: "text-warn",
  closed: "text-bad",
} as const

export default function CardListPage({ data }: { data: ListData<CardRow> }) {
  const { t } = useI18n()
  const columns: Column<CardRow>[] = [
    {
      id: "name",
      label: t("cards:column.name"),
      sort: "name",
      role: "name",
      cell: (row) => <NameCell kind="card" slug={row.slug} name={row.name} detail={row.provider} />,
    },
    {
      id: "status",
      label: t("cards:column.status"),
      sort: "status",
      cell: (row) => row.status && <span className={STATUS_TONE[row.status]}>{t(`cards:status.${row.status}`)}</span>,
    },
    { id: "network", label: t("cards:column.network"), cell: (row) => row.networks },
    { id: "kind", label: t("cards:column.kind"), cell: (row) => row.kind },
    {
      id: "form",
      label: t("cards:column.form"),
      cell: (row) => row.form && <span className="whitespace-nowrap">{row.form}</span>,
    },
    {
      id: "custody",
      label: t("cards:column.custody"),
      cell: (row) => row.custody && <span className="whitespace-nowrap">{row.custody}</span>,
    },
    {
      id: "regions",
      label: t("cards:column.regions"),
      cell: (row) => row.regions && <span className="block tablet:min-w-36">{row.regions}</span>,
    },
    {
      id: "cashback",
      label: t("cards:column.cashback"),
      sort: "cashback",
      numeric: true,
      cell: (row) => row.cashback && <span className="font-medium whitespace-nowrap">{row.cashback}</span>,
    },
    {
      id: "annualFee",
      label: t("cards:column.annualFee"),
      sort: "annualFee",
      numeric: true,
      cell: (row) => row.annualFee,
    },
    {
      id: "issueFee",
      label: t("cards:column.issueFee"),
      sort: "issueFee",
      numeric: true,
      cell: (row) => row.issueFee,
    },
    { id: "fxFee", label: t("cards:column.fxFee"), sort: "fxFee", numeric: true, cell: (row) => row.fxFee },
  ]
  return <EntityList data={data} columns={columns} note={t("cards:list.note")} />
}
