// For the tests of alerts: people, rules of theirs, runs that change offers, and what came of it.
import { randomUUID } from "node:crypto"
import { asc, eq } from "drizzle-orm"
import type { TestClock } from "./test-clock.ts"
import { row, sourceOf } from "./ingest.ts"
import type { Db } from "../src/core/db/database.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import { notificationChoices, users } from "../src/features/accounts/tables.server.ts"
import { subscriptions } from "../src/features/billing/tables.server.ts"
import type { TariffCode } from "../src/features/billing/tariffs.ts"
import { runSource } from "../src/features/ingest/run.server.ts"
import { offers } from "../src/features/market/tables.server.ts"
import type { SourceOfferInput } from "../src/features/market/schema.ts"
import { createAlert } from "../src/features/alerts/commands.server.ts"
import type { Way } from "../src/features/alerts/door-schema.ts"
import { createEvaluator } from "../src/features/alerts/evaluator.server.ts"
import { alertRuleSchema } from "../src/features/alerts/schema.ts"
import { deliveries, notifications } from "../src/features/alerts/tables.server.ts"

export type Person = typeof users.$inferSelect

/** Tables that tests of alerts write, beside those of the market. */
export const ALERT_TABLES = `alert_rule, alert_version, alert_evaluator, alert_state, alert_track, notification, notification_delivery,
  notification_month, alert_setting, push_subscription, telegram_poll, offer_change, mail, user_account`

export function createPeople(db: Db, clock: TestClock) {
  async function person(wishes: Partial<typeof users.$inferInsert> & { plan?: TariffCode; wantsMail?: boolean } = {}) {
    const { plan = "free", wantsMail = true, ...columns } = wishes
    const word = randomUUID().slice(0, 8)
    const [user] = await db
      .insert(users)
      .values({
        email: `${word}@example.org`,
        emailConfirmedAt: clock(),
        locale: "en",
        affCode: word,
        createdAt: clock(),
        ...columns,
      })
      .returning()
    const made = user as Person
    if (wantsMail) await db.insert(notificationChoices).values({ userId: made.id, group: "alerts" })
    if (plan !== "free") await subscribe(made, plan)
    return made
  }

  /** Gives somebody a plan, without an end unless told. */
  async function subscribe({ id: userId }: Person, tariffCode: TariffCode, tariffActiveTo: Date | null = null) {
    const plan = { tariffCode, tariffPeriod: "monthly" as const, tariffActiveTo, renews: false, updatedAt: clock() }
    await db
      .insert(subscriptions)
      .values({ userId, ...plan })
      .onConflictDoUpdate({ target: subscriptions.userId, set: plan })
  }

  /** A rule that fires when a rate rises to so many percent, unless told otherwise. */
  function alert({ id }: Person, rule: Record<string, unknown> = {}, way: Partial<Way> = {}) {
    const { percent = 6, ...rest } = rule
    const input = alertRuleSchema.parse({
      type: "rateThreshold",
      params: { metric: "apy", direction: "up", percent },
      cooldownHours: 0,
      hysteresis: 0,
      ...rest,
    })
    return createAlert(db, id, input, { name: "", channels: ["email"], frequency: "single", ...way }, clock())
  }

  return { person, subscribe, alert }
}

/** A run in which a source gives exactly these offers: label and rate, or a whole row. Moves the clock on, by a minute unless told. */
export async function publish(
  db: Db,
  clock: TestClock,
  rows: Record<string, number | null> | SourceOfferInput[],
  afterMs = 60_000,
) {
  clock.move(afterMs)
  const given = Array.isArray(rows) ? rows : Object.entries(rows).map(([label, percent]) => row(label, percent))
  const report = await runSource(sourceOf(given), {
    db,
    clock,
    http: { getJson: () => Promise.reject(new Error("nobody is asked")) },
    settings: { coingeckoKey: null, pendleKey: null, manualDir: "" },
    origin: "live",
  })
  if (report.outcome !== "ok") throw new Error(`the run: ${JSON.stringify(report)}`)
}

/** Evaluates until there is nothing to do. */
export async function evaluateAll(evaluator: { step(): Promise<boolean> }): Promise<void> {
  while (await evaluator.step());
}

export function testEvaluator(db: Db, clock: TestClock, leaseMs = 30_000) {
  return createEvaluator({ db, clock, log: createLogger("silent"), leaseMs })
}

/** What somebody was told, the oldest first. */
export function toldTo(db: Db, { id }: Person) {
  return db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(asc(notifications.id))
}

/** The ways it goes, the oldest first. */
export function deliveriesOf(db: Db, { id }: Person) {
  return db.select().from(deliveries).where(eq(deliveries.userId, id)).orderBy(asc(deliveries.id))
}

/** The messages of alerts as "label message rate". */
export async function alertsOf(db: Db, person: Person): Promise<string[]> {
  const labels = new Map((await db.select().from(offers)).map(({ id, label }) => [id, label]))
  return (await toldTo(db, person)).flatMap(({ values }) =>
    values.kind === "alert"
      ? [`${labels.get(Number(values.values.offerId))} ${values.message} ${values.values.rate}`]
      : [],
  )
}
