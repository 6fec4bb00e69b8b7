// All that the site keeps about a person, in words that they can read and a program can use. No hashes, and no keys that open anything.
import { asc, eq } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { listLogins, listNotificationChoices, listSessions } from "../accounts/queries.server.ts"
import type { UserRow } from "../accounts/session.server.ts"
import { findAffiliateReport } from "../affiliate/queries.server.ts"
import { findSettings, listAlerts, listPushSubscriptions } from "../alerts/queries.server.ts"
import { deliveries, notifications } from "../alerts/tables.server.ts"
import { findSubscriptionRow } from "../billing/queries.server.ts"
import { orders, paymentEvents, surveyAnswers } from "../billing/tables.server.ts"
import type { Market } from "../market/model.ts"
import { exportWatchlist } from "../watchlist/queries.server.ts"

/** Everything about somebody at a moment, as a JSON document. */
export async function ownData(db: Db, market: Market, user: UserRow, now: Date): Promise<object> {
  const { passwordHash: _hash, ...account } = user
  const {
    telegramToken: _link,
    webhookSecret: _secret,
    feedToken: _feed,
    ...channels
  } = await findSettings(db, user.id)
  return {
    exportedAt: now,
    account,
    sessions: await listSessions(db, user.id, now),
    logins: await listLogins(db, user.id),
    mails: (await listNotificationChoices(db, user.id)).map(({ group }) => group),
    watchlist: await exportWatchlist(db, market, user.id),
    alerts: await listAlerts(db, user.id),
    channels,
    pushSubscriptions: await listPushSubscriptions(db, user.id),
    notifications: await db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, user.id))
      .orderBy(asc(notifications.id)),
    deliveries: await db
      .select({ channel: deliveries.channel, status: deliveries.status, sentAt: deliveries.sentAt })
      .from(deliveries)
      .where(eq(deliveries.userId, user.id))
      .orderBy(asc(deliveries.id)),
    subscription: (await findSubscriptionRow(db, user.id)) ?? null,
    payments: await db
      .select({ provider: paymentEvents.provider, type: paymentEvents.type, occurredAt: paymentEvents.occurredAt })
      .from(paymentEvents)
      .where(eq(paymentEvents.userId, user.id))
      .orderBy(asc(paymentEvents.occurredAt)),
    orders: await db.select().from(orders).where(eq(orders.userId, user.id)).orderBy(asc(orders.paidAt)),
    answers: await db.select().from(surveyAnswers).where(eq(surveyAnswers.userId, user.id)),
    affiliate: await findAffiliateReport(db, user),
  }
}
