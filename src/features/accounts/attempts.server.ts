// How often somebody may try: counted in the database, so that a person meets the same limit at every web process.
import { createHash } from "node:crypto"
import { eq, lt, sql } from "drizzle-orm"
import type { FastifyReply } from "fastify"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { attempts } from "./tables.server.ts"

export type Limit = { max: number; windowSeconds: number }

const QUARTER = 900
const HOUR = 3600

/** Per address (of the network) and per account. Generous where many people may share an address. */
export const LIMITS = {
  registrationByAddress: { max: 300, windowSeconds: HOUR },
  loginByAddress: { max: 200, windowSeconds: QUARTER },
  /** Whoever guesses from one place is stopped early; the owner, who comes from another, is not locked out by that. */
  loginByAccountAndAddress: { max: 10, windowSeconds: QUARTER },
  loginByAccount: { max: 100, windowSeconds: QUARTER },
  restoreByAddress: { max: 30, windowSeconds: HOUR },
  restoreByAccount: { max: 5, windowSeconds: HOUR },
  mailByAccount: { max: 5, windowSeconds: HOUR },
  tokenByAddress: { max: 60, windowSeconds: HOUR },
  passwordByAccount: { max: 10, windowSeconds: QUARTER },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof LIMITS

export type Attempts = {
  /** Counts one try of `who`. Throws AppError "too_many_requests", with Retry-After on the reply, when there were too many. */
  count(reply: FastifyReply, limit: LimitName, who: string): Promise<void>
  /** Whoever succeeds begins anew. */
  forgive(limit: LimitName, who: string): Promise<void>
}

export function openAttempts(db: Db, clock: Clock): Attempts {
  return {
    async count(reply, limit, who) {
      const { max, windowSeconds } = LIMITS[limit]
      const now = clock()
      const resetAt = new Date(now.getTime() + windowSeconds * 1000)
      const [row] = await db
        .insert(attempts)
        .values({ key: keyOf(limit, who), count: 1, resetAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: sql`case when ${lt(attempts.resetAt, now)} then 1 else ${attempts.count} + 1 end`,
            resetAt: sql`case when ${lt(attempts.resetAt, now)} then excluded.reset_at else ${attempts.resetAt} end`,
          },
        })
        .returning()
      if (!row || row.count <= max) return
      const seconds = Math.max(1, Math.ceil((row.resetAt.getTime() - now.getTime()) / 1000))
      reply.header("retry-after", seconds)
      throw new AppError("too_many_requests", { message: `Too many tries: try again in ${seconds} seconds.` })
    },
    async forgive(limit, who) {
      await db.delete(attempts).where(eq(attempts.key, keyOf(limit, who)))
    },
  }
}

/** Removes counts that nobody asks for any more. */
export async function removeOldAttempts(db: Db, now: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.resetAt, now))
}

/** Addresses and mails are not written down for this: a hash tells them apart as well. */
function keyOf(limit: LimitName, who: string): string {
  return `${limit}:${createHash("sha256").update(who).digest("base64url").slice(0, 22)}`
}
