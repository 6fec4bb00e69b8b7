import type { Dispatch } from "react"
import { Field, inputProps } from "../../ui/Field.tsx"
import type { Draft, DraftAction } from "./draft.ts"
import type { AlertsPageData } from "./page-data.ts"

/** What each part of the form gets. */
export type FieldsProps = {
  draft: Draft
  dispatch: Dispatch<DraftAction>
  data: AlertsPageData
  /** What is wrong with a field of the rule, in words. */
  problem: (field: string) => string | null
}

type NumberFieldProps = {
  /** As the rule names it. */
  field: string
  label: string
  hint?: string
  value: string
  problem: string | null
  onChange: (value: string) => void
}

/** The id of a field of the rule in the form. */
export const idOf = (field: string) => `alert-${field.replace(".", "-")}`

export function NumberField({ field, label, hint, value, problem, onChange }: NumberFieldProps) {
  const id = idOf(field)
  return (
    <Field id={id} label={label} problem={problem} {...(hint === undefined ? {} : { hint })}>
      <input
        {...inputProps(id, problem, hint !== undefined)}
        type="number"
        inputMode="decimal"
        step="any"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field"
      />
    </Field>
  )
}
