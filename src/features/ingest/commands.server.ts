// The writes of a run. Rows go in pieces, each piece in one transaction: whole or not at all, and safe to do again.
import { sql } from "drizzle-orm"
import type { Db, Tx } from "../../core/db/database.server.ts"
import { isRealChange, type OfferChange } from "../market/changes.ts"
import type { HistoryPoint, Term } from "../market/schema.ts"
import { offerChanges, sourceRuns, sourceStates } from "../market/tables.server.ts"

/** Tables whose rows are one document of facts. */
export type EntityTable = "currency" | "exchange" | "protocol" | "wallet" | "card"

export type EntityWrite = { slug: string; facts: object; defillamaId?: string | null }

/** Puts entities in place by slug and gives their ids. Facts that did not change cost no write. */
export async function upsertEntities(
  tx: Db | Tx,
  table: EntityTable,
  origin: "seed" | "live",
  rows: readonly EntityWrite[],
  now: Date,
): Promise<Map<string, number>> {
  const name = sql.identifier(table)
  const extra = table === "protocol"
  for (let at = 0; at < rows.length; at += PIECE) {
    const piece = JSON.stringify(rows.slice(at, at + PIECE))
    await tx.execute(sql`
      insert into ${name} (slug, origin, facts, updated_at ${extra ? sql`, defillama_id` : sql``})
      select slug, ${origin}, facts, ${now.toISOString()}::timestamptz ${extra ? sql`, "defillamaId"` : sql``}
      from json_to_recordset(${piece}::json) as row(slug text, facts jsonb, "defillamaId" text)
      on conflict (slug) do update set facts = excluded.facts, origin = excluded.origin, updated_at = excluded.updated_at
      ${extra ? sql`, defillama_id = coalesce(excluded.defillama_id, protocol.defillama_id)` : sql``}
      where (${name}.facts, ${name}.origin) is distinct from (excluded.facts, excluded.origin)`)
  }
  const slugs = JSON.stringify(rows.map((row) => row.slug))
  const found = await tx.execute<{ id: number; slug: string }>(
    sql`select id, slug from ${name} where slug in (select json_array_elements_text(${slugs}::json))`,
  )
  return new Map([...found].map((row) => [row.slug, Number(row.id)]))
}

const PIECE = 1000

export type OfferWrite = {
  slug: string
  externalId: string
  category: string
  exchangeId: number | null
  protocolId: number | null
  walletId: number | null
  symbols: string[]
  currencyIds: number[]
  rewardSymbols: string[]
  blockchain: string | null
  label: string | null
  status: string
  sourceUrl: string
  exposure: string | null
  ilRisk: boolean | null
  stablecoin: boolean | null
  terms: Term[]
  factsHash: string
}

/** Inserts or changes the offers of one source and gives their ids by external id. The slug of a known offer never changes. */
export async function upsertOffers(
  tx: Tx,
  source: string,
  origin: "seed" | "live",
  rows: readonly OfferWrite[],
  now: Date,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const written = await tx.execute<{ id: number; external_id: string }>(sql`
    insert into offer (slug, source, external_id, category, exchange_id, protocol_id, wallet_id, symbols, currency_ids, reward_symbols,
      blockchain, label, status, origin, source_url, exposure, il_risk, stablecoin, terms, facts_hash, first_seen_at)
    select slug, ${source}, "externalId", category, "exchangeId", "protocolId", "walletId", symbols, "currencyIds", "rewardSymbols",
      blockchain, label, status, ${origin}, "sourceUrl", exposure, "ilRisk", stablecoin, terms, "factsHash", ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(slug text, "externalId" text, category text, "exchangeId" int,
      "protocolId" int, "walletId" int, symbols text[], "currencyIds" int[], "rewardSymbols" text[], blockchain text, label text,
      status text, "sourceUrl" text, exposure text, "ilRisk" boolean, stablecoin boolean, terms jsonb, "factsHash" text)
    on conflict (source, external_id) do update set category = excluded.category, exchange_id = excluded.exchange_id,
      protocol_id = excluded.protocol_id, wallet_id = excluded.wallet_id, symbols = excluded.symbols,
      currency_ids = excluded.currency_ids, reward_symbols = excluded.reward_symbols, blockchain = excluded.blockchain,
      label = excluded.label, status = excluded.status, origin = excluded.origin, source_url = excluded.source_url,
      exposure = excluded.exposure, il_risk = excluded.il_risk, stablecoin = excluded.stablecoin, terms = excluded.terms,
      facts_hash = excluded.facts_hash, missing_since = null
    returning id, external_id`)
  return new Map([...written].map((row) => [row.external_id, Number(row.id)]))
}

export type RateWrite = {
  offerId: number
  apy: number | null
  apyBase: number | null
  apyReward: number | null
  tvlUsd: number | null
  kind: string
  raw: string
  observedAt: string | null
  fetchedAt: string
  unchangedSince: string
}

/** Replaces the latest rates. */
export async function upsertRates(tx: Tx, rows: readonly RateWrite[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into offer_rate (offer_id, apy, apy_base, apy_reward, tvl_usd, kind, raw, observed_at, fetched_at, unchanged_since, pending_apy)
    select "offerId", apy, "apyBase", "apyReward", "tvlUsd", kind, raw, "observedAt", "fetchedAt", "unchangedSince", null
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("offerId" int, apy numeric, "apyBase" numeric, "apyReward" numeric,
      "tvlUsd" numeric, kind text, raw text, "observedAt" timestamptz, "fetchedAt" timestamptz, "unchangedSince" timestamptz)
    on conflict (offer_id) do update set apy = excluded.apy, apy_base = excluded.apy_base, apy_reward = excluded.apy_reward,
      tvl_usd = excluded.tvl_usd, kind = excluded.kind, raw = excluded.raw, observed_at = excluded.observed_at,
      fetched_at = excluded.fetched_at, unchanged_since = excluded.unchanged_since, pending_apy = null`)
}

/** Remembers a rate that jumped; the shown rate stays as it is. */
export async function setPendingRates(tx: Tx, rows: readonly { offerId: number; apy: number | null }[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update offer_rate set pending_apy = row.apy
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("offerId" int, apy numeric) where offer_id = row."offerId"`)
}

export type DayWrite = HistoryPoint & { offerId: number; source: string }

/** One row per offer and day: the last value of a day wins. With `keepKnown` a recorded day stays as it is. */
export async function upsertDays(tx: Db | Tx, rows: readonly DayWrite[], keepKnown = false): Promise<void> {
  for (let at = 0; at < rows.length; at += PIECE) {
    await tx.execute(sql`
      insert into rate_daily (offer_id, day, apy, apy_base, apy_reward, tvl_usd, source)
      select "offerId", day, "apyPercent", "apyBasePercent", "apyRewardPercent", "tvlUsd", source
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + PIECE))}::json) as row("offerId" int, day date, "apyPercent" numeric,
        "apyBasePercent" numeric, "apyRewardPercent" numeric, "tvlUsd" numeric, source text)
      on conflict (offer_id, day) do ${
        keepKnown
          ? sql`nothing`
          : sql`update set apy = excluded.apy, apy_base = excluded.apy_base, apy_reward = excluded.apy_reward,
              tvl_usd = excluded.tvl_usd, source = excluded.source
            where (rate_daily.apy, rate_daily.apy_base, rate_daily.apy_reward, rate_daily.tvl_usd)
              is distinct from (excluded.apy, excluded.apy_base, excluded.apy_reward, excluded.tvl_usd)`
      }`)
  }
}

export type EventWrite = {
  offerId: number
  fromStatus: string | null
  toStatus: string
  reason: "source" | "leftSource"
}

/** Writes down what happened to offers. */
export async function addEvents(tx: Tx, rows: readonly EventWrite[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into offer_event (offer_id, at, from_status, to_status, reason)
    select "offerId", ${now.toISOString()}::timestamptz, "fromStatus", "toStatus", reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("offerId" int, "fromStatus" text, "toStatus" text, reason text)`)
}

/** Pauses or ends offers that left their source. */
export async function setMissing(
  tx: Tx,
  rows: readonly { offerId: number; status: string }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    update offer set status = row.status, missing_since = coalesce(missing_since, ${now.toISOString()}::timestamptz)
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("offerId" int, status text) where offer.id = row."offerId"`)
}

/**
 * Says which offers changed, in the transaction that changed them, as its last act: from here to the commit nobody else can say so,
 * which makes the order of the ids that of the commits. What did not really change is left out.
 */
export async function addChanges(tx: Tx, source: string, changes: readonly OfferChange[], now: Date): Promise<void> {
  const real = changes.filter(isRealChange)
  if (real.length === 0) return
  await tx.execute(sql`lock table ${offerChanges} in share row exclusive mode`)
  await tx.insert(offerChanges).values({ source, at: now, changes: real })
}

/** Tells all readers that the market has moved on. */
export async function bumpVersion(tx: Db | Tx, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into market_version (id, version, changed_at) values (1, 1, ${now.toISOString()}::timestamptz)
    on conflict (id) do update set version = market_version.version + 1, changed_at = excluded.changed_at`)
}

/** Takes a source for this run; false when somebody else runs it now. The claim ends by itself, so a killed run blocks nobody for long. */
export async function claimSource(db: Db, source: string, now: Date, forMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const claimed = await db.execute(sql`
    insert into source_state (source, running_until) values (${source}, ${until.toISOString()}::timestamptz)
    on conflict (source) do update set running_until = excluded.running_until
    where source_state.running_until is null or source_state.running_until < ${now.toISOString()}::timestamptz
    returning source`)
  return claimed.length > 0
}

/** Ends the claim and writes down how the run went. */
export async function finishRun(
  db: Db,
  run: Omit<typeof sourceRuns.$inferInsert, "id">,
  finishedAt: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(sourceRuns).values(run)
    await tx
      .insert(sourceStates)
      .values({
        source: run.source,
        runningUntil: null,
        stale: run.outcome === "held",
        lastOkAt: run.outcome === "ok" ? finishedAt : null,
      })
      .onConflictDoUpdate({
        target: sourceStates.source,
        set: {
          runningUntil: null,
          ...(run.outcome === "failed" ? {} : { stale: run.outcome === "held" }),
          ...(run.outcome === "ok" ? { lastOkAt: finishedAt } : {}),
        },
      })
  })
}
