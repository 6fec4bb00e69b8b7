import { isDeepStrictEqual } from "node:util"
import { eq } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import type { PromoInput } from "./schema.ts"
import { promos } from "./tables.server.ts"

export type Promo = typeof promos.$inferSelect

/** Adds a promo; undefined, and nothing is written, when there is one with its slug. */
export async function addPromo(tx: Tx, input: PromoInput): Promise<Promo | undefined> {
  const [added] = await tx.insert(promos).values(input).onConflictDoNothing({ target: promos.slug }).returning()
  return added
}

/**
 * Changes the promo with this slug to what `decide` makes of it, and names the fields that are different now.
 * Writes nothing when there are none; undefined when there is no such promo.
 */
export async function changePromo(
  tx: Tx,
  slug: string,
  decide: (promo: Promo) => Promise<PromoInput>,
): Promise<{ row: Promo; changed: string[] } | undefined> {
  const [before] = await tx.select().from(promos).where(eq(promos.slug, slug)).for("update")
  if (!before) return undefined
  const input = await decide(before)
  const fields = Object.keys(input) as (keyof PromoInput)[]
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], input[field]))
  if (changed.length === 0) return { row: before, changed }
  const [after] = await tx.update(promos).set(input).where(eq(promos.id, before.id)).returning()
  return { row: after ?? before, changed }
}
