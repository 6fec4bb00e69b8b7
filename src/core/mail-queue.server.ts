// The outbox: a mail is written in the transaction of what it tells about, so that neither is there without the other. Workers
// send what is due. A mail leaves at least once: one that a killed worker had sent already is sent again with the same Message-ID.
import { randomUUID } from "node:crypto"
import { and, asc, desc, eq, inArray, isNotNull, lt, lte, sql } from "drizzle-orm"
import type { Clock } from "./clock.ts"
import { DAY_MS } from "./clock.ts"
import type { Db, Tx } from "./db/database.server.ts"
import { AppError, messageOf } from "./errors.ts"
import type { Logger } from "./log.server.ts"
import { checkMail, type Mail, type Mailer } from "./mail.server.ts"
import { type MailRow, type MailStatus, mails } from "./mail-tables.server.ts"

export type QueuedMail = Omit<Mail, "id"> & {
  /** What it is, for the operator: "confirmEmail". */
  kind: string
  /** A second mail with the same key is not written. */
  dedupeKey?: string
  /** After that it is not sent any more: the moment at which its link ends. */
  expiresAt?: Date
}

/** How long a mail waits after its first, second, ... failed attempt; after the last one it is dead: some 45 hours in all. */
export const RETRY_DELAYS_SECONDS = [30, 120, 600, 1800, 7200, 21_600, 43_200, 86_400] as const
/** For so long a worker has the mail to itself; longer than the mailer takes at most. */
export const LEASE_MS = 180_000
/** Then nothing of a mail is left. */
export const KEEP_MS = 30 * DAY_MS
const LONGEST_ERROR = 300
const LONGEST_SUBJECT = 200
const WAITING = ["queued", "failed"] as const

const listeners = new Set<() => void>()

/** Calls the listener when this process has committed mails; gives what ends that. */
export function onMailsWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** To be called after the commit: the workers of this process look at once, all others within a second. */
export function mailsAreWaiting(): void {
  for (const listener of listeners) listener()
}

/**
 * Writes a mail into the outbox, in the caller's transaction. Gives its id, or null when one with its dedupeKey is there.
 * Names and subject become one line each; throws AppError "bad_request" for addresses and headers that are none.
 */
export async function enqueueMail(tx: Db | Tx, mail: QueuedMail, now: Date): Promise<string | null> {
  const tidy = {
    ...mail,
    subject: oneLine(mail.subject).slice(0, LONGEST_SUBJECT),
    ...(mail.toName === undefined ? {} : { toName: oneLine(mail.toName) }),
    ...(mail.senderName === undefined ? {} : { senderName: oneLine(mail.senderName) }),
  }
  checkMail(tidy)
  const rows = await tx
    .insert(mails)
    .values({
      id: randomUUID(),
      dedupeKey: tidy.dedupeKey ?? null,
      kind: tidy.kind,
      recipient: tidy.to,
      recipientName: tidy.toName ?? null,
      senderName: tidy.senderName ?? null,
      replyTo: tidy.replyTo ?? null,
      subject: tidy.subject,
      text: tidy.text,
      html: tidy.html ?? null,
      headers: tidy.headers ?? {},
      createdAt: now,
      nextAttemptAt: now,
      expiresAt: tidy.expiresAt ?? null,
    })
    .onConflictDoNothing({ target: mails.dedupeKey })
    .returning({ id: mails.id })
  return rows[0]?.id ?? null
}

export type Delivery = { db: Db; mailer: Mailer; clock: Clock; log: Logger }

/** Sends the mail that has been due for longest; false when none is due. Any number of workers may do this at once. */
export async function deliverNext(delivery: Delivery): Promise<boolean> {
  const row = await claimMail(delivery.db, delivery.clock())
  if (row) await deliverMail(delivery, row)
  return row !== undefined
}

/** Takes a mail for this worker alone, for the time of the lease: who dies with it leaves it to the next. */
export async function claimMail(db: Db, now: Date): Promise<MailRow | undefined> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(inArray(mails.status, [...WAITING]), lte(mails.nextAttemptAt, now)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for("update", { skipLocked: true })
  const [row] = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, nextAttemptAt: new Date(now.getTime() + LEASE_MS) })
    .where(eq(mails.id, due))
    .returning()
  return row
}

/** Sends a claimed mail and writes down what came of it. */
export async function deliverMail({ db, mailer, clock, log }: Delivery, row: MailRow): Promise<void> {
  const { id, kind, attempts } = row
  // Who lost the lease may not overwrite what its next owner writes.
  const mine = and(eq(mails.id, id), eq(mails.attempts, attempts), inArray(mails.status, [...WAITING]))
  const claimedAt = clock()
  if (row.expiresAt !== null && row.expiresAt <= claimedAt) {
    const over = {
      status: "dead",
      lastError: "it was too late for it",
      endedAt: claimedAt,
      text: null,
      html: null,
    } as const
    await db.update(mails).set(over).where(mine)
    log.warn({ mail: id, kind }, "mail not sent: it was too late for it")
    return
  }
  try {
    await mailer.send(mailOf(row))
  } catch (error) {
    const next = afterFailure(error, attempts, clock())
    await db.update(mails).set(next).where(mine)
    log.warn({ mail: id, kind, attempts, status: next.status, reason: next.lastError }, "mail not sent")
    return
  }
  // A token in it is for its reader alone.
  const sent = { status: "sent", endedAt: clock(), lastError: null, text: null, html: null } as const
  await db.update(mails).set(sent).where(eq(mails.id, id))
  log.info({ mail: id, kind, attempts }, "mail sent")
}

/** What becomes of a mail whose attempt number `attempts` (from 1) has failed at a moment. */
export function afterFailure(
  error: unknown,
  attempts: number,
  now: Date,
): Pick<MailRow, "status" | "lastError"> & Partial<Pick<MailRow, "nextAttemptAt" | "endedAt">> {
  const lastError = oneLine(messageOf(error)).slice(0, LONGEST_ERROR)
  const isHopeless = error instanceof AppError && (error.code === "bad_request" || error.code === "mail_refused")
  const delay = RETRY_DELAYS_SECONDS[attempts - 1]
  if (isHopeless || delay === undefined) return { status: "dead", lastError, endedAt: now }
  return { status: "failed", lastError, nextAttemptAt: new Date(now.getTime() + delay * 1000) }
}

function mailOf(row: MailRow): Mail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text ?? "",
    headers: row.headers,
    ...(row.recipientName === null ? {} : { toName: row.recipientName }),
    ...(row.senderName === null ? {} : { senderName: row.senderName }),
    ...(row.replyTo === null ? {} : { replyTo: row.replyTo }),
    ...(row.html === null ? {} : { html: row.html }),
  }
}

/** Removes what has been sent or given up for 30 days, and what nobody can use any more of mails that are too late. */
export async function cleanMails(db: Db, now: Date): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.endedAt), lt(mails.endedAt, new Date(now.getTime() - KEEP_MS))))
  await db
    .update(mails)
    .set({ text: null, html: null })
    .where(and(eq(mails.status, "dead"), lte(mails.expiresAt, now)))
}

/** Removes all mails to an address, those that wait too: for an account that is deleted. */
export async function forgetMails(tx: Db | Tx, address: string): Promise<void> {
  await tx.delete(mails).where(eq(mails.recipient, address))
}

/** A mail as the operator sees it: without its text, which belongs to its reader. */
export type ListedMail = Omit<MailRow, "text" | "html" | "headers"> & { canBeSent: boolean }

/** The newest mails, of one status or of all. */
export async function listMails(db: Db, status: MailStatus | null, limit: number): Promise<ListedMail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(status === null ? undefined : eq(mails.status, status))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
  return rows.map(({ text, html: _html, headers: _headers, ...row }) => ({ ...row, canBeSent: text !== null }))
}

/**
 * Gives dead mails all their attempts again, one by its id or all; gives those that it was done for. A mail that is too late,
 * or whose text is gone, stays dead.
 */
export async function replayMails(tx: Db | Tx, which: { id: string } | "all", now: Date): Promise<ListedMail[]> {
  const rows = await tx
    .update(mails)
    .set({ status: "queued", attempts: 0, lastError: null, nextAttemptAt: now, endedAt: null })
    .where(
      and(
        eq(mails.status, "dead"),
        isNotNull(mails.text),
        sql`(${mails.expiresAt} is null or ${mails.expiresAt} > ${now.toISOString()}::timestamptz)`,
        which === "all" ? undefined : eq(mails.id, which.id),
      ),
    )
    .returning()
  return rows.map(({ text, html: _html, headers: _headers, ...row }) => ({ ...row, canBeSent: text !== null }))
}

/** The mail with this id, or undefined. */
export async function findMail(db: Db | Tx, id: string): Promise<MailRow | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id))
  return row
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029\s]+/gu, " ").trim()
}
