import { and, eq } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import type { ProviderKind } from "../market/words.ts"
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

/** The published partner behind a provider, or undefined. */
export async function findProviderPartner(db: Db, kind: ProviderKind, slug: string): Promise<Partner | undefined> {
  const [partner] = await db
    .select()
    .from(partners)
    .where(and(eq(partners.providerKind, kind), eq(partners.providerSlug, slug), eq(partners.published, true)))
    .orderBy(partners.id)
    .limit(1)
  return partner
}

/** All partners, by slug. */
export function listPartners(db: Db): Promise<Partner[]> {
  return db.select().from(partners).orderBy(partners.slug)
}
