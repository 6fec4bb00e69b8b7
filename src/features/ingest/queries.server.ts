// What a run has to know before it writes.
import { eq, inArray } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import type { Term } from "../market/schema.ts"
import { currencies, exchanges, offerRates, offers, protocols, wallets } from "../market/tables.server.ts"

/** All offers of a source with what decides what happens to them, by external id. */
export async function listKnownOffers(db: Db | Tx, source: string) {
  const rows = await db
    .select({
      id: offers.id,
      externalId: offers.externalId,
      status: offers.status,
      origin: offers.origin,
      factsHash: offers.factsHash,
      missingSince: offers.missingSince,
      apyPercent: offerRates.apy,
      apyBasePercent: offerRates.apyBase,
      apyRewardPercent: offerRates.apyReward,
      pendingApyPercent: offerRates.pendingApy,
      fetchedAt: offerRates.fetchedAt,
      unchangedSince: offerRates.unchangedSince,
      tvlUsd: offerRates.tvlUsd,
    })
    .from(offers)
    .innerJoin(offerRates, eq(offerRates.offerId, offers.id))
    .where(eq(offers.source, source))
  return new Map(rows.map((row) => [row.externalId, row]))
}
export type KnownOffer = Awaited<ReturnType<typeof listKnownOffers>> extends Map<string, infer Row> ? Row : never

/** The terms of some offers as they are stored, by the offer's id. */
export async function listTerms(tx: Tx, offerIds: readonly number[]) {
  if (offerIds.length === 0) return new Map<number, Term[]>()
  const rows = await tx
    .select({ id: offers.id, terms: offers.terms })
    .from(offers)
    .where(inArray(offers.id, [...offerIds]))
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}

/** Every slug in use, so that a new offer gets a free one. */
export async function listOfferSlugs(db: Db | Tx): Promise<Set<string>> {
  return new Set((await db.select({ slug: offers.slug }).from(offers)).map((row) => row.slug))
}

export async function listEntities(db: Db | Tx) {
  return {
    currencies: await db
      .select({ id: currencies.id, slug: currencies.slug, origin: currencies.origin, facts: currencies.facts })
      .from(currencies),
    exchanges: await db.select({ id: exchanges.id, slug: exchanges.slug }).from(exchanges),
    wallets: await db.select({ id: wallets.id, slug: wallets.slug }).from(wallets),
    protocols: await db
      .select({
        id: protocols.id,
        slug: protocols.slug,
        origin: protocols.origin,
        defillamaId: protocols.defillamaId,
        facts: protocols.facts,
      })
      .from(protocols),
  }
}
export type KnownEntities = Awaited<ReturnType<typeof listEntities>>
