// What the dates bring about, written down once an hour. Nobody waits for it: every reader works out the same from the dates.
import { and, eq, gt, isNotNull, isNull, lt, lte, or } from "drizzle-orm"
import { DAY_MS } from "../../core/clock.ts"
import type { Jobs } from "../../core/jobs.server.ts"
import { messageOf } from "../../core/errors.ts"
import {
  type Billing,
  endSuperseded,
  eventsOf,
  handleEvent,
  listSuperseded,
  rebuild,
  takeAnswer,
} from "./books.server.ts"
import { findRunning } from "./ledger.ts"
import { paymentEvents, subscriptions } from "./tables.server.ts"

const QUEUE = "billing"
const EVERY_HOUR = "17 * * * *"
/** An event that nobody could act upon for so long is left to the operator (webhook:replay). */
const RETRIED_FOR_MS = 7 * DAY_MS
const MOST_RETRIED = 500

/** Makes the queue and puts the job on its schedule; the worker handles it. */
export async function startBillingJobs(jobs: Jobs, billing: Billing): Promise<void> {
  await jobs.createQueue(QUEUE, { policy: "singleton", retryLimit: 0, expireInSeconds: 900 })
  await jobs.work(QUEUE, { pollingIntervalSeconds: 30 }, async () => {
    await keepUp(billing)
  })
  await jobs.schedule(QUEUE, EVERY_HOUR, {}, { key: "hourly", singletonKey: "hourly" })
}

/**
 * Everything that is due: payments of the sandbox, plans that took over, what is still to be ended at a provider, and events that
 * could not be handled. What fails for one person holds up nobody else. Gives how many plans were worked out anew.
 */
export async function keepUp(billing: Billing): Promise<number> {
  const { db, clock, log } = billing
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      log.warn({ reason: messageOf(error) }, what)
    }
  }
  const now = clock()
  const due = await db
    .select({ userId: subscriptions.userId, provider: subscriptions.provider, key: subscriptions.subscriptionKey })
    .from(subscriptions)
    .where(
      and(
        lte(subscriptions.tariffActiveTo, now),
        // What ended and was worked out since then is done; what waits for a payment is looked at until it is told.
        or(eq(subscriptions.renews, true), lt(subscriptions.updatedAt, subscriptions.tariffActiveTo)),
      ),
    )
  for (const { userId, provider, key } of due) {
    await attempt("sandbox payment not made", () => renewInSandbox(billing, userId, provider, key))
    await attempt("plan not worked out", () => db.transaction((tx) => rebuild(tx, userId, billing.hooks, now)))
  }
  for (const userId of await listSuperseded(db)) {
    await attempt("replaced subscription not ended", () => endSuperseded(billing, userId))
  }
  const waiting = await db
    .select()
    .from(paymentEvents)
    .where(
      and(
        isNull(paymentEvents.handledAt),
        or(isNull(paymentEvents.error), isNotNull(paymentEvents.normal)),
        gt(paymentEvents.receivedAt, new Date(now.getTime() - RETRIED_FOR_MS)),
      ),
    )
    .orderBy(paymentEvents.id)
    .limit(MOST_RETRIED)
  for (const row of waiting) await attempt("payment event not handled", () => handleEvent(billing, row))
  return due.length
}

/** The sandbox has nobody who takes payments when they are due but this. A payment missed for long is made up for, one period after the other. */
async function renewInSandbox(
  billing: Billing,
  userId: string,
  providerId: string | null,
  key: string | null,
): Promise<void> {
  const provider = providerId === null ? undefined : billing.providers.find(providerId)
  for (let times = 0; times < 36 && provider?.renew && key !== null; times++) {
    const running = findRunning(await eventsOf(billing.db, userId), provider.id, key)
    const raw = running && provider.renew(running, billing.clock())
    if (!raw) return
    await takeAnswer(billing, provider, raw)
  }
}
