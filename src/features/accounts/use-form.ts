import { type FormEvent, useEffect, useReducer, useRef, useState } from "react"
import type { ZodMiniType } from "zod/mini"
import { useI18n } from "../../i18n/I18n.tsx"
import type { Answer, Refused } from "./api.ts"
import { formReducer, maySend, openForm, type Refusal, refusalBy, shownProblems } from "./form-state.ts"
import { ACCOUNT_LIMITS, problemsOf } from "./schema.ts"

export type FormValues = Record<string, string | boolean>

export type FormOptions = {
  /** Begins the ids of the fields; one form of a name on a page. */
  name: string
  schema: ZodMiniType
  /** In the order in which they stand. */
  fields: readonly string[]
  send: (values: FormValues) => Promise<Answer>
  onDone?: (values: FormValues) => void
  refusal?: (answer: Refused, fields: readonly string[]) => Refusal
  /** What the address says after a try without a script. */
  codes?: readonly string[]
}

export type AccountForm = {
  name: string
  props: {
    noValidate: boolean
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    onChange: (event: FormEvent<HTMLFormElement>) => void
  }
  /** The script is there: what needs it may be shown. */
  isAlive: boolean
  isBusy: boolean
  isDone: boolean
  /** What is wrong with a field, in words. */
  problem: (field: string) => string | null
  /** Everything that is wrong, in the order of the fields; `field` is null for the whole. */
  problems: { field: string | null; text: string }[]
  reopen: () => void
}

/** A form by spec 5. The fields keep their values themselves, so that what was typed before the script came is not lost. */
export function useForm(options: FormOptions): AccountForm {
  const { name, schema, fields, send, onDone, refusal = refusalBy, codes } = options
  const { t } = useI18n()
  const [state, dispatch] = useReducer(formReducer, undefined, () => openForm(codes, fields))
  const isSending = useRef(false)
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])

  async function submit(form: HTMLFormElement) {
    if (isSending.current || !maySend(state)) return
    const values = valuesOf(form, fields)
    const problems = problemsOf(schema, values)
    dispatch({ type: "submitted", problems })
    if (Object.keys(problems).length > 0) return focusFirst(form, fields, problems)
    isSending.current = true
    const answer = await send(values)
    isSending.current = false
    if (answer.isOk) {
      dispatch({ type: "done" })
      onDone?.(values)
      return
    }
    const refused = refusal(answer, fields)
    for (const [field, value] of Object.entries(refused.values ?? {})) {
      const input = inputOf(form, field)
      if (input) input.value = value
    }
    dispatch({ type: "refused", refusal: refused })
    focusFirst(form, fields, refused.fields)
  }

  const shown = shownProblems(state)
  const words = (id: (typeof shown)[string], minutes = 0) =>
    t(id, { min: ACCOUNT_LIMITS.passwordMin, max: ACCOUNT_LIMITS.passwordMax, nameMax: ACCOUNT_LIMITS.name, minutes })
  const { failure } = state.refusal
  return {
    name,
    props: {
      noValidate: isAlive,
      onSubmit: (event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onChange: (event) => {
        const { name: field } = event.target as HTMLInputElement
        const problems = problemsOf(schema, valuesOf(event.currentTarget, fields))
        dispatch({ type: "changed", field, problems })
      },
    },
    isAlive,
    isBusy: state.phase === "busy",
    isDone: state.phase === "done",
    problem: (field) => (shown[field] ? words(shown[field]) : null),
    problems: [
      ...(failure ? [{ field: null, text: words(failure.text, failure.minutes) }] : []),
      ...fields.flatMap((field) => (shown[field] ? [{ field, text: words(shown[field]) }] : [])),
    ],
    reopen: () => dispatch({ type: "reopened" }),
  }
}

function inputOf(form: HTMLFormElement, field: string): HTMLInputElement | null {
  const input = form.elements.namedItem(field)
  return input instanceof HTMLInputElement ? input : null
}

function valuesOf(form: HTMLFormElement, fields: readonly string[]): FormValues {
  return Object.fromEntries(
    fields.map((field) => {
      const input = inputOf(form, field)
      return [field, input?.type === "checkbox" ? input.checked : (input?.value ?? "")]
    }),
  )
}

function focusFirst(form: HTMLFormElement, fields: readonly string[], problems: Readonly<Record<string, unknown>>) {
  const first = fields.find((field) => problems[field] !== undefined)
  if (first !== undefined) inputOf(form, first)?.focus()
}
