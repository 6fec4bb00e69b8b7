import * as z from "zod/mini"
import { useI18n } from "../../i18n/I18n.tsx"
import { AccountForm } from "./AccountForm.tsx"
import { callApi } from "./api.ts"
import { useForm } from "./use-form.ts"

const ACTION = "/api/registration/resend"
const NOTHING = z.object({})
const NO_FIELDS: readonly string[] = []

/** One button: the confirmation mail once more. For somebody who is signed in. */
export function ResendForm() {
  const { t } = useI18n()
  const form = useForm({
    name: "resend",
    schema: NOTHING,
    fields: NO_FIELDS,
    send: () => callApi("POST", ACTION, {}),
  })
  return (
    <AccountForm
      form={form}
      action={ACTION}
      submit={t("account:verify.send")}
      aside={
        <span role="status" className="text-[0.9375rem] text-good">
          {form.isDone && t("account:verify.sent")}
        </span>
      }
    >
      {null}
    </AccountForm>
  )
}
