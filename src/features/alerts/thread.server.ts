// Where alerts are evaluated beside the web server: its own thread, its own connection, so that no visitor waits for it.
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { systemClock } from "../../core/clock.ts"
import { connectDatabase, type DatabaseAddress } from "../../core/db/database.server.ts"
import { createLogger } from "../../core/log.server.ts"
import { createEvaluator } from "./evaluator.server.ts"

export type EvaluatorTask = { address: DatabaseAddress; logLevel: string; pollMs: number; leaseMs: number }

const { address, logLevel, pollMs, leaseMs } = workerData as EvaluatorTask
const database = connectDatabase(address)
const evaluator = createEvaluator({ db: database.db, clock: systemClock, log: createLogger(logLevel), leaseMs })
const stopping = new AbortController()
if (parentPort)
  once(parentPort, "message").then(
    () => stopping.abort(),
    () => stopping.abort(),
  )

while (!stopping.signal.aborted) {
  if (!(await evaluator.step())) await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {})
}
await evaluator.release()
await database.close()
