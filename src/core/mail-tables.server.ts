import { sql } from "drizzle-orm"
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core"
import type { MailHeaders } from "./mail.server.ts"

/** queued: never tried; failed: tried, and tried again later; dead: given up, until the operator replays it. */
export const MAIL_STATUSES = ["queued", "sent", "failed", "dead"] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

/** Mails to be sent, written in the transaction of what they tell about, and for some weeks those that were. */
export const mails = pgTable(
  "mail",
  {
    /** Also in the Message-ID, by which a mail that arrives twice can be recognised. */
    id: uuid("id").primaryKey(),
    /** Whoever asks for the same mail again names it by the same key: it is there once. */
    dedupeKey: text("dedupe_key").unique(),
    /** What kind of mail it is, for the operator: "confirmEmail". */
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    recipientName: text("recipient_name"),
    senderName: text("sender_name"),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    /** The text and the HTML may hold a token: both are null from the moment on when nobody needs them any more. */
    text: text("text"),
    html: text("html"),
    headers: jsonb("headers").$type<MailHeaders>().notNull(),
    status: text("status", { enum: MAIL_STATUSES }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** Not tried before; a worker that takes it moves this ahead, so that no other takes it too. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull(),
    /** After that it says nothing true any more, such as a link that is no longer valid: it is not sent. */
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** When it was sent or given up. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (t) => [
    index("mail_waiting").on(t.nextAttemptAt).where(sql`${t.status} in ('queued', 'failed')`),
    index("mail_ended").on(t.endedAt).where(sql`${t.endedAt} is not null`),
  ],
)
export type MailRow = typeof mails.$inferSelect
