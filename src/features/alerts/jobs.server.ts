// The worker's part in alerts: evaluates what changed in a thread, sends what is due, listens to the bot, and cleans up once a day.
import { Worker } from "node:worker_threads"
import { and, inArray, lt } from "drizzle-orm"
import { DAY_MS } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import type { DatabaseAddress } from "../../core/db/database.server.ts"
import { messageOf } from "../../core/errors.ts"
import type { Jobs } from "../../core/jobs.server.ts"
import { openLanes } from "../../core/lanes.server.ts"
import type { Logger } from "../../core/log.server.ts"
import { mailsAreWaiting } from "../../core/mail-queue.server.ts"
import { claimDelivery, deliver, type DeliverDeps, sendDueDigest } from "./deliver.server.ts"
import { createDeliverer, type DelivererOptions } from "./deliverer.server.ts"
import { deliveries, notifications } from "./tables.server.ts"
import { createTelegramBot, type TelegramBot } from "./telegram-bot.server.ts"
import type { EvaluatorTask } from "./thread.server.ts"

const POLL_MS = 1000
const EVALUATOR_LEASE_MS = 30_000
const AT_ONCE = 4
const CLEAN_QUEUE = "alert-clean"
const CLEAN_CRON = "17 3 * * *"
/** Then nothing of a delivery is left; what was told stays a year. */
const KEEP_DELIVERIES_MS = 90 * DAY_MS
const KEEP_NOTIFICATIONS_MS = 400 * DAY_MS

export type AlertJobsOptions = Omit<DelivererOptions, "telegram"> & {
  address: DatabaseAddress
  logLevel: string
  /** The bot's token; without it there are no alerts by Telegram. */
  telegram: { token: string; apiUrl: string | undefined } | null
}

/** Starts all of it; gives what stops it once what is on its way is done. */
export async function startAlertJobs(jobs: Jobs, options: AlertJobsOptions): Promise<() => Promise<void>> {
  const { db, clock, log, catalogs, publicUrl, address, logLevel } = options
  await jobs.createQueue(CLEAN_QUEUE, { policy: "singleton", retryLimit: 2, expireInSeconds: 600 })
  await jobs.work(CLEAN_QUEUE, { pollingIntervalSeconds: 60 }, () => cleanAlerts(db, clock()))
  await jobs.schedule(CLEAN_QUEUE, CLEAN_CRON)
  const bot: TelegramBot | null =
    options.telegram &&
    createTelegramBot({
      db,
      clock,
      log,
      publicUrl,
      translate: (locale) => catalogs.translate(locale),
      ...options.telegram,
    })
  const deliverer = await createDeliverer({ ...options, telegram: bot?.api ?? null })
  const stopSending = sendAlerts(deliverer)
  const stopEvaluating = startThread({ address, logLevel, pollMs: POLL_MS, leaseMs: EVALUATOR_LEASE_MS }, log)
  bot?.start()
  return async () => {
    await Promise.all([stopSending(), stopEvaluating(), bot?.stop()])
  }
}

function startThread(task: EvaluatorTask, log: Logger): () => Promise<void> {
  let isStopping = false
  let thread: Worker
  let ended: Promise<void>
  const open = () => {
    thread = new Worker(new URL("./thread.server.ts", import.meta.url), { workerData: task })
    thread.on("error", (error: unknown) => log.error({ reason: messageOf(error) }, "the alerts' thread ended"))
    ended = new Promise((done) => {
      thread.on("exit", () => {
        done()
        if (!isStopping) setTimeout(() => isStopping || open(), POLL_MS).unref()
      })
    })
  }
  open()
  return async () => {
    isStopping = true
    thread.postMessage("stop")
    await ended
  }
}

/** Sends deliveries as they become due, several at once; gives what stops it. */
export function sendAlerts(deps: DeliverDeps, pollMs = POLL_MS): () => Promise<void> {
  const { db, clock, log, leaseMs } = deps
  const singly = openLanes({
    atOnce: AT_ONCE,
    claim: () => claimDelivery(db, clock(), leaseMs),
    async work(row) {
      await deliver(deps, row)
      if (row.channel === "email") mailsAreWaiting()
    },
    log,
    trouble: "alerts not sent",
  })
  const digests = openLanes({
    atOnce: 1,
    claim: async () => (await sendDueDigest(deps)) || undefined,
    work: async () => mailsAreWaiting(),
    log,
    trouble: "daily mail not sent",
  })
  function look(): void {
    singly.open()
    digests.open()
  }

  const timer = setInterval(look, pollMs)
  look()
  return async () => {
    clearInterval(timer)
    await Promise.all([singly.stop(), digests.stop()])
  }
}

/** Removes what nobody looks at any more. */
export async function cleanAlerts(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db
    .delete(deliveries)
    .where(
      and(
        inArray(deliveries.status, ["sent", "dropped", "dead"]),
        lt(deliveries.createdAt, before(KEEP_DELIVERIES_MS)),
      ),
    )
  await db.delete(notifications).where(lt(notifications.firedAt, before(KEEP_NOTIFICATIONS_MS)))
}
