// A message to the operator: POST /api/contact from the form's script, POST /contact (in every language) from the form itself.
import fastifyRateLimit from "@fastify/rate-limit"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { readForms } from "../../core/form-door.server.ts"
import { isFromOwnPage } from "../../core/own-origin.server.ts"
import { isLocale, LOCALE_CODES, type Locale, localePath, splitLocale } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import {
  CONTACT_FAILURES,
  CONTACT_PROBLEMS,
  type ContactSubject,
  type ContactValues,
  contactProblems,
  HONEYPOT,
  normalMessage,
  type RefusedMessage,
} from "./contact.ts"

export type ContactMail = { replyTo: string; subject: string; text: string }

export type ContactOptions = {
  send(mail: ContactMail): Promise<void>
  publicUrl: string
  log: Logger
  /** The HTML of the contact page with what was typed and why it was refused. */
  showAgain: (locale: Locale, refused: RefusedMessage) => Promise<Buffer>
  /** How many messages one address may send in an hour. */
  perHour?: number
}

const API = "/api/contact"
const PER_HOUR = 5
const HOUR_MS = 3_600_000
const BODY_LIMIT = 64 * 1024

/** In English, for the operator: a subject holds nothing that a visitor wrote. */
const SUBJECT_TEXT: Record<ContactSubject, string> = {
  figure: "a wrong or missing figure",
  account: "account and plans",
  api: "public API",
  partner: "partnership or advertising",
  other: "something else",
}

const word = z.string().max(BODY_LIMIT)
const schema = z
  .object({
    name: word.default(""),
    email: word.default(""),
    subject: word.default(""),
    message: word.default(""),
    locale: word.default("en"),
    [HONEYPOT]: word.default(""),
  })
  .superRefine((values, context) => {
    for (const [field, code] of Object.entries(contactProblems(values)))
      context.addIssue({ code: "custom", path: [field], message: code })
  })
type Message = z.output<typeof schema>

/**
 * Adds the doors. Programs get errors in the contract's shape; people without a script get the page again as the answer, with what
 * they typed: it is in no address, and no cache keeps it.
 */
export async function registerContact(app: FastifyInstance, options: ContactOptions): Promise<void> {
  await app.register(async (scope) => {
    readForms(scope)
    scope.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options))
    // Counted are messages that would go out, not those with a mistake in them.
    await scope.register(fastifyRateLimit, {
      max: options.perHour ?? PER_HOUR,
      timeWindow: HOUR_MS,
      hook: "preHandler",
      errorResponseBuilder: () => new AppError("too_many_requests", { message: "Too many messages: try again later." }),
    })
    for (const url of [API, ...LOCALE_CODES.map((locale) => localePath(locale, href("contact")))]) {
      scope.post(
        url,
        {
          bodyLimit: BODY_LIMIT,
          onRequest: async (request, reply) => {
            if (isFromOwnPage(request, options.publicUrl)) return
            return reply
              .code(403)
              .header("cache-control", "no-store")
              .send({ statusCode: 403, message: "Only the site's own pages may send this.", code: "wrong_origin" })
          },
          preValidation: async (request) => void (request.body = parseMessage(request.body)),
        },
        async (request, reply) => {
          const message = request.body as Message
          // Whoever fills in the hidden field is told what it wants to hear.
          if (message[HONEYPOT] === "") await options.send(mailOf(message))
          reply.header("cache-control", "no-store")
          if (request.url === API) return reply.code(204).send()
          return reply.redirect(localePath(localeOf(request), href("contact", null, "sent=true")), 303)
        },
      )
    }
  })
}

function parseMessage(body: unknown): Message {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(
    parsed.error.issues.flatMap(({ path: [field], message }) =>
      typeof field === "string" ? [[field, isProblem(message) ? message : "invalid"]] : [],
    ),
  )
  throw new AppError("bad_request", {
    message: "The message cannot be sent like this.",
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  })
}

function isProblem(text: string): boolean {
  return (CONTACT_PROBLEMS as readonly string[]).includes(text)
}

function mailOf({ name, email, subject, message, locale }: Message): ContactMail {
  const from = name.trim() === "" ? email : `${name.trim()} <${email}>`
  return {
    replyTo: email,
    subject: `Apyary contact: ${SUBJECT_TEXT[subject as ContactSubject]}`,
    text: `From: ${from}\nLanguage: ${isLocale(locale) ? locale : "en"}\n\n${normalMessage(message)}\n`,
  }
}

function localeOf(request: FastifyRequest): Locale {
  return splitLocale(request.url.split("?")[0] ?? "").locale
}

function typedIn(body: unknown): ContactValues {
  const typed = body as Partial<Record<string, unknown>> | undefined
  const text = (name: string) => {
    const value = typed?.[name]
    return typeof value === "string" ? value : ""
  }
  // As a script would see the textarea's text: React has to find its first line end to keep it.
  const message = text("message").replace(/\r\n?/g, "\n")
  return { name: text("name"), email: text("email"), subject: text("subject"), message }
}

async function answerError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  { log, showAgain }: ContactOptions,
) {
  const known = error instanceof AppError ? error : new AppError(codeOf(error.statusCode), { cause: error })
  if (known.statusCode >= 500) log.error({ reason: messageOf(error) }, "message not sent")
  reply.code(known.statusCode).header("cache-control", "no-store")
  const codes = known.fields ? Object.values(known.fields) : [known.code]
  const problems = CONTACT_PROBLEMS.filter((code) => codes.includes(code))
  const failures = CONTACT_FAILURES.filter((code) => codes.includes(code))
  if (request.url !== API && problems.length + failures.length > 0) {
    const refused = { typed: typedIn(request.body), errors: { problems, failures } }
    return reply.type("text/html; charset=utf-8").send(await showAgain(localeOf(request), refused))
  }
  return reply.send({
    statusCode: known.statusCode,
    message: known.message,
    code: known.code,
    ...(known.fields ? { fields: known.fields } : {}),
  })
}

/** Whatever goes wrong while sending, the visitor can only try again. */
function codeOf(status: number | undefined) {
  if (status === 413) return "payload_too_large"
  if (status === 415) return "unsupported_media_type"
  return status === 400 ? "bad_request" : "unavailable"
}
