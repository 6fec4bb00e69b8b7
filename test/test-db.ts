// A real database for a test: the embedded one, or with TEST_DATABASE_URL a database of its own on that PostgreSQL.
import { createHash, randomUUID } from "node:crypto"
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import postgres from "postgres"
import { type Database, openDatabase } from "../src/core/db/database.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import { seedIfEmpty } from "../src/features/ingest/seed.server.ts"
import { FIXTURE_NOW } from "../src/features/ingest/sources/fixture-http.server.ts"

/** "empty": migrated and nothing else. "demo": with the data that an empty database is filled with at the first start. */
export type TestData = "empty" | "demo"

export type TestDb = Database & {
  /** What a process or a second connection needs to open the same database, as settings. */
  settings: { dataDir: string; databaseUrl: string | undefined }
  /** Closes it and removes it. */
  remove(): Promise<void>
}

const ROOT = resolve(import.meta.dirname, "..")
const CACHE = join(ROOT, "node_modules/.cache/apyary-test")
const TEMPLATE_LOCK = 7_219_432

/** The PostgreSQL that tests use instead of the embedded one, or undefined. */
export const TEST_DATABASE_URL = process.env.TEST_DATABASE_URL || undefined

/** A database that belongs to the caller, made by copying a template that is built once per state of migrations and demo data. */
export async function openTestDb(data: TestData = "empty"): Promise<TestDb> {
  const settings = await createTestDb(data)
  const database = await openDatabase(settings)
  return {
    ...database,
    settings,
    async remove() {
      await database.close()
      await removeTestDb(settings)
    },
  }
}

/** Makes a database without opening it, for tests that start processes on it. */
export async function createTestDb(data: TestData): Promise<TestDb["settings"]> {
  const dataDir = mkdtempSync(join(tmpdir(), "apyary-test-"))
  if (TEST_DATABASE_URL === undefined) {
    cpSync(await folderTemplate(data), dataDir, { recursive: true })
    return { dataDir, databaseUrl: undefined }
  }
  const template = await databaseTemplate(data, TEST_DATABASE_URL)
  const name = `apyary_test_${randomUUID().replaceAll("-", "")}`
  await asAdmin(TEST_DATABASE_URL, (sql) => sql.unsafe(`create database ${name} template ${template}`))
  return { dataDir, databaseUrl: databaseNamed(TEST_DATABASE_URL, name) }
}

/** A new, really empty place for a database: not even migrated. */
export async function createEmptyPlace(): Promise<TestDb["settings"]> {
  const dataDir = mkdtempSync(join(tmpdir(), "apyary-test-"))
  if (TEST_DATABASE_URL === undefined) return { dataDir, databaseUrl: undefined }
  const name = `apyary_test_${randomUUID().replaceAll("-", "")}`
  await asAdmin(TEST_DATABASE_URL, (sql) => sql.unsafe(`create database ${name}`))
  return { dataDir, databaseUrl: databaseNamed(TEST_DATABASE_URL, name) }
}

export async function removeTestDb({ dataDir, databaseUrl }: TestDb["settings"]): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  if (databaseUrl === undefined) return
  const name = new URL(databaseUrl).pathname.slice(1)
  await asAdmin(databaseUrl, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
}

async function fill(settings: TestDb["settings"], data: TestData): Promise<void> {
  const database = await openDatabase(settings)
  try {
    if (data === "demo") await seedIfEmpty(database.db, () => FIXTURE_NOW, createLogger("silent"))
  } finally {
    await database.close()
  }
}

/** Two workers may build it at once: each in its own folder, and the first rename wins. */
async function folderTemplate(data: TestData): Promise<string> {
  const folder = join(CACHE, `${data}-${stateOf(data)}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const draft = mkdtempSync(join(CACHE, "draft-"))
  await fill({ dataDir: draft, databaseUrl: undefined }, data)
  try {
    renameSync(draft, folder)
  } catch {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

async function databaseTemplate(data: TestData, url: string): Promise<string> {
  const name = `apyary_template_${data}_${stateOf(data)}`
  return asAdmin(url, async (sql) => {
    const isThere = async () => (await sql`select 1 from pg_database where datname = ${name}`).length > 0
    if (await isThere()) return name
    await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`
    if (await isThere()) return name
    const draft = `${name}_draft`
    await sql.unsafe(`drop database if exists ${draft} with (force)`)
    await sql.unsafe(`create database ${draft}`)
    await fill({ dataDir: tmpdir(), databaseUrl: databaseNamed(url, draft) }, data)
    await sql.unsafe(`alter database ${draft} rename to ${name}`)
    return name
  })
}

async function asAdmin<Result>(url: string, act: (sql: postgres.Sql) => PromiseLike<Result>): Promise<Result> {
  const sql = postgres(databaseNamed(url, "postgres"), { max: 1, onnotice: () => {} })
  try {
    return await act(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function databaseNamed(url: string, name: string): string {
  const named = new URL(url)
  named.pathname = `/${name}`
  return named.href
}

/** Changes with everything that a template's content comes from. */
function stateOf(data: TestData): string {
  const patterns = ["db/migrations/**/*.{sql,json}", "package-lock.json"]
  if (data === "demo")
    patterns.push("db/seed/**/*.{json,csv}", "src/features/{ingest,market}/**/*.ts", "src/core/**/*.ts")
  const hash = createHash("sha1")
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort()) {
    if (!file.endsWith(".test.ts")) hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest("hex").slice(0, 12)
}
