// The rules of the contact form, for the form and for its door. Plain code: browsers get no schema library for it.

export const CONTACT_SUBJECTS = ["figure", "account", "api", "partner", "other"] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

export const CONTACT_LIMITS = { name: 100, email: 255, messageMin: 20, messageMax: 4000 } as const

/** Hidden from people and screen readers: only programs fill it in. */
export const HONEYPOT = "website"

export type ContactValues = { name: string; email: string; subject: string; message: string }
export const CONTACT_FIELDS = ["name", "email", "subject", "message"] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

export const CONTACT_PROBLEMS = [
  "name_invalid",
  "email_invalid",
  "subject_invalid",
  "message_too_short",
  "message_too_long",
] as const
export type ContactProblem = (typeof CONTACT_PROBLEMS)[number]

/** What can go wrong with a message as a whole. */
export const CONTACT_FAILURES = ["too_many_requests", "unavailable"] as const
export type ContactFailure = (typeof CONTACT_FAILURES)[number]

/** A message that did not go out: what was typed, and why. */
export type RefusedMessage = {
  typed: ContactValues
  errors: { problems: ContactProblem[]; failures: ContactFailure[] }
}

/** One address and nothing else (spec 5: at most 255 characters): a comma or a line end would add recipients. */
const EMAIL = /^[^\s@<>(),;:"\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u

/** Browsers send a textarea's line ends as CR LF, and count them as one. */
export function normalMessage(message: string): string {
  return message.replace(/\r\n?/g, "\n").trim()
}

/** Which fields are wrong, and how; nothing when the message can go. */
export function contactProblems(values: ContactValues): Partial<Record<ContactField, ContactProblem>> {
  const length = normalMessage(values.message).length
  const isEmail = values.email.length <= CONTACT_LIMITS.email && EMAIL.test(values.email)
  return {
    ...(values.name.length > CONTACT_LIMITS.name || /[\p{Cc}\u2028\u2029]/u.test(values.name)
      ? { name: "name_invalid" as const }
      : {}),
    ...(isEmail ? {} : { email: "email_invalid" as const }),
    ...(CONTACT_SUBJECTS.some((subject) => subject === values.subject) ? {} : { subject: "subject_invalid" as const }),
    ...(length < CONTACT_LIMITS.messageMin ? { message: "message_too_short" as const } : {}),
    ...(length > CONTACT_LIMITS.messageMax ? { message: "message_too_long" as const } : {}),
  }
}
