import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { Link } from "../../ui/navigation.tsx"
import { AccountForm, FormField } from "./AccountForm.tsx"
import { callApi } from "./api.ts"
import { ACCOUNT_LIMITS, loginSchema } from "./schema.ts"
import { useForm } from "./use-form.ts"
import { personChanged } from "./use-person.ts"

const ACTION = "/api/auth/login"
const FIELDS = ["email", "password"] as const

/** E-mail and password. `onSuccess` is called when the header knows who it is. */
export function LoginForm({ onSuccess, codes }: { onSuccess: () => void; codes: readonly string[] }) {
  const { t } = useI18n()
  const form = useForm({
    name: "login",
    schema: loginSchema,
    fields: FIELDS,
    codes,
    send: (values) => callApi("POST", ACTION, values),
    onDone: () => void personChanged().then(onSuccess),
  })
  return (
    <AccountForm
      form={form}
      action={ACTION}
      submit={t("account:login.submit")}
      aside={
        <Link to={href("authRestore")} className="text-link text-[0.9375rem]">
          {t("account:login.forgotten")}
        </Link>
      }
    >
      <FormField
        form={form}
        field="email"
        label={t("register:form.email")}
        type="email"
        autoComplete="username"
        maxLength={ACCOUNT_LIMITS.email}
      />
      <FormField
        form={form}
        field="password"
        label={t("register:form.password")}
        type="password"
        autoComplete="current-password"
      />
    </AccountForm>
  )
}
