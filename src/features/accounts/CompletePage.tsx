import { useEffect } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { CompleteData } from "./account-data.ts"
import { AuthPanel, Notice } from "./AuthPanel.tsx"
import { failureText } from "./failures.ts"
import { personChanged } from "./use-person.ts"

/** The end of a login in a provider's tab: the tab that opened it learns of it, and this one closes where a browser lets it. */
export default function CompletePage({ data }: { data: CompleteData }) {
  const { t } = useI18n()
  const isDone = data.code === null
  useEffect(() => {
    // A tab that nobody's script opened cannot be closed by one.
    if (isDone) void personChanged().then(() => window.opener !== null && window.close())
  }, [isDone])
  return (
    <AuthPanel heading={t(isDone ? "account:complete.heading" : "account:complete.failed")}>
      {data.code ? (
        <Notice isBad>{t(failureText(data.code), { minutes: 0 })}</Notice>
      ) : (
        <p>{t("account:complete.text")}</p>
      )}
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to={href(isDone ? "settings" : "authLogin")} className="button button-main">
          {t(isDone ? "common:person.settings" : "common:person.signIn")}
        </Link>
        <Link to={href("earn")} className="button">
          {t("account:signedIn.offers")}
        </Link>
      </p>
    </AuthPanel>
  )
}
