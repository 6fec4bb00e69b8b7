import { useI18n } from "../../i18n/I18n.tsx"
import { AccountForm, FormField } from "../accounts/AccountForm.tsx"
import { callApi } from "../accounts/api.ts"
import { ACCOUNT_LIMITS, newPasswordSchema, passwordChangeSchema } from "../accounts/schema.ts"
import { useForm } from "../accounts/use-form.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useRounds } from "./use-rounds.ts"

export function PasswordSection(props: SectionProps) {
  const { t } = useI18n()
  const { round, next } = useRounds()
  const { hasPassword } = props.settings
  return (
    <Section
      id="password"
      title={t("account:password.title")}
      text={t(hasPassword ? "account:password.text" : "account:password.none")}
    >
      <PasswordForm
        key={round}
        {...props}
        onSaved={() => {
          void props.reload()
          next()
        }}
      />
      <Status text={round > 0 ? t("account:password.done") : null} />
    </Section>
  )
}

function PasswordForm({ settings, onSaved }: SectionProps & { onSaved: () => void }) {
  const { t } = useI18n()
  const { hasPassword, email } = settings
  const form = useForm({
    name: "password-change",
    schema: hasPassword ? passwordChangeSchema : newPasswordSchema,
    fields: hasPassword ? ["currentPassword", "password"] : ["password"],
    send: (values) => callApi("POST", "/api/settings/password", values),
    onDone: onSaved,
  })
  return (
    <AccountForm form={form} submit={t(hasPassword ? "account:password.change" : "account:password.set")}>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {hasPassword && (
        <FormField
          form={form}
          field="currentPassword"
          label={t("account:password.current")}
          type="password"
          autoComplete="current-password"
        />
      )}
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
