import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import type { Ad, AdPlacement } from "./ad.ts"
import { ads } from "./tables.server.ts"

/** The ads of these placements that run at `now`. */
export function listRunningAds(db: Db, placements: readonly AdPlacement[], now: Date): Promise<Ad[]> {
  return db
    .select()
    .from(ads)
    .where(
      and(
        inArray(ads.type, [...placements]),
        eq(ads.published, true),
        gt(ads.weight, 0),
        or(isNull(ads.startDate), lte(ads.startDate, now)),
        or(isNull(ads.endDate), gt(ads.endDate, now)),
      ),
    )
    .orderBy(ads.id)
}
