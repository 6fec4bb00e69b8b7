// The worker's part: runs sources on their schedule and fills in the past of offers that somebody looks at.
import { Worker } from "node:worker_threads"
import { LRUCache } from "lru-cache"
import type { DatabaseAddress } from "../../core/db/database.server.ts"
import type { Jobs } from "../../core/jobs.server.ts"
import type { Logger } from "../../core/log.server.ts"
import type { RunReport } from "./run.server.ts"
import { SOURCE_IDS, type SourceId, type SourceSettings } from "./source.ts"
import { findSource, SOURCES } from "./sources/registry.ts"

const INGEST_QUEUE = "ingest"
const HISTORY_QUEUE = "history"
/** A page that is looked at often asks for its past once in this time; whether it is due is decided by the job. */
const ASK_AGAIN_MS = 3_600_000
const MOST_ASKED = 50_000

export type IngestSettings = {
  sources: SourceSettings
  /** true: the hand-verified rows are the operator's own (MANUAL_DIR), not the bundled demo data. */
  manualIsOwn: boolean
  /** SOURCE_<ID>_URL by source id. */
  origins: Partial<Record<SourceId, string>>
}

/** What a thread of the ingestion is told to do. */
export type ThreadTask = { address: DatabaseAddress; settings: IngestSettings } & (
  | { kind: "run"; source: SourceId }
  | { kind: "history"; offerId: number }
)

/** Makes the queues; whoever sends or works needs them, whichever process comes first. */
export async function createIngestQueues(jobs: Jobs): Promise<void> {
  await jobs.createQueue(INGEST_QUEUE, { policy: "singleton", retryLimit: 0, expireInSeconds: 900 })
  await jobs.createQueue(HISTORY_QUEUE, {
    policy: "exclusive",
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 120,
  })
}

/** Puts all sources on their schedule and handles the jobs. Parsing 17,000 rows happens in a thread, so that no visitor waits for it. */
export async function startIngestJobs(
  jobs: Jobs,
  address: DatabaseAddress,
  settings: IngestSettings,
  log: Logger,
): Promise<void> {
  await jobs.work<{ source: SourceId }>(INGEST_QUEUE, { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (!job) return
    const report = (await runThread({ kind: "run", source: job.data.source, address, settings })) as RunReport
    const { examples: _examples, ...line } = report
    log[report.outcome === "failed" ? "warn" : "info"](line, "source run")
  })
  await jobs.work<{ offerId: number }>(HISTORY_QUEUE, { pollingIntervalSeconds: 2 }, async ([job]) => {
    if (job) await runThread({ kind: "history", offerId: job.data.offerId, address, settings })
  })
  for (const id of SOURCE_IDS) {
    const cron = scheduleOf(id, settings)
    // A schedule outlives the process: one from before MANUAL_DIR was taken back is removed.
    if (cron === null) await jobs.unschedule(INGEST_QUEUE, id)
    else await jobs.schedule(INGEST_QUEUE, cron, { source: id }, { key: id, singletonKey: id })
  }
}

/** When the worker runs a source, in cron form; null: never. The demo data is no live source; an operator's own folder is. */
export function scheduleOf(id: SourceId, { manualIsOwn }: Pick<IngestSettings, "manualIsOwn">): string | null {
  return id === "manual" && !manualIsOwn ? null : cronOf(SOURCES[id].intervalSeconds, SOURCE_IDS.indexOf(id))
}

/** A function that asks for the past of an offer, where its source has one; calls in quick succession ask once. */
export function historyRequester(jobs: Jobs): (offer: { id: number; source: { id: string } }) => Promise<void> {
  const asked = new LRUCache<number, true>({ max: MOST_ASKED, ttl: ASK_AGAIN_MS })
  return async ({ id, source }) => {
    if (asked.has(id) || !findSource(source.id)?.history) return
    asked.set(id, true)
    await jobs.send(HISTORY_QUEUE, { offerId: id }, { singletonKey: `${id}` })
  }
}

/** A schedule in cron form for an interval; `offset` spreads the sources over the hour. DefiLlama refreshes at minute 22. */
export function cronOf(intervalSeconds: number, offset: number): string {
  const minutes = Math.max(1, Math.round(intervalSeconds / 60))
  if (minutes >= 1440) return `${(7 * offset) % 60} ${3 + (offset % 3)} * * *`
  if (minutes >= 60) return `${(25 + 3 * offset) % 60} */${Math.round(minutes / 60)} * * *`.replace("*/1 ", "* ")
  return `${offset % minutes}-59/${minutes} * * * *`
}

function runThread(task: ThreadTask): Promise<unknown> {
  return new Promise((done, fail) => {
    const thread = new Worker(new URL("./thread.server.ts", import.meta.url), { workerData: task })
    thread.on("message", done)
    thread.on("error", fail)
    thread.on("exit", (code) => fail(new Error(`the ingestion thread ended with code ${code}`)))
  })
}
