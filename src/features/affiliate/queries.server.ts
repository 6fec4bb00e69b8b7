import { and, eq, ne, or, sql } from "drizzle-orm"
import type { Db } from "../../core/db/database.server.ts"
import { users } from "../accounts/tables.server.ts"
import type { ProviderKind } from "../market/words.ts"
import { affiliateClicks, affiliateRoles, commissions, partners } from "./tables.server.ts"

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

/** What somebody's recommendations came to: numbers and sums, nothing about the people (spec 1, 6). */
export async function findAffiliateReport(db: Db, user: { id: string; affCode: string }) {
  const [role] = await db.select().from(affiliateRoles).where(eq(affiliateRoles.userId, user.id))
  const [clicks] = await db
    .select({ sum: sql<string>`coalesce(sum(${affiliateClicks.clicks}), 0)` })
    .from(affiliateClicks)
    .where(eq(affiliateClicks.affCode, user.affCode))
  const signUps = await db.$count(
    users,
    and(ne(users.id, user.id), or(eq(users.broughtByAff, user.affCode), eq(users.broughtByRcid, user.affCode))),
  )
  const sums = await db
    .select({
      currency: commissions.currency,
      orders: sql<string>`count(*)`,
      amount: sql<string>`sum(${commissions.amount})`,
      reversed: sql<string>`sum(${commissions.reversedAmount})`,
      reversedOrders: sql<string>`count(*) filter (where ${commissions.reversedAt} is not null)`,
    })
    .from(commissions)
    .where(eq(commissions.userId, user.id))
    .groupBy(commissions.currency)
    .orderBy(commissions.currency)
  const total = (pick: (row: (typeof sums)[number]) => string) => sums.reduce((sum, row) => sum + Number(pick(row)), 0)
  return {
    role: role?.role ?? ("affiliate" as const),
    clicks: Number(clicks?.sum ?? 0),
    signUps,
    orders: total((row) => row.orders),
    reversedOrders: total((row) => row.reversedOrders),
    commission: sums.map(({ currency, amount, reversed }) => ({
      currency,
      amount: Number(amount),
      reversed: Number(reversed),
    })),
  }
}
