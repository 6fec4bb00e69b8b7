import { useState } from "react"
import { useI18n } from "../i18n/I18n.tsx"
import { Menu } from "../ui/Menu.tsx"
import { chooseTheme, readTheme, THEMES, type Theme } from "../ui/theme.ts"

/** Light, dark, or as the device prefers. It needs JavaScript; without it the device's preference holds. */
export function ThemePicker({ className }: { className?: string }) {
  const { t } = useI18n()
  return (
    <Menu
      {...(className === undefined ? {} : { className })}
      label={
        <>
          <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" fill="currentColor">
            <path d="M10 2a8 8 0 1 0 0 16zm0 0v16" />
            <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          <span className="sr-only">{t("common:theme.label")}</span>
        </>
      }
      isButton
    >
      <ThemeChoice name="theme" />
    </Menu>
  )
}

/** The choice itself, where there is no room for a menu of its own. `name` is of one group of buttons on a page. */
export function ThemeChoice({ name }: { name: string }) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState<Theme | null>(null)
  return (
    <fieldset className="flex flex-col" onFocus={() => setChosen(readTheme())}>
      <legend className="px-2 pb-1 text-sm text-muted">{t("common:theme.label")}</legend>
      {THEMES.map((theme) => (
        <label key={theme} className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm hover:bg-raised">
          <input
            type="radio"
            name={name}
            className="accent-honey"
            checked={(chosen ?? "system") === theme}
            onChange={() => {
              chooseTheme(theme)
              setChosen(theme)
            }}
          />
          {t(`common:theme.${theme}`)}
        </label>
      ))}
    </fieldset>
  )
}
