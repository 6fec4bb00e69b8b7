import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { CurrencyPageData } from "./currency-data.ts"
import { EntityFacts, EntityHead, EntityOffers, Section } from "./EntityPage.tsx"
import { type Column, EntityTable } from "./EntityTable.tsx"
import { RateLink } from "./RateLink.tsx"

export default function CurrencyPage({ data }: { data: CurrencyPageData }) {
  const { t } = useI18n()
  return (
    <>
      <EntityHead
        kind="currency"
        slug={data.slug}
        name={data.name}
        detail={data.symbol}
        parent={{ label: t("common:nav.cryptocurrencies"), to: href("cryptocurrencies") }}
        about={data.about}
      />
      {data.offers.rows.length > 0 && <BestRates rates={data.rates} />}
      <EntityOffers offers={data.offers} />
      <EntityFacts facts={data.facts} />
      <Addresses data={data} />
    </>
  )
}

function BestRates({ rates }: { rates: CurrencyPageData["rates"] }) {
  const { t } = useI18n()
  const none = <span className="text-sm text-muted">{t("catalog:best.none")}</span>
  const columns: Column<CurrencyPageData["rates"][number]>[] = [
    {
      id: "category",
      label: t("catalog:best.category"),
      role: "name",
      cell: (row) =>
        row.list ? (
          <Link to={row.list} className="font-semibold hover:underline">
            {row.category}
          </Link>
        ) : (
          row.category
        ),
    },
    {
      id: "best",
      label: t("catalog:best.rate"),
      numeric: true,
      cell: (row) => (row.best ? <RateLink rate={row.best} /> : none),
    },
    {
      id: "base",
      label: t("catalog:best.base"),
      numeric: true,
      cell: (row) => row.base && <RateLink rate={row.base} />,
    },
    { id: "count", label: t("catalog:best.count"), numeric: true, cell: (row) => row.count },
  ]
  return (
    <Section id="best" title={t("catalog:best.title")}>
      <div className="panel max-w-3xl">
        <EntityTable rows={rates} columns={columns} caption={t("catalog:best.title")} />
      </div>
      <p className="mt-2 max-w-3xl text-sm text-muted">{t("catalog:best.note")}</p>
    </Section>
  )
}

function Addresses({ data }: { data: CurrencyPageData }) {
  const { t } = useI18n()
  if (data.addresses.length === 0) return null
  return (
    <Section id="addresses" title={t("catalog:facts.addresses")}>
      <details className="panel px-5 py-4" open={data.addresses.length <= 3}>
        <summary className="text-link">{data.addressSummary}</summary>
        <dl className="mt-3">
          {data.addresses.map(({ chain, address }) => (
            <div
              key={`${chain}:${address}`}
              className="grid gap-x-6 border-t border-line py-2 tablet:grid-cols-[12rem_minmax(0,1fr)]"
            >
              <dt className="text-muted">{chain}</dt>
              <dd>
                <code className="break-all text-sm">{address}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
}
