import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import type { Entitlements } from "../market/entitlements.ts"
import { entitlementsOf } from "./entitlements.ts"
import { awaitRenewal } from "./ledger.ts"
import type { Products } from "./providers/provider.ts"
import { effectivePlan, FREE_SUBSCRIPTION, type Subscription, settle } from "./subscription.ts"
import { paymentEvents, promos, subscriptions, tariffPrices, tariffProducts } from "./tables.server.ts"
import { TARIFF_PERIODS, TARIFFS, type Tariff, tariffOf as tariffOfCode } from "./tariffs.ts"

/** The promo with this slug that is published and runs at `now`, or undefined. */
export async function findPromo(
  db: Db,
  slug: string,
  now: Date,
): Promise<{ promoCode: string; sale: number } | undefined> {
  const [promo] = await db
    .select({ promoCode: promos.promoCode, sale: promos.sale })
    .from(promos)
    .where(and(eq(promos.slug, slug), runsAt(now)))
  return promo
}

/** What buyers pay with a coupon, in percent; undefined when no promo with it runs. */
export async function findSale(db: Db, promoCode: string, now: Date): Promise<number | undefined> {
  const [promo] = await db
    .select({ sale: promos.sale })
    .from(promos)
    .where(and(eq(promos.promoCode, promoCode), runsAt(now)))
    .orderBy(desc(promos.id))
    .limit(1)
  return promo?.sale
}

const runsAt = (now: Date) =>
  and(
    eq(promos.published, true),
    or(isNull(promos.startsAt), lte(promos.startsAt, now)),
    or(isNull(promos.endsAt), gt(promos.endsAt, now)),
  )

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** What is recorded of somebody's plan; undefined for who never had another than the free one. */
export async function findSubscriptionRow(db: Db | Tx, userId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row
}

/** What a recorded plan is at a moment, whether or not a job has seen to it. */
export function subscriptionAt(row: SubscriptionRow | undefined, now: Date): Subscription {
  if (!row) return FREE_SUBSCRIPTION
  const plan = awaitRenewal(row, now)
  const { tariffCode, tariffPeriod, tariffCodeNext, tariffPeriodNext, tariffActiveFrom, tariffActiveTo } = plan
  return settle({ tariffCode, tariffPeriod, tariffCodeNext, tariffPeriodNext, tariffActiveFrom, tariffActiveTo }, now)
}

/** Somebody's plan at a moment, with what the dates imply already done. */
export async function findSubscription(db: Db | Tx, userId: string, now: Date): Promise<Subscription> {
  return subscriptionAt(await findSubscriptionRow(db, userId), now)
}

/** The tariff whose limits and rights hold for somebody now; null asks for a visitor. Prices are those of tariffs.ts: see listTariffs. */
export async function tariffOf(db: Db | Tx, userId: string | null, now: Date): Promise<Tariff> {
  return tariffOfCode(userId === null ? "free" : effectivePlan(await findSubscription(db, userId, now), now))
}

/** What somebody may see and do now; null asks for a visitor. */
export async function findEntitlements(db: Db | Tx, userId: string | null, now: Date): Promise<Entitlements> {
  return entitlementsOf(await tariffOf(db, userId, now))
}

/** The tariffs with the prices and products that hold now: the operator's where there are any (price:set). */
export async function listTariffs(db: Db | Tx): Promise<Tariff[]> {
  const rows = await db.select().from(tariffPrices)
  return TARIFFS.map((tariff) => {
    const of = (period: string) => rows.find((row) => row.tariffCode === tariff.code && row.tariffPeriod === period)
    const [month, year] = [of("monthly"), of("yearly")]
    return {
      ...tariff,
      monthCost: month?.cost ?? tariff.monthCost,
      yearCost: year?.cost ?? tariff.yearCost,
      monthProductId: month?.productId ?? tariff.monthProductId,
      yearProductId: year?.productId ?? tariff.yearProductId,
    }
  })
}

/** Which product is which plan, now and before. */
export async function loadProducts(db: Db | Tx): Promise<Products> {
  const tariffs = await listTariffs(db)
  const plans = new Map<string, ReturnType<Products["planOf"]>>()
  const current = new Map<string, string>()
  const add = (productId: string | null, code: Tariff["code"], period: (typeof TARIFF_PERIODS)[number]) => {
    if (productId !== null && code !== "free") plans.set(productId, { code, period })
  }
  for (const { code, monthProductId, yearProductId } of TARIFFS) {
    add(monthProductId, code, "monthly")
    add(yearProductId, code, "yearly")
  }
  for (const row of await db.select().from(tariffProducts)) add(row.productId, row.tariffCode, row.tariffPeriod)
  for (const { code, monthProductId, yearProductId } of tariffs) {
    current.set(`${code} monthly`, monthProductId ?? "")
    current.set(`${code} yearly`, yearProductId ?? "")
  }
  return {
    planOf: (productId) => plans.get(productId),
    productOf: ({ code, period }) => current.get(`${code} ${period}`) ?? "",
  }
}

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** The last events that were received, newest first; with `waiting` only those that were not acted upon. */
export function listPaymentEvents(db: Db, take: number, waiting: boolean): Promise<PaymentEventRow[]> {
  return db
    .select()
    .from(paymentEvents)
    .where(waiting ? isNull(paymentEvents.handledAt) : undefined)
    .orderBy(desc(paymentEvents.id))
    .limit(take)
}

export async function findPaymentEvent(db: Db, id: number): Promise<PaymentEventRow | undefined> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row
}

/** The tariffs that hold for some people at a moment, by user id. */
export async function tariffsOf(db: Db | Tx, userIds: readonly string[], now: Date): Promise<Map<string, Tariff>> {
  const rows = await db
    .select()
    .from(subscriptions)
    // As one value: a statement takes 65,535 of them at most.
    .where(sql`${subscriptions.userId} in (select json_array_elements_text(${JSON.stringify(userIds)}::json)::uuid)`)
  const byUser = new Map(rows.map((row) => [row.userId, row]))
  return new Map(
    userIds.map((id) => [id, tariffOfCode(effectivePlan(subscriptionAt(byUser.get(id), now), now))] as const),
  )
}
