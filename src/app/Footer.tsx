import { useI18n } from "../i18n/I18n.tsx"
import { href } from "../routes.ts"
import { Link } from "../ui/navigation.tsx"
import type { Frame } from "./page.ts"

export function Footer({ frame }: { frame: Frame }) {
  const { t } = useI18n()
  const groups = [
    {
      title: t("common:footer.product"),
      links: (["savings", "staking", "lending", "defi", "cards"] as const).map((name) => ({
        to: href(name),
        label: t(`common:nav.${name}`),
      })),
    },
    {
      title: t("common:footer.explore"),
      links: (["cryptocurrencies", "exchanges", "protocols", "wallets"] as const).map((name) => ({
        to: href(name),
        label: t(`common:nav.${name}`),
      })),
    },
    { title: t("common:footer.about"), links: [{ to: href("methodology"), label: t("common:nav.methodology") }] },
  ]
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid w-full max-w-content grid-cols-2 gap-8 px-4 py-10 tablet:grid-cols-3 tablet:px-6">
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-3 text-sm font-semibold">{title}</h2>
            <ul className="flex flex-col gap-2 text-sm text-muted">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="hover:text-ink hover:underline">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mx-auto w-full max-w-content px-4 pb-10 text-sm text-muted tablet:px-6">
        <p className="max-w-3xl">{t("common:footer.note")}</p>
        <p className="mt-2">© {frame.year} Apyary</p>
      </div>
    </footer>
  )
}
