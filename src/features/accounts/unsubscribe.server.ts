// Ending mails by the link in one of them: without a login, signed, and by POST alone, because mail scanners open every link.
import type { FastifyInstance } from "fastify"
import { z } from "zod"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { acceptForms, answerForm } from "../../core/form-door.server.ts"
import { getSecret, isSignedBy, sign } from "../../core/secrets.server.ts"
import { randomBytes } from "node:crypto"
import { type Locale, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { unsubscribe } from "./commands.server.ts"
import { localeOfBody } from "./rest.server.ts"
import { NOTIFICATION_GROUPS, type NotificationGroupSlug } from "./user.ts"

const PAGES = { alerts: "unsubscribeAlerts", news: "unsubscribeNews" } as const satisfies Record<
  NotificationGroupSlug,
  string
>

const keyOf = (db: Db) => getSecret(db, "unsubscribe", () => randomBytes(32).toString("base64url"))
const signedText = (group: string, user: string) => `unsubscribe ${group} ${user}`

/** The address for a mail's footer and its List-Unsubscribe header: a page with one button, and by POST the thing itself. */
export async function unsubscribeUrl(
  db: Db,
  publicUrl: string,
  { userId, group, locale }: { userId: string; group: NotificationGroupSlug; locale: Locale },
): Promise<string> {
  const signature = sign(await keyOf(db), signedText(group, userId))
  const query = new URLSearchParams({ user: userId, signature }).toString()
  return publicUrl + localePath(locale, href(PAGES[group], null, query))
}

const schema = z.object({ group: z.enum(NOTIFICATION_GROUPS), user: z.uuid(), signature: z.string().max(100) })

export async function registerUnsubscribe(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  async function end(given: unknown): Promise<NotificationGroupSlug> {
    const parsed = schema.safeParse(given)
    if (
      !parsed.success ||
      !isSignedBy(await keyOf(db), signedText(parsed.data.group, parsed.data.user), parsed.data.signature)
    )
      throw new AppError("token_invalid")
    await unsubscribe(db, parsed.data.user, parsed.data.group)
    return parsed.data.group
  }

  await app.register(async (scope) => {
    acceptForms(scope)
    /** From the page's button. */
    scope.post(
      "/api/unsubscribe",
      {
        config: {
          formPage: ({ body }) => {
            const { group } = body as { group?: string }
            const page = group === "news" ? PAGES.news : PAGES.alerts
            return localePath(localeOfBody(body), href(page, null, "error=token_invalid"))
          },
        },
      },
      async (request, reply) => {
        const group = await end(request.body)
        const page = localePath(localeOfBody(request.body), href(PAGES[group], null, "done=true"))
        return answerForm(request, reply, page, 204)
      },
    )
    /** From the mail program itself (RFC 8058): it posts to the address of the List-Unsubscribe header. */
    for (const group of NOTIFICATION_GROUPS) {
      for (const prefix of ["", "/:locale"]) {
        scope.post<{ Querystring: Record<string, string> }>(
          `${prefix}${href(PAGES[group])}`,
          async (request, reply) => {
            await end({ ...request.query, group })
            return reply.code(204).header("cache-control", "no-store").send()
          },
        )
      }
    }
  })
}
