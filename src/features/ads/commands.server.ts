import { isDeepStrictEqual } from "node:util"
import { eq } from "drizzle-orm"
import type { Tx } from "../../core/db/database.server.ts"
import type { Ad } from "./ad.ts"
import type { AdInput } from "./schema.ts"
import { ads } from "./tables.server.ts"

/** Adds an advertisement; undefined, and nothing is written, when there is one with its slug. */
export async function addAd(tx: Tx, input: AdInput): Promise<Ad | undefined> {
  const [added] = await tx.insert(ads).values(input).onConflictDoNothing({ target: ads.slug }).returning()
  return added
}

/**
 * Changes the advertisement with this slug to what `decide` makes of it, and names the fields that are different now.
 * Writes nothing when there are none; undefined when there is no such advertisement.
 */
export async function changeAd(
  tx: Tx,
  slug: string,
  decide: (ad: Ad) => Promise<AdInput>,
): Promise<{ row: Ad; changed: string[] } | undefined> {
  const [before] = await tx.select().from(ads).where(eq(ads.slug, slug)).for("update")
  if (!before) return undefined
  const input = await decide(before)
  const fields = Object.keys(input) as (keyof AdInput)[]
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], input[field]))
  if (changed.length === 0) return { row: before, changed }
  const [after] = await tx.update(ads).set(input).where(eq(ads.id, before.id)).returning()
  return { row: after ?? before, changed }
}
