import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link } from "../../ui/navigation.tsx"
import { Unknown } from "../../ui/Unknown.tsx"
import { OfferTable } from "../offers/OfferTable.tsx"
import type { HomeData, TopCurrency } from "./pages.server.ts"

export default function HomePage({ data }: { data: HomeData }) {
  const { t } = useI18n()
  return (
    <>
      <section className="max-w-3xl py-14">
        <h1 className="text-[2.25rem] tablet:text-[2.75rem]">{t("site:home.heading")}</h1>
        <p className="mt-4 text-lg text-muted">{data.lead}</p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to={href("earn")} className="button button-main">
            {t("site:home.compare")}
          </Link>
          <Link to={href("methodology")} className="button">
            {t("common:nav.methodology")}
          </Link>
        </p>
      </section>
      {data.sections.map(({ heading, to, rows }) => (
        <section key={to} className="mb-10">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2>{heading}</h2>
            <Link to={to} className="whitespace-nowrap text-link">
              {t("site:home.seeAll")}
              <span className="sr-only"> {heading}</span>
            </Link>
          </div>
          <div className="panel relative tablet:overflow-x-auto">
            <OfferTable rows={rows} caption={heading} withAmount={false} />
          </div>
        </section>
      ))}
      <TopCurrencies currencies={data.top} />
      <HowItIsMade />
    </>
  )
}

function TopCurrencies({ currencies }: { currencies: readonly TopCurrency[] }) {
  const { t } = useI18n()
  return (
    <section className="mb-10" aria-labelledby="top">
      <h2 id="top" className="mb-3">
        {t("site:home.top.title")}
      </h2>
      <div className="panel relative tablet:overflow-x-auto">
        <table className="data-table" role="table">
          <caption className="sr-only">{t("site:home.top.title")}</caption>
          <thead>
            <tr role="row">
              <th scope="col">{t("site:home.top.currency")}</th>
              <th scope="col" className="numeric">
                {t("site:home.top.best")}
              </th>
              <th scope="col" className="numeric">
                {t("site:home.top.offers")}
              </th>
            </tr>
          </thead>
          <tbody>
            {currencies.map(({ slug, name, symbol, best, bestTo, bestNote, offers }) => (
              <tr key={slug} role="row">
                <td role="cell" className="cell-wide">
                  <Link
                    to={href("currency", { slug })}
                    className="flex items-center gap-3 font-semibold hover:underline"
                  >
                    <Logo kind="currency" slug={slug} size={32} />
                    {name}
                    <span className="font-normal text-muted">{symbol}</span>
                  </Link>
                </td>
                <td role="cell" className="numeric" data-label={t("site:home.top.best")}>
                  {best && bestTo ? (
                    <Link to={bestTo} className="font-semibold hover:underline">
                      {best}
                    </Link>
                  ) : (
                    <Unknown />
                  )}
                  {bestNote && <div className="text-xs text-muted">{bestNote}</div>}
                </td>
                <td role="cell" className="numeric" data-label={t("site:home.top.offers")}>
                  {offers}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const PROMISES = ["source", "amount", "paid", "order"] as const

function HowItIsMade() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="how">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="how">{t("site:home.how.title")}</h2>
        <Link to={href("methodology")} className="whitespace-nowrap text-link">
          {t("common:nav.methodology")}
        </Link>
      </div>
      <ul className="grid gap-4 tablet:grid-cols-2 desktop:grid-cols-4">
        {PROMISES.map((promise) => (
          <li key={promise} className="panel p-5">
            <h3>{t(`site:home.how.${promise}.title`)}</h3>
            <p className="mt-2 text-[0.9375rem] text-muted">{t(`site:home.how.${promise}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
