import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { OfferTable } from "../offers/OfferTable.tsx"
import type { HomeData } from "./pages.server.ts"

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
    </>
  )
}
