// The whole site in a test: the real server on a real database, asked without a port. Pages are rendered by the source itself.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FastifyInstance, LightMyRequestResponse } from "fastify"
import { renderMail } from "../src/app/entry-mail.tsx"
import { moduleOf, render } from "../src/app/entry-server.tsx"
import type { Frontend } from "../src/app/frontend.server.ts"
import type { PagePayload } from "../src/app/page.ts"
import { siteSettings } from "../src/app/site-settings.server.ts"
import { buildWeb } from "../src/app/web.server.ts"
import type { Db } from "../src/core/db/database.server.ts"
import { readConfig } from "../src/core/config.server.ts"
import { createLogger } from "../src/core/log.server.ts"
import { createMailWriter } from "../src/features/mail/write.server.ts"
import { type Catalogue, openCatalogue } from "../src/features/market/catalogue.server.ts"
import { type Catalogs, loadCatalogs } from "../src/i18n/catalogs.server.ts"
import { type TestClock, testClock } from "./test-clock.ts"
import { openTestDb, type TestData, type TestDb } from "./test-db.ts"

export const TEST_URL = "https://apyary.test"
/** A file that the test build has, and one beside its public folder that nobody may get. */
export const TEST_ASSET = "/assets/entry-test.js"
export const SECRET = "nobody may read this"

export type Ask = { headers?: Record<string, string>; method?: "GET" | "HEAD" | "POST"; address?: string }

export type TestApp = {
  app: FastifyInstance
  database: TestDb
  db: Db
  catalogue: Catalogue
  catalogs: Catalogs
  clock: TestClock
  /** Slugs of the offers that were looked at. */
  views: string[]
  /** Each call comes from an address of its own unless told, so that nothing but its own test meets the rate limit. */
  ask(url: string, options?: Ask): Promise<LightMyRequestResponse>
  /** The data of a page, by its JSON address. */
  page(url: string): Promise<PagePayload>
  setStopping(value: boolean): void
  close(): Promise<void>
}

export { testClock }

let catalogs: Catalogs | undefined

export type TestAppOptions = {
  data?: TestData
  publicUrl?: string
  cacheBytes?: number
  trustedProxies?: number
  /** Further settings, as the environment would give them. */
  settings?: Record<string, string>
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await openTestDb(options.data ?? "empty")
  const clock = testClock()
  const log = createLogger("silent")
  catalogs ??= loadCatalogs()
  const catalogue = await openCatalogue(database.db, clock, log)
  const files = mkdtempSync(join(tmpdir(), "apyary-dist-"))
  const views: string[] = []
  let stopping = false
  let calls = 0
  const site = siteSettings(readConfig({ PUBLIC_URL: options.publicUrl ?? TEST_URL, ...options.settings }))
  const app = await buildWeb({
    database,
    catalogue,
    catalogs,
    frontend: testFrontend(files),
    clock,
    log,
    site,
    writeMail: createMailWriter({ renderer: async () => renderMail, catalogs, site }),
    outboxDir: join(files, "outbox"),
    imageFolder: join(files, "images"),
    cacheBytes: options.cacheBytes ?? 16 * 1024 * 1024,
    trustedProxies: options.trustedProxies ?? 0,
    onOfferView: (slug) => void views.push(slug),
    isStopping: () => stopping,
  })
  const ask = (url: string, { method = "GET", headers = {}, address }: Ask = {}) => {
    calls++
    return app.inject({ method, url, headers, remoteAddress: address ?? `10.0.${calls >> 8}.${calls & 255}` })
  }
  return {
    app,
    database,
    db: database.db,
    catalogue,
    catalogs,
    clock,
    views,
    ask,
    page: async (url) => (await ask(`/_data${url}`)).json<PagePayload>(),
    setStopping: (value) => void (stopping = value),
    async close() {
      await app.close()
      await database.remove()
      rmSync(files, { recursive: true, force: true })
    },
  }
}

/** What a build would hand in, without one. */
function testFrontend(folder: string): Frontend {
  mkdirSync(join(folder, "client/assets"), { recursive: true })
  writeFileSync(join(folder, "client", TEST_ASSET), "export {}")
  writeFileSync(join(folder, "client/secret.txt"), SECRET)
  writeFileSync(join(folder, "secret.txt"), SECRET)
  return {
    staticFolder: join(folder, "client"),
    renderer: async () => ({ render, moduleOf }),
    assets: async () => ({ scripts: [TEST_ASSET], styles: [], preloads: [] }),
    attach: async () => {},
    close: async () => {},
  }
}
