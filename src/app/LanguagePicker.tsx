import { useI18n } from "../i18n/I18n.tsx"
import { rememberLocale } from "../i18n/remember-locale.ts"
import { Menu } from "../ui/Menu.tsx"
import type { Frame } from "./page.ts"

/** Plain links to the same page in each language; with JavaScript the choice is remembered for "/". Two columns, a list on phones. */
export function LanguagePicker({ languages }: { languages: Frame["languages"] }) {
  const { t, locale } = useI18n()
  const current = languages.find((language) => language.code === locale)
  return (
    <Menu
      panelClassName="w-56 tablet:w-96"
      label={
        <>
          <span className="sr-only">{t("common:language.label")}: </span>
          {/* The name where there is room for it: beside the whole navigation only on wide screens. */}
          <span className="max-[900px]:hidden min-[1200px]:max-[1500px]:hidden">{current?.name}</span>
          <span className="uppercase min-[900px]:max-[1200px]:hidden min-[1500px]:hidden" aria-hidden="true">
            {locale.split("-")[0]}
          </span>
        </>
      }
      isButton
    >
      <ul className="grid grid-cols-1 tablet:grid-cols-2">
        {languages.map(({ code, name, path }) => (
          <li key={code}>
            <a
              href={path}
              hrefLang={code}
              lang={code}
              aria-current={code === locale ? "true" : undefined}
              onClick={() => rememberLocale(code)}
              className="block rounded-md px-3 py-2 text-sm hover:bg-raised aria-[current]:font-semibold"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Menu>
  )
}
