// POST /api/contact: a message to the operator. As JSON from the form's script, urlencoded from the form itself.
import fastifyRateLimit from "@fastify/rate-limit"
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import { AppError, messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { isLocale, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import {
  CONTACT_FAILURES,
  CONTACT_PROBLEMS,
  type ContactSubject,
  contactProblems,
  HONEYPOT,
  normalMessage,
} from "./contact.ts"

export type ContactMail = { replyTo: string; subject: string; text: string }

export type ContactOptions = {
  send(mail: ContactMail): Promise<void>
  publicUrl: string
  log: Logger
  /** How many messages one address may send in an hour. */
  perHour?: number
}

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

/** Adds the door. The errors have the contract's shape by themselves; a form without a script is sent back to its page. */
export async function registerContact(app: FastifyInstance, options: ContactOptions): Promise<void> {
  const origin = new URL(options.publicUrl).origin
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("application/json", { parseAs: "string" }, scope.getDefaultJsonParser("error", "error"))
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log))
    // Counted are messages that would go out, not those with a mistake in them.
    await scope.register(fastifyRateLimit, {
      max: options.perHour ?? PER_HOUR,
      timeWindow: HOUR_MS,
      hook: "preHandler",
      errorResponseBuilder: () => new AppError("too_many_requests", { message: "Too many messages: try again later." }),
    })
    scope.post(
      "/api/contact",
      {
        bodyLimit: BODY_LIMIT,
        onRequest: async (request, reply) => {
          if (isFromOwnPage(request, origin)) return
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
        return isForm(request) ? reply.redirect(pageOf(request, "sent=true"), 303) : reply.code(204).send()
      },
    )
  })
}

/** Browsers say where a request comes from; what says nothing is no browser, and has no business here. */
function isFromOwnPage({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return false
  return headers.origin === undefined ? site === "same-origin" : headers.origin === origin
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

function isForm(request: FastifyRequest): boolean {
  return (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded")
}

/** The contact page in the form's language. */
function pageOf(request: FastifyRequest, query: string): string {
  const locale = (request.body as Partial<Message> | undefined)?.locale ?? "en"
  return localePath(isLocale(locale) ? locale : "en", href("contact", null, query))
}

function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply, log: Logger) {
  const known = error instanceof AppError ? error : new AppError(codeOf(error.statusCode), { cause: error })
  if (known.statusCode >= 500) log.error({ reason: messageOf(error) }, "message not sent")
  reply.header("cache-control", "no-store")
  const problems = known.fields ? Object.values(known.fields) : [known.code]
  const shown = problems.filter((code) => isProblem(code) || (CONTACT_FAILURES as readonly string[]).includes(code))
  if (isForm(request) && shown.length > 0) return reply.redirect(pageOf(request, `error=${shown.join(",")}`), 303)
  return reply.code(known.statusCode).send({
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
