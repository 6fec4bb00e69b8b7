// Where a source run or a history fill happens beside the web server: its own thread, its own connection.
import { parentPort, workerData } from "node:worker_threads"
import { systemClock } from "../../core/clock.ts"
import { connectDatabase } from "../../core/db/database.server.ts"
import { fillHistory } from "./history.server.ts"
import type { ThreadTask } from "./jobs.server.ts"
import { runSource } from "./run.server.ts"
import { sourceHttp } from "./source-http.server.ts"
import { SOURCES } from "./sources/registry.ts"

const task = workerData as ThreadTask
const database = connectDatabase(task.address)
try {
  const settings = task.settings.sources
  if (task.kind === "run") {
    const source = SOURCES[task.source]
    const http = sourceHttp(task.settings.origins[task.source])
    const origin = source.id === "manual" && !task.settings.manualIsOwn ? "seed" : "live"
    parentPort?.postMessage(await runSource(source, { db: database.db, clock: systemClock, http, settings, origin }))
  } else {
    const httpOf = (id: keyof typeof SOURCES) => sourceHttp(task.settings.origins[id])
    parentPort?.postMessage(await fillHistory(task.offerId, { db: database.db, clock: systemClock, httpOf, settings }))
  }
} finally {
  await database.close()
}
