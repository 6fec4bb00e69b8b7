import { useI18n } from "../../i18n/I18n.tsx"
import { AccountForm } from "../accounts/AccountForm.tsx"
import { callApi } from "../accounts/api.ts"
import { ResendForm } from "../accounts/ResendForm.tsx"
import { newEmailSchema, provenEmailSchema } from "../accounts/schema.ts"
import { useForm } from "../accounts/use-form.ts"
import { ProvenEmailFields } from "./ProvenEmailFields.tsx"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useRounds } from "./use-rounds.ts"

export function EmailSection(props: SectionProps) {
  const { t } = useI18n()
  const { email, pendingEmail, isEmailConfirmed } = props.settings
  const { round, next } = useRounds()
  return (
    <Section id="email" title={t("account:email.title")} text={t("account:email.text")}>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <strong className="break-all">{email}</strong>
          <span
            className={`rounded-full px-2.5 py-0.5 text-xs ${isEmailConfirmed ? "bg-raised text-good" : "bg-honey-soft text-warn"}`}
          >
            {t(isEmailConfirmed ? "account:email.confirmed" : "account:email.unconfirmed")}
          </span>
        </p>
        {!isEmailConfirmed && (
          <div className="mt-4 flex flex-col gap-4">
            <p className="text-[0.9375rem] text-muted">{t("account:email.confirmHint")}</p>
            <ResendForm />
          </div>
        )}
        {pendingEmail !== null && (
          <p className="mt-3 break-words rounded-lg bg-honey-soft px-4 py-3 text-[0.9375rem]">
            {t("account:email.pending", { email: pendingEmail })}
          </p>
        )}
      </div>
      <NewEmailForm
        key={round}
        {...props}
        onSaved={() => {
          void props.reload()
          next()
        }}
      />
      <Status text={round > 0 ? t("account:email.sent") : null} />
    </Section>
  )
}

function NewEmailForm({ settings, onSaved }: SectionProps & { onSaved: () => void }) {
  const { t } = useI18n()
  const { hasPassword } = settings
  const form = useForm({
    name: "new-email",
    schema: hasPassword ? provenEmailSchema : newEmailSchema,
    fields: hasPassword ? ["email", "password"] : ["email"],
    send: (values) => callApi("POST", "/api/settings/email", values),
    onDone: onSaved,
  })
  return (
    <AccountForm form={form} submit={t("account:email.change")}>
      <ProvenEmailFields form={form} label={t("account:email.new")} autoComplete="email" hasPassword={hasPassword} />
    </AccountForm>
  )
}
