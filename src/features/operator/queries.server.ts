// What only the operator looks at: everything, published or not.
import { and, desc, eq, sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import type { Ad } from "../ads/ad.ts"
import { ads } from "../ads/tables.server.ts"
import { partnerClicks, partners } from "../affiliate/tables.server.ts"
import { promos } from "../billing/tables.server.ts"
import { exchanges, offerRates, offers, protocols, sourceRuns, sourceStates, wallets } from "../market/tables.server.ts"
import type { ProviderKind } from "../market/words.ts"

export function listAds(db: Db): Promise<Ad[]> {
  return db.select().from(ads).orderBy(ads.type, ads.slug)
}

export function listPromos(db: Db) {
  return db.select().from(promos).orderBy(promos.slug)
}

/** Each partner with all its clicks and those since a day. */
export async function listPartnersWithClicks(db: Db, sinceDay: string) {
  const rows = await db
    .select({
      partner: partners,
      clicks: sql<string>`coalesce(sum(${partnerClicks.clicks}), 0)`,
      recentClicks: sql<string>`coalesce(sum(${partnerClicks.clicks}) filter (where ${partnerClicks.day} >= ${sinceDay}), 0)`,
    })
    .from(partners)
    .leftJoin(partnerClicks, eq(partnerClicks.partnerId, partners.id))
    .groupBy(partners.id)
    .orderBy(partners.slug)
  return rows.map((row) => ({ ...row.partner, clicks: Number(row.clicks), recentClicks: Number(row.recentClicks) }))
}

const PROVIDERS = { exchange: exchanges, protocol: protocols, wallet: wallets } as const

/** The name of a listed provider, published or not; undefined when there is none. */
export async function findProviderName(tx: Db | Tx, kind: ProviderKind, slug: string): Promise<string | undefined> {
  const table = PROVIDERS[kind]
  const [row] = await tx.select({ facts: table.facts }).from(table).where(eq(table.slug, slug))
  return row?.facts.name
}

const MANUAL = eq(offers.source, "manual")

function selectOffers(tx: Db | Tx) {
  return tx
    .select({ offer: offers, rate: offerRates, exchange: exchanges, protocol: protocols, wallet: wallets })
    .from(offers)
    .innerJoin(offerRates, eq(offerRates.offerId, offers.id))
    .leftJoin(exchanges, eq(exchanges.id, offers.exchangeId))
    .leftJoin(protocols, eq(protocols.id, offers.protocolId))
    .leftJoin(wallets, eq(wallets.id, offers.walletId))
}
type JoinedOffer = Awaited<ReturnType<typeof selectOffers>>[number]

/** An offer that was entered by hand, with its rate and its provider. */
function manualOffer({ offer, rate, exchange, protocol, wallet }: JoinedOffer) {
  const found = exchange ?? protocol ?? wallet
  const kind: ProviderKind = exchange ? "exchange" : protocol ? "protocol" : "wallet"
  return { ...offer, rate, provider: { kind, slug: found?.slug ?? "", name: found?.facts.name ?? "" } }
}
export type ManualOffer = ReturnType<typeof manualOffer>

export async function listManualOffers(db: Db): Promise<ManualOffer[]> {
  return (await selectOffers(db).where(MANUAL).orderBy(offers.slug)).map(manualOffer)
}

export async function findManualOffer(
  tx: Tx,
  by: { slug: string } | { externalId: string },
): Promise<ManualOffer | undefined> {
  const which = "slug" in by ? eq(offers.slug, by.slug) : eq(offers.externalId, by.externalId)
  const [row] = await selectOffers(tx).where(and(MANUAL, which)).for("update", { of: offers })
  return row && manualOffer(row)
}

/** The source of the offer with this slug, whichever it is. */
export async function findOfferSource(tx: Tx, slug: string): Promise<string | undefined> {
  const [row] = await tx.select({ source: offers.source }).from(offers).where(eq(offers.slug, slug))
  return row?.source
}

/** The last run of each source that ever ran, and what is known of it now. */
export async function listSourceHealth(db: Db) {
  const runs = await db
    .selectDistinctOn([sourceRuns.source])
    .from(sourceRuns)
    .orderBy(sourceRuns.source, desc(sourceRuns.id))
  return { runs, states: await db.select().from(sourceStates) }
}
export type SourceHealth = Awaited<ReturnType<typeof listSourceHealth>>
