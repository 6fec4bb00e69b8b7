// Links in mails: each works once, for a time, and for the address that it went to.
import { and, eq, gt, isNull, lt } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { hashToken, newToken } from "./session.server.ts"
import { tokens } from "./tables.server.ts"
import { TOKEN_LIFE_MS } from "./token-life.ts"
import type { TokenPurpose } from "./user.ts"

const KEEP_MS = 30 * 86_400_000

type Owner = { userId: string; email: string; purpose: TokenPurpose }

/** Makes a link's token. Older ones of the same purpose stop working: only the newest mail counts. */
export async function addToken(tx: Tx, owner: Owner, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = newToken()
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS[owner.purpose])
  await dropTokens(tx, owner.userId, owner.purpose)
  await tx.insert(tokens).values({ ...owner, tokenHash, createdAt: now, expiresAt })
  return { token, expiresAt }
}

/** Uses a token up: of two who come at once, one gets it. Throws AppError "token_invalid" for one that was used, is old or unknown. */
export async function takeToken(tx: Tx, token: string, purpose: TokenPurpose, now: Date): Promise<Owner> {
  const [taken] = await tx
    .update(tokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(tokens.tokenHash, hashToken(token)),
        eq(tokens.purpose, purpose),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
    .returning({ userId: tokens.userId, email: tokens.email, purpose: tokens.purpose })
  if (!taken) throw new AppError("token_invalid")
  return taken
}

/** What a token was made for, used or not; undefined for an unknown one. */
export async function findToken(db: Db | Tx, token: string) {
  const [found] = await db
    .select()
    .from(tokens)
    .where(eq(tokens.tokenHash, hashToken(token)))
  return found
}

/** The address that a change waits for, or null. */
export async function findPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const [found] = await db
    .select({ email: tokens.email })
    .from(tokens)
    .where(
      and(
        eq(tokens.userId, userId),
        eq(tokens.purpose, "changeEmail"),
        isNull(tokens.usedAt),
        gt(tokens.expiresAt, now),
      ),
    )
  return found?.email ?? null
}

/** Makes the open links of a purpose useless. */
export async function dropTokens(tx: Tx, userId: string, purpose: TokenPurpose): Promise<void> {
  await tx.delete(tokens).where(and(eq(tokens.userId, userId), eq(tokens.purpose, purpose), isNull(tokens.usedAt)))
}

/** Removes tokens that stopped working long ago. */
export async function removeOldTokens(db: Db, now: Date): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expiresAt, new Date(now.getTime() - KEEP_MS)))
}
