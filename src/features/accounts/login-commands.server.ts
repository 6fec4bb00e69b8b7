// Accounts at Google and Facebook that lead to an account here.
import { and, eq } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { listLogins } from "./queries.server.ts"
import type { UserRow } from "./session.server.ts"
import { logins } from "./tables.server.ts"
import type { LoginProvider } from "./user.ts"

/** Connects a provider's account. Throws AppError "login_taken" when it, or another of the same provider, is connected already. */
export async function addLogin(
  tx: Db | Tx,
  userId: string,
  provider: LoginProvider,
  subject: string,
  now: Date,
): Promise<void> {
  const added = await tx
    .insert(logins)
    .values({ provider, subject, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: logins.userId })
  if (added.length > 0) return
  const [known] = await tx
    .select({ userId: logins.userId })
    .from(logins)
    .where(and(eq(logins.provider, provider), eq(logins.subject, subject)))
  if (known?.userId !== userId) throw new AppError("login_taken")
}

/** Takes a connection back. Throws AppError "last_login" when nothing else would let the person in. */
export async function removeLogin(db: Db, user: UserRow, provider: LoginProvider): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await listLogins(tx, user.id)
    if (!known.some((login) => login.provider === provider)) return
    if (user.passwordHash === null && known.length === 1) throw new AppError("last_login")
    await tx.delete(logins).where(and(eq(logins.userId, user.id), eq(logins.provider, provider)))
  })
}
