import { useI18n } from "../../i18n/I18n.tsx"
import { href } from "../../routes.ts"
import { inputProps } from "../../ui/Field.tsx"
import { Link } from "../../ui/navigation.tsx"
import { AccountForm, FormField } from "./AccountForm.tsx"
import { callApi } from "./api.ts"
import { registrationRefusal } from "./form-state.ts"
import { ACCOUNT_LIMITS, signUpSchema } from "./schema.ts"
import { useForm } from "./use-form.ts"
import { personChanged } from "./use-person.ts"

const ACTION = "/api/registration"
const FIELDS = ["email", "password", "allTermsAccepted"] as const

export type SignUpFormProps = {
  /** Called with the e-mail when the account is there (spec 2). */
  onSuccess: (email: string) => void
  /** What the address says after a try without a script. */
  codes?: readonly string[]
}

/** E-mail, password, and one tick for the terms and the privacy notice. */
export function SignUpForm({ onSuccess, codes }: SignUpFormProps) {
  const { t, locale } = useI18n()
  const form = useForm({
    name: "sign-up",
    schema: signUpSchema,
    fields: FIELDS,
    ...(codes ? { codes } : {}),
    send: ({ email, password }) =>
      // spec 5: both are always sent as true, because without the tick nothing is sent.
      callApi("POST", ACTION, { email, password, name: null, locale, termsConfirmed: true, privacyConfirmed: true }),
    refusal: registrationRefusal,
    onDone: ({ email }) => {
      void personChanged()
      onSuccess(String(email).trim())
    },
  })
  return (
    <AccountForm form={form} action={ACTION} submit={t("register:form.submit")}>
      <FormField
        form={form}
        field="email"
        label={t("register:form.email")}
        type="email"
        autoComplete="email"
        maxLength={ACCOUNT_LIMITS.email}
      />
      <FormField
        form={form}
        field="password"
        label={t("register:form.password")}
        hint={t("register:form.passwordHint", { min: ACCOUNT_LIMITS.passwordMin })}
        type="password"
        autoComplete="new-password"
        minLength={ACCOUNT_LIMITS.passwordMin}
      />
      <TermsTick problem={form.problem("allTermsAccepted")} />
    </AccountForm>
  )
}

function TermsTick({ problem }: { problem: string | null }) {
  const { t } = useI18n()
  const id = "sign-up-allTermsAccepted"
  return (
    <div>
      <div className="flex items-start gap-3 text-[0.9375rem]">
        <input
          {...inputProps(id, problem)}
          type="checkbox"
          name="allTermsAccepted"
          value="true"
          required
          className="mt-0.5 size-5 shrink-0 accent-honey"
        />
        <span>
          <label htmlFor={id}>{t("register:terms.accept")}</label>{" "}
          <Link to={href("terms")} target="_blank" className="text-link">
            {t("register:terms.terms")}
            <span className="sr-only"> {t("common:opensInNewTab")}</span>
          </Link>
          {" · "}
          <Link to={href("privacy")} target="_blank" className="text-link">
            {t("register:terms.privacy")}
            <span className="sr-only"> {t("common:opensInNewTab")}</span>
          </Link>
        </span>
      </div>
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
