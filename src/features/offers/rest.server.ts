// The public API, version 1 (contract/rest): lists, details, history and the OpenAPI document. What a caller's plan adds is told
// to that caller alone and kept by nobody; all else is the same for everybody.
import fastifyRateLimit from "@fastify/rate-limit"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { addDays, dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { namesTag, strongTag } from "../../core/http-headers.ts"
import { AppError } from "../../core/errors.ts"
import {
  type Codec,
  integerCodec,
  numberCodec,
  type QuerySpec,
  readQuery,
  textCodec,
  wordCodec,
} from "../../core/query.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { type Market, SORT_KEYS, type SortKey } from "../market/model.ts"
import { findHistoryRange, listHistory } from "../market/queries.server.ts"
import { cardBody, currencyBody, exchangeBody, offerBody, protocolBody, walletBody } from "./api-bodies.ts"
import { type Caller, openCallers, planRequired } from "./callers.server.ts"
import { sendCsv } from "./csv.server.ts"
import { selectOffers } from "./list.ts"
import { openApiDocument } from "./openapi.ts"
import { FILTER_SPEC, MAX_AMOUNT, type OfferFilter } from "./query.ts"

export type PublicApiOptions = {
  catalogue: Catalogue
  db: Db
  publicUrl: string
  /** Who asks, and what they may see. */
  callerOf: (request: FastifyRequest) => Promise<Caller>
}

const DEFAULT_TAKE = 50
const MAX_TAKE = 200
const MAX_SKIP = 1_000_000
const CACHE_CONTROL = "public, max-age=0, s-maxage=60, stale-while-revalidate=600"

type Paging = { skip: number | null; take: number | null }
type OffersQuery = OfferFilter & Paging & { amount: number | null; sort: SortKey | null; order: "asc" | "desc" | null }
type EntitiesQuery = Paging & { search: string | null }

const PAGING: QuerySpec<Paging> = { skip: integerCodec(0, MAX_SKIP), take: integerCodec(1, MAX_TAKE) }
const OFFERS: QuerySpec<OffersQuery> = {
  ...FILTER_SPEC,
  amount: numberCodec(0, MAX_AMOUNT),
  sort: wordCodec(SORT_KEYS),
  order: wordCodec(["asc", "desc"]),
  ...PAGING,
}
const ENTITIES: QuerySpec<EntitiesQuery> = { search: textCodec, ...PAGING }
const dayCodec: Codec<string> = {
  read: (text) =>
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text
      ? text
      : undefined,
  write: (day) => day,
}
const HISTORY: QuerySpec<{ from: string | null; to: string | null }> = { from: dayCodec, to: dayCodec }

export async function registerPublicApi(
  app: FastifyInstance,
  { catalogue, db, publicUrl, callerOf }: PublicApiOptions,
): Promise<void> {
  const callers = openCallers(callerOf)
  await app.register(fastifyRateLimit, {
    // contract/rest: per address for who is not known, per person and plan for who is
    keyGenerator: async (request) => (await callers.of(request)).userId ?? request.ip,
    max: async (request: FastifyRequest) => (await callers.of(request)).entitlements.apiRequestsPerMinute,
    timeWindow: 60_000,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, context) =>
      new AppError("too_many_requests", {
        message: `Too many requests: try again in ${Math.ceil(context.ttl / 1000)} seconds.`,
      }),
  })

  app.get("/offers", async (request, reply) => {
    const query = strict(OFFERS, request)
    const { entitlements, isEntitled } = await callers.of(request)
    if (query.sort === "realApy" && !entitlements.realApyFigure) throw planRequired("sort")
    const market = catalogue.market()
    const skip = query.skip ?? 0
    const take = query.take ?? DEFAULT_TAKE
    const { offers, total } = selectOffers(market, {
      filter: query,
      sort: query.sort,
      order: query.order,
      amount: query.amount,
      skip,
      take,
    })
    const data = offers.map((offer) => offerBody(offer, entitlements, publicUrl))
    return send(request, reply, { data, page: { skip, take, total }, version: market.version }, isEntitled)
  })

  app.get("/offers.csv", async (request, reply) => {
    const { entitlements } = await callers.of(request)
    if (!entitlements.exportCsv) throw planRequired()
    const query = strict(OFFERS, request)
    const market = catalogue.market()
    const { offers } = selectOffers(market, {
      filter: query,
      sort: query.sort,
      order: query.order,
      amount: query.amount,
      skip: query.skip ?? 0,
      take: query.take ?? market.offers.length,
    })
    return sendCsv(reply, offers, publicUrl)
  })

  app.get<{ Params: { slug: string } }>("/offers/:slug", async (request, reply) => {
    strict({}, request)
    const { entitlements, isEntitled } = await callers.of(request)
    const market = catalogue.market()
    const offer = market.offerBySlug.get(request.params.slug)
    if (!offer)
      throw new AppError("not_found", { message: `There is no offer "${request.params.slug.slice(0, 120)}".` })
    const body = { data: offerBody(offer, entitlements, publicUrl), version: market.version }
    return send(request, reply, body, isEntitled)
  })

  app.get<{ Params: { slug: string } }>("/offers/:slug/history", async (request, reply) => {
    const query = strict(HISTORY, request)
    if (query.from !== null && query.to !== null && query.from > query.to) {
      throw new AppError("invalid_parameter", {
        message: 'The parameter "from" is after "to".',
        fields: { from: "invalid_parameter" },
      })
    }
    const market = catalogue.market()
    const offer = market.offerBySlug.get(request.params.slug)
    if (!offer)
      throw new AppError("not_found", { message: `There is no offer "${request.params.slug.slice(0, 120)}".` })
    const { entitlements, isEntitled } = await callers.of(request)
    const range = await findHistoryRange(db, offer.id)
    const limit = entitlements.historyDays
    const last = range?.last ?? dayOf(offer.source.fetchedAt)
    const earliest = limit === null ? (range?.first ?? last) : addDays(last, 1 - limit)
    const to = query.to ?? last
    const from = query.from !== null && query.from > earliest ? query.from : earliest
    const points = await listHistory(db, offer.id, from, to)
    const data = points.map((point) => ({
      date: point.day,
      apy: point.apyPercent,
      apyBase: point.apyBasePercent,
      apyReward: point.apyRewardPercent,
      tvlUsd: point.tvlUsd,
      source: point.source,
    }))
    return send(request, reply, { data, from, to, limitedTo: limit }, isEntitled)
  })

  function list<Entity extends { name: string; symbol?: string }>(
    path: string,
    pick: (market: Market) => readonly Entity[],
    body: (entity: Entity) => object,
  ) {
    app.get(path, (request, reply) => {
      const query = strict(ENTITIES, request)
      const market = catalogue.market()
      const skip = query.skip ?? 0
      const take = query.take ?? DEFAULT_TAKE
      const words = query.search?.toLowerCase() ?? null
      const found =
        words === null
          ? pick(market)
          : pick(market).filter(({ name, symbol = "" }) => `${name} ${symbol}`.toLowerCase().includes(words))
      const data = found.slice(skip, skip + take).map(body)
      return send(request, reply, { data, page: { skip, take, total: found.length }, version: market.version })
    })
  }
  list(
    "/currencies",
    (market) => market.currencies,
    (entity) => currencyBody(entity, publicUrl),
  )
  list(
    "/exchanges",
    (market) => market.exchanges,
    (entity) => exchangeBody(entity, publicUrl),
  )
  list(
    "/protocols",
    (market) => market.protocols,
    (entity) => protocolBody(entity, publicUrl),
  )
  list(
    "/wallets",
    (market) => market.wallets,
    (entity) => walletBody(entity, publicUrl),
  )
  list(
    "/cards",
    (market) => market.cards,
    (entity) => cardBody(entity, publicUrl),
  )

  const document = openApiDocument(publicUrl)
  app.get("/openapi.json", (request, reply) => {
    strict({}, request)
    return send(request, reply, document)
  })
}

/** Reads the query as the API does: anything unknown or malformed is a 400 that names it. */
function strict<Values extends Record<string, unknown>>(spec: QuerySpec<Values>, request: FastifyRequest): Values {
  const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : ""
  const { values, problems } = readQuery(spec, new URLSearchParams(search))
  const [first] = problems
  if (!first) return values
  throw new AppError(first.code, {
    message:
      first.code === "unknown_parameter"
        ? `There is no parameter "${first.name}".`
        : `The parameter "${first.name}" is malformed.`,
    fields: Object.fromEntries(problems.map(({ name, code }) => [name, code])),
  })
}

function send(request: FastifyRequest, reply: FastifyReply, body: object, isPrivate = false) {
  const text = JSON.stringify(body)
  // A shared cache must not give to one what was made for another.
  reply.header("vary", "cookie")
  if (isPrivate)
    return reply.header("cache-control", "private, no-store").type("application/json; charset=utf-8").send(text)
  const etag = strongTag(text)
  reply.header("cache-control", CACHE_CONTROL).header("etag", etag).header("access-control-allow-origin", "*")
  if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
  return reply.type("application/json; charset=utf-8").send(text)
}
