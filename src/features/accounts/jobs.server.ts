// The worker's part: what nobody can use any more is removed.
import { lt } from "drizzle-orm"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import type { Jobs } from "../../core/jobs.server.ts"
import { removeOldAttempts } from "./attempts.server.ts"
import { sessions } from "./tables.server.ts"
import { removeOldTokens } from "./tokens.server.ts"

const QUEUE = "accounts-clean"
const EVERY_DAY = "13 3 * * *"

/** Removes sessions that have expired, links that stopped working long ago, and counts of attempts that are over. */
export async function cleanAccounts(db: Db, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await removeOldTokens(db, now)
  await removeOldAttempts(db, now)
}

export async function startAccountJobs(jobs: Jobs, db: Db, clock: Clock): Promise<void> {
  await jobs.createQueue(QUEUE, { policy: "singleton", retryLimit: 2, expireInSeconds: 600 })
  await jobs.work(QUEUE, { pollingIntervalSeconds: 60 }, () => cleanAccounts(db, clock()))
  await jobs.schedule(QUEUE, EVERY_DAY)
}
