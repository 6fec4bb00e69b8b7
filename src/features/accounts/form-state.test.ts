import { describe, expect, it, test } from "vitest"
import type { Refused } from "./api.ts"
import {
  type FormAction,
  formReducer,
  type FormState,
  maySend,
  openForm,
  refusalBy,
  registrationRefusal,
  shownProblems,
} from "./form-state.ts"

const FIELDS = ["email", "password", "allTermsAccepted"]
const WRONG = { email: "common:validation.email" } as const
const after = (...actions: FormAction[]): FormState => actions.reduce(formReducer, openForm())
const refused = (given: Partial<Refused>): Refused => ({
  isOk: false,
  status: 400,
  code: "bad_request",
  fields: {},
  retryAfterSeconds: null,
  ...given,
})
const EXISTS = registrationRefusal(refused({ code: "email_exists", fields: { email: "email_exists" } }), FIELDS)

describe("a form (spec 5)", () => {
  it("checks on change, and shows nothing before the first try", () => {
    const state = after({ type: "changed", field: "email", problems: WRONG })
    expect(state.problems).toEqual(WRONG)
    expect(shownProblems(state)).toEqual({})
  })

  it("shows what is wrong from the first try on, and stays open", () => {
    const state = after({ type: "submitted", problems: WRONG })
    expect(shownProblems(state)).toEqual(WRONG)
    expect(maySend(state)).toBe(true)
  })

  it("follows each change after the first try", () => {
    const state = after({ type: "submitted", problems: WRONG }, { type: "changed", field: "email", problems: {} })
    expect(shownProblems(state)).toEqual({})
  })

  it("takes nothing while it is busy and after success (spec 4)", () => {
    const busy = after({ type: "submitted", problems: {} })
    expect(busy.phase).toBe("busy")
    expect(maySend(busy)).toBe(false)
    expect(formReducer(busy, { type: "submitted", problems: WRONG })).toBe(busy)
    const done = formReducer(busy, { type: "done" })
    expect(maySend(done)).toBe(false)
    expect(formReducer(done, { type: "submitted", problems: {} })).toBe(done)
    expect(formReducer(done, { type: "reopened" })).toEqual(openForm())
  })

  it("is open again after a refusal, with the success flag cleared", () => {
    const state = after({ type: "submitted", problems: {} }, { type: "done" }, { type: "refused", refusal: EXISTS })
    expect(state.phase).toBe("open")
    expect(shownProblems(state)).toEqual({ email: "register:form.error.emailExist" })
  })

  it("forgets what the server said of a field when that field changes, and of no other", () => {
    const state = after({ type: "submitted", problems: {} }, { type: "refused", refusal: EXISTS })
    expect(shownProblems(formReducer(state, { type: "changed", field: "password", problems: {} }))).toEqual({
      email: "register:form.error.emailExist",
    })
    expect(shownProblems(formReducer(state, { type: "changed", field: "email", problems: {} }))).toEqual({})
  })

  it("forgets it at the next try", () => {
    const state = after(
      { type: "submitted", problems: {} },
      { type: "refused", refusal: { fields: {}, failure: { text: "register:failure.unavailable", minutes: 0 } } },
      { type: "submitted", problems: {} },
    )
    expect(state.refusal.failure).toBeNull()
  })

  it("says what the address says after a try without a script", () => {
    const state = openForm(["email_exists", "terms_required", "too_many_requests"], FIELDS)
    expect(shownProblems(state)).toEqual({
      email: "register:form.error.emailExist",
      allTermsAccepted: "common:validation.terms",
    })
    expect(state.refusal.failure).toEqual({ text: "register:failure.tooMany", minutes: 0 })
    expect(state.phase).toBe("open")
  })
})

describe("a refused registration (spec 8)", () => {
  const exists = {
    fields: { email: "register:form.error.emailExist" },
    failure: null,
    values: { password: " " },
  }

  test.each<[string, Partial<Refused>]>([
    ["the e-mail is known", { code: "email_exists", fields: { email: "email_exists" } }],
    ["a bad request without more", { code: "bad_request" }],
  ])("%s: told at the e-mail, the password blanked with a space", (_name, given) => {
    expect(registrationRefusal(refused(given), FIELDS)).toEqual(exists)
  })

  test.each<[string, Partial<Refused>, Record<string, string>]>([
    ["email_invalid", { fields: { email: "email_invalid" } }, { email: "common:validation.email" }],
    [
      "password_too_short",
      { fields: { password: "password_too_short" } },
      { password: "common:validation.password.min" },
    ],
    [
      "terms_required",
      { fields: { termsConfirmed: "terms_required", privacyConfirmed: "terms_required" } },
      { allTermsAccepted: "common:validation.terms" },
    ],
  ])("%s is told exactly, and the password stays", (code, given, fields) => {
    expect(registrationRefusal(refused({ code, ...given }), FIELDS)).toEqual({ fields, failure: null })
  })

  it("too often, or no answer, is told of the whole", () => {
    expect(
      registrationRefusal(refused({ status: 429, code: "too_many_requests", retryAfterSeconds: 61 }), FIELDS),
    ).toEqual({
      fields: {},
      failure: { text: "register:failure.tooMany", minutes: 2 },
    })
    expect(registrationRefusal(refused({ status: 0, code: "unavailable" }), FIELDS)).toEqual({
      fields: {},
      failure: { text: "register:failure.unavailable", minutes: 0 },
    })
  })
})

describe("another refusal", () => {
  test.each<[Partial<Refused>, string[], ReturnType<typeof refusalBy>]>([
    [
      { status: 401, code: "unauthorized" },
      ["email", "password"],
      { fields: {}, failure: { text: "register:failure.unauthorized", minutes: 0 } },
    ],
    [
      { status: 401, code: "user_blocked" },
      ["email", "password"],
      { fields: {}, failure: { text: "register:failure.blocked", minutes: 0 } },
    ],
    [
      { code: "password_wrong", fields: { currentPassword: "password_wrong" } },
      ["currentPassword", "password"],
      { fields: { currentPassword: "register:failure.passwordWrong" }, failure: null },
    ],
    [
      { code: "token_invalid", fields: { token: "token_invalid" } },
      ["password"],
      { fields: {}, failure: { text: "register:failure.token", minutes: 0 } },
    ],
    [
      { status: 500, code: "__proto__" },
      ["email"],
      { fields: {}, failure: { text: "register:failure.unavailable", minutes: 0 } },
    ],
  ])("%j in a form with %j", (given, fields, expected) => {
    expect(refusalBy(refused(given), fields)).toEqual(expected)
  })
})
