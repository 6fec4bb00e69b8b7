import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { AccountForm, FormField } from "./AccountForm.tsx"
import type { RestoreConfirmData } from "./account-data.ts"
import { callApi } from "./api.ts"
import { AuthPanel, Notice, Outcome } from "./AuthPanel.tsx"
import { ACCOUNT_LIMITS, newPasswordSchema } from "./schema.ts"
import { useForm } from "./use-form.ts"
import { personChanged } from "./use-person.ts"

const ACTION = "/api/registration/restore/confirm"
const FIELDS = ["password"] as const

export default function RestoreConfirmPage({ data }: { data: RestoreConfirmData }) {
  const { t } = useI18n()
  const [isDone, setDone] = useState(false)
  const isLinkBroken = data.token === null
  return (
    <AuthPanel heading={t("account:newPassword.heading")}>
      {isDone ? (
        <Outcome heading={t("account:newPassword.done.heading")}>
          <p className="mt-2">{t("account:newPassword.done.text")}</p>
          <p className="mt-5">
            <Link to={href("authLogin")} className="button button-main">
              {t("common:person.signIn")}
            </Link>
          </p>
        </Outcome>
      ) : isLinkBroken ? (
        <Notice isBad>{t("register:failure.token")}</Notice>
      ) : (
        <NewPasswordForm data={data} onDone={() => setDone(true)} />
      )}
      {!isDone && (
        <p className="mt-6 border-t border-line pt-5 text-[0.9375rem]">
          <Link to={href("authRestore")} className="text-link">
            {t("account:newPassword.again")}
          </Link>
        </p>
      )}
    </AuthPanel>
  )
}

function NewPasswordForm({ data, onDone }: { data: RestoreConfirmData; onDone: () => void }) {
  const { t } = useI18n()
  const form = useForm({
    name: "new-password",
    schema: newPasswordSchema,
    fields: FIELDS,
    codes: data.codes,
    send: ({ password }) => callApi("POST", ACTION, { token: data.token, password }),
    onDone: () => {
      // Everybody who was signed in is out, perhaps this browser as well.
      void personChanged()
      onDone()
    },
  })
  return (
    <AccountForm form={form} action={ACTION} submit={t("account:newPassword.submit")}>
      <input type="hidden" name="token" value={data.token ?? ""} />
      <FormField
        form={form}
        field="password"
        label={t("account:newPassword.label")}
        hint={t("register:form.passwordHint", { min: ACCOUNT_LIMITS.passwordMin })}
        type="password"
        autoComplete="new-password"
        minLength={ACCOUNT_LIMITS.passwordMin}
      />
    </AccountForm>
  )
}
