// What the doors' codes are called in words.
import type { Codec } from "../../core/query.ts"
import type { MessageId } from "../../i18n/messages.ts"

const TEXTS = {
  email_invalid: "common:validation.email",
  email_exists: "register:form.error.emailExist",
  password_too_short: "common:validation.password.min",
  password_wrong: "register:failure.passwordWrong",
  terms_required: "common:validation.terms",
  unauthorized: "register:failure.unauthorized",
  user_blocked: "register:failure.blocked",
  token_invalid: "register:failure.token",
  too_many_requests: "register:failure.tooMany",
  last_login: "register:failure.lastLogin",
  key_limit: "account:keys.limit",
  provider_not_configured: "register:failure.provider",
  login_refused: "register:failure.login",
  login_unconfirmed: "register:failure.unverified",
  login_without_email: "register:failure.withoutEmail",
  login_taken: "register:failure.loginTaken",
  unavailable: "register:failure.unavailable",
} as const satisfies Record<string, MessageId>
export type FailureCode = keyof typeof TEXTS

/** One that is not known is told as "please try again". */
export function failureOf(code: string): FailureCode {
  return Object.hasOwn(TEXTS, code) ? (code as FailureCode) : "unavailable"
}

/** The key of a code's words. */
export function failureText(code: string): MessageId {
  return TEXTS[failureOf(code)]
}

/** Which field of a form a code is about, where the answer does not say. */
export const FIELD_OF: Partial<Record<FailureCode, string>> = {
  email_invalid: "email",
  email_exists: "email",
  password_too_short: "password",
  terms_required: "allTermsAccepted",
}

/** ?error=..., as a form without a script is sent back: codes that are known, anything else as "unavailable". */
export const failuresCodec: Codec<FailureCode[]> = {
  read: (text) => [...new Set(text.split(",").map(failureOf))],
  write: (codes) => codes.join(","),
}
