// The market in tables. Rates are percent in NUMERIC; unknown is NULL.
import { sql } from "drizzle-orm"
import {
  bigint,
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import type { OfferChange } from "./changes.ts"
import type { SourceCard, SourceCurrency, SourceExchange, SourceProtocol, SourceWallet, Term } from "./schema.ts"

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" })
const percent = (name: string) => numeric(name, { precision: 12, scale: 5, mode: "number" })
const usd = (name: string) => numeric(name, { precision: 24, scale: 2, mode: "number" })

/** "seed": a figure that the project carries along; "live": fetched from its source, or entered by the operator. */
const origin = text("origin", { enum: ["seed", "live"] }).notNull()

// Entities keep their facts as one document in the shape of their zod schema; columns are what SQL or the snapshot needs of them.
export const currencies = pgTable("currency", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  published: boolean("published").notNull().default(true),
  origin,
  facts: jsonb("facts").$type<SourceCurrency>().notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const exchanges = pgTable("exchange", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  published: boolean("published").notNull().default(true),
  origin,
  facts: jsonb("facts").$type<SourceExchange>().notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const protocols = pgTable(
  "protocol",
  {
    id: serial("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    published: boolean("published").notNull().default(true),
    origin,
    /** DefiLlama's id: the only safe way to join its protocols, as it renames slugs. */
    defillamaId: text("defillama_id"),
    facts: jsonb("facts").$type<SourceProtocol>().notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (t) => [uniqueIndex("protocol_defillama_id").on(t.defillamaId)],
)

export const wallets = pgTable("wallet", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  published: boolean("published").notNull().default(true),
  origin,
  facts: jsonb("facts").$type<SourceWallet>().notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const cards = pgTable("card", {
  id: serial("id").primaryKey(),
  slug: text("slug").notNull().unique(),
  published: boolean("published").notNull().default(true),
  origin,
  facts: jsonb("facts").$type<SourceCard>().notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const offers = pgTable(
  "offer",
  {
    id: serial("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    source: text("source").notNull(),
    externalId: text("external_id").notNull(),
    category: text("category", { enum: ["saving", "staking", "lending", "defi"] }).notNull(),
    exchangeId: integer("exchange_id").references(() => exchanges.id),
    protocolId: integer("protocol_id").references(() => protocols.id),
    walletId: integer("wallet_id").references(() => wallets.id),
    /** Deposit currencies as the source writes them; `currencyIds` has the listed ones, in the same order, 0 where none is. */
    symbols: text("symbols").array().notNull(),
    currencyIds: integer("currency_ids").array().notNull(),
    rewardSymbols: text("reward_symbols").array().notNull().default(sql`'{}'`),
    blockchain: text("blockchain"),
    label: text("label"),
    status: text("status", { enum: ["active", "soldOut", "paused", "ended"] }).notNull(),
    commission: text("commission", { enum: ["known", "none", "unknown"] })
      .notNull()
      .default("none"),
    published: boolean("published").notNull().default(true),
    origin,
    sourceUrl: text("source_url").notNull(),
    exposure: text("exposure", { enum: ["single", "multi"] }),
    ilRisk: boolean("il_risk"),
    stablecoin: boolean("stablecoin"),
    terms: jsonb("terms").$type<Term[]>().notNull(),
    /** Tells whether a fetched row says anything new about the offer itself. */
    factsHash: text("facts_hash").notNull(),
    firstSeenAt: moment("first_seen_at").notNull(),
    /** Since when the source no longer lists it; null while it does. */
    missingSince: moment("missing_since"),
  },
  (t) => [uniqueIndex("offer_source_external_id").on(t.source, t.externalId)],
)

/** The latest rate of an offer. */
export const offerRates = pgTable("offer_rate", {
  offerId: integer("offer_id")
    .primaryKey()
    .references(() => offers.id, { onDelete: "cascade" }),
  apy: percent("apy"),
  apyBase: percent("apy_base"),
  apyReward: percent("apy_reward"),
  tvlUsd: usd("tvl_usd"),
  kind: text("kind", { enum: ["apr", "apy", "unknown"] }).notNull(),
  raw: text("raw").notNull(),
  observedAt: moment("observed_at"),
  fetchedAt: moment("fetched_at").notNull(),
  /** Since when the value has been exactly this: a value frozen for days is flagged. */
  unchangedSince: moment("unchanged_since").notNull(),
  /** A value that jumped waits here until the next fetch confirms it. */
  pendingApy: percent("pending_apy"),
})

/** One row per offer and UTC day: the day's last value. */
export const dailyRates = pgTable(
  "rate_daily",
  {
    offerId: integer("offer_id")
      .notNull()
      .references(() => offers.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    apy: percent("apy"),
    apyBase: percent("apy_base"),
    apyReward: percent("apy_reward"),
    tvlUsd: usd("tvl_usd"),
    source: text("source").notNull(),
  },
  (t) => [primaryKey({ columns: [t.offerId, t.day] }), index("rate_daily_day").on(t.day)],
)

/** What happened to an offer: it appeared, was sold out, paused, ended, came back. */
export const offerEvents = pgTable(
  "offer_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    offerId: integer("offer_id")
      .notNull()
      .references(() => offers.id, { onDelete: "cascade" }),
    at: moment("at").notNull(),
    /** null = the offer was not known before. */
    fromStatus: text("from_status"),
    toStatus: text("to_status").notNull(),
    /** Why: "source", "leftSource", "promoEnded". */
    reason: text("reason").notNull(),
  },
  (t) => [index("offer_event_offer").on(t.offerId, t.id)],
)

/**
 * What changed, for whoever acts on it: one row per transaction that changed offers, written in it and deleted by whoever has acted.
 * Rows of one source are in order; their ids say nothing about the order of commits of two sources.
 */
export const offerChanges = pgTable("offer_change", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  source: text("source").notNull(),
  /** The moment of the run: all rows of one run have the same. */
  at: moment("at").notNull(),
  changes: jsonb("changes").$type<OfferChange[]>().notNull(),
})

/** One row: counts every committed change of the market, so that readers know when to rebuild. */
export const marketVersion = pgTable("market_version", {
  id: smallint("id").primaryKey(),
  version: bigint("version", { mode: "number" }).notNull(),
  changedAt: moment("changed_at").notNull(),
})

/** How far an offer's past has been fetched from its source. */
export const historyFills = pgTable("history_fill", {
  offerId: integer("offer_id")
    .primaryKey()
    .references(() => offers.id, { onDelete: "cascade" }),
  filledAt: moment("filled_at").notNull(),
  points: integer("points").notNull(),
  error: text("error"),
})

/** Who runs a source now, so that the worker and a command do not run it at once, and whether its last answer was held back. */
export const sourceStates = pgTable("source_state", {
  source: text("source").primaryKey(),
  runningUntil: moment("running_until"),
  lastOkAt: moment("last_ok_at"),
  /** true: the source suddenly gave a fraction of its rows; the old ones were kept. */
  stale: boolean("stale").notNull().default(false),
})

/** One run of a source, as `npm run ingest` prints it. */
export const sourceRuns = pgTable(
  "source_run",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    source: text("source").notNull(),
    startedAt: moment("started_at").notNull(),
    seconds: doublePrecision("seconds").notNull(),
    outcome: text("outcome", { enum: ["ok", "held", "failed"] }).notNull(),
    read: integer("read").notNull(),
    added: integer("added").notNull(),
    changed: integer("changed").notNull(),
    dropped: jsonb("dropped").$type<Record<string, number>>().notNull(),
    error: text("error"),
  },
  (t) => [index("source_run_source").on(t.source, t.id)],
)
