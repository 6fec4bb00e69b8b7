import { useMemo } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Breadcrumbs } from "../../ui/Breadcrumbs.tsx"
import { ExternalLink } from "../../ui/ExternalLink.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import { StarPlace } from "../watchlist/Star.tsx"
import { Calculator } from "./Calculator.tsx"
import type { OfferPageData } from "./detail-data.ts"
import { useFigures } from "./figures.ts"
import { HistoryChart } from "./HistoryChart.tsx"
import { CATEGORY_LABEL, CATEGORY_LIST } from "./labels.ts"
import { OfferTable } from "./OfferTable.tsx"
import { OfferTerms } from "./OfferTerms.tsx"
import { RealApyCell } from "./RealApyCell.tsx"

export default function OfferPage({ data }: { data: OfferPageData }) {
  const { t } = useI18n()
  const { row } = data
  return (
    <>
      <Breadcrumbs
        parents={[
          { label: t("common:nav.earn"), to: href("earn") },
          { label: t(CATEGORY_LABEL[row.category]), to: href(CATEGORY_LIST[row.category]) },
        ]}
        here={data.name}
      />
      <div className="mt-4 flex items-center gap-4">
        <Logo kind={row.provider.kind} slug={row.provider.slug} size={48} />
        <div>
          <h1>{data.name}</h1>
          <p className="flex flex-wrap gap-x-3 text-muted">
            <Link to={href(row.provider.kind, { slug: row.provider.slug })} className="text-link">
              {row.provider.name}
            </Link>
            {row.label && <span>{row.label}</span>}
            {row.blockchain && <span>{row.blockchain}</span>}
            {row.status !== "active" && <strong className="text-warn">{t(`offers:status.${row.status}`)}</strong>}
          </p>
        </div>
        <StarPlace item={`offer:${row.slug}`} name={data.name} />
      </div>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <a
          href={data.visit.url}
          target="_blank"
          rel={`noopener noreferrer nofollow${data.visit.pays ? " sponsored" : ""}`}
          className="button button-main"
        >
          {t("offer:visit.open", { name: row.provider.name })}
          <span aria-hidden="true">↗</span>
          <span className="sr-only">{t("common:opensInNewTab")}</span>
        </a>
        <Link to={href("alerts", null, `offer=${row.slug}`)} rel="nofollow" className="button">
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="currentColor">
            <path d="M10 2a5 5 0 0 0-5 5v3.6L3.4 13a.9.9 0 0 0 .7 1.5h11.8a.9.9 0 0 0 .7-1.5L15 10.6V7a5 5 0 0 0-5-5zM7.8 16a2.3 2.3 0 0 0 4.4 0z" />
          </svg>
          {t("offer:alert")}
        </Link>
        {data.visit.pays && <span className="text-sm text-muted">{t("offer:visit.pays")}</span>}
      </p>
      <KeyFigures data={data} />
      <div className="mt-8 grid gap-8 desktop:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-8 desktop:col-span-2">
          <section aria-labelledby="history">
            <h2 id="history">{t("offer:history.title")}</h2>
            {data.history ? (
              <HistoryChart key={row.slug} slug={row.slug} brought={data.history} />
            ) : (
              <p className="panel mt-3 p-6 text-muted">{t("offer:history.none")}</p>
            )}
          </section>
          <OfferTerms terms={data.terms} />
          <Provenance data={data} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Calculator symbol={data.symbol} input={data.calculator} path={href("offer", { slug: row.slug })} />
          <section aria-labelledby="risks" className="panel p-5">
            <h2 id="risks">{t("offer:risks.title")}</h2>
            <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 text-[0.9375rem]">
              {data.risks.map((risk) => (
                <li key={risk}>{risk}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      {data.similar.length > 0 && (
        <section aria-labelledby="similar" className="mt-10">
          <h2 id="similar" className="mb-3">
            {t("offer:similar.title")}
          </h2>
          <div className="panel relative tablet:overflow-x-auto">
            <OfferTable
              rows={data.similar}
              caption={t("offer:similar.title")}
              withAmount={data.calculator.amount !== null}
            />
          </div>
        </section>
      )}
    </>
  )
}

/** What was really paid: the verdict, and the figure or where it is. */
function RealApy({ row }: { row: OfferPageData["row"] }) {
  const { t } = useI18n()
  const figure = useFigures(useMemo(() => [row], [row]))[row.slug]
  return (
    <>
      <RealApyCell verdict={row.realApyVerdict} figure={figure} />
      {figure?.paidShareText && (
        <div className="share">{t("offers:realApy.share", { share: figure.paidShareText })}</div>
      )}
      {row.realApyVerdict !== "unknown" && (
        <Link to={href("pricing")} rel="nofollow" className="unpaid block py-0.5 text-sm font-normal text-link">
          {t("offer:realApy.plans")}
        </Link>
      )}
    </>
  )
}

function KeyFigures({ data }: { data: OfferPageData }) {
  const { t } = useI18n()
  const { row } = data
  const figures = [
    {
      label: t("offers:column.apy"),
      value: (
        <>
          {row.apy ?? (row.apyNote ? null : <Unknown />)}
          {row.apyNote && <span className="block text-sm font-normal text-muted">{row.apyNote}</span>}
          {row.apySplit && <span className="block text-sm font-normal text-muted">{row.apySplit}</span>}
        </>
      ),
    },
    { label: t("offers:column.realApy"), value: <RealApy row={row} /> },
    { label: t("offers:column.cash"), value: row.timeToCash ?? row.timeToCashNote ?? <Unknown /> },
    { label: t("offers:column.tvl"), value: row.tvl ?? <Unknown /> },
  ]
  return (
    <dl className="panel mt-6 grid grid-cols-2 gap-px overflow-hidden bg-line desktop:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="bg-surface p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where the numbers come from, and when: no bare number (design 1). */
function Provenance({ data }: { data: OfferPageData }) {
  const { t } = useI18n()
  const { provenance, row } = data
  return (
    <section aria-labelledby="source" className="panel p-5">
      <h2 id="source" className="mb-2">
        {t("offer:source.title")}
      </h2>
      {provenance.isSeed && <p className="mb-2 text-sm text-warn">{t("offer:source.seed", { day: row.updated })}</p>}
      {provenance.isStale && <p className="mb-2 text-sm text-warn">{t("offer:source.stale")}</p>}
      {provenance.frozenSince && (
        <p className="mb-2 text-sm text-warn">{t("offer:source.frozen", { day: provenance.frozenSince })}</p>
      )}
      <Facts
        facts={[
          {
            label: t("offer:source.name"),
            value: (
              <ExternalLink href={provenance.url}>{t(`offer:sourceName.${provenance.source}` as never)}</ExternalLink>
            ),
          },
          { label: t("offer:source.observed"), value: provenance.observed ?? t("offer:source.notTold") },
          { label: t("offer:source.fetched"), value: provenance.fetched },
          { label: t("offer:source.kind"), value: t(`offer:rateKind.${provenance.rateKind}`) },
          { label: t("offer:source.commission"), value: t(`offer:commission.${row.commission}`) },
          { label: t("offer:source.recordedDays"), value: provenance.recordedDays },
        ]}
      />
      <details className="mt-3">
        <summary className="text-sm text-link">{t("offer:source.raw")}</summary>
        <code className="mt-2 block overflow-x-auto rounded-lg bg-raised p-3 text-sm" tabIndex={0}>
          {provenance.raw}
        </code>
        <p className="mt-2 text-sm text-muted">{t("offer:source.externalId", { id: provenance.externalId })}</p>
      </details>
      {data.events.length > 0 && (
        <>
          <h3 className="mt-4">{t("offer:events.title")}</h3>
          <ul className="mt-1 text-sm">
            {data.events.map(({ at, text }) => (
              <li key={`${at}${text}`}>
                <span className="text-muted">{at}</span> {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
