// What changes where somebody is told.
import { and, eq, ne, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { addressProblem } from "../../core/public-post.server.ts"
import type { PushInput, SettingsChange } from "./door-schema.ts"
import { findSettings } from "./queries.server.ts"
import { ensureSettings, linkToken } from "./settings.server.ts"
import { alertSettings, pushSubscriptions } from "./tables.server.ts"

/** Somebody has a few browsers; more is a mistake or worse. */
const MOST_SUBSCRIPTIONS = 10

/** Changes settings of the person's own. Throws AppError "invalid_parameter" for a webhook that is not on the public internet. */
export async function changeSettings(db: Db, userId: string, change: SettingsChange): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await findSettings(tx, userId)
    const set: Partial<typeof alertSettings.$inferInsert> = {}
    if (change.webhookUrl !== undefined) {
      if (change.webhookUrl !== null) checkAddress("webhookUrl", change.webhookUrl)
      set.webhookUrl = change.webhookUrl
      if (change.webhookUrl !== null && known.webhookSecret === null) set.webhookSecret = linkToken()
    }
    if (change.newWebhookSecret) set.webhookSecret = linkToken()
    if (change.feed !== undefined)
      set.feedToken =
        change.feed === false ? null : change.feed === "new" ? linkToken() : (known.feedToken ?? linkToken())
    if (change.quietHours !== undefined) {
      set.quietFrom = change.quietHours?.from ?? null
      set.quietTo = change.quietHours?.to ?? null
    }
    if (change.digestHour !== undefined) set.digestHour = change.digestHour
    if (change.pausedUntil !== undefined) set.pausedUntil = change.pausedUntil
    if (change.telegram === null) set.telegramChatId = null
    if (Object.keys(set).length > 0) await tx.update(alertSettings).set(set).where(eq(alertSettings.userId, userId))
  })
}

function checkAddress(field: string, address: string): void {
  const problem = addressProblem(address)
  if (problem !== null)
    throw new AppError("invalid_parameter", { message: `${field} ${problem}.`, fields: { [field]: "not_allowed" } })
}

/** Adds a browser. One that belonged to somebody else, who used it before, belongs to whoever uses it now. */
export async function addPushSubscription(
  db: Db,
  userId: string,
  { endpoint, keys }: PushInput,
  now: Date,
): Promise<void> {
  checkAddress("endpoint", endpoint)
  await db.transaction(async (tx) => {
    await ensureSettings(tx, [userId])
    await tx
      .insert(pushSubscriptions)
      .values({ userId, endpoint, ...keys, createdAt: now })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { userId, ...keys } })
    await tx.execute(sql`
      delete from push_subscription where user_id = ${userId}::uuid and id not in
        (select id from push_subscription where user_id = ${userId}::uuid order by created_at desc, id limit ${MOST_SUBSCRIPTIONS})`)
  })
}

/** Takes a browser of the person's own away; does nothing when it is not there. */
export async function removePushSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
}

/** Links a chat by the token of a deep link, which is used up by that; gives whose it is, or undefined for a token of nobody. */
export async function linkTelegram(db: Db, token: string, chatId: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ userId: alertSettings.userId })
      .from(alertSettings)
      .where(eq(alertSettings.telegramToken, token))
      .for("update")
    if (!row) return undefined
    // A chat belongs to one account: the last one that it was linked to.
    await tx
      .update(alertSettings)
      .set({ telegramChatId: null })
      .where(and(eq(alertSettings.telegramChatId, chatId), ne(alertSettings.userId, row.userId)))
    await tx
      .update(alertSettings)
      .set({ telegramChatId: chatId, telegramToken: linkToken() })
      .where(eq(alertSettings.userId, row.userId))
    return row.userId
  })
}

/** Takes a chat away from whoever has it; gives who that was. */
export async function unlinkTelegram(db: Db | Tx, chatId: string): Promise<string | undefined> {
  const [row] = await db
    .update(alertSettings)
    .set({ telegramChatId: null })
    .where(eq(alertSettings.telegramChatId, chatId))
    .returning({ userId: alertSettings.userId })
  return row?.userId
}
