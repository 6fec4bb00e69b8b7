import { pgTable, text } from "drizzle-orm/pg-core"

/** Keys that the site makes for itself once, so that every process signs and checks with the same. */
export const secrets = pgTable("secret", { name: text("name").primaryKey(), value: text("value").notNull() })
