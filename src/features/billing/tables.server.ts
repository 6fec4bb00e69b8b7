import {
  bigserial,
  boolean,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "../accounts/tables.server.ts"
import type { PaymentEvent } from "./ledger.ts"
import { TARIFF_CODES, TARIFF_PERIODS } from "./tariffs.ts"

const moment = (name: string) => timestamp(name, { withTimezone: true })
const money = (name: string) => numeric(name, { precision: 14, scale: 2, mode: "number" })
const ownerId = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

/** A discount, chosen by its slug in the query string. `sale` is the percentage of the price that the buyer pays (spec 9). */
export const promos = pgTable("promo", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  promoCode: text("promo_code").notNull(),
  company: text("company"),
  sale: numeric("sale", { precision: 5, scale: 2, mode: "number" }).notNull(),
  published: boolean("published").notNull().default(true),
  startsAt: moment("starts_at"),
  endsAt: moment("ends_at"),
})

/** What the events of a person come to; somebody without a row has the free plan. Ask findSubscription what it means now. */
export const subscriptions = pgTable(
  "subscription",
  {
    userId: ownerId().primaryKey(),
    tariffCode: text("tariff_code", { enum: TARIFF_CODES }).notNull(),
    tariffPeriod: text("tariff_period", { enum: TARIFF_PERIODS }),
    tariffCodeNext: text("tariff_code_next", { enum: TARIFF_CODES }),
    tariffPeriodNext: text("tariff_period_next", { enum: TARIFF_PERIODS }),
    tariffActiveFrom: moment("tariff_active_from"),
    tariffActiveTo: moment("tariff_active_to"),
    /** The provider takes the next payment at the end. */
    renews: boolean("renews").notNull(),
    /** Where it is paid, and what it is called there. */
    provider: text("provider"),
    subscriptionKey: text("subscription_key"),
    /** A subscription that a newer one replaced waits for its end at the provider. */
    hasSuperseded: boolean("has_superseded").notNull().default(false),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [index("subscription_ends").on(t.tariffActiveTo)],
)

/** Everything that a payment provider told, as it was told: the books that all else is worked out from. */
export const paymentEvents = pgTable(
  "payment_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    provider: text("provider").notNull(),
    eventId: text("event_id").notNull(),
    /** In the provider's words. */
    type: text("type").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    raw: text("raw").notNull(),
    subscriptionKey: text("subscription_key"),
    orderId: text("order_id"),
    /** null while nobody is known whom it is about. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** null: not understood yet, or nothing that matters here. */
    normal: jsonb("normal").$type<PaymentEvent>(),
    handledAt: moment("handled_at"),
    error: text("error"),
  },
  (t) => [
    unique("payment_event_once").on(t.provider, t.eventId),
    index("payment_event_user").on(t.userId),
    index("payment_event_subscription").on(t.provider, t.subscriptionKey),
    index("payment_event_order").on(t.provider, t.orderId),
  ],
)

/** What was paid. Stays when an account is deleted, without saying whose it was: books are kept. */
export const orders = pgTable(
  "payment_order",
  {
    id: serial("id").primaryKey(),
    provider: text("provider").notNull(),
    orderId: text("order_id").notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    tariffCode: text("tariff_code", { enum: TARIFF_CODES }).notNull(),
    tariffPeriod: text("tariff_period", { enum: TARIFF_PERIODS }),
    /** Without tax, in units of the currency. */
    amount: money("amount").notNull(),
    currency: text("currency").notNull(),
    coupon: text("coupon"),
    /** The codes that it came through (spec 3, cookies aff and rcid). */
    affCode: text("aff_code"),
    rcid: text("rcid"),
    paidAt: moment("paid_at").notNull(),
    refundedAmount: money("refunded_amount").notNull().default(0),
    refundedAt: moment("refunded_at"),
  },
  (t) => [unique("payment_order_once").on(t.provider, t.orderId), index("payment_order_user").on(t.userId)],
)

/** Why somebody left or took a smaller plan (spec 5). */
export const surveyAnswers = pgTable("survey_answer", {
  id: serial("id").primaryKey(),
  userId: ownerId(),
  flow: text("flow", { enum: ["cancel", "downgrade"] }).notNull(),
  tariffCode: text("tariff_code", { enum: TARIFF_CODES }).notNull(),
  comment: text("comment").notNull(),
  createdAt: moment("created_at").notNull(),
})

/** What the operator changed of a price; what is not here stands in tariffs.ts. */
export const tariffPrices = pgTable(
  "tariff_price",
  {
    tariffCode: text("tariff_code", { enum: TARIFF_CODES }).notNull(),
    tariffPeriod: text("tariff_period", { enum: TARIFF_PERIODS }).notNull(),
    cost: money("cost").notNull(),
    productId: text("product_id").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tariffCode, t.tariffPeriod] })],
)

/** Every product id that a plan was ever sold under: who bought it then still pays for it. */
export const tariffProducts = pgTable("tariff_product", {
  productId: text("product_id").primaryKey(),
  tariffCode: text("tariff_code", { enum: TARIFF_CODES }).notNull(),
  tariffPeriod: text("tariff_period", { enum: TARIFF_PERIODS }).notNull(),
})
