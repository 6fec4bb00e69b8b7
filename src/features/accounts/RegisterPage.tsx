import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import type { RegisterData } from "./account-data.ts"
import { AuthPanel, VisitorsOnly } from "./AuthPanel.tsx"
import { Registered, SignUp } from "./SignUp.tsx"
import { useArrival } from "./use-arrival.ts"

export default function RegisterPage({ data }: { data: RegisterData }) {
  const { t } = useI18n()
  const [email, setEmail] = useState<string | null>(null)
  // Whoever registers here reads about the mail first; a provider's account needs none.
  useArrival({ isHeld: email !== null })
  return (
    <AuthPanel heading={t("register:heading")} intro={t("register:description")}>
      {email !== null ? (
        <Registered email={email} />
      ) : (
        <VisitorsOnly>
          <SignUp onSuccess={setEmail} codes={data.codes} providers={data.providers} />
          <p className="mt-6 border-t border-line pt-5 text-[0.9375rem]">
            {t("register:haveAccount")}{" "}
            <Link to={href("authLogin")} className="text-link">
              {t("common:person.signIn")}
            </Link>
          </p>
        </VisitorsOnly>
      )}
    </AuthPanel>
  )
}
