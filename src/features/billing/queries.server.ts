import { and, eq, gt, isNull, lte, or } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { promos } from "./tables.server.ts"

/** The promo with this slug that is published and runs at `now`, or undefined. */
export async function findPromo(
  db: Db,
  slug: string,
  now: Date,
): Promise<{ promoCode: string; sale: number } | undefined> {
  const [promo] = await db
    .select({ promoCode: promos.promoCode, sale: promos.sale })
    .from(promos)
    .where(
      and(
        eq(promos.slug, slug),
        eq(promos.published, true),
        or(isNull(promos.startsAt), lte(promos.startsAt, now)),
        or(isNull(promos.endsAt), gt(promos.endsAt, now)),
      ),
    )
  return promo
}
