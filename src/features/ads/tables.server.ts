import { boolean, index, integer, jsonb, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core"
import { AD_PLACEMENTS, type AdTranslation } from "./ad.ts"

/** An advertisement, with the texts of its languages (spec 3). */
export const ads = pgTable(
  "ad",
  {
    id: serial("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    type: text("type", { enum: AD_PLACEMENTS }).notNull(),
    published: boolean("published").notNull().default(true),
    logoUrl: text("logo_url"),
    logoAlt: text("logo_alt"),
    bannerUrl: text("banner_url"),
    bannerAlt: text("banner_alt"),
    link: text("link").notNull(),
    linkText: text("link_text").notNull(),
    description: text("description").notNull(),
    startDate: timestamp("start_date", { withTimezone: true }),
    endDate: timestamp("end_date", { withTimezone: true }),
    /** How often it is chosen, against the others of its placement; 0 = never. */
    weight: integer("weight").notNull().default(1),
    translations: jsonb("translations").$type<AdTranslation[]>().notNull().default([]),
  },
  (t) => [index("ad_type").on(t.type, t.published)],
)
