// How a form behaves (spec 5): checked on each change, errors shown only after the first try, one answer at a time, closed after success.
import type { MessageId } from "../../i18n/messages.ts"
import type { Refused } from "./api.ts"
import { FIELD_OF, failureOf, failureText } from "./failures.ts"

/** Field name to the key of what is wrong with it. */
export type FieldTexts = Readonly<Record<string, MessageId>>

export type Refusal = {
  fields: FieldTexts
  /** What is wrong with the whole; `minutes` until it may be tried again, 0 when nobody said. */
  failure: { text: MessageId; minutes: number } | null
  /** What fields are set to. */
  values?: Readonly<Record<string, string>>
}

export type FormState = {
  /** What the rules say of the values as they are. */
  problems: FieldTexts
  /** What the server said of the values as they were. */
  refusal: Refusal
  wasTried: boolean
  phase: "open" | "busy" | "done"
}

export type FormAction =
  | { type: "changed"; field: string; problems: FieldTexts }
  | { type: "submitted"; problems: FieldTexts }
  | { type: "refused"; refusal: Refusal }
  | { type: "done" }
  | { type: "reopened" }

const NO_REFUSAL: Refusal = { fields: {}, failure: null }

/** A form that nobody touched; `codes` is what the address says after a try without a script. */
export function openForm(codes: readonly string[] = [], fields: readonly string[] = []): FormState {
  return { problems: {}, refusal: refusalOf(codes, {}, null, fields), wasTried: false, phase: "open" }
}

export function formReducer(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "changed": {
      const { [action.field]: _, ...fields } = state.refusal.fields
      return { ...state, problems: action.problems, refusal: { ...state.refusal, fields } }
    }
    case "submitted":
      // spec 4: blocked while busy or after success
      if (!maySend(state)) return state
      return {
        problems: action.problems,
        refusal: NO_REFUSAL,
        wasTried: true,
        phase: Object.keys(action.problems).length === 0 ? "busy" : "open",
      }
    case "refused":
      return { ...state, phase: "open", refusal: action.refusal }
    case "done":
      return { ...state, phase: "done", refusal: NO_REFUSAL }
    case "reopened":
      return openForm()
  }
}

/** Whether the form takes a submission now. */
export function maySend({ phase }: FormState): boolean {
  return phase === "open"
}

/** What is shown at the fields: the rules' part only after the first try (spec 5). */
export function shownProblems({ problems, refusal, wasTried }: FormState): FieldTexts {
  return wasTried ? { ...problems, ...refusal.fields } : refusal.fields
}

/** What codes say: at the form's own fields where they are about one, else of the whole. */
function refusalOf(
  codes: readonly string[],
  named: Readonly<Record<string, string>>,
  retryAfterSeconds: number | null,
  own: readonly string[],
): Refusal {
  const fields: Record<string, MessageId> = {}
  let failure: Refusal["failure"] = null
  const put = (code: string, field: string | undefined) => {
    if (field !== undefined && own.includes(field)) fields[field] = failureText(code)
    else failure ??= { text: failureText(code), minutes: Math.ceil((retryAfterSeconds ?? 0) / 60) }
  }
  for (const [field, code] of Object.entries(named)) put(code, own.includes(field) ? field : fieldOf(code))
  if (Object.keys(fields).length === 0 && failure === null) for (const code of codes) put(code, fieldOf(code))
  return { fields, failure }
}

const fieldOf = (code: string) => FIELD_OF[failureOf(code)]

/** What a door's refusal says to a form with these fields. */
export function refusalBy({ code, fields, retryAfterSeconds }: Refused, own: readonly string[]): Refusal {
  return refusalOf([code], fields, retryAfterSeconds, own)
}

/** The codes about an input that the sign-up form can have wrong; every other bad request means that the e-mail is known (spec 8). */
const OWN_CODES: ReadonlySet<string> = new Set(["email_invalid", "password_too_short", "terms_required"])

/**
 * A refused registration (spec 8): a bad request is told at the e-mail field as register:form.error.emailExist, and the password is
 * blanked with a space. What the contract names more exactly is told exactly.
 */
export function registrationRefusal(answer: Refused, own: readonly string[]): Refusal {
  if (answer.status !== 400 || OWN_CODES.has(answer.code)) return refusalBy(answer, own)
  return { fields: { email: "register:form.error.emailExist" }, failure: null, values: { password: " " } }
}
