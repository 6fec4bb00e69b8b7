// What forms and doors take (spec 5). One schema for both sides: a rule's message is the key of the text that the form shows. The
// small edition of zod, because browsers load this.
import * as z from "zod/mini"
import { isLocale } from "../../i18n/locales.ts"
import type { MessageId } from "../../i18n/messages.ts"

/** Spec 9: e-mail at most 255, password at least 6. The others keep a name to one line and a password within a request. */
export const ACCOUNT_LIMITS = { email: 255, passwordMin: 6, passwordMax: 1000, name: 100 } as const

/** The keys of spec 5, and others of the same kind. */
const say = (error: MessageId) => ({ error })
const LOCAL = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
/**
 * One plain address: no quotes, comments or lists, which add recipients. ASCII only, so that no two addresses look the same; other
 * domains are written as xn--.
 */
const ADDRESS = new RegExp(
  `^(?=[^@]{1,64}@)${LOCAL}(?:\\.${LOCAL})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})$`,
)

/** An address without spaces around it, in lower case. Checked before it is lowered: the Kelvin sign would become a k. */
export const emailSchema = z
  .string(say("common:validation.mail.required"))
  .check(
    z.trim(),
    z.minLength(1, { ...say("common:validation.mail.required"), abort: true }),
    z.maxLength(ACCOUNT_LIMITS.email, { ...say("common:validation.email"), abort: true }),
    z.regex(ADDRESS, say("common:validation.email")),
    z.toLowerCase(),
  )

/** A password that is compared with the known one: how long it is says the comparison. */
const givenPassword = z
  .string(say("common:validation.password.empty"))
  .check(
    z.minLength(1, { ...say("common:validation.password.empty"), abort: true }),
    z.maxLength(ACCOUNT_LIMITS.passwordMax, say("common:validation.password.max")),
  )

export const passwordSchema = givenPassword.check(
  z.minLength(ACCOUNT_LIMITS.passwordMin, say("common:validation.password.min")),
)

/** A tick, as JSON has it or as a form without a script sends it. */
const ticked = z.pipe(
  z.transform((value) => value === true || value === "true" || value === "on"),
  z.boolean().check(z.refine((isTicked) => isTicked, say("common:validation.terms"))),
)

/** A name is one line that reads in one direction; an empty one is none. */
export const nameSchema = z.nullable(
  z.pipe(
    z.string(say("common:validation.name")).check(
      z.trim(),
      z.maxLength(ACCOUNT_LIMITS.name, say("common:validation.name")),
      z.refine((name) => !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(name), say("common:validation.name")),
    ),
    z.transform((name) => (name === "" ? null : name)),
  ),
)

/** A form without a script has the one tick of the sign-up form, which stands for both. */
function withBothTicks(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("allTermsAccepted" in body)) return body
  return { ...body, termsConfirmed: body.allTermsAccepted, privacyConfirmed: body.allTermsAccepted }
}

/** POST /api/registration (spec 3, "Payloads"). An unknown language is English. */
export const registrationSchema = z.pipe(
  z.transform(withBothTicks),
  z.object({
    email: emailSchema,
    name: z._default(nameSchema, null),
    password: passwordSchema,
    locale: z.catch(z.string().check(z.refine(isLocale)), "en"),
    termsConfirmed: ticked,
    privacyConfirmed: ticked,
  }),
)

/** What the sign-up form holds: one tick for both texts (spec 3). */
export const signUpSchema = z.object({ email: emailSchema, password: passwordSchema, allTermsAccepted: ticked })

export const loginSchema = z.object({ email: emailSchema, password: givenPassword })
export const restoreSchema = z.object({ email: emailSchema })
export const restoreConfirmSchema = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  password: passwordSchema,
})

// What the forms of the settings hold.
export const nameFormSchema = z.object({ name: nameSchema })
export const newPasswordSchema = z.object({ password: passwordSchema })
/** For somebody who has a password already. */
export const passwordChangeSchema = z.object({ currentPassword: givenPassword, password: passwordSchema })
export const newEmailSchema = z.object({ email: emailSchema })
/** An address together with the password that proves who asks. */
export const provenEmailSchema = z.object({ email: emailSchema, password: givenPassword })

/** What is wrong with the fields: name to the key of the text, each field's first problem. Empty when the values may go. */
export function problemsOf(schema: z.ZodMiniType, values: unknown): Record<string, MessageId> {
  const problems: Record<string, MessageId> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    problems[String(path[0] ?? "")] ??= message as MessageId
  return problems
}
