// Sends what is due. A delivery is taken for the time of a lease, sent, and written down as sent: who dies in between leaves it to the
// next, who sends it again under the same key. What goes by mail is put into the outbox in the transaction that writes it down.
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm"
import type { Clock } from "../../core/clock.ts"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { messageOf } from "../../core/errors.ts"
import type { Logger } from "../../core/log.server.ts"
import { isLocale } from "../../i18n/locales.ts"
import { notificationChoices, users } from "../accounts/tables.server.ts"
import type { Channels, Message, Outcome, Reader } from "./channels/channel.ts"
import { notify } from "./notify.server.ts"
import { alertSettings, deliveries, notifications } from "./tables.server.ts"
import { nextAttempt, quietUntil } from "./when.ts"

export type DeliverDeps = {
  db: Db
  clock: Clock
  log: Logger
  channels: Channels
  /** The message of a notification, in its reader's language. */
  write(notification: NotificationRow, reader: Reader): Message
  /** One mail with all of a day's messages. */
  digest(tx: Tx, messages: readonly Message[], reader: Reader): Promise<void>
  /** For how long a worker has a delivery to itself. */
  leaseMs?: number
}

export type NotificationRow = typeof notifications.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect

/** For so long a worker has a delivery to itself; longer than any channel takes. */
export const LEASE_MS = 120_000
const LONGEST_ERROR = 300
const WAITING = ["queued", "failed"] as const

/** Takes the delivery that has been due for longest, for this worker alone. Those for the day's mail are taken by sendDueDigest(). */
export async function claimDelivery(db: Db, now: Date, leaseMs = LEASE_MS): Promise<DeliveryRow | undefined> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(inArray(deliveries.status, [...WAITING]), eq(deliveries.isDigest, false), lte(deliveries.nextAt, now)))
    .orderBy(asc(deliveries.nextAt), asc(deliveries.id))
    .limit(1)
    .for("update", { skipLocked: true })
  const [row] = await db
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, nextAt: new Date(now.getTime() + leaseMs) })
    .where(eq(deliveries.id, due))
    .returning()
  return row
}

/** Sends the delivery that has been due for longest; false when none is due. Any number of workers may do this at once. */
export async function deliverNext(deps: DeliverDeps): Promise<boolean> {
  const row = await claimDelivery(deps.db, deps.clock(), deps.leaseMs)
  if (row) await deliver(deps, row)
  return row !== undefined
}

/** Sends a delivery that this worker has taken, and writes down what came of it. */
export async function deliver(deps: DeliverDeps, row: DeliveryRow): Promise<void> {
  const { db, clock } = deps
  const found = await findReader(db, row.userId)
  const [notification] = await db.select().from(notifications).where(eq(notifications.id, row.notificationId))
  if (!found || !notification) return
  const { reader, setting, wantsMail, isBlocked } = found
  const now = clock()
  const why = isBlocked
    ? "blocked"
    : setting?.pausedUntil && setting.pausedUntil > now
      ? "paused"
      : row.channel === "email" && !wantsMail
        ? "unsubscribed"
        : null
  if (why !== null) return settle(deps, row, { status: "dropped", lastError: why })
  const quiet = row.channel === "webhook" ? null : quietOf(setting, reader, now)
  // It was not tried: the attempt is given back.
  if (quiet)
    return settle(deps, row, {
      status: row.attempts > 1 ? "failed" : "queued",
      attempts: row.attempts - 1,
      nextAt: quiet,
    })
  await record(deps, row, await trySend(deps, row, deps.write(notification, reader), reader))
}

async function trySend(deps: DeliverDeps, row: DeliveryRow, message: Message, reader: Reader): Promise<Outcome> {
  const channel = deps.channels[row.channel]
  if (!channel) return { kind: "later", reason: "channel_not_configured" }
  try {
    return await channel.send(message, reader, row.target)
  } catch (error) {
    return { kind: "later", reason: messageOf(error) }
  }
}

async function record(deps: DeliverDeps, row: DeliveryRow, outcome: Outcome): Promise<void> {
  const now = deps.clock()
  switch (outcome.kind) {
    case "sent": {
      const { within } = outcome
      return settle(deps, row, { status: "sent", sentAt: now, lastError: null }, within)
    }
    case "never":
      return settle(deps, row, { status: "dead", lastError: cut(outcome.reason) })
    case "later": {
      const nextAt = nextAttempt(now, row.attempts, outcome.afterSeconds ?? null)
      const lastError = cut(outcome.reason)
      deps.log.warn(
        { delivery: row.id, channel: row.channel, attempts: row.attempts, reason: lastError },
        "alert not sent",
      )
      return settle(deps, row, nextAt ? { status: "failed", nextAt, lastError } : { status: "dead", lastError })
    }
    case "off":
      return settle(deps, row, { status: "dropped", lastError: cut(outcome.reason) }, async (tx) => {
        await outcome.switchOff(tx)
        if (outcome.tell) await tellOff(tx, row, outcome.reason, now)
      })
  }
}

/** Writes down what became of it, unless somebody else has taken it meanwhile: the lease was over. */
async function settle(
  { db }: Pick<DeliverDeps, "db">,
  row: DeliveryRow,
  change: Partial<DeliveryRow>,
  within: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const mine = and(
      eq(deliveries.id, row.id),
      eq(deliveries.attempts, row.attempts),
      inArray(deliveries.status, [...WAITING]),
    )
    const done = await tx.update(deliveries).set(change).where(mine).returning({ id: deliveries.id })
    if (done.length > 0) await within(tx)
  })
}

/** The site says that a channel was switched off; only the site, and once for the message that found it out. */
async function tellOff(tx: Tx, row: DeliveryRow, reason: string, now: Date): Promise<void> {
  await notify(tx, now, [
    {
      userId: row.userId,
      ruleId: null,
      dedupeKey: `off:${row.channel}:${row.id}`,
      values: { kind: "channelOff", channel: row.channel, reason },
      channels: [],
      isDigest: false,
    },
  ])
}

/**
 * Sends one person's mail of the day, if one is due: everything that waits for it, in one transaction. False when none is due. Who
 * has the person's row makes the mail; others go on to the next person.
 */
export async function sendDueDigest(deps: DeliverDeps): Promise<boolean> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const isDue = and(
      inArray(deliveries.status, [...WAITING]),
      eq(deliveries.isDigest, true),
      lte(deliveries.nextAt, now),
    )
    const [person] = await tx
      .select({ id: users.id })
      .from(users)
      .where(sql`exists (select 1 from ${deliveries} where ${deliveries.userId} = ${users.id} and ${isDue})`)
      .limit(1)
      .for("no key update", { skipLocked: true })
    if (!person) return false
    const rows = await tx
      .select()
      .from(deliveries)
      .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
      .where(and(eq(deliveries.userId, person.id), isDue))
      .orderBy(asc(deliveries.id))
    const ids = rows.map((row) => row.notification_delivery.id)
    const found = await findReader(tx, person.id)
    const { reader, setting, wantsMail, isBlocked } = found ?? {
      reader: null,
      setting: null,
      wantsMail: false,
      isBlocked: true,
    }
    const change = (set: Partial<DeliveryRow>) => tx.update(deliveries).set(set).where(inArray(deliveries.id, ids))
    if (!reader || isBlocked || !wantsMail) {
      await change({ status: "dropped", lastError: isBlocked ? "blocked" : "unsubscribed" })
      return true
    }
    const later = !reader.isEmailConfirmed ? nextAttempt(now, 5, null) : quietOf(setting, reader, now)
    if (later) {
      await change({ nextAt: later })
      return true
    }
    const messages = rows.map(({ notification }) => deps.write(notification, reader))
    await deps.digest(tx, messages, reader)
    await change({ status: "sent", sentAt: now, lastError: null, attempts: 1 })
    return true
  })
}

function quietOf(setting: typeof alertSettings.$inferSelect | null, reader: Reader, now: Date): Date | null {
  if (!setting || setting.quietFrom === null || setting.quietTo === null) return null
  return quietUntil(now, reader.timeZone, { from: setting.quietFrom, to: setting.quietTo })
}

/** Whom a delivery goes to, by what holds now. */
export async function findReader(db: Db | Tx, userId: string) {
  const [row] = await db
    .select({ user: users, setting: alertSettings, choice: notificationChoices.id })
    .from(users)
    .leftJoin(alertSettings, eq(alertSettings.userId, users.id))
    .leftJoin(
      notificationChoices,
      and(eq(notificationChoices.userId, users.id), eq(notificationChoices.group, "alerts")),
    )
    .where(eq(users.id, userId))
  if (!row) return undefined
  const { user, setting } = row
  const reader: Reader = {
    userId,
    email: user.email,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    name: user.name,
    locale: isLocale(user.locale) ? user.locale : "en",
    timeZone: user.timeZone,
    telegramChatId: setting?.telegramChatId ?? null,
    webhookUrl: setting?.webhookUrl ?? null,
    webhookSecret: setting?.webhookSecret ?? null,
  }
  return { reader, setting, wantsMail: row.choice !== null, isBlocked: user.blockedAt !== null }
}

function cut(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_ERROR)
}
