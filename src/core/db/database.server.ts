// The way to the database: the embedded one by default, any PostgreSQL 15+ with DATABASE_URL. One driver, one dialect.
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js"
import { migrate } from "drizzle-orm/postgres-js/migrator"
import { resolve } from "node:path"
import postgres from "postgres"
import { AppError } from "../errors.ts"
import { findOwner } from "./data-folder.server.ts"
import { type Embedded, startEmbedded } from "./embedded.server.ts"

export type Db = PostgresJsDatabase
/** Inside a transaction only this may be used: the outer Db deadlocks on the embedded database. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0]
export type Sql = postgres.Sql

export type Database = {
  db: Db
  sql: Sql
  kind: "embedded" | "postgres"
  /** What another client (the job queue, a thread) needs to connect. */
  address: DatabaseAddress
  /** Throws when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export type DatabaseAddress = { url: string } | { socketPath: string }

export type DatabaseSettings = {
  dataDir: string
  databaseUrl: string | undefined
  /** A command beside a running site uses that site's database instead of failing on its lock. */
  joinRunningSite?: boolean
}

const MIGRATIONS_FOLDER = resolve(import.meta.dirname, "../../../db/migrations")
/** Any fixed number: all Apyary processes that migrate one database wait for each other on it. */
const MIGRATION_LOCK = 7_219_431

/** A further connection to a database that is open and migrated already, for a thread of the same process. */
export function connectDatabase(address: DatabaseAddress): Database {
  return "url" in address ? overTcp(address.url) : overSocket(address.socketPath, null)
}

/**
 * Opens and migrates the database. Safe when several processes start at once.
 * Throws AppError "data_folder_in_use", "data_folder_unusable" or "database_unreachable".
 */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl)
  const owner = settings.joinRunningSite ? findOwner(resolve(settings.dataDir)) : null
  if (owner) return overSocket(owner.socketPath, null)
  const embedded = await startEmbedded(settings.dataDir)
  const database = overSocket(embedded.socketPath, embedded)
  try {
    await migrate(database.db, { migrationsFolder: MIGRATIONS_FOLDER })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openPostgres(url: string): Promise<Database> {
  try {
    const single = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await single`select pg_advisory_lock(${MIGRATION_LOCK})`
      await migrate(drizzle(single), { migrationsFolder: MIGRATIONS_FOLDER })
    } finally {
      await single.end({ timeout: 5 })
    }
  } catch (cause) {
    const host = URL.canParse(url) ? new URL(url).host : "DATABASE_URL"
    throw new AppError("database_unreachable", {
      message: `The database at ${host} cannot be used: check DATABASE_URL and that the server runs.`,
      cause,
    })
  }
  return overTcp(url)
}

function overTcp(url: string): Database {
  const sql = postgres(url, { max: 10, onnotice: () => {}, connection: { application_name: "apyary" } })
  return {
    db: drizzle(sql),
    sql,
    kind: "postgres",
    address: { url },
    ping: () => ping(sql),
    close: () => sql.end({ timeout: 5 }),
  }
}

/** All clients of the socket share one session: no named statements, no SET, no advisory locks (docs/decisions/004). */
function overSocket(socketPath: string, embedded: Embedded | null): Database {
  const sql = postgres({
    path: socketPath,
    user: "postgres",
    database: "postgres",
    prepare: false,
    max: 4,
    onnotice: () => {},
  })
  return {
    db: drizzle(sql),
    sql,
    kind: "embedded",
    address: { socketPath },
    ping: () => ping(sql),
    async close() {
      await sql.end({ timeout: 5 })
      await embedded?.close()
    },
  }
}

async function ping(sql: Sql): Promise<void> {
  await sql`select 1`
}
