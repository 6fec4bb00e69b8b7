import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { VerifyEmailData } from "./account-data.ts"
import { AuthPanel, Notice } from "./AuthPanel.tsx"
import { failureText } from "./failures.ts"
import { ResendForm } from "./ResendForm.tsx"

/** Where a confirmation link leads that does not work, and what to do when there was none. */
export default function VerifyEmailPage({ data }: { data: VerifyEmailData }) {
  const { t } = useI18n()
  return (
    <AuthPanel heading={t(data.code ? "account:verify.failed" : "account:verify.heading")}>
      {data.code && <Notice isBad>{t(failureText(data.code), { minutes: 0 })}</Notice>}
      {data.wasSent && <Notice>{t("account:verify.sent")}</Notice>}
      <p>{t(data.code ? "account:verify.again" : "account:verify.text")}</p>
      <div className="person-in mt-5">
        <ResendForm />
      </div>
      <p className="person-out mt-5">
        <Link to={href("authLogin")} className="button button-main">
          {t("account:verify.signIn")}
        </Link>
      </p>
    </AuthPanel>
  )
}
