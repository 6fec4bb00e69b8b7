import { type ComponentType, useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { chooseTheme, readTheme } from "../../ui/theme.ts"
import { Notice, Outcome } from "../accounts/AuthPanel.tsx"
import { SignInLinks } from "../accounts/SignInLinks.tsx"
import { personChanged } from "../accounts/use-person.ts"
import { DataSection } from "./DataSection.tsx"
import { EmailSection } from "./EmailSection.tsx"
import { KeysSection } from "./KeysSection.tsx"
import { LoginsSection } from "./LoginsSection.tsx"
import { NotificationsSection } from "./NotificationsSection.tsx"
import { PasswordSection } from "./PasswordSection.tsx"
import { PreferencesSection } from "./PreferencesSection.tsx"
import { ProfileSection } from "./ProfileSection.tsx"
import { SessionsSection } from "./SessionsSection.tsx"
import type { Settings, SettingsPageData } from "./settings-data.ts"
import { type OwnSettings, useSettings } from "./use-settings.ts"

export type SectionProps = { settings: Settings } & Pick<OwnSettings, "reload" | "change">

/** In the order of how often they are needed. Other features' parts, such as the messenger link, are added here. */
const SECTIONS: readonly [id: string, Part: ComponentType<SectionProps>][] = [
  ["profile", ProfileSection],
  ["email", EmailSection],
  ["password", PasswordSection],
  ["preferences", PreferencesSection],
  ["notifications", NotificationsSection],
  ["logins", LoginsSection],
  ["sessions", SessionsSection],
  ["keys", KeysSection],
]

export default function SettingsPage({ data }: { data: SettingsPageData }) {
  const { t } = useI18n()
  const { state, reload, change } = useSettings()
  const [isDeleted, setDeleted] = useState(false)
  useNews(data)
  useAccountTheme(state.kind === "ready" ? state.settings : null)
  return (
    <div className="pt-8">
      <h1>{t("account:settings.title")}</h1>
      <p className="mb-6 mt-2 text-muted">{t("account:settings.description")}</p>
      {data.news && !isDeleted && <Notice>{t(`account:news.${data.news}`)}</Notice>}
      {isDeleted ? (
        <Outcome heading={t("account:delete.done.heading")}>
          <p className="mt-2">{t("account:delete.done.text")}</p>
        </Outcome>
      ) : state.kind === "ready" ? (
        <>
          {SECTIONS.map(([id, Part]) => (
            <Part key={id} settings={state.settings} reload={reload} change={change} />
          ))}
          <DataSection
            settings={state.settings}
            reload={reload}
            change={change}
            onDeleted={() => {
              setDeleted(true)
              void personChanged()
            }}
          />
        </>
      ) : state.kind === "blocked" ? (
        <p>
          {t("register:failure.blocked")}{" "}
          <Link to={href("contact")} className="text-link">
            {t("common:nav.contact")}
          </Link>
        </p>
      ) : state.kind === "failed" ? (
        <p role="alert">
          {t("register:failure.unavailable")}{" "}
          <button type="button" className="text-link" onClick={() => void reload()}>
            {t("account:settings.again")}
          </button>
        </p>
      ) : state.kind === "visitor" ? (
        <SignInWords />
      ) : (
        <>
          <div className="person-out">
            <SignInWords />
          </div>
          <div className="person-in">
            <Skeleton />
          </div>
        </>
      )}
    </div>
  )
}

function SignInWords() {
  const { t } = useI18n()
  return (
    <div className="panel max-w-lg px-6 py-6">
      <p>{t("account:settings.visitor")}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <SignInLinks main="signIn" />
      </p>
      <noscript>
        <p className="mt-4 text-muted">{t("account:settings.noScript")}</p>
      </noscript>
    </div>
  )
}

function Skeleton() {
  const { t } = useI18n()
  return (
    <div>
      <p role="status" className="sr-only">
        {t("account:settings.loading")}
      </p>
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden="true" className="border-t border-line py-8">
          <div className="h-6 w-40 animate-pulse rounded-md bg-raised" />
          <div className="mt-4 h-24 max-w-xl animate-pulse rounded-md bg-raised" />
        </div>
      ))}
    </div>
  )
}

/** A mail's link changed the account: the site's other tabs hear of it. */
function useNews({ news }: SettingsPageData) {
  useEffect(() => {
    if (news !== null) void personChanged()
  }, [news])
}

/** A browser in which no theme was chosen takes that of the account. */
function useAccountTheme(settings: Settings | null) {
  const theme = settings?.theme
  useEffect(() => {
    if (theme !== undefined && theme !== "system" && readTheme() === "system") chooseTheme(theme)
  }, [theme])
}
