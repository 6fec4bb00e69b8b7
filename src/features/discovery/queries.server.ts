// What discovery asks of the database: which offers are new.
import { and, desc, eq, isNull } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { offerEvents, offers } from "../market/tables.server.ts"

/** The published offers that appeared last, newest first: slug and when. At most `limit`. */
export function listNewOffers(db: Db, limit: number): Promise<{ slug: string; at: Date }[]> {
  return db
    .select({ slug: offers.slug, at: offerEvents.at })
    .from(offerEvents)
    .innerJoin(offers, eq(offers.id, offerEvents.offerId))
    .where(and(isNull(offerEvents.fromStatus), eq(offers.published, true)))
    .orderBy(desc(offerEvents.id))
    .limit(limit)
}
