// The doors of people with an account: put together here, because they need mails, plans and sessions alike.
import type { FastifyInstance } from "fastify"
import type { Clock } from "../core/clock.ts"
import type { Db } from "../core/db/database.server.ts"
import { messageOf } from "../core/errors.ts"
import type { Logger } from "../core/log.server.ts"
import { accountMailer } from "../features/accounts/account-mails.server.ts"
import { registerApiKeys } from "../features/accounts/api-keys.server.ts"
import { openAttempts } from "../features/accounts/attempts.server.ts"
import { type AccountDoors, register, registerAccounts } from "../features/accounts/rest.server.ts"
import type { Sessions } from "../features/accounts/session.server.ts"
import { registerSettings } from "../features/accounts/settings-rest.server.ts"
import { openSocialProviders, registerSocial, type SocialSettings } from "../features/accounts/social.server.ts"
import { registerUnsubscribe } from "../features/accounts/unsubscribe.server.ts"
import type { Billing } from "../features/billing/books.server.ts"
import type { WriteMail } from "../features/mail/write.server.ts"
import type { Catalogue } from "../features/market/catalogue.server.ts"
import { registerOwnData } from "../features/settings/rest.server.ts"
import { findUser } from "../features/settings/user.server.ts"
import type { Catalogs } from "../i18n/catalogs.server.ts"
import type { GraphqlDoors } from "./graphql.server.ts"

export type PersonDeps = {
  db: Db
  clock: Clock
  log: Logger
  sessions: Sessions
  catalogs: Catalogs
  writeMail: WriteMail
  publicUrl: string
  social: SocialSettings
  catalogue: Catalogue
  billing: Billing
}

/** Registers them; gives what GraphQL needs to know of people. */
export async function registerPersonDoors(app: FastifyInstance, deps: PersonDeps): Promise<GraphqlDoors> {
  const { db, clock, log, sessions, catalogs, writeMail: write, publicUrl } = deps
  const doors: AccountDoors = {
    db,
    clock,
    sessions,
    sendMail: accountMailer({ write, catalogs, publicUrl, clock }),
    attempts: openAttempts(db, clock),
    background: backgroundOf(app, log),
  }
  await registerAccounts(app, doors)
  const providers = openSocialProviders(deps.social)
  registerSettings(app, doors, providers)
  registerApiKeys(app, doors)
  registerSocial(app, doors, { providers, publicUrl, log })
  await registerUnsubscribe(app, { db })
  registerOwnData(app, doors, deps)
  return {
    register: (input, { request, reply }) => register(doors, input, request, reply),
    findUser: async ({ request, reply, now }) => {
      const person = await sessions.find(request)
      // Every page asks this once, so that whoever comes back in time stays signed in.
      sessions.renew(request, reply)
      return person && findUser(db, catalogs, person.user, now)
    },
  }
}

/** Work after an answer: a failure is written down, and the server closes only when it is done. */
function backgroundOf(app: FastifyInstance, log: Logger): AccountDoors["background"] {
  const running = new Set<Promise<void>>()
  app.addHook("onClose", async () => {
    await Promise.all(running)
  })
  return (work) => {
    const job = work()
      .catch((error: unknown) => log.error({ reason: messageOf(error) }, "work after an answer failed"))
      .finally(() => running.delete(job))
    running.add(job)
  }
}
