import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Logo } from "../../ui/Logo.tsx"
import { Link, QueryForm } from "../../ui/navigation.tsx"
import type { SearchPageData } from "./pages.server.ts"

const KIND = { currencies: "currency", exchanges: "exchange", wallets: "wallet", protocols: "protocol" } as const

export default function SearchPage({ data }: { data: SearchPageData }) {
  const { t } = useI18n()
  return (
    <div className="max-w-3xl pt-8">
      <h1>{t("search:heading")}</h1>
      <QueryForm key={data.query} to={href("search")} label={t("search:label")} className="mt-4 flex gap-2">
        <input
          name="query"
          type="search"
          maxLength={100}
          defaultValue={data.query ?? ""}
          aria-label={t("search:label")}
          placeholder={t("search:placeholder")}
          className="field"
        />
        <button type="submit" className="button button-main">
          {t("search:submit")}
        </button>
      </QueryForm>
      {data.query !== null && data.groups.length === 0 && (
        <div className="panel mt-6 p-6">
          <p className="font-semibold">{t("search:none.title", { text: data.query })}</p>
          <p className="mt-1 text-muted">{t("search:none.hint")}</p>
        </div>
      )}
      {data.groups.map(({ category, total, items }) => (
        <section key={category} aria-labelledby={category} className="mt-8">
          <h2 id={category}>
            {t(`search:${category}`)} <span className="text-base font-normal text-muted">{total}</span>
          </h2>
          <ul className="mt-2 grid gap-x-6 tablet:grid-cols-2">
            {items.map(({ slug, name, symbol }) => (
              <li key={slug}>
                <Link
                  to={href(KIND[category], { slug })}
                  className="flex items-center gap-3 rounded-md px-2 py-2 hover:bg-raised"
                >
                  <Logo kind={KIND[category]} slug={slug} />
                  <span className="min-w-0 truncate">{name}</span>
                  {symbol && <span className="text-sm text-muted">{symbol}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
