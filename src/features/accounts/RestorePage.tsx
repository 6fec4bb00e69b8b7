import { useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { AccountForm, FormField } from "./AccountForm.tsx"
import type { RestoreData } from "./account-data.ts"
import { callApi } from "./api.ts"
import { AuthPanel, Outcome } from "./AuthPanel.tsx"
import { ACCOUNT_LIMITS, restoreSchema } from "./schema.ts"
import { useForm } from "./use-form.ts"

const ACTION = "/api/registration/restore"
const FIELDS = ["email"] as const

export default function RestorePage({ data }: { data: RestoreData }) {
  const { t } = useI18n()
  const [wasSent, setSent] = useState(data.wasSent)
  const form = useForm({
    name: "restore",
    schema: restoreSchema,
    fields: FIELDS,
    codes: data.codes,
    send: (values) => callApi("POST", ACTION, values),
    onDone: () => setSent(true),
  })
  return (
    <AuthPanel heading={t("account:restore.heading")} intro={t("account:restore.description")}>
      {wasSent ? (
        <Outcome heading={t("account:restore.sent.heading")}>
          <p className="mt-2">{t("account:restore.sent.text")}</p>
        </Outcome>
      ) : (
        <AccountForm form={form} action={ACTION} submit={t("account:restore.submit")}>
          <FormField
            form={form}
            field="email"
            label={t("register:form.email")}
            type="email"
            autoComplete="email"
            maxLength={ACCOUNT_LIMITS.email}
          />
        </AccountForm>
      )}
      <p className="mt-6 border-t border-line pt-5 text-[0.9375rem]">
        <Link to={href("authLogin")} className="text-link">
          {t("account:restore.back")}
        </Link>
      </p>
    </AuthPanel>
  )
}
