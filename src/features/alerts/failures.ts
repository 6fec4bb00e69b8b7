// What the doors of alerts refuse, in words.
import type { MessageId } from "../../i18n/messages.ts"
import type { Refused } from "../accounts/api.ts"

const TEXTS = {
  plan_required: "alerts:failure.plan",
  alert_limit: "alerts:failure.limit",
  too_many_requests: "alerts:failure.tooMany",
  invalid_parameter: "alerts:failure.invalid",
  not_found: "alerts:failure.gone",
  unauthorized: "alerts:failure.signedOut",
  unavailable: "alerts:failure.unavailable",
} as const satisfies Record<string, MessageId>

/** `needsPlan`: a larger plan would do it. */
export type Failure = { text: MessageId; needsPlan: boolean }

/** One that is not known is told as "please try again". */
export function failureOf({ code }: Pick<Refused, "code">): Failure {
  const text = Object.hasOwn(TEXTS, code) ? TEXTS[code as keyof typeof TEXTS] : TEXTS.unavailable
  return { text, needsPlan: code === "plan_required" || code === "alert_limit" }
}
