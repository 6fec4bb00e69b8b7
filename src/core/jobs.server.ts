// The job queue (pg-boss): on the same database, so any number of workers share it and each job is claimed once.
import { dirname } from "node:path"
import { PgBoss } from "pg-boss"
import type { DatabaseAddress } from "./db/database.server.ts"
import { messageOf } from "./errors.ts"
import type { Logger } from "./log.server.ts"

export type Jobs = PgBoss

/** How long running jobs may take to finish when the process is told to stop. */
const STOP_TIMEOUT_MS = 30_000

/** Opens the queue; its tables are made under a lock of its own. */
export async function openJobs(
  address: DatabaseAddress,
  log: Logger,
): Promise<{ jobs: Jobs; close: () => Promise<void> }> {
  const jobs = new PgBoss(
    "url" in address
      ? { connectionString: address.url }
      : {
          host: dirname(address.socketPath),
          port: 5432,
          user: "postgres",
          database: "postgres",
          max: 2,
          backend: "pglite",
        },
  )
  jobs.on("error", (error: unknown) => log.warn({ reason: messageOf(error) }, "job queue"))
  await jobs.start()
  return {
    jobs,
    close: () => jobs.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  }
}
