// The doors behind /settings: what a signed-in person sees and changes of their account.
import type { FastifyInstance, FastifyReply } from "fastify"
import { z } from "zod"
import { AppError } from "../../core/errors.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { changePassword, changeProfile, endSessions, requestEmailChange } from "./commands.server.ts"
import { removeLogin } from "./login-commands.server.ts"
import { isPassword } from "./password.server.ts"
import { listLogins, listNotificationChoices, listSessions } from "./queries.server.ts"
import { type AccountDoors, parseBody } from "./rest.server.ts"
import { emailSchema, nameSchema, passwordSchema } from "./schema.ts"
import type { UserRow } from "./session.server.ts"
import type { SocialProviders } from "./social.server.ts"
import { findPendingEmail } from "./tokens.server.ts"
import { LOGIN_PROVIDERS, NOTIFICATION_GROUPS, THEMES } from "./user.ts"

const TIME_ZONES = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])

const profileSchema = z.object({
  name: z.optional(nameSchema),
  locale: z.enum(LOCALE_CODES).optional(),
  theme: z.enum(THEMES).optional(),
  timeZone: z
    .string()
    .refine((zone) => TIME_ZONES.has(zone))
    .optional(),
  notificationGroups: z.array(z.enum(NOTIFICATION_GROUPS)).optional(),
})
const newPasswordSchema = z.object({ currentPassword: z.string().optional(), password: passwordSchema })
const newEmailSchema = z.object({ email: emailSchema, password: z.string().optional() })
const providerSchema = z.object({ provider: z.enum(LOGIN_PROVIDERS) })
const sessionSchema = z.object({ id: z.uuid() })

/**
 * Asks for the password again before something that a borrowed device must not do. Somebody who has none came through a provider.
 * Throws AppError "password_wrong", or "too_many_requests" for a guesser.
 */
export async function provePassword(
  { attempts }: AccountDoors,
  reply: FastifyReply,
  user: UserRow,
  password: string | undefined,
  field: string,
): Promise<void> {
  if (user.passwordHash === null) return
  await attempts.count(reply, "passwordByAccount", user.id)
  if (!(await isPassword(password ?? "", user.passwordHash)))
    throw new AppError("password_wrong", { fields: { [field]: "password_wrong" } })
  await attempts.forgive("passwordByAccount", user.id)
}

export function registerSettings(app: FastifyInstance, deps: AccountDoors, providers: SocialProviders): void {
  const { db, clock, sessions, attempts } = deps
  const none = (reply: FastifyReply) => reply.code(204).header("cache-control", "no-store").send()

  app.get("/api/settings", async (request, reply) => {
    const { user, sessionId } = await sessions.require(request)
    const now = clock()
    const [own, logins, choices, pendingEmail] = await Promise.all([
      listSessions(db, user.id, now),
      listLogins(db, user.id),
      listNotificationChoices(db, user.id),
      findPendingEmail(db, user.id, now),
    ])
    return reply.header("cache-control", "no-store").send({
      id: user.id,
      email: user.email,
      pendingEmail,
      isEmailConfirmed: user.emailConfirmedAt !== null,
      name: user.name,
      hasPassword: user.passwordHash !== null,
      locale: user.locale,
      theme: user.theme,
      timeZone: user.timeZone,
      affCode: user.affCode,
      logins,
      providers: providers.available,
      notificationGroups: choices.map(({ group }) => group),
      sessions: own.map((session) => ({ ...session, isCurrent: session.id === sessionId })),
    })
  })

  app.patch("/api/settings", async (request, reply) => {
    const { user } = await sessions.require(request)
    await changeProfile(db, user.id, parseBody(profileSchema, request.body))
    return none(reply)
  })

  app.post("/api/settings/password", async (request, reply) => {
    const { user, sessionId } = await sessions.require(request)
    const { currentPassword, password } = parseBody(newPasswordSchema, request.body)
    await provePassword(deps, reply, user, currentPassword, "currentPassword")
    await changePassword(deps, user, password, clock(), sessionId)
    // The token that this browser had before opens nothing any more.
    await sessions.start(db, request, reply, user.id)
    return none(reply)
  })

  app.post("/api/settings/email", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { email, password } = parseBody(newEmailSchema, request.body)
    await provePassword(deps, reply, user, password, "password")
    await attempts.count(reply, "mailByAccount", user.id)
    await requestEmailChange(deps, user, email, clock())
    return none(reply)
  })

  app.delete("/api/settings/sessions", async (request, reply) => {
    const { user } = await sessions.require(request)
    await endSessions(db, user.id, null)
    await sessions.end(request, reply)
    return none(reply)
  })

  app.delete("/api/settings/sessions/:id", async (request, reply) => {
    const { user } = await sessions.require(request)
    await endSessions(db, user.id, parseBody(sessionSchema, request.params).id)
    return none(reply)
  })

  app.delete("/api/settings/logins/:provider", async (request, reply) => {
    const { user } = await sessions.require(request)
    await removeLogin(db, user, parseBody(providerSchema, request.params).provider)
    return none(reply)
  })
}
