import { useI18n } from "../../i18n/I18n.tsx"
import { FormField } from "../accounts/AccountForm.tsx"
import { ACCOUNT_LIMITS } from "../accounts/schema.ts"
import type { AccountForm } from "../accounts/use-form.ts"

type Props = { form: AccountForm; label: string; autoComplete: "email" | "off"; hasPassword: boolean }

/** An address, with the password that proves who asks; somebody who has none came through a provider. */
export function ProvenEmailFields({ form, label, autoComplete, hasPassword }: Props) {
  const { t } = useI18n()
  return (
    <>
      <FormField
        form={form}
        field="email"
        label={label}
        type="email"
        autoComplete={autoComplete}
        maxLength={ACCOUNT_LIMITS.email}
      />
      {hasPassword && (
        <FormField
          form={form}
          field="password"
          label={t("account:password.current")}
          type="password"
          autoComplete="current-password"
        />
      )}
    </>
  )
}
