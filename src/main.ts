// The process: settings, database, demo data, market, and the services it was told to run. On SIGTERM requests and jobs are drained.
import { enableCompileCache } from "node:module"
import { join } from "node:path"
import { openBilling } from "./app/billing.server.ts"
import { builtFrontend, devFrontend } from "./app/frontend.server.ts"
import { builtMailRenderer, devMailRenderer } from "./app/mail-renderer.server.ts"
import { siteSettings } from "./app/site-settings.server.ts"
import { buildWeb } from "./app/web.server.ts"
import { systemClock } from "./core/clock.ts"
import { readConfig } from "./core/config.server.ts"
import { openDatabase } from "./core/db/database.server.ts"
import { AppError, messageOf } from "./core/errors.ts"
import { openJobs } from "./core/jobs.server.ts"
import { createLogger } from "./core/log.server.ts"
import { openMail } from "./core/mail.server.ts"
import { startMailJobs } from "./core/mail-jobs.server.ts"
import { startAccountJobs } from "./features/accounts/jobs.server.ts"
import { startBillingJobs } from "./features/billing/jobs.server.ts"
import { createIngestQueues, historyRequester, startIngestJobs } from "./features/ingest/jobs.server.ts"
import { seedIfEmpty } from "./features/ingest/seed.server.ts"
import { ingestSettings } from "./features/ingest/settings.server.ts"
import { createMailWriter } from "./features/mail/write.server.ts"
import { openCatalogue } from "./features/market/catalogue.server.ts"
import { loadCatalogs } from "./i18n/catalogs.server.ts"

const MARKET_POLL_MS = 2000
/** For the sentence about a port that is taken. */
let port = 0

async function start(): Promise<void> {
  enableCompileCache()
  const config = readConfig()
  port = config.PORT
  const log = createLogger(config.LOG_LEVEL)
  const catalogs = loadCatalogs()
  const runsWeb = config.SERVICES.includes("web")
  const frontend = runsWeb ? await (config.NODE_ENV === "production" ? builtFrontend() : devFrontend()) : null
  const mailRenderer = config.NODE_ENV === "production" ? await builtMailRenderer() : devMailRenderer()
  const closers: (() => Promise<unknown> | void)[] = []
  const onStop = (close: () => Promise<unknown> | void) => closers.unshift(close)
  let stopping = false

  const database = await openDatabase({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL })
  onStop(() => database.close())
  await seedIfEmpty(database.db, systemClock, log)
  const outboxDir = join(config.DATA_DIR, "outbox")
  const site = siteSettings(config)
  const writeMail = createMailWriter({ renderer: mailRenderer, catalogs, site })

  /** null until the queue is open: who looks at an offer before that asks for nothing. */
  let requestHistory: ReturnType<typeof historyRequester> | null = null
  if (frontend) {
    const catalogue = await openCatalogue(database.db, systemClock, log)
    catalogue.watch(MARKET_POLL_MS)
    onStop(() => catalogue.stop())
    const web = await buildWeb({
      database,
      catalogue,
      catalogs,
      frontend,
      clock: systemClock,
      log,
      site,
      writeMail,
      outboxDir: config.NODE_ENV === "production" ? null : outboxDir,
      imageFolder: join(config.DATA_DIR, "images"),
      // In development a page is rendered anew each time, so that a change of its source shows.
      cacheBytes: config.NODE_ENV === "production" ? config.PAGE_CACHE_MB * 1024 * 1024 : 0,
      trustedProxies: config.TRUSTED_PROXIES,
      onOfferView: (slug) => {
        const offer = catalogue.market().offerBySlug.get(slug)
        if (offer)
          requestHistory?.(offer).catch((error: unknown) =>
            log.warn({ reason: messageOf(error) }, "history not requested"),
          )
      },
      isStopping: () => stopping,
    })
    onStop(() => frontend.close())
    onStop(() => web.close())
    await web.listen({ port: config.PORT, host: config.HOST })
  }

  // Visitors first: the queue is opened, and what the worker needs is loaded, when pages are served already.
  const { jobs, close: closeJobs } = await openJobs(database.address, log)
  onStop(closeJobs)
  await createIngestQueues(jobs)
  requestHistory = historyRequester(jobs)
  if (config.SERVICES.includes("worker")) {
    const { db } = database
    const shared = { db, clock: systemClock, log }
    await startIngestJobs(jobs, database.address, ingestSettings(config), log)
    const mailer = openMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, outboxDir, log })
    onStop(() => mailer.close())
    onStop(await startMailJobs(jobs, { ...shared, mailer }))
    await startAccountJobs(jobs, db, systemClock)
    await startBillingJobs(jobs, await openBilling({ ...shared, payments: site.payments }))
    const { startAlertJobs } = await import("./features/alerts/jobs.server.ts")
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: apiUrl } = config
    onStop(
      await startAlertJobs(jobs, {
        ...shared,
        address: database.address,
        logLevel: config.LOG_LEVEL,
        catalogs,
        writeMail,
        publicUrl: config.PUBLIC_URL,
        telegram: token === undefined ? null : { token, apiUrl },
      }),
    )
  }
  log.info(
    { ...(frontend ? { url: config.PUBLIC_URL } : {}), services: config.SERVICES, database: database.kind },
    frontend ? `Apyary is ready on ${config.PUBLIC_URL}` : "Apyary is ready",
  )

  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ signal }, "stopping: requests and jobs are finished first")
    for (const close of closers) await close()
    process.exit(0)
  }
  process.on("SIGTERM", () => void stop("SIGTERM"))
  process.on("SIGINT", () => void stop("SIGINT"))
}

start().catch((error: unknown) => {
  const isOurs = error instanceof AppError || (error as NodeJS.ErrnoException).code === "EADDRINUSE"
  const text =
    (error as NodeJS.ErrnoException).code === "EADDRINUSE"
      ? `Port ${port} is in use: stop the other program or choose another port with PORT.`
      : messageOf(error)
  console.error(isOurs ? text : error)
  process.exit(1)
})
