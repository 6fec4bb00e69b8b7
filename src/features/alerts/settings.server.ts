// Where somebody wants to be told: a row that is made when it is first needed, with the tokens of their links.
import { randomBytes } from "node:crypto"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { alertSettings } from "./tables.server.ts"

export type AlertSettingsRow = typeof alertSettings.$inferSelect

/** A token for a link that nobody can guess: 192 bits, in letters that Telegram takes in a deep link. */
export function linkToken(): string {
  return randomBytes(24).toString("base64url")
}

/** Makes the rows that are not there yet. */
export async function ensureSettings(tx: Db | Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insert(alertSettings)
    .values(userIds.map((userId) => ({ userId, telegramToken: linkToken() })))
    .onConflictDoNothing()
}
