import { and, desc, eq, gt, isNull } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import type { UserRow } from "./session.server.ts"
import { logins, notificationChoices, sessions, users } from "./tables.server.ts"
import type { LoginProvider } from "./user.ts"

/** The account of an address in lower case; undefined when there is none. */
export async function findUserByEmail(db: Db | Tx, email: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  return user
}

/** The account with this id; undefined when there is none. */
export async function findUser(db: Db | Tx, id: string): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

/** The account that a provider's account leads to; undefined when there is none. */
export async function findUserByLogin(
  db: Db | Tx,
  provider: LoginProvider,
  subject: string,
): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(logins)
    .innerJoin(users, eq(users.id, logins.userId))
    .where(and(eq(logins.provider, provider), eq(logins.subject, subject)))
  return found?.user
}

/** The connected providers of somebody, oldest first. */
export function listLogins(db: Db | Tx, userId: string) {
  return db
    .select({ provider: logins.provider, since: logins.createdAt })
    .from(logins)
    .where(eq(logins.userId, userId))
    .orderBy(logins.createdAt)
}

/** The sessions that somebody is signed in with now, the latest first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt))
}

/** Which groups of mails somebody wants, with the rows' ids. */
export function listNotificationChoices(db: Db | Tx, userId: string) {
  return db
    .select({ id: notificationChoices.id, group: notificationChoices.group })
    .from(notificationChoices)
    .where(eq(notificationChoices.userId, userId))
    .orderBy(notificationChoices.group)
}
