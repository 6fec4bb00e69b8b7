import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core"
import { users } from "../accounts/tables.server.ts"
import { orders } from "../billing/tables.server.ts"
import { AFFILIATE_ROLES } from "./roles.ts"

/** Somebody whose site /go/{slug} leads to; `pays` when Apyary earns a commission there. */
export const partners = pgTable("partner", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  /** The provider whose offers it belongs to; null when it is none that is listed. */
  providerKind: text("provider_kind", { enum: ["exchange", "protocol", "wallet"] }),
  providerSlug: text("provider_slug"),
  pays: boolean("pays").notNull().default(false),
  published: boolean("published").notNull().default(true),
})

/** Clicks per partner and day: a number, nothing about who clicked. */
export const partnerClicks = pgTable(
  "partner_click",
  {
    partnerId: integer("partner_id")
      .notNull()
      .references(() => partners.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    clicks: integer("clicks").notNull(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.day] })],
)

/** Visits through somebody's link per day, whichever of the two cookies it set: a number, nothing about who came. */
export const affiliateClicks = pgTable(
  "affiliate_click",
  {
    affCode: text("aff_code").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    clicks: integer("clicks").notNull(),
  },
  (t) => [primaryKey({ columns: [t.affCode, t.day] })],
)

/** Who has another role than everybody begins with. */
export const affiliateRoles = pgTable("affiliate_role", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  role: text("role", { enum: ["affiliate", "ambassador"] }).notNull(),
})

/** What an order earns for who brought the buyer: one order, one commission, at the percentage of that day. */
export const commissions = pgTable(
  "commission",
  {
    orderId: integer("order_id")
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: AFFILIATE_ROLES }).notNull(),
    percent: numeric("percent", { precision: 5, scale: 2, mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    /** After what was given back to the buyer, in units of the currency. */
    amount: numeric("amount", { precision: 14, scale: 2, mode: "number" }).notNull(),
    /** What was taken back of it because the buyer was. */
    reversedAmount: numeric("reversed_amount", { precision: 14, scale: 2, mode: "number" }).notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    reversedAt: timestamp("reversed_at", { withTimezone: true }),
  },
  (t) => [index("commission_user").on(t.userId)],
)
