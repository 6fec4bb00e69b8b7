// The web server: security headers, health, files, the public API, the pages, and one place where errors become answers.
import { createHash } from "node:crypto"
import { resolve } from "node:path"
import fastifyHelmet, { type FastifyHelmetOptions } from "@fastify/helmet"
import fastifyStatic from "@fastify/static"
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify"
import type { Clock } from "../core/clock.ts"
import type { Database } from "../core/db/database.server.ts"
import { AppError, type ErrorCode } from "../core/errors.ts"
import type { Logger } from "../core/log.server.ts"
import { refuseForeignWrites } from "../core/own-origin.server.ts"
import { findKeyOwner } from "../features/accounts/api-keys.server.ts"
import { openSessions } from "../features/accounts/session.server.ts"
import { registerAlertDoors } from "./alert-doors.server.ts"
import type { Catalogue } from "../features/market/catalogue.server.ts"
import { registerGo, visitCounter } from "../features/affiliate/rest.server.ts"
import { findEntitlements, tariffOf } from "../features/billing/queries.server.ts"
import { listPosts } from "../features/blog/posts.server.ts"
import { registerDiscovery } from "../features/discovery/rest.server.ts"
import { openDiskCache } from "../features/images/disk-cache.server.ts"
import { ownPictures } from "../features/images/fetch-image.server.ts"
import { registerImages } from "../features/images/rest.server.ts"
import type { WriteMail } from "../features/mail/write.server.ts"
import { registerOutbox } from "../features/operator/outbox.server.ts"
import { registerContact } from "../features/site/contact.server.ts"
import { contactSender } from "../features/site/contact-mail.server.ts"
import { registerRealApy } from "../features/offers/me.server.ts"
import { registerPublicApi } from "../features/offers/rest.server.ts"
import { registerWatchlist } from "../features/watchlist/rest.server.ts"
import { registerLogos } from "../features/catalog/logos.server.ts"
import type { Catalogs } from "../i18n/catalogs.server.ts"
import { isLocale, splitLocale } from "../i18n/locales.ts"
import { FEATURES, type Feature } from "../i18n/messages.ts"
import { href } from "../routes.ts"
import { NO_HOSTS, openBilling, registerBillingDoors } from "./billing.server.ts"
import { registerCommunityIcons } from "./community.server.ts"
import { errorPage } from "./error-page.server.ts"
import type { Frontend } from "./frontend.server.ts"
import { registerGraphql } from "./graphql.server.ts"
import { titleOf } from "./make-page.server.ts"
import { type PageDeps, registerPages, renderOnce } from "./page-route.server.ts"
import { registerPersonDoors } from "./person-doors.server.ts"
import { pageDefinitions } from "./registry.server.ts"
import type { SiteSettings } from "./site-settings.server.ts"
import { THEME_SCRIPT } from "./theme.ts"

export type WebDeps = {
  database: Database
  catalogue: Catalogue
  catalogs: Catalogs
  frontend: Frontend
  clock: Clock
  log: Logger
  site: SiteSettings
  writeMail: WriteMail
  /** The folder of mails that were not sent, to be shown to developers; null in production. */
  outboxDir: string | null
  /** Where made pictures are kept. */
  imageFolder: string
  cacheBytes: number
  trustedProxies: number
  /** Somebody looks at an offer whose past may have to be fetched. */
  onOfferView(slug: string): void
  /** true while the process is on its way down. */
  isStopping(): boolean
}

const IMAGE_CACHE_BYTES = 200 * 1024 * 1024
const CLOSE_IDLE_EVERY_MS = 100
const IMMUTABLE = "public, max-age=31536000, immutable"

/** The server, ready to listen or to be asked by inject(). */
export async function buildWeb(deps: WebDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < deps.trustedProxies,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 300, ignoreDuplicateSlashes: false },
    return503OnClosing: true,
    forceCloseConnections: "idle",
    requestTimeout: 30_000,
    // An address that cannot be decoded never gets to a route.
    frameworkErrors: (error, request, reply) => void answerError(deps, error, request, reply),
  })
  const isHttps = deps.site.publicUrl.startsWith("https:")
  const isDevelopment = deps.frontend.staticFolder === null
  const { db } = deps.database
  const billing = await openBilling({ db, clock: deps.clock, log: deps.log, payments: deps.site.payments })
  const payment = billing.providers.active?.browser ?? NO_HOSTS
  const secure = await securityHeaders({
    // All scripts are files of our own, so that a cached page needs no nonce (decision 003).
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", themeScriptHash(), ...payment.script],
        styleSrc: isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", ...payment.style],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: [
          "'self'",
          ...(isDevelopment ? ["ws:"] : []),
          ...originOf(deps.site.pageViews.endpoint),
          ...payment.connect,
        ],
        ...(payment.frame.length > 0 ? { frameSrc: payment.frame } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    // The tab of a login through a provider has to know who opened it, so that it can close itself.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  })
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(secure)
    done()
  })
  // A connection whose request was in flight when the server began to close turns idle later: without this it is waited for.
  app.addHook("preClose", async () => {
    if (!app.server.listening) return
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once("close", () => clearInterval(timer))
  })
  refuseForeignWrites(app, deps.site.publicUrl)
  const sessions = openSessions({ db: deps.database.db, clock: deps.clock, isHttps })
  const userIdOf = async (request: FastifyRequest) => (await sessions.find(request))?.user.id ?? null
  const viewerOf = async (request: FastifyRequest) => {
    const { noAds, code } = await tariffOf(db, await userIdOf(request), deps.clock())
    return { noAds, tariffCode: code }
  }
  // A program comes with a key, a browser with a session.
  const callerOf = async (request: FastifyRequest) => {
    const userId = (await findKeyOwner(db, request, deps.clock())) ?? (await userIdOf(request))
    return { userId, entitlements: await findEntitlements(db, userId, deps.clock()) }
  }
  await deps.frontend.attach(app)
  app.setErrorHandler((error, request, reply) => answerError(deps, error as FastifyError, request, reply))
  app.setNotFoundHandler((request, reply) =>
    answerError(
      deps,
      new AppError(request.method === "GET" || request.method === "HEAD" ? "not_found" : "method_not_allowed"),
      request,
      reply,
    ),
  )

  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }))
  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store")
    if (deps.isStopping()) return reply.code(503).send({ status: "unavailable", reason: "stopping" })
    try {
      await deps.database.ping()
    } catch {
      return reply.code(503).send({ status: "unavailable", reason: "database" })
    }
    return reply.send({ status: "ready", version: deps.catalogue.market().version })
  })

  app.get<{ Params: { locale: string; file: string } }>("/i18n/:locale/:file", async (request, reply) => {
    const { locale, file } = request.params
    const feature = FEATURES.find((name) => file.startsWith(`${name}.`) && file.endsWith(".json"))
    if (!isLocale(locale) || !feature) throw new AppError("not_found")
    const { messages, hash } = deps.catalogs.messages(locale, feature as Feature)
    if (file !== `${feature}.${hash}.json`) throw new AppError("not_found")
    return reply.header("cache-control", IMMUTABLE).send(messages)
  })

  await registerFiles(app, deps)
  registerLogos(app, deps.catalogue)
  registerCommunityIcons(app)
  const pictures = openDiskCache(deps.imageFolder, IMAGE_CACHE_BYTES)
  registerImages(app, { own: ownPictures(app), allowedHosts: deps.site.imageHosts }, pictures)
  const pageDeps: PageDeps = {
    catalogue: deps.catalogue,
    db: deps.database.db,
    clock: deps.clock,
    catalogs: deps.catalogs,
    frontend: deps.frontend,
    definitions: pageDefinitions(deps.site),
    site: deps.site,
    cacheBytes: deps.cacheBytes,
    onTouch: visitCounter({ db, clock: deps.clock, log: deps.log }),
    onView: (page, params) => page === "offer" && params.slug !== undefined && deps.onOfferView(params.slug),
  }
  registerDiscovery(app, {
    catalogue: deps.catalogue,
    db: deps.database.db,
    catalogs: deps.catalogs,
    publicUrl: deps.site.publicUrl,
    pictures,
    listPosts,
    pageTitle: (page, locale) => titleOf(pageDeps, page, locale),
  })
  registerGo(app, { db: deps.database.db, clock: deps.clock, log: deps.log })
  await registerBillingDoors(app, billing, {
    sessions,
    publicUrl: deps.site.publicUrl,
    translate: (locale) => deps.catalogs.translate(locale),
    styles: async () => (await deps.frontend.assets("pricing")).styles,
  })
  const graphqlDoors = await registerPersonDoors(app, {
    db: deps.database.db,
    clock: deps.clock,
    log: deps.log,
    sessions,
    catalogs: deps.catalogs,
    writeMail: deps.writeMail,
    publicUrl: deps.site.publicUrl,
    social: deps.site.social,
    catalogue: deps.catalogue,
    billing,
  })
  registerGraphql(app, graphqlDoors, async (request, reply) => ({
    market: deps.catalogue.market(),
    db: deps.database.db,
    now: deps.clock(),
    random: Math.random,
    translate: (locale) => deps.catalogs.translate(locale),
    viewer: await viewerOf(request),
    request,
    reply,
  }))
  registerRealApy(app, { catalogue: deps.catalogue, callerOf })
  await app.register(registerPublicApi, {
    prefix: "/api/v1",
    catalogue: deps.catalogue,
    db: deps.database.db,
    publicUrl: deps.site.publicUrl,
    callerOf,
  })
  await registerWatchlist(app, { db: deps.database.db, catalogue: deps.catalogue, clock: deps.clock, sessions })
  registerAlertDoors(app, {
    db,
    catalogue: deps.catalogue,
    clock: deps.clock,
    sessions,
    translate: (locale) => deps.catalogs.translate(locale),
    publicUrl: deps.site.publicUrl,
  })
  await registerContact(app, {
    publicUrl: deps.site.publicUrl,
    log: deps.log,
    send: contactSender({ db: deps.database.db, clock: deps.clock, to: deps.site.contactMailTo }),
    showAgain: (locale, refused) =>
      renderOnce(pageDeps, { locale, path: href("contact"), query: { sent: null }, canonical: "" }, { refused }),
  })
  if (deps.outboxDir !== null) registerOutbox(app, deps.outboxDir)
  app.all("/api/*", async () => {
    throw new AppError("not_found")
  })
  registerPages(app, pageDeps)
  return app
}

/** What helmet would set, worked out once: it does all of it anew for every request, which is a fifth of a cached page. */
async function securityHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = fastify()
  await probe.register(fastifyHelmet, options)
  probe.get("/", (_request, reply) => reply.send(reply.raw.getHeaders()))
  return (await probe.inject("/")).json()
}

/** The origin of an address, for the content security policy. */
function originOf(address: string | null): string[] {
  return address === null ? [] : [new URL(address).origin]
}

/** The one inline script is known by its hash. */
function themeScriptHash(): string {
  return `'sha256-${createHash("sha256").update(THEME_SCRIPT).digest("base64")}'`
}

async function registerFiles(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const publicFolder = resolve(import.meta.dirname, "../../public")
  if (deps.frontend.staticFolder) {
    await app.register(fastifyStatic, {
      root: resolve(deps.frontend.staticFolder, "assets"),
      prefix: "/assets/",
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => void reply.header("cache-control", IMMUTABLE),
    })
  }
  await app.register(fastifyStatic, {
    root: publicFolder,
    prefix: "/",
    decorateReply: false,
    wildcard: false,
    maxAge: "1h",
  })
}

/** Where an error becomes an answer: JSON for programs, a page for people. What is not ours to tell is logged and not told. */
function answerError(deps: WebDeps, error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof AppError ? error : new AppError(codeOf(error.statusCode), { cause: error })
  const status = known.statusCode
  if (status >= 500)
    deps.log.error({ err: error, method: request.method, path: request.url.split("?")[0] }, "request failed")
  reply.code(status).header("cache-control", "no-store")
  if (known.code === "method_not_allowed") reply.header("allow", "GET, HEAD")
  if (request.url.startsWith("/api/") || request.url.startsWith("/_data/") || request.url.startsWith("/i18n/")) {
    return reply.send({
      statusCode: status,
      message: known.message,
      code: known.code,
      ...(known.fields ? { fields: known.fields } : {}),
    })
  }
  const { locale } = splitLocale(request.url.split("?")[0] ?? "/")
  return reply.type("text/html; charset=utf-8").send(errorPage(locale, status, deps.catalogs.translate(locale)))
}

function codeOf(status: number | undefined): ErrorCode {
  if (status === 404) return "not_found"
  if (status === 413) return "payload_too_large"
  if (status === 415) return "unsupported_media_type"
  if (status === 429) return "too_many_requests"
  if (status === 503) return "unavailable"
  return status !== undefined && status >= 400 && status < 500 ? "bad_request" : "internal"
}
