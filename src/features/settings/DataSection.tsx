import { useState } from "react"
import * as z from "zod/mini"
import { useI18n } from "../../i18n/I18n.tsx"
import { Popup } from "../../ui/Popup.tsx"
import { AccountForm } from "../accounts/AccountForm.tsx"
import { callApi } from "../accounts/api.ts"
import { newEmailSchema, provenEmailSchema } from "../accounts/schema.ts"
import { useForm } from "../accounts/use-form.ts"
import { ProvenEmailFields } from "./ProvenEmailFields.tsx"
import { Section } from "./Section.tsx"
import type { SectionProps } from "./SettingsPage.tsx"

/** All data to take along, and the end of the account. */
export function DataSection({ settings, onDeleted }: SectionProps & { onDeleted: () => void }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section id="data" title={t("account:data.title")} text={t("account:data.text")}>
      <p className="flex flex-wrap gap-3">
        <a href="/api/settings/export" download className="button">
          {t("account:data.export")}
        </a>
        <button type="button" className="button text-bad" onClick={() => setOpen(true)}>
          {t("account:delete.open")}
        </button>
      </p>
      <Popup open={isOpen} onClose={() => setOpen(false)} title={t("account:delete.title")}>
        <div className="max-w-lg pb-6">
          <p>{t("account:delete.text")}</p>
          <p className="mb-5 mt-3">
            {t("account:delete.type")} <strong className="break-all">{settings.email}</strong>
          </p>
          <DeleteForm email={settings.email} hasPassword={settings.hasPassword} onDeleted={onDeleted} />
        </div>
      </Popup>
    </Section>
  )
}

/** The own address has to be typed, so that nobody deletes an account by a click too much. */
function withOwnEmail(schema: z.ZodMiniType<{ email: string }>, own: string): z.ZodMiniType {
  return schema.check(z.refine(({ email }) => email === own, { path: ["email"], error: "account:delete.mismatch" }))
}

function DeleteForm(props: { email: string; hasPassword: boolean; onDeleted: () => void }) {
  const { t } = useI18n()
  const { email, hasPassword } = props
  const form = useForm({
    name: "delete",
    schema: withOwnEmail(hasPassword ? provenEmailSchema : newEmailSchema, email),
    fields: hasPassword ? ["email", "password"] : ["email"],
    send: (values) => callApi("POST", "/api/settings/delete", values),
    onDone: props.onDeleted,
  })
  return (
    <AccountForm form={form} submit={t("account:delete.submit")} isDanger>
      <ProvenEmailFields form={form} label={t("register:form.email")} autoComplete="off" hasPassword={hasPassword} />
    </AccountForm>
  )
}
