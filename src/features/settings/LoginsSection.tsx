import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "../accounts/api.ts"
import { openProvider, PROVIDER_NAMES } from "../accounts/SocialLogins.tsx"
import { LOGIN_PROVIDERS, type LoginProvider } from "../accounts/user.ts"
import { momentIn } from "./moment.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useAction } from "./use-action.ts"

/** The accounts elsewhere that lead to this one. */
export function LoginsSection({ settings, reload }: SectionProps) {
  const { t, locale } = useI18n()
  const action = useAction()
  const disconnect = async (provider: LoginProvider) => {
    const isGone = await action.run(() => callApi("DELETE", `/api/settings/logins/${provider}`))
    if (isGone) await reload()
  }
  return (
    <Section id="logins" title={t("account:logins.title")} text={t("account:logins.text")}>
      <ul className="panel divide-y divide-line">
        {LOGIN_PROVIDERS.map((provider) => {
          const login = settings.logins.find((known) => known.provider === provider)
          const name = PROVIDER_NAMES[provider]
          return (
            <li
              key={provider}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
            >
              <span>
                <span className="font-semibold">{name}</span>
                <span className="block text-sm text-muted">
                  {login
                    ? t("account:logins.since", { day: momentIn(locale, settings.timeZone, login.since, "day") })
                    : t(settings.providers[provider] ? "account:logins.none" : "register:social.unavailable")}
                </span>
              </span>
              {login ? (
                <button type="button" className="button" onClick={() => void disconnect(provider)}>
                  {t("account:logins.disconnect")}
                  <span className="sr-only"> {name}</span>
                </button>
              ) : (
                settings.providers[provider] && (
                  <a
                    href={`/api/auth/${provider}`}
                    target="_blank"
                    rel="opener"
                    onClick={openProvider}
                    className="button"
                  >
                    {t("account:logins.connect")}
                    <span className="sr-only">
                      {" "}
                      {name} {t("common:opensInNewTab")}
                    </span>
                  </a>
                )
              )}
            </li>
          )
        })}
      </ul>
      <Status text={action.status?.text ?? null} isBad={action.status?.isBad ?? false} />
    </Section>
  )
}
