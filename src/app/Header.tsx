import { useI18n } from "../i18n/I18n.tsx"
import type { MessageId } from "../i18n/messages.ts"
import { href, type RouteName } from "../routes.ts"
import { Link } from "../ui/navigation.tsx"
import { LanguagePicker } from "./LanguagePicker.tsx"
import type { Frame } from "./page.ts"

const LINKS: readonly {
  name: Extract<
    RouteName,
    | "earn"
    | "savings"
    | "staking"
    | "lending"
    | "defi"
    | "cards"
    | "cryptocurrencies"
    | "exchanges"
    | "protocols"
    | "wallets"
  >
  label: MessageId
}[] = [
  { name: "earn", label: "common:nav.earn" },
  { name: "savings", label: "common:nav.savings" },
  { name: "staking", label: "common:nav.staking" },
  { name: "lending", label: "common:nav.lending" },
  { name: "defi", label: "common:nav.defi" },
  { name: "cards", label: "common:nav.cards" },
  { name: "cryptocurrencies", label: "common:nav.cryptocurrencies" },
  { name: "exchanges", label: "common:nav.exchanges" },
  { name: "protocols", label: "common:nav.protocols" },
  { name: "wallets", label: "common:nav.wallets" },
]

export function Header({ path, frame }: { path: string; frame: Frame }) {
  const { t } = useI18n()
  const links = LINKS.map(({ name, label }) => (
    <Link
      key={name}
      to={href(name)}
      aria-current={path === href(name) ? "page" : undefined}
      className="whitespace-nowrap rounded-md px-2 py-1.5 text-sm text-muted hover:bg-raised hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {t(label)}
    </Link>
  ))
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-3 focus:z-50 focus:rounded-md focus:bg-honey focus:px-3 focus:py-2 focus:text-on-honey"
      >
        {t("common:skipToContent")}
      </a>
      {frame.seedNotice && (
        <aside aria-label={t("common:seed.label")} className="bg-honey-soft px-4 py-2 text-center text-sm text-ink">
          {frame.seedNotice}
        </aside>
      )}
      <header className="sticky top-0 z-40 border-b border-line bg-ground/85 backdrop-blur-md">
        <div className="mx-auto flex w-full max-w-content items-center gap-4 px-4 py-2.5 tablet:px-6">
          <Link to={href("home")} className="flex items-center gap-2 text-lg font-bold tracking-tight">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            Apyary
          </Link>
          <nav aria-label={t("common:nav.label")} className="hidden flex-1 flex-wrap items-center gap-0.5 desktop:flex">
            {links}
          </nav>
          <div className="ml-auto flex items-center gap-1">
            <LanguagePicker languages={frame.languages} />
            <details className="group relative desktop:hidden">
              <summary className="button list-none px-3 [&::-webkit-details-marker]:hidden">
                {t("common:nav.menu")}
              </summary>
              <nav
                aria-label={t("common:nav.label")}
                className="panel absolute right-0 top-full z-50 mt-2 flex w-60 flex-col p-2 shadow-lg"
              >
                {links}
              </nav>
            </details>
          </div>
        </div>
      </header>
    </>
  )
}
