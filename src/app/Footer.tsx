import { useI18n } from "../i18n/I18n.tsx"
import { href } from "../routes.ts"
import { Link } from "../ui/navigation.tsx"
import type { Frame } from "./page.ts"

const GROUPS = [
  { title: "product", links: ["savings", "staking", "lending", "defi", "cards"] },
  { title: "explore", links: ["cryptocurrencies", "exchanges", "protocols", "wallets", "blog", "developers"] },
  { title: "company", links: ["contact", "affiliate", "methodology"] },
  { title: "legal", links: ["disclaimer", "terms", "privacy", "sitemap"] },
] as const

/** spec 2: four groups of links, the community, the footnote, the year. */
export function Footer({ frame }: { frame: Frame }) {
  const { t } = useI18n()
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid w-full max-w-content grid-cols-2 gap-8 px-4 py-10 tablet:grid-cols-4 tablet:px-6">
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={t(`common:footer.${title}`)}>
            <h2 className="mb-3 text-sm font-semibold">{t(`common:footer.${title}`)}</h2>
            <ul className="flex flex-col gap-2 text-sm text-muted">
              {links.map((name) => (
                <li key={name}>
                  <Link to={href(name)} className="hover:text-ink hover:underline">
                    {t(`common:nav.${name}`)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      {frame.community.length > 0 && (
        <nav aria-label={t("common:footer.community")} className="mx-auto w-full max-w-content px-4 pb-8 tablet:px-6">
          <h2 className="mb-3 text-sm font-semibold">{t("common:footer.community")}</h2>
          <ul className="flex flex-wrap gap-2">
            {frame.community.map(({ id, name, url }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noopener noreferrer" className="button min-h-10 px-2.5">
                  <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
                    <use href={`/icons/community.svg#${id}`} />
                  </svg>
                  <span className="sr-only">
                    {name} {t("common:opensInNewTab")}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mx-auto w-full max-w-content px-4 pb-10 text-sm text-muted tablet:px-6">
        <p className="max-w-3xl">{t("common:footer.note")}</p>
        <p className="mt-2">© {frame.year} Apyary</p>
      </div>
    </footer>
  )
}
