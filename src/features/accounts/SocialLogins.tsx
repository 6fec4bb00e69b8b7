import { type MouseEvent, useEffect, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { callApi } from "./api.ts"
import type { Providers } from "./account-data.ts"
import { LOGIN_PROVIDERS, type LoginProvider } from "./user.ts"

export const PROVIDER_NAMES: Readonly<Record<LoginProvider, string>> = { google: "Google", facebook: "Facebook" }

let asked: Promise<Providers | null> | null = null

/** Which providers this site works with; asked once per document, null when there is no answer. */
function askProviders(): Promise<Providers | null> {
  asked ??= callApi("GET", "/api/auth/providers").then((answer) => {
    if (answer.isOk) return answer.data as Providers
    asked = null
    return null
  })
  return asked
}

/** Opened by script, so that the tab may close itself when it is done (CompletePage). */
export function openProvider(event: MouseEvent<HTMLAnchorElement>): void {
  const tab = window.open(event.currentTarget.href, "_blank")
  if (tab) event.preventDefault()
}

/** Signing in through Google or Facebook, in a new tab (spec 2). What is not set up says so; where the page does not know, it asks. */
export function SocialLogins({ known = null }: { known?: Providers | null }) {
  const { t } = useI18n()
  const [providers, setProviders] = useState<Providers | null>(known)
  useEffect(() => {
    if (known) return undefined
    let isGone = false
    void askProviders().then((known) => {
      if (!isGone) setProviders(known)
    })
    return () => void (isGone = true)
  }, [known])
  const look = "button flex-1 flex-col gap-0 px-3 py-1.5"
  return (
    <ul aria-label={t("register:social.label")} className="flex flex-wrap gap-3">
      {LOGIN_PROVIDERS.map((provider) => (
        <li key={provider} className="flex min-w-36 flex-1">
          {providers?.[provider] === false ? (
            <span className={`${look} cursor-default text-muted hover:bg-surface`}>
              {PROVIDER_NAMES[provider]}
              <span className="text-xs font-normal">{t("register:social.unavailable")}</span>
            </span>
          ) : (
            <a href={`/api/auth/${provider}`} target="_blank" rel="opener" onClick={openProvider} className={look}>
              {PROVIDER_NAMES[provider]}
              <span className="text-xs font-normal text-muted">{t("register:social.newTab")}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
