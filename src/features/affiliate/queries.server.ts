import { and, eq } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { partners } from "./tables.server.ts"

export type Partner = typeof partners.$inferSelect

/** The partner with this slug, when it is published. */
export async function findPartner(db: Db, slug: string): Promise<Partner | undefined> {
  const [partner] = await db
    .select()
    .from(partners)
    .where(and(eq(partners.slug, slug), eq(partners.published, true)))
  return partner
}

/** All partners, by slug. */
export function listPartners(db: Db): Promise<Partner[]> {
  return db.select().from(partners).orderBy(partners.slug)
}
