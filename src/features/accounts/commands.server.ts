// What changes accounts. Each command is one transaction, mails included: they leave when it is kept and not otherwise.
import { randomBytes } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { forgetMails } from "../../core/mail-queue.server.ts"
import { isLocale, type Locale } from "../../i18n/locales.ts"
import type { SendAccountMail } from "./account-mails.server.ts"
import { hashPassword } from "./password.server.ts"
import { findUser, findUserByEmail } from "./queries.server.ts"
import { revokeSessions, type UserRow } from "./session.server.ts"
import { notificationChoices, sessions, users } from "./tables.server.ts"
import { addToken, dropTokens, findToken, takeToken } from "./tokens.server.ts"
import { NOTIFICATION_GROUPS, type NotificationGroupSlug, type Theme } from "./user.ts"

export type AccountDeps = {
  db: Db
  /** Puts a mail into the transaction. */
  sendMail: SendAccountMail
}

export type NewUser = {
  email: string
  name: string | null
  /** null for somebody who comes through a provider. */
  password: string | null
  locale: string | null | undefined
  /** true when the provider vouches for the address. */
  isEmailConfirmed?: boolean
  broughtBy: { aff: string | undefined; rcid: string | undefined }
}

const localeOf = (user: { locale: string }): Locale => (isLocale(user.locale) ? user.locale : "en")

/**
 * Makes an account, and the mail that asks to confirm its address; `after` belongs to the same transaction. Throws AppError
 * "email_exists": of two registrations at once, one gets the address.
 */
export async function registerUser(
  { db, sendMail }: AccountDeps,
  input: NewUser,
  now: Date,
  after: (tx: Tx, user: UserRow) => Promise<void> = async () => {},
): Promise<UserRow> {
  const passwordHash = input.password === null ? null : await hashPassword(input.password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        email: input.email,
        emailConfirmedAt: input.isEmailConfirmed ? now : null,
        name: input.name,
        passwordHash,
        locale: localeOf({ locale: input.locale ?? "" }),
        affCode: newAffCode(),
        broughtByAff: input.broughtBy.aff ?? null,
        broughtByRcid: input.broughtBy.rcid ?? null,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!user) throw new AppError("email_exists", { fields: { email: "email_exists" } })
    // News only for those who ask for them.
    await tx.insert(notificationChoices).values({ userId: user.id, group: "alerts" })
    if (!user.emailConfirmedAt) await sendConfirmation(tx, sendMail, user, now)
    await after(tx, user)
    return user
  })
}

/** Twelve letters and digits that nobody mistakes for each other: a person may have to read them out. */
function newAffCode(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789"
  return [...randomBytes(12)].map((byte) => letters[byte % letters.length]).join("")
}

async function sendConfirmation(tx: Tx, sendMail: SendAccountMail, user: UserRow, now: Date): Promise<void> {
  const { token, expiresAt } = await addToken(tx, { userId: user.id, email: user.email, purpose: "confirmEmail" }, now)
  await sendMail(tx, { ...addressOf(user), kind: "confirmEmail", token, validUntil: expiresAt })
}

const addressOf = (user: UserRow) => ({ to: user.email, name: user.name, locale: localeOf(user) })

/** Sends the confirmation again; nothing when the address is confirmed. */
export async function resendConfirmation({ db, sendMail }: AccountDeps, userId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findUser(tx, userId)
    if (user && !user.emailConfirmedAt) await sendConfirmation(tx, sendMail, user, now)
  })
}

/**
 * What a mail's link confirms: the address of a new account, or a new address of an old one. Throws AppError "token_invalid", and
 * "email_exists" when the new address belongs to somebody else by now.
 */
export async function confirmEmail({ db, sendMail }: AccountDeps, token: string, now: Date): Promise<UserRow> {
  return db.transaction(async (tx) => {
    const purpose = (await findToken(tx, token))?.purpose === "changeEmail" ? "changeEmail" : "confirmEmail"
    const taken = await takeToken(tx, token, purpose, now)
    const user = await findUser(tx, taken.userId)
    if (!user) throw new AppError("token_invalid")
    if (purpose === "confirmEmail") {
      // The link proves the address that it went to, not one that came after.
      if (user.email !== taken.email) throw new AppError("token_invalid")
      await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, user.id))
      return user
    }
    if (await findUserByEmail(tx, taken.email))
      throw new AppError("email_exists", { fields: { email: "email_exists" } })
    await tx.update(users).set({ email: taken.email, emailConfirmedAt: now }).where(eq(users.id, user.id))
    await dropTokens(tx, user.id, "restorePassword")
    await dropTokens(tx, user.id, "confirmEmail")
    await sendMail(tx, { ...addressOf(user), kind: "emailChanged", newEmail: taken.email })
    return user
  })
}

/** The account whose address this token confirmed before: somebody opens the mail's link again, or a mail scanner was first. */
export async function findConfirmedBy(db: Db, token: string): Promise<UserRow | undefined> {
  const found = await findToken(db, token)
  const user = found?.usedAt && found.purpose !== "restorePassword" ? await findUser(db, found.userId) : undefined
  return user?.email === found?.email && user?.emailConfirmedAt ? user : undefined
}

/** Sends the mail with which a password can be set anew, if there is such an account and it is not blocked. */
export async function requestRestore({ db, sendMail }: AccountDeps, email: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user || user.blockedAt) return
    const { token, expiresAt } = await addToken(
      tx,
      { userId: user.id, email: user.email, purpose: "restorePassword" },
      now,
    )
    await sendMail(tx, { ...addressOf(user), kind: "restorePassword", token, validUntil: expiresAt })
  })
}

/**
 * Sets the password by a mail's link. Whoever reads the mails of the address has proved it by that; everybody who was signed in is
 * out, whoever had registered in the owner's name included. Throws AppError "token_invalid" or "user_blocked".
 */
export async function confirmRestore(
  { db, sendMail }: AccountDeps,
  token: string,
  password: string,
  now: Date,
  keepSessionId?: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const { userId, email } = await takeToken(tx, token, "restorePassword", now)
    const user = await findUser(tx, userId)
    if (!user || user.email !== email) throw new AppError("token_invalid")
    if (user.blockedAt) throw new AppError("user_blocked")
    await tx
      .update(users)
      .set({ passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? now })
      .where(eq(users.id, user.id))
    await revokeSessions(tx, user.id, now, keepSessionId)
    await sendMail(tx, { ...addressOf(user), kind: "passwordChanged" })
  })
}

/** Sets a new password; all other sessions end. */
export async function changePassword(
  { db, sendMail }: AccountDeps,
  user: UserRow,
  password: string,
  now: Date,
  sessionId: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await dropTokens(tx, user.id, "restorePassword")
    await revokeSessions(tx, user.id, now, sessionId)
    await sendMail(tx, { ...addressOf(user), kind: "passwordChanged" })
  })
}

/** Asks the new address to confirm itself; until then the old one stays. Throws AppError "email_exists". */
export async function requestEmailChange(
  { db, sendMail }: AccountDeps,
  user: UserRow,
  email: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (await findUserByEmail(tx, email)) throw new AppError("email_exists", { fields: { email: "email_exists" } })
    const { token, expiresAt } = await addToken(tx, { userId: user.id, email, purpose: "changeEmail" }, now)
    await sendMail(tx, { ...addressOf(user), to: email, kind: "changeEmail", token, validUntil: expiresAt })
  })
}

export type ProfileChange = {
  name?: string | null | undefined
  locale?: Locale | undefined
  theme?: Theme | undefined
  timeZone?: string | undefined
  notificationGroups?: NotificationGroupSlug[] | undefined
}

/** Changes what a person may set without proving anything again. */
export async function changeProfile(db: Db, userId: string, change: ProfileChange): Promise<void> {
  const { notificationGroups, ...fields } = change
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  await db.transaction(async (tx) => {
    if (Object.keys(given).length > 0) await tx.update(users).set(given).where(eq(users.id, userId))
    if (notificationGroups) await setNotifications(tx, userId, notificationGroups)
  })
}

async function setNotifications(tx: Tx, userId: string, groups: readonly NotificationGroupSlug[]): Promise<void> {
  for (const group of NOTIFICATION_GROUPS) {
    if (groups.includes(group)) await tx.insert(notificationChoices).values({ userId, group }).onConflictDoNothing()
    else await unsubscribe(tx, userId, group)
  }
}

/** No more mails of this group, for whoever has the link of one (List-Unsubscribe). Safe to do again. */
export async function unsubscribe(db: Db | Tx, userId: string, group: NotificationGroupSlug): Promise<void> {
  await db
    .delete(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.group, group)))
}

/** Keeps somebody out, at once and everywhere; undefined when there is no such account. */
export async function blockUser(db: Db, email: string, reason: string, now: Date): Promise<UserRow | undefined> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ blockedAt: sql`coalesce(${users.blockedAt}, ${now.toISOString()}::timestamptz)`, blockReason: reason })
      .where(eq(users.email, email))
      .returning()
    if (user) await revokeSessions(tx, user.id, now)
    return user
  })
}

/** Lets somebody in again; they have to sign in anew. */
export async function unblockUser(db: Db, email: string): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ blockedAt: null, blockReason: null })
    .where(eq(users.email, email))
    .returning()
  return user
}

/** Removes an account with all that belongs to it, mails that wait included; the last mail says that it is gone. */
export async function deleteUser({ db, sendMail }: AccountDeps, user: UserRow): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await tx.delete(users).where(eq(users.id, user.id)).returning({ id: users.id })
    if (gone.length === 0) return
    await forgetMails(tx, user.email)
    await sendMail(tx, { ...addressOf(user), kind: "accountDeleted" })
  })
}

/** Ends one session of somebody's own, or with null all of them. */
export async function endSessions(db: Db, userId: string, sessionId: string | null): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), sessionId === null ? undefined : eq(sessions.id, sessionId)))
}
