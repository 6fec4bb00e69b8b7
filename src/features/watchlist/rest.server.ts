// /api/watchlist: the list of whoever is signed in, and today's rates for lists that live in browsers.
import fastifyRateLimit from "@fastify/rate-limit"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type * as z from "zod/mini"
import type { Clock } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { AppError } from "../../core/errors.ts"
import { namesTag, strongTag } from "../../core/http-headers.ts"
import type { Sessions } from "../accounts/session.server.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { mergeItems, removeItem, setNote } from "./commands.server.ts"
import { FILE_FORMATS, type FileFormat, readFile, type SkippedRow, writeFile } from "./file.ts"
import { parseKey, type WatchKey } from "./key.ts"
import { exportWatchlist, factsOfKey, listStored, listWatched } from "./queries.server.ts"
import { addSchema, mergeSchema, MOST_BYTES, MOST_ITEMS, MOST_RATES, noteBodySchema, type Watched } from "./schema.ts"

export type WatchlistOptions = { db: Db; catalogue: Catalogue; clock: Clock; sessions: Sessions }

const CACHE_CONTROL = "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
const REQUESTS_PER_MINUTE = 120
const ID = /^[1-9]\d{0,8}$/
const TYPE_OF: Record<FileFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
}

export async function registerWatchlist(app: FastifyInstance, options: WatchlistOptions): Promise<void> {
  await app.register((scope) => registerRates(scope, options))
  await app.register(async (scope) => registerOwn(scope, options))
  await app.register(async (scope) => registerFiles(scope, options))
}

/** What everybody may know, for up to 50 items: GET /api/watchlist/rates?items=currency:bitcoin,offer:lido-steth */
async function registerRates(app: FastifyInstance, { catalogue }: WatchlistOptions): Promise<void> {
  await app.register(fastifyRateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    errorResponseBuilder: () => new AppError("too_many_requests", { message: "Too many requests: try again soon." }),
  })
  app.get<{ Querystring: { items?: unknown } }>("/api/watchlist/rates", (request, reply) => {
    const { items } = request.query
    const texts = typeof items === "string" ? [...new Set(items.split(","))] : []
    const keys = texts.map(parseKey)
    if (keys.length === 0 || keys.length > MOST_RATES || keys.includes(null))
      throw new AppError("invalid_parameter", {
        message: `The parameter "items" names 1 to ${MOST_RATES} items: currency:{slug} or offer:{slug}, separated by commas.`,
        fields: { items: "invalid_parameter" },
      })
    const market = catalogue.market()
    const found = texts.map((key) => ({ key, facts: factsOfKey(market, key as WatchKey) }))
    const body = JSON.stringify({
      data: found.flatMap(({ facts }) => (facts ? [facts] : [])),
      unknown: found.flatMap(({ key, facts }) => (facts ? [] : [key])),
      version: market.version,
    })
    const etag = strongTag(body)
    reply.header("cache-control", CACHE_CONTROL).header("etag", etag)
    if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
    return reply.type("application/json; charset=utf-8").send(body)
  })
}

function registerOwn(app: FastifyInstance, { db, catalogue, clock, sessions }: WatchlistOptions): void {
  keepPrivate(app)

  app.get("/api/watchlist", async (request) => {
    const { user } = await sessions.require(request)
    const market = catalogue.market()
    return { data: await listWatched(db, market, user.id), version: market.version }
  })

  /** What the stars need to know. */
  app.get("/api/watchlist/keys", async (request) => {
    const { user } = await sessions.require(request)
    return { data: (await listStored(db, user.id)).map(({ id, key }) => ({ id: String(id), key })) }
  })

  app.post("/api/watchlist", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { key, note } = parse(addSchema, request.body)
    const market = catalogue.market()
    const addedRatePercent = factsOfKey(market, key)?.ratePercent ?? null
    const { skipped } = await mergeItems(db, user.id, [{ key, note, addedAt: clock().toISOString(), addedRatePercent }])
    if (skipped[0]?.reason === "unknown") throw new AppError("not_found", { message: "Nothing like this is listed." })
    if (skipped[0]) throw new AppError("watchlist_full")
    const item = (await listWatched(db, market, user.id)).find((other) => other.key === key)
    return reply.code(201).send({ data: item ?? null })
  })

  app.patch<{ Params: { id: string } }>("/api/watchlist/:id", async (request) => {
    const { user } = await sessions.require(request)
    const { note } = parse(noteBodySchema, request.body)
    if (!(await setNote(db, user.id, idOf(request), note))) throw noSuchItem()
    return { data: { id: request.params.id, note } }
  })

  app.delete<{ Params: { id: string } }>("/api/watchlist/:id", async (request, reply) => {
    const { user } = await sessions.require(request)
    if (!(await removeItem(db, user.id, idOf(request)))) throw noSuchItem()
    return reply.code(204).send()
  })

  app.post("/api/watchlist/merge", { bodyLimit: MOST_BYTES }, async (request) => {
    const { user } = await sessions.require(request)
    const { items } = parse(mergeSchema, request.body)
    return { data: await mergeItems(db, user.id, notLater(items, clock())) }
  })

  app.get<{ Querystring: { format?: unknown } }>("/api/watchlist/export", async (request, reply) => {
    const { user } = await sessions.require(request)
    const { format: asked = "json" } = request.query
    const format = FILE_FORMATS.find((name) => name === asked)
    if (!format)
      throw new AppError("invalid_parameter", {
        message: 'The parameter "format" is json or csv.',
        fields: { format: "invalid_parameter" },
      })
    const text = writeFile(format, await exportWatchlist(db, catalogue.market(), user.id), clock())
    return reply
      .type(TYPE_OF[format])
      .header("content-disposition", `attachment; filename="apyary-watchlist.${format}"`)
      .send(text)
  })
}

/** Files come as they are: their type says which kind, and a broken one is told as such. */
function registerFiles(app: FastifyInstance, { db, clock, sessions }: WatchlistOptions): void {
  keepPrivate(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(["application/json", "text/csv"], { parseAs: "string" }, (_request, body, done) =>
    done(null, String(body)),
  )
  app.post("/api/watchlist/import", { bodyLimit: MOST_BYTES }, async (request) => {
    const { user } = await sessions.require(request)
    const format = request.headers["content-type"]?.startsWith("text/csv") ? "csv" : "json"
    const read = readFile(format, typeof request.body === "string" ? request.body : "", clock())
    if (!read) throw new AppError("file_unreadable")
    const { added, known, skipped } = await mergeItems(
      db,
      user.id,
      read.rows.map(({ item }) => item),
    )
    const reasons = new Map(skipped.map(({ key, reason }) => [key, reason]))
    const left = read.rows.flatMap(({ row, item: { key } }): SkippedRow[] => {
      const reason = reasons.get(key)
      return reason ? [{ row, what: key.slice(key.indexOf(":") + 1), reason }] : []
    })
    const rows = [...read.skipped, ...left].sort((a, b) => a.row - b.row)
    return { data: { added: added.length, known: known.length, skipped: rows } }
  })
}

/** A list is nobody else's business: no cache keeps it. */
function keepPrivate(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "private, no-store")
    done()
  })
}

/** Nothing was added after today, whatever the browser's clock says. */
function notLater(items: readonly Watched[], now: Date): Watched[] {
  const latest = now.toISOString()
  return items.map((item) => (item.addedAt > latest ? { ...item, addedAt: latest } : item))
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map(({ path }) => [path.join(".") || "body", "invalid"]))
  throw new AppError("bad_request", { message: `Not like this; a list holds ${MOST_ITEMS} items at most.`, fields })
}

function idOf(request: FastifyRequest<{ Params: { id: string } }>): number {
  const { id } = request.params
  if (!ID.test(id)) throw noSuchItem()
  return Number(id)
}

function noSuchItem(): AppError {
  return new AppError("not_found", { message: "There is no such item in your list." })
}
