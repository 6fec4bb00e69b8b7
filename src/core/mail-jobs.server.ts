// The worker's part in mail: sends what is due as soon as it is, and cleans up once a day.
import { deliverMail, claimMail, cleanMails, type Delivery, onMailsWaiting } from "./mail-queue.server.ts"
import type { Jobs } from "./jobs.server.ts"
import { openLanes } from "./lanes.server.ts"

/** The embedded database tells nobody about new rows: workers look. */
const POLL_MS = 1000
/** As many as the mailer has connections. */
const AT_ONCE = 4
const CLEAN_QUEUE = "mail-clean"
const CLEAN_CRON = "41 2 * * *"

/** Starts sending; gives what stops it once the mails on their way are out. */
export async function startMailJobs(jobs: Jobs, delivery: Delivery): Promise<() => Promise<void>> {
  const { db, clock } = delivery
  await jobs.createQueue(CLEAN_QUEUE, { policy: "singleton", retryLimit: 2, expireInSeconds: 600 })
  await jobs.work(CLEAN_QUEUE, { pollingIntervalSeconds: 60 }, () => cleanMails(db, clock()))
  await jobs.schedule(CLEAN_QUEUE, CLEAN_CRON)
  return sendMails(delivery)
}

/** Sends mails as they become due, several at once; gives what stops it. */
export function sendMails(delivery: Delivery): () => Promise<void> {
  const { open, stop } = openLanes({
    atOnce: AT_ONCE,
    claim: () => claimMail(delivery.db, delivery.clock()),
    work: (mail) => deliverMail(delivery, mail),
    log: delivery.log,
    trouble: "outbox not read",
  })
  const timer = setInterval(open, POLL_MS)
  const forget = onMailsWaiting(open)
  open()
  return async () => {
    clearInterval(timer)
    forget()
    await stop()
  }
}
