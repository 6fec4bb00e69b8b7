import { useI18n } from "../../i18n/I18n.tsx"
import { AccountForm, FormField } from "../accounts/AccountForm.tsx"
import { ACCOUNT_LIMITS, nameFormSchema } from "../accounts/schema.ts"
import { useForm } from "../accounts/use-form.ts"
import { personChanged } from "../accounts/use-person.ts"
import { Section, Status } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"
import { useRounds } from "./use-rounds.ts"

const FIELDS = ["name"] as const

export function ProfileSection(props: SectionProps) {
  const { t } = useI18n()
  const { round, next } = useRounds()
  return (
    <Section id="profile" title={t("account:profile.title")} text={t("account:profile.text")}>
      <NameForm key={round} {...props} onSaved={next} />
      <Status text={round > 0 ? t("account:saved") : null} />
    </Section>
  )
}

function NameForm({ settings, change, onSaved }: SectionProps & { onSaved: () => void }) {
  const { t } = useI18n()
  const form = useForm({
    name: "profile",
    schema: nameFormSchema,
    fields: FIELDS,
    send: ({ name }) => change({ name: String(name).trim() || null }),
    onDone: () => {
      void personChanged()
      onSaved()
    },
  })
  return (
    <AccountForm form={form} submit={t("account:save")}>
      <FormField
        form={form}
        field="name"
        label={t("account:profile.name")}
        autoComplete="name"
        maxLength={ACCOUNT_LIMITS.name}
        isRequired={false}
        defaultValue={settings.name ?? ""}
      />
    </AccountForm>
  )
}
