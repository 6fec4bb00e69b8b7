import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { LoginData } from "./account-data.ts"
import { AuthPanel, Divider, Notice, VisitorsOnly } from "./AuthPanel.tsx"
import { LoginForm } from "./LoginForm.tsx"
import { SocialLogins } from "./SocialLogins.tsx"
import { useArrival } from "./use-arrival.ts"

export default function LoginPage({ data }: { data: LoginData }) {
  const { t } = useI18n()
  const leave = useArrival()
  return (
    <AuthPanel heading={t("account:login.heading")}>
      <VisitorsOnly>
        {data.wasRestored && <Notice>{t("account:login.restored")}</Notice>}
        <SocialLogins known={data.providers} />
        <Divider text={t("register:or")} />
        <LoginForm onSuccess={leave} codes={data.codes} />
        <p className="mt-6 border-t border-line pt-5 text-[0.9375rem]">
          {t("account:login.new")}{" "}
          <Link to={href("authRegister")} className="text-link">
            {t("common:person.join")}
          </Link>
        </p>
      </VisitorsOnly>
    </AuthPanel>
  )
}
