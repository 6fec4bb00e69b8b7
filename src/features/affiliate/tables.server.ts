import { boolean, date, integer, pgTable, primaryKey, serial, text } from "drizzle-orm/pg-core"

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
