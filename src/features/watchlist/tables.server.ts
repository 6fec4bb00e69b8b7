import { sql } from "drizzle-orm"
import { check, index, integer, numeric, pgTable, serial, text, timestamp, unique, uuid } from "drizzle-orm/pg-core"
import { users } from "../accounts/tables.server.ts"
import { currencies, offers } from "../market/tables.server.ts"

/** What somebody watches: a currency or an offer, each once. */
export const watchlistItems = pgTable(
  "watchlist_item",
  {
    id: serial("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    currencyId: integer("currency_id").references(() => currencies.id, { onDelete: "cascade" }),
    offerId: integer("offer_id").references(() => offers.id, { onDelete: "cascade" }),
    note: text("note"),
    addedAt: timestamp("added_at", { withTimezone: true, mode: "date" }).notNull(),
    /** What it paid when it was added, in percent: the offer, or the best that was listed for the currency. NULL = unknown. */
    addedRate: numeric("added_rate", { precision: 12, scale: 5, mode: "number" }),
  },
  (t) => [
    unique("watchlist_item_currency").on(t.userId, t.currencyId),
    unique("watchlist_item_offer").on(t.userId, t.offerId),
    index("watchlist_item_of_currency").on(t.currencyId),
    index("watchlist_item_of_offer").on(t.offerId),
    check("watchlist_item_one", sql`num_nonnulls(${t.currencyId}, ${t.offerId}) = 1`),
    check("watchlist_item_note", sql`char_length(${t.note}) <= 500`),
  ],
)
