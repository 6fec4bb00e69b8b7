import { useEffect, useState } from "react"
import { type LoadSearch, SearchBox } from "../features/search/SearchBox.tsx"
import { useI18n } from "../i18n/I18n.tsx"
import { href } from "../routes.ts"
import { Menu } from "../ui/Menu.tsx"
import { Link } from "../ui/navigation.tsx"
import { LanguagePicker } from "./LanguagePicker.tsx"
import type { Frame } from "./page.ts"
import { ThemeChoice, ThemePicker } from "./ThemePicker.tsx"
import { UserMenu } from "./UserMenu.tsx"

/** spec 2: default with everything, simple with the mark and the language, preview with the mark and the way in. */
export type HeaderVariant = "default" | "simple" | "preview"

const PRODUCTS = ["earn", "savings", "staking", "lending", "defi", "cards"] as const
const EXPLORE = ["cryptocurrencies", "exchanges", "protocols", "wallets"] as const
const FURTHER = ["pricing", "blog", "affiliate", "developers", "contact"] as const
type LinkName = (typeof PRODUCTS)[number] | (typeof EXPLORE)[number] | (typeof FURTHER)[number]

type HeaderProps = { path: string; frame: Frame; variant: HeaderVariant; loadSearch: LoadSearch }

export function Header({ path, frame, variant, loadSearch }: HeaderProps) {
  const { t } = useI18n()
  const isScrolled = useScrolled()
  const link = (name: LinkName) => (
    <Link
      key={name}
      to={href(name)}
      aria-current={path === href(name) ? "page" : undefined}
      className="menu-button aria-[current]:font-semibold aria-[current]:text-ink"
    >
      {t(`common:nav.${name}`)}
    </Link>
  )
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
      <header
        className={`sticky top-0 z-40 border-b border-line ${isScrolled ? "bg-ground/80 backdrop-blur-md" : "bg-ground"}`}
      >
        <div className="mx-auto flex w-full max-w-content items-center gap-3 px-4 py-2.5 tablet:px-6">
          <Link to={href("home")} className="flex shrink-0 items-center gap-2 text-lg font-bold tracking-tight">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            <span className="max-[380px]:sr-only">Apyary</span>
          </Link>
          {variant === "default" && (
            <nav aria-label={t("common:nav.label")} className="hidden flex-1 items-center min-[1200px]:flex">
              {PRODUCTS.map(link)}
              <Menu label={<MenuLabel text={t("common:nav.explore")} />}>
                <div className="flex flex-col">{EXPLORE.map(link)}</div>
              </Menu>
              <Menu label={<MenuLabel text={t("common:nav.more")} />}>
                <div className="flex flex-col">{FURTHER.map(link)}</div>
              </Menu>
            </nav>
          )}
          <div className="ml-auto flex items-center gap-1.5">
            {variant === "default" && <SearchBox popular={frame.popular} load={loadSearch} />}
            {variant !== "preview" && (
              <ThemePicker {...(variant === "default" ? { className: "max-tablet:hidden" } : {})} />
            )}
            <LanguagePicker languages={frame.languages} />
            {variant !== "simple" && <UserMenu />}
            {variant === "default" && (
              <Menu
                label={t("common:nav.menu")}
                isButton
                className="min-[1200px]:hidden"
                panelClassName="max-h-[80dvh] w-64 overflow-y-auto"
              >
                <nav aria-label={t("common:nav.label")} className="flex flex-col">
                  {[...PRODUCTS, ...EXPLORE, ...FURTHER].map(link)}
                </nav>
                <div className="mt-2 border-t border-line pt-2 tablet:hidden">
                  <ThemeChoice name="theme-on-phone" />
                </div>
              </Menu>
            )}
          </div>
        </div>
      </header>
    </>
  )
}

function MenuLabel({ text }: { text: string }) {
  return (
    <>
      {text}
      <span aria-hidden="true" className="text-[0.625rem]">
        ▾
      </span>
    </>
  )
}

/** The header is blurred glass once the page has been scrolled (spec 2). */
function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > 4)
    look()
    addEventListener("scroll", look, { passive: true })
    return () => removeEventListener("scroll", look)
  }, [])
  return isScrolled
}
