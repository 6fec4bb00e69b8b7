import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { Providers } from "./account-data.ts"
import { Divider, Outcome } from "./AuthPanel.tsx"
import { SignUpForm, type SignUpFormProps } from "./SignUpForm.tsx"
import { SocialLogins } from "./SocialLogins.tsx"

/** The ways to an account: a provider, or e-mail and password. */
export function SignUp({ providers, ...props }: SignUpFormProps & { providers?: Providers }) {
  const { t } = useI18n()
  return (
    <>
      <SocialLogins known={providers ?? null} />
      <Divider text={t("register:or")} />
      <SignUpForm {...props} />
    </>
  )
}

/** After it: which mail to look for. */
export function Registered({ email }: { email: string }) {
  const { t } = useI18n()
  return (
    <Outcome heading={t("register:done.heading")}>
      <p className="mt-2 break-words">{t("register:done.text", { email })}</p>
      <p className="mt-2 text-muted">{t("register:done.hint")}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to={href("earn")} className="button button-main">
          {t("register:done.offers")}
        </Link>
        <Link to={href("settings")} className="button">
          {t("common:person.settings")}
        </Link>
      </p>
    </Outcome>
  )
}
