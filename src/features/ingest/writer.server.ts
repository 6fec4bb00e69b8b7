// Writes what a run accepted: entities first, because offers refer to them.
import { isDeepStrictEqual } from "node:util"
import { dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { slugify } from "../../core/slug.ts"
import type { OfferChange, OfferState } from "../market/changes.ts"
import {
  type SourceProtocol,
  sourceExchangeSchema,
  sourceProtocolSchema,
  sourceWalletSchema,
  type Term,
} from "../market/schema.ts"
import {
  addChanges,
  addEvents,
  type DayWrite,
  type EventWrite,
  type OfferWrite,
  type RateWrite,
  setMissing,
  setPendingRates,
  upsertDays,
  upsertEntities,
  upsertOffers,
  upsertRates,
} from "./commands.server.ts"
import { matchCurrency, mergeCurrency, mergeProtocol } from "./merge.ts"
import { type NormalOffer, offerSlug } from "./normalise.ts"
import { protocolTerms } from "./protocol-terms.server.ts"
import { type KnownEntities, type KnownOffer, listEntities, listOfferSlugs, listTerms } from "./queries.server.ts"
import { type CurrencyIndex, indexCurrencies } from "./resolve.ts"
import type { SourceBatch } from "./source.ts"

const PIECE = 1000

export type WriterDeps = {
  db: Db
  source: string
  origin: "seed" | "live"
  now: Date
  /** When a row was fetched; without it, see fetchDayOf. */
  fetchedAt?: (row: NormalOffer) => Date
  /** false: nobody looked at the rates anew, so they and their days stay as they are. */
  withRates?: boolean
}

/** Now for what a source answers. A figure that was written down before was fetched on its day, not on the day it is loaded. */
function fetchDayOf(source: string, origin: "seed" | "live", now: Date): (row: NormalOffer) => Date {
  if (source !== "manual" && origin === "live") return () => now
  return ({ offer }) => new Date(offer.rate.observedAt ?? now)
}

/** A writer for one run of one source. */
export function createWriter({
  db,
  source,
  origin,
  now,
  fetchedAt = fetchDayOf(source, origin, now),
  withRates = true,
}: WriterDeps) {
  async function entities(batch: SourceBatch): Promise<void> {
    const known = await listEntities(db)
    await upsertEntities(db, "currency", origin, currencyWrites(batch, known), now)
    await upsertEntities(db, "exchange", origin, batch.exchanges.map(asWrite), now)
    await upsertEntities(db, "wallet", origin, batch.wallets.map(asWrite), now)
    await upsertEntities(db, "card", origin, batch.cards.map(asWrite), now)
    await upsertEntities(db, "protocol", origin, protocolWrites(batch.protocols, known), now)
  }

  async function offers(
    rows: readonly NormalOffer[],
    known: ReadonlyMap<string, KnownOffer>,
    progress: (done: number) => void,
  ): Promise<void> {
    const providers = await resolveProviders(rows)
    const index = indexCurrencies((await listEntities(db)).currencies)
    const slugs = await listOfferSlugs(db)
    for (let at = 0; at < rows.length; at += PIECE) {
      await writePiece(rows.slice(at, at + PIECE), known, providers, index, slugs)
      progress(Math.min(at + PIECE, rows.length))
    }
  }

  /** Ids of the providers that the rows name; one that is not listed yet is added with what the source tells. */
  async function resolveProviders(rows: readonly NormalOffer[]): Promise<Map<string, { id: number; slug: string }>> {
    const listed = await listEntities(db)
    const ids = new Map<string, { id: number; slug: string }>()
    for (const row of listed.exchanges) ids.set(`exchange:${row.slug}`, row)
    for (const row of listed.wallets) ids.set(`wallet:${row.slug}`, row)
    for (const row of listed.protocols) {
      for (const alias of [row.slug, ...row.facts.defillamaSlugs])
        if (!ids.has(`protocol:${alias}`)) ids.set(`protocol:${alias}`, row)
    }
    for (const { offer } of rows) {
      const { kind } = offer.provider
      const key = `${kind}:${offer.provider.slug}`
      if (ids.has(key)) continue
      const facts = newProvider(offer, dayOf(now))
      const id = (await upsertEntities(db, kind, origin, [{ slug: facts.slug, facts, defillamaId: null }], now)).get(
        facts.slug,
      )
      if (id !== undefined) ids.set(key, { id, slug: facts.slug })
    }
    return ids
  }

  async function writePiece(
    rows: readonly NormalOffer[],
    known: ReadonlyMap<string, KnownOffer>,
    providers: ReadonlyMap<string, { id: number; slug: string }>,
    index: CurrencyIndex,
    slugs: Set<string>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const writes: OfferWrite[] = []
      const events: (Omit<EventWrite, "offerId"> & { externalId: string })[] = []
      for (const row of rows) {
        const before = known.get(row.externalId)
        const status = row.offer.status
        const same =
          before && before.factsHash === row.factsHash && before.origin === origin && before.missingSince === null
        if (same && before.status === status) continue
        const provider = providers.get(`${row.offer.provider.kind}:${row.offer.provider.slug}`)
        if (!provider) continue
        const slug = before ? "" : offerSlug(source, row.offer, provider.slug, (taken) => slugs.has(taken))
        slugs.add(slug)
        writes.push(offerWrite(row, provider, slug || `known-${before?.id}`, index))
        if (before?.status !== status)
          events.push({
            externalId: row.externalId,
            fromStatus: before?.status ?? null,
            toStatus: status,
            reason: "source",
          })
      }
      const rewritten = writes.flatMap(({ externalId }) => known.get(externalId)?.id ?? [])
      const termsBefore = origin === "live" ? await listTerms(tx, rewritten) : new Map<number, Term[]>()
      const written = await upsertOffers(tx, source, origin, writes, now)
      const idOf = (externalId: string) => written.get(externalId) ?? known.get(externalId)?.id
      const rates: RateWrite[] = []
      const days: DayWrite[] = []
      for (const row of withRates ? rows : []) {
        const offerId = idOf(row.externalId)
        if (offerId === undefined) continue
        rates.push(rateWrite(row, offerId, fetchedAt(row), known.get(row.externalId)))
        days.push(...dayWrites(row, offerId))
      }
      await upsertRates(tx, rates)
      await upsertDays(tx, days)
      const found = events.flatMap(({ externalId, ...event }) => {
        const offerId = idOf(externalId)
        return offerId === undefined ? [] : [{ ...event, offerId }]
      })
      // The seed is where the story begins: what it holds was not new on the day it was loaded.
      if (origin === "live") {
        await addEvents(tx, found, now)
        await addChanges(tx, source, changesOf(rows, writes, known, idOf, termsBefore), now)
      }
    })
  }

  /** What the piece changes. Where nobody looked at the rates anew they are as they were. */
  function changesOf(
    rows: readonly NormalOffer[],
    writes: readonly OfferWrite[],
    known: ReadonlyMap<string, KnownOffer>,
    idOf: (externalId: string) => number | undefined,
    termsBefore: ReadonlyMap<number, Term[]>,
  ): OfferChange[] {
    const written = new Map(writes.map((write) => [write.externalId, write.terms]))
    return rows.flatMap((row) => {
      const offerId = idOf(row.externalId)
      if (offerId === undefined) return []
      const stored = known.get(row.externalId)
      const before = stored ? stateOf(stored) : null
      const rates = withRates || before === null ? ratesOf(row, fetchedAt(row)) : before
      const terms = { before: termsBefore.get(offerId) ?? null, after: written.get(row.externalId) ?? null }
      const isNewText = terms.after !== null && !isDeepStrictEqual(terms.before, terms.after)
      const change = { offerId, before, after: { ...rates, status: row.offer.status } }
      return [isNewText ? { ...change, terms: { before: terms.before, after: terms.after ?? [] } } : change]
    })
  }

  function dayWrites(row: NormalOffer, offerId: number): DayWrite[] {
    const past = row.offer.history.map((point) => ({ ...point, offerId, source }))
    if (row.apyPercent === null) return past
    const today = {
      offerId,
      source,
      day: dayOf(fetchedAt(row)),
      apyPercent: row.apyPercent,
      apyBasePercent: row.apyBasePercent,
      apyRewardPercent: row.apyRewardPercent,
      tvlUsd: row.offer.rate.tvlUsd,
    }
    return [...past.filter((point) => point.day !== today.day), today]
  }

  async function statuses(
    missing: readonly { offerId: number; from: string; status: OfferState["status"]; before: OfferState }[],
    pending: readonly { offerId: number; apy: number | null }[],
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await setMissing(tx, missing, now)
      await addEvents(
        tx,
        missing.flatMap(({ offerId, from, status }) =>
          from === status ? [] : [{ offerId, fromStatus: from, toStatus: status, reason: "leftSource" as const }],
        ),
        now,
      )
      const changes = missing.map(({ offerId, before, status }) => ({ offerId, before, after: { ...before, status } }))
      await addChanges(tx, source, changes, now)
      await setPendingRates(tx, pending)
    })
  }

  return { entities, offers, statuses }
}

/** What is stored of an offer before a write. */
export function stateOf(stored: KnownOffer): OfferState {
  const { status, tvlUsd, apyPercent: apy, apyBasePercent: apyBase, apyRewardPercent: apyReward, fetchedAt } = stored
  return { status, apy, apyBase, apyReward, tvlUsd, fetchedAt: fetchedAt.toISOString() }
}

/** As the columns keep it: a TVL in cents. */
function ratesOf({ offer, apyPercent, apyBasePercent, apyRewardPercent }: NormalOffer, fetchedAt: Date) {
  const { tvlUsd } = offer.rate
  return {
    apy: apyPercent,
    apyBase: apyBasePercent,
    apyReward: apyRewardPercent,
    tvlUsd: tvlUsd === null ? null : Math.round(tvlUsd * 100) / 100,
    fetchedAt: fetchedAt.toISOString(),
  }
}

/** A provider that only an offer tells of: its name and address, everything else unknown. */
function newProvider({ provider, sourceUrl }: NormalOffer["offer"], asOf: string) {
  const facts = { slug: slugify(provider.slug) || slugify(provider.name), name: provider.name, sourceUrl, asOf }
  const site = new URL(sourceUrl).origin
  if (provider.kind === "exchange") return sourceExchangeSchema.parse({ ...facts, url: site })
  if (provider.kind === "wallet") return sourceWalletSchema.parse({ ...facts, mainPageLink: site })
  return sourceProtocolSchema.parse({ ...facts, defillamaSlugs: [provider.slug] })
}

function asWrite<Facts extends { slug: string }>(facts: Facts) {
  return { slug: facts.slug, facts }
}

function currencyWrites(batch: SourceBatch, known: KnownEntities) {
  const match = matchCurrency(known.currencies)
  return batch.currencies.map((fetched) => {
    const listed = match(fetched)
    return listed ? { slug: listed.facts.slug, facts: mergeCurrency(listed.facts, fetched) } : asWrite(fetched)
  })
}

/** Joined by DefiLlama's id and never by its slug, which it renames; a free slug is found for a new one. */
function protocolWrites(fetched: readonly SourceProtocol[], known: KnownEntities) {
  const byId = new Map(
    known.protocols.flatMap((row) => (row.defillamaId === null ? [] : [[row.defillamaId, row.facts] as const])),
  )
  const bySlug = new Map(known.protocols.map((row) => [row.slug, row]))
  const writes = new Map<string, { slug: string; facts: SourceProtocol; defillamaId: string | null }>()
  for (const protocol of fetched) {
    const same = protocol.defillamaId === null ? undefined : byId.get(protocol.defillamaId)
    const namesake = same ? undefined : bySlug.get(protocol.slug)
    const adopts = namesake !== undefined && namesake.defillamaId === null
    const taken = namesake !== undefined && !adopts
    const facts = same
      ? mergeProtocol(same, protocol)
      : adopts
        ? mergeProtocol(namesake.facts, protocol)
        : taken
          ? { ...protocol, slug: `${protocol.slug}-${protocol.defillamaId}` }
          : protocol
    writes.set(facts.slug, { slug: facts.slug, facts, defillamaId: protocol.defillamaId })
  }
  return [...writes.values()]
}

function offerWrite(
  row: NormalOffer,
  provider: { id: number; slug: string },
  slug: string,
  index: CurrencyIndex,
): OfferWrite {
  const { offer } = row
  const chain = offer.blockchain === null ? null : slugify(offer.blockchain)
  const idIf = (kind: string) => (offer.provider.kind === kind ? provider.id : null)
  return {
    slug,
    externalId: row.externalId,
    category: offer.category,
    exchangeId: idIf("exchange"),
    protocolId: idIf("protocol"),
    walletId: idIf("wallet"),
    symbols: offer.symbols,
    currencyIds: offer.symbols.map(
      (symbol, at) =>
        index.find(symbol, chain, offer.addresses.length === offer.symbols.length ? offer.addresses[at] : undefined) ??
        0,
    ),
    rewardSymbols: offer.rewardSymbols,
    blockchain: offer.blockchain,
    label: offer.label,
    status: offer.status,
    sourceUrl: offer.sourceUrl,
    exposure: offer.exposure ?? (offer.symbols.length > 1 ? "multi" : "single"),
    ilRisk: offer.ilRisk,
    stablecoin: offer.stablecoin,
    terms:
      row.terms.length > 0 || offer.provider.kind !== "protocol"
        ? row.terms
        : protocolTerms(provider.slug, offer.symbols),
    factsHash: row.factsHash,
  }
}

function rateWrite(row: NormalOffer, offerId: number, fetchedAt: Date, before: KnownOffer | undefined): RateWrite {
  const unchanged = before && before.apyPercent === row.apyPercent
  return {
    offerId,
    apy: row.apyPercent,
    apyBase: row.apyBasePercent,
    apyReward: row.apyRewardPercent,
    tvlUsd: row.offer.rate.tvlUsd,
    kind: row.rateKind,
    raw: row.offer.rate.raw,
    observedAt: row.offer.rate.observedAt,
    fetchedAt: fetchedAt.toISOString(),
    unchangedSince: (unchanged ? before.unchangedSince : fetchedAt).toISOString(),
  }
}
