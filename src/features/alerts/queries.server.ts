// What somebody sees of their alerts, of what they were told, and which way it went.
import { and, asc, desc, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import {
  alertRules,
  alertSettings,
  deliveries,
  notificationMonths,
  notifications,
  pushSubscriptions,
  telegramPolls,
} from "./tables.server.ts"
import { ensureSettings } from "./settings.server.ts"
import { monthOf } from "./when.ts"

/** The alerts of a person, the oldest first. */
export function listAlerts(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(alertRules)
    .where(eq(alertRules.userId, userId))
    .orderBy(asc(alertRules.createdAt), asc(alertRules.id))
}

/** What getUser tells of a person's alerts (spec 3, "User"): `notificationsCount` is what counts against the plan's number this month. */
export async function alertsOfUser(db: Db, userId: string, now: Date) {
  const [alerts, setting, sent, unread] = [
    await db
      .select({ id: alertRules.id })
      .from(alertRules)
      .where(eq(alertRules.userId, userId))
      .orderBy(asc(alertRules.createdAt), asc(alertRules.id)),
    await findSettings(db, userId),
    await countSent(db, userId, now),
    await countUnread(db, userId),
  ]
  return {
    alert: alerts.map(({ id }) => ({ id: String(id) })),
    alertCount: alerts.length,
    telegramChatId: setting.telegramChatId,
    telegramToken: setting.telegramToken,
    notificationsCount: sent,
    unreadCount: unread,
  }
}

/** Where a person wants to be told; the row is made with its tokens when it is not there yet. */
export async function findSettings(db: Db | Tx, userId: string) {
  const read = () => db.select().from(alertSettings).where(eq(alertSettings.userId, userId))
  const [known] = await read()
  if (known) return known
  await ensureSettings(db, [userId])
  const [made] = await read()
  return made as NonNullable<typeof made>
}

/** What stands for others on its way is no entry of its own. */
const isEntry = ne(notifications.kind, "bundle")

export async function countUnread(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
  return row?.count ?? 0
}

/** A page of what a person was told, the newest first; `before` is the id of the last one of the page before. */
export function listNotifications(db: Db, userId: string, { before, take }: { before: number | null; take: number }) {
  return db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isEntry, before === null ? undefined : lt(notifications.id, before)))
    .orderBy(desc(notifications.id))
    .limit(take)
}

/** A page of the log of what was sent, the newest first. */
export function listDeliveries(db: Db, userId: string, { before, take }: { before: number | null; take: number }) {
  return db
    .select({ delivery: deliveries, notification: notifications })
    .from(deliveries)
    .innerJoin(notifications, eq(notifications.id, deliveries.notificationId))
    .where(and(eq(deliveries.userId, userId), before === null ? undefined : lt(deliveries.id, before)))
    .orderBy(desc(deliveries.id))
    .limit(take)
}

export function listPushSubscriptions(db: Db, userId: string) {
  return db
    .select({ id: pushSubscriptions.id, endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
}

/** How many notifications of this month (UTC) were sent. */
export async function countSent(db: Db, userId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ sent: notificationMonths.sent })
    .from(notificationMonths)
    .where(and(eq(notificationMonths.userId, userId), eq(notificationMonths.month, monthOf(now))))
  return row?.sent ?? 0
}

/** Whose private feed has this token; undefined when it was taken back. */
export async function findFeedOwner(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: alertSettings.userId })
    .from(alertSettings)
    .where(eq(alertSettings.feedToken, token))
  return row?.userId
}

/** The name that the bot had when it last introduced itself; null when there never was one. */
export async function findBotName(db: Db): Promise<string | null> {
  const [row] = await db.select({ name: telegramPolls.botName }).from(telegramPolls)
  return row?.name ?? null
}

/** To whom a chat with the bot belongs. */
export async function findChatOwner(db: Db, chatId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: alertSettings.userId })
    .from(alertSettings)
    .where(eq(alertSettings.telegramChatId, chatId))
  return row?.userId
}

export type DeliveryFilter = { status: (typeof deliveries.$inferSelect)["status"] | null; limit: number }

/** The newest deliveries of everybody, for the operator. */
export function listAllDeliveries(db: Db, { status, limit }: DeliveryFilter) {
  return db
    .select()
    .from(deliveries)
    .where(status === null ? undefined : inArray(deliveries.status, [status]))
    .orderBy(desc(deliveries.id))
    .limit(limit)
}

/** The delivery with this id, or undefined. */
export async function findDelivery(db: Db | Tx, id: number) {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id))
  return row
}
