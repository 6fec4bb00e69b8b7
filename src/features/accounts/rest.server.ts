// The doors of accounts (spec 7, contract/rest): registration, sign-in, sign-out, restoring, confirming.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { type $ZodType, type output, safeParse } from "zod/v4/core"
import type { Clock } from "../../core/clock.ts"
import { AppError, type ErrorCode } from "../../core/errors.ts"
import { acceptForms, answerForm, wantsPage } from "../../core/form-door.server.ts"
import { isLocale, type Locale, localePath } from "../../i18n/locales.ts"
import { href, type RouteName } from "../../routes.ts"
import type { Attempts } from "./attempts.server.ts"
import {
  type AccountDeps,
  confirmEmail,
  confirmRestore,
  findConfirmedBy,
  registerUser,
  requestRestore,
  resendConfirmation,
} from "./commands.server.ts"
import { isPassword } from "./password.server.ts"
import { findUserByEmail } from "./queries.server.ts"
import { loginSchema, registrationSchema, restoreConfirmSchema, restoreSchema } from "./schema.ts"
import { cookieOf, type Sessions, type UserRow } from "./session.server.ts"

export type AccountDoors = AccountDeps & {
  clock: Clock
  sessions: Sessions
  attempts: Attempts
  /** For what is done after an answer, so that the answer takes the same time for everybody. */
  background(work: () => Promise<void>): void
}

/** Which code a field's problem has (contract/rest). */
const CODE_OF: Readonly<Record<string, ErrorCode>> = {
  email: "email_invalid",
  password: "password_too_short",
  termsConfirmed: "terms_required",
  privacyConfirmed: "terms_required",
  token: "token_invalid",
}

/** The body in the schema's shape. Throws AppError with the first field's code, and all fields at fault. */
export function parseBody<Schema extends $ZodType>(schema: Schema, body: unknown): output<Schema> {
  const parsed = safeParse(schema, body ?? {})
  if (parsed.success) return parsed.data
  const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? "")))].filter((name) => name !== "")
  const fields = Object.fromEntries(names.map((name) => [name, CODE_OF[name] ?? "bad_request"]))
  throw new AppError(CODE_OF[names[0] ?? ""] ?? "bad_request", names.length > 0 ? { fields } : {})
}

/** The language that a form or a script says it is in. */
export function localeOfBody(body: unknown): Locale {
  const locale = (body as { locale?: unknown } | null | undefined)?.locale
  return typeof locale === "string" && isLocale(locale) ? locale : "en"
}

type PlainRoute = Extract<
  RouteName,
  "authLogin" | "authRegister" | "authRestore" | "authRestoreConfirm" | "authVerifyEmail" | "settings"
>

/** The address of a page in the language of the form that came from it. */
function pageOf(request: FastifyRequest, page: PlainRoute, query?: string): string {
  return localePath(localeOfBody(request.body), href(page, null, query))
}

const formPage =
  (page: PlainRoute) =>
  (request: FastifyRequest, codes: string[]): string => {
    const token = (request.body as { token?: unknown } | undefined)?.token
    const query = new URLSearchParams({ error: codes.join(","), ...(typeof token === "string" ? { token } : {}) })
    return pageOf(request, page, query.toString().replaceAll("%2C", ","))
  }

/** Who a visitor was brought by (spec 3, cookies). */
export function broughtBy(request: FastifyRequest) {
  return { aff: cookieOf(request, "aff"), rcid: cookieOf(request, "rcid") }
}

export type Registration = { email: string; name: string | null; password: string; locale: string | null | undefined }

/** Registers and signs in; the same for the REST door and the GraphQL mutation. */
export async function register(
  deps: AccountDoors,
  input: Registration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ id: string; email: string }> {
  await deps.attempts.count(reply, "registrationByAddress", request.ip)
  const user = await registerUser(deps, { ...input, broughtBy: broughtBy(request) }, deps.clock(), (tx, { id }) =>
    deps.sessions.start(tx, request, reply, id),
  )
  return { id: user.id, email: user.email }
}

const confirmedPage = ({ locale }: UserRow) =>
  localePath(localeOfBody({ locale }), href("settings", null, "confirmed=true"))

export async function registerAccounts(app: FastifyInstance, deps: AccountDoors): Promise<void> {
  const { db, clock, sessions, attempts } = deps
  await app.register(async (scope) => {
    acceptForms(scope)

    scope.post("/api/registration", { config: { formPage: formPage("authRegister") } }, async (request, reply) => {
      const input = parseBody(registrationSchema, request.body)
      const user = await register(deps, input, request, reply)
      return answerForm(request, reply, pageOf(request, "settings", "registered=true"), 201, user)
    })

    scope.post("/api/auth/login", { config: { formPage: formPage("authLogin") } }, async (request, reply) => {
      const { email, password } = parseBody(loginSchema, request.body)
      await attempts.count(reply, "loginByAddress", request.ip)
      await attempts.count(reply, "loginByAccountAndAddress", `${email} ${request.ip}`)
      await attempts.count(reply, "loginByAccount", email)
      const user = await findUserByEmail(db, email)
      // An unknown mail takes as long as a wrong password, and is told the same.
      if (!(await isPassword(password, user?.passwordHash ?? null)) || !user) throw new AppError("unauthorized")
      if (user.blockedAt) throw new AppError("user_blocked")
      await attempts.forgive("loginByAccountAndAddress", `${email} ${request.ip}`)
      await attempts.forgive("loginByAccount", email)
      await sessions.start(db, request, reply, user.id)
      return answerForm(request, reply, pageOf(request, "settings"), 200, { id: user.id, email: user.email })
    })

    scope.post("/api/auth/logout", async (request, reply) => {
      await sessions.end(request, reply)
      return answerForm(request, reply, localePath(localeOfBody(request.body), href("home")), 204)
    })

    scope.post(
      "/api/registration/restore",
      { config: { formPage: formPage("authRestore") } },
      async (request, reply) => {
        const { email } = parseBody(restoreSchema, request.body)
        await attempts.count(reply, "restoreByAddress", request.ip)
        await attempts.count(reply, "restoreByAccount", email)
        // Looked up after the answer: how long it takes must not tell who has an account.
        deps.background(() => requestRestore(deps, email, clock()))
        return answerForm(request, reply, pageOf(request, "authRestore", "sent=true"), 204)
      },
    )

    scope.post(
      "/api/registration/restore/confirm",
      { config: { formPage: formPage("authRestoreConfirm") } },
      async (request, reply) => {
        const { token, password } = parseBody(restoreConfirmSchema, request.body)
        await attempts.count(reply, "tokenByAddress", request.ip)
        const own = await sessions.find(request).catch(() => null)
        await confirmRestore(deps, token, password, clock(), own?.sessionId)
        return answerForm(request, reply, pageOf(request, "authLogin", "restored=true"), 204)
      },
    )

    scope.post("/api/registration/resend", async (request, reply) => {
      const { user } = await sessions.require(request)
      await attempts.count(reply, "mailByAccount", user.id)
      await resendConfirmation(deps, user.id, clock())
      return answerForm(request, reply, pageOf(request, "settings", "resent=true"), 204)
    })
  })

  app.get<{ Querystring: { token?: string } }>("/api/registration/confirm", async (request, reply) => {
    reply.header("cache-control", "no-store")
    const token = typeof request.query.token === "string" ? request.query.token : ""
    await attempts.count(reply, "tokenByAddress", request.ip)
    try {
      const user = await confirmEmail(deps, token, clock())
      return wantsPage(request) ? reply.redirect(confirmedPage(user), 302) : reply.code(204).send()
    } catch (error) {
      if (!(error instanceof AppError) || !wantsPage(request)) throw error
      const before = error.code === "token_invalid" ? await findConfirmedBy(db, token) : undefined
      return reply.redirect(before ? confirmedPage(before) : href("authVerifyEmail", null, `error=${error.code}`), 302)
    }
  })
}
