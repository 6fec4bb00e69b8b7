import { type ReactNode, useId, useMemo } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { LOCALES, type Locale, localePath } from "../../i18n/locales.ts"
import { rememberLocale } from "../../i18n/remember-locale.ts"
import { href } from "../../routes.ts"
import { chooseTheme, THEMES, type Theme } from "../../ui/theme.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useAction } from "./use-action.ts"

/** Language, appearance and time zone: each is kept as soon as it is chosen. */
export function PreferencesSection({ settings, change }: SectionProps) {
  const { t, locale: shown } = useI18n()
  const action = useAction()
  const zones = useMemo(() => timeZones(settings.timeZone), [settings.timeZone])
  const deviceZone = useMemo(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, [])

  async function chooseLanguage(locale: Locale) {
    if (!(await action.run(() => change({ locale })))) return
    rememberLocale(locale)
    // A document has one language.
    if (locale !== shown) location.assign(localePath(locale, href("settings")))
  }
  async function chooseLook(theme: Theme) {
    if (await action.run(() => change({ theme }))) chooseTheme(theme)
  }
  const chooseZone = (timeZone: string) => void action.run(() => change({ timeZone }))

  return (
    <Section id="preferences" title={t("account:preferences.title")} text={t("account:preferences.text")}>
      <Choice label={t("common:language.label")}>
        {(id) => (
          <select
            id={id}
            value={settings.locale}
            onChange={(event) => void chooseLanguage(event.target.value as Locale)}
            className="field"
          >
            {LOCALES.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Choice>
      <Choice label={t("common:theme.label")}>
        {(id) => (
          <select
            id={id}
            value={settings.theme}
            onChange={(event) => void chooseLook(event.target.value as Theme)}
            className="field"
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {t(`common:theme.${theme}`)}
              </option>
            ))}
          </select>
        )}
      </Choice>
      <Choice label={t("account:preferences.timeZone")} hint={t("account:preferences.timeZoneHint")}>
        {(id) => (
          <select
            id={id}
            aria-describedby={`${id}-hint`}
            value={settings.timeZone}
            onChange={(event) => chooseZone(event.target.value)}
            className="field"
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        )}
      </Choice>
      {deviceZone !== settings.timeZone && zones.includes(deviceZone) && (
        <p className="-mt-3">
          <button type="button" className="text-[0.9375rem] text-link" onClick={() => chooseZone(deviceZone)}>
            {t("account:preferences.deviceZone", { zone: deviceZone.replaceAll("_", " ") })}
          </button>
        </p>
      )}
      <Status text={action.status?.text ?? null} isBad={action.status?.isBad ?? false} />
    </Section>
  )
}

function Choice(props: { label: string; hint?: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {props.label}
      </label>
      {props.children(id)}
      {props.hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {props.hint}
        </p>
      )}
    </div>
  )
}

/** Every zone that the browser knows, UTC and the chosen one. */
function timeZones(chosen: string): string[] {
  return [...new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")])].sort((a, b) => a.localeCompare(b, "en"))
}
