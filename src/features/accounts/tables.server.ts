// Who has an account, and how they come in. Nothing here lets a reader of the database in: passwords and tokens are hashes.
import { sql } from "drizzle-orm"
import { index, integer, pgTable, primaryKey, serial, text, timestamp, unique, uuid } from "drizzle-orm/pg-core"
import { LOGIN_PROVIDERS, NOTIFICATION_GROUPS, THEMES, TOKEN_PURPOSES } from "./user.ts"

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })

/** Spec 3, "User". What a plan says about somebody stands in `subscription`, what they watch in the watchlist's tables. */
export const users = pgTable("user_account", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** In lower case; ASCII only, so that no two look the same. */
  email: text("email").notNull().unique(),
  emailConfirmedAt: moment("email_confirmed_at"),
  name: text("name"),
  /** argon2id in PHC form; null for somebody who only ever came through a provider. */
  passwordHash: text("password_hash"),
  locale: text("locale").notNull(),
  theme: text("theme", { enum: THEMES }).notNull().default("system"),
  /** IANA name, for quiet hours and digests. */
  timeZone: text("time_zone").notNull().default("UTC"),
  /** The person's own code, for links to friends and as an affiliate. */
  affCode: text("aff_code").notNull().unique(),
  /** Who brought them: the codes in the cookies aff and rcid at registration. */
  broughtByAff: text("brought_by_aff"),
  broughtByRcid: text("brought_by_rcid"),
  blockedAt: moment("blocked_at"),
  blockReason: text("block_reason"),
  createdAt: moment("created_at").notNull().default(sql`now()`),
})

export const sessions = pgTable(
  "user_session",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** SHA-256 of what the cookie carries. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What the browser calls itself, so that a person can tell their sessions apart. */
    userAgent: text("user_agent").notNull(),
    createdAt: moment("created_at").notNull(),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** A session of a blocked person stays until it expires, so that they are told why they are out. */
    revokedAt: moment("revoked_at"),
  },
  (t) => [index("user_session_user").on(t.userId)],
)

/** What a mail's link proves: that somebody reads the mails of an address. */
export const tokens = pgTable(
  "user_token",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose", { enum: TOKEN_PURPOSES }).notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address that the mail went to. */
    email: text("email").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [index("user_token_user").on(t.userId)],
)

/** Accounts at Google and Facebook that lead to an account here. */
export const logins = pgTable(
  "user_login",
  {
    provider: text("provider", { enum: LOGIN_PROVIDERS }).notNull(),
    /** The provider's own id for the person: mail addresses change. */
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), unique("user_login_once").on(t.userId, t.provider)],
)

/** Which mails somebody wants: a row is a yes (spec 3, "notifications"). */
export const notificationChoices = pgTable(
  "user_notification",
  {
    id: serial("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    group: text("group_slug", { enum: NOTIFICATION_GROUPS }).notNull(),
  },
  (t) => [unique("user_notification_once").on(t.userId, t.group)],
)

/** How often somebody tried something: counted here, so that any number of web processes count together. */
export const attempts = pgTable("attempt", {
  /** What is counted, and a hash of for whom. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  resetAt: moment("reset_at").notNull(),
})

/** Keys with which a person's programs ask the public API under the person's plan (contract/rest, "Public data"). */
export const apiKeys = pgTable(
  "api_key",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What the person calls it. */
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    /** Its last four characters, by which the person knows it again. */
    ending: text("ending").notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (t) => [index("api_key_user").on(t.userId)],
)
