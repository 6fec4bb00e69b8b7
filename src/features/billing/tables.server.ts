import { boolean, numeric, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core"

/** A discount, chosen by its slug in the query string. `sale` is the percentage of the price that the buyer pays (spec 9). */
export const promos = pgTable("promo", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  promoCode: text("promo_code").notNull(),
  company: text("company"),
  sale: numeric("sale", { precision: 5, scale: 2, mode: "number" }).notNull(),
  published: boolean("published").notNull().default(true),
  startsAt: timestamp("starts_at", { withTimezone: true }),
  endsAt: timestamp("ends_at", { withTimezone: true }),
})
