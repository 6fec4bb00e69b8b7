import type { ReactNode } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import { Field, inputProps } from "../../ui/Field.tsx"
import { PasswordInput } from "./PasswordInput.tsx"
import type { AccountForm as Form } from "./use-form.ts"

export type AccountFormProps = {
  form: Form
  /** Where the form goes without a script; a form that only scripts can send has none. */
  action?: string
  submit: string
  /** Beside the button. */
  aside?: ReactNode
  isDanger?: boolean
  children: ReactNode
}

/** A form with the summary of what is wrong above its fields, and its button below them. */
export function AccountForm({ form, action, submit, aside, isDanger = false, children }: AccountFormProps) {
  const { t, locale } = useI18n()
  const { isBusy, isDone, problems } = form
  return (
    <form {...form.props} {...(action ? { action } : {})} method="post" className="flex flex-col gap-5">
      <div role="alert" className={problems.length > 0 ? undefined : "-mb-5"}>
        {problems.length > 0 && (
          <div className="rounded-lg border border-bad px-4 py-3 text-[0.9375rem]">
            <p className="font-semibold text-bad">{t("register:form.problems")}</p>
            <ul>
              {problems.map(({ field, text }) => (
                <li key={`${field}${text}`}>
                  {field === null ? (
                    text
                  ) : (
                    <a href={`#${form.name}-${field}`} className="text-link">
                      {text}
                    </a>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {action && <input type="hidden" name="locale" value={locale} />}
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="submit"
          // Not disabled: the focus stays, and a second submission is ignored.
          aria-disabled={isBusy || isDone}
          className={`button aria-disabled:cursor-default aria-disabled:opacity-60 ${isDanger ? "border-bad text-bad" : "button-main"}`}
        >
          {isBusy ? t("register:form.busy") : submit}
        </button>
        {aside}
      </div>
    </form>
  )
}

export type FormFieldProps = {
  form: Form
  field: string
  label: string
  hint?: string
  type?: "text" | "email" | "password"
  autoComplete?: string
  maxLength?: number
  minLength?: number
  isRequired?: boolean
  defaultValue?: string
}

/** A labelled input of a form; a password can be shown. */
export function FormField(props: FormFieldProps) {
  const { form, field, label, hint, type = "text", isRequired = true, ...rest } = props
  const id = `${form.name}-${field}`
  const problem = form.problem(field)
  const common = { ...inputProps(id, problem, hint !== undefined), ...rest, name: field, required: isRequired }
  return (
    <Field id={id} label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      {type === "password" ? (
        <PasswordInput {...common} canShow={form.isAlive} />
      ) : (
        <input {...common} type={type} className="field" />
      )}
    </Field>
  )
}
