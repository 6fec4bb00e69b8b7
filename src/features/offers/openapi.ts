// The OpenAPI document of the public API, made from the same tables that the doors read.
import { HIDDEN_REASONS } from "../market/hidden.ts"
import { SORT_KEYS } from "../market/model.ts"
import { REAL_APY_VERDICTS } from "../market/real-apy.ts"
import { COMMISSIONS, OFFER_CATEGORIES, OFFER_STATUSES, PROVIDER_KINDS, RATE_KINDS } from "../market/words.ts"
import { FILTER_SPEC, type OfferFilter } from "./query.ts"

const FILTER_TEXT: Record<
  keyof OfferFilter,
  { description: string; type: "string" | "number" | "boolean"; enum?: readonly string[] }
> = {
  offerType: { description: "Category of the offer.", type: "string", enum: OFFER_CATEGORIES },
  currencyId: { description: "Id or slug of a deposit currency.", type: "string" },
  blockchain: { description: "Slug of the chain, such as ethereum.", type: "string" },
  exchangeIds: { description: "Ids or slugs of exchanges, comma-separated.", type: "string" },
  protocolIds: { description: "Ids or slugs of protocols, comma-separated.", type: "string" },
  walletIds: { description: "Ids or slugs of wallets, comma-separated.", type: "string" },
  apyFrom: { description: "Least APY, in percent.", type: "number" },
  apyTo: { description: "Highest APY, in percent.", type: "number" },
  tvlFrom: { description: "Least TVL, in US dollars.", type: "number" },
  tvlTo: { description: "Highest TVL, in US dollars.", type: "number" },
  cashWithin: {
    description: "Money back within this many hours; offers whose time is unknown are left out.",
    type: "number",
  },
  stablecoin: { description: "true: stablecoins only.", type: "boolean" },
  commissionFree: { description: "true: only offers that Apyary earns nothing from.", type: "boolean" },
  search: { description: "Words that provider, currency, chain or label contain.", type: "string" },
  show: {
    description: "Reasons, comma-separated, for which offers are left out unless asked for.",
    type: "string",
    enum: HIDDEN_REASONS,
  },
}

const nullable = (type: string, description?: string) => ({
  type: [type, "null"],
  ...(description ? { description } : {}),
})
const word = (values: readonly string[]) => ({ type: "string", enum: values })
const list = (items: object) => ({ type: "array", items })
const object = (properties: Record<string, object>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const OFFER = object({
  id: { type: "string" },
  slug: { type: "string" },
  category: word(OFFER_CATEGORIES),
  status: word(OFFER_STATUSES),
  provider: object({ kind: word(PROVIDER_KINDS), slug: { type: "string" }, name: { type: "string" } }),
  currencies: list(object({ slug: nullable("string"), symbol: { type: "string" }, name: nullable("string") })),
  blockchain: nullable("string"),
  apy: nullable("number", "Percent: 4.5 means 4.5 %."),
  apyBase: nullable("number"),
  apyReward: nullable("number"),
  realApy: nullable("number", "Percent over the last 90 days; for callers whose plan has it."),
  realApyVerdict: word(REAL_APY_VERDICTS),
  tvlUsd: nullable("number"),
  terms: list(
    object({
      lockDays: nullable("number"),
      noticeDays: nullable("number"),
      unbondDays: nullable("number"),
      minAmount: nullable("number"),
      maxAmount: nullable("number"),
      tiers: list(object({ from: { type: "number" }, to: nullable("number"), apy: { type: "number" } })),
      earlyExit: nullable("string"),
      payout: nullable("string"),
      promoEndsAt: nullable("string"),
    }),
  ),
  timeToCashHours: nullable("number"),
  commission: word(COMMISSIONS),
  source: object({
    id: { type: "string" },
    externalId: { type: "string" },
    url: { type: "string" },
    observedAt: nullable("string"),
    fetchedAt: { type: "string" },
    rateKind: word(RATE_KINDS),
    raw: { type: "string" },
  }),
  isDemo: { type: "boolean", description: "true: a recorded figure, not a live one." },
  url: { type: "string" },
})

const HISTORY_POINT = object({
  date: { type: "string", format: "date" },
  apy: nullable("number"),
  apyBase: nullable("number"),
  apyReward: nullable("number"),
  tvlUsd: nullable("number"),
  source: { type: "string" },
})

const parameter = (name: string, schema: object, description: string) => ({
  name,
  in: "query",
  required: false,
  schema,
  description,
})
const PAGING = [
  parameter("skip", { type: "integer", minimum: 0 }, "How many to leave out from the start."),
  parameter("take", { type: "integer", minimum: 1, maximum: 200, default: 50 }, "How many to give."),
]
const SLUG = { name: "slug", in: "path", required: true, schema: { type: "string" } }
const json = (schema: object, description: string) => ({ description, content: { "application/json": { schema } } })
const ERRORS = {
  400: json(ref("Error"), "A parameter is unknown or malformed."),
  401: json(ref("Error"), "The key is none."),
  429: json(ref("Error"), "Too many requests: see Retry-After."),
}
const PLAN_REQUIRED = json(ref("Error"), "The caller's plan does not include this.")
const page = (items: object) =>
  object({
    data: list(items),
    page: object({ skip: { type: "integer" }, take: { type: "integer" }, total: { type: "integer" } }),
    version: { type: "string" },
  })

function entityList(name: string) {
  return {
    get: {
      summary: `List ${name}`,
      parameters: [
        parameter("search", { type: "string" }, "Words that the name, or a currency's symbol, contains."),
        ...PAGING,
      ],
      responses: { 200: json(page({ type: "object" }), `One page of ${name}.`), ...ERRORS },
    },
  }
}

/** The document for the site at `publicUrl`. */
export function openApiDocument(publicUrl: string) {
  const sorting = [
    parameter(
      "amount",
      { type: "number" },
      "An amount in the offer's currency: sorting by apy then sorts by what it earns.",
    ),
    parameter("sort", { type: "string", enum: SORT_KEYS }, "What to sort by; realApy for callers whose plan has it."),
    parameter("order", { type: "string", enum: ["asc", "desc"] }, "Direction; without it the best come first."),
  ]
  const filters = (Object.keys(FILTER_SPEC) as (keyof OfferFilter)[]).map((name) => {
    const { description, type, enum: values } = FILTER_TEXT[name]
    return parameter(name, values && name !== "show" ? { type, enum: values } : { type }, description)
  })
  return {
    openapi: "3.1.0",
    info: {
      title: "Apyary public data",
      version: "1",
      description: "Rates, terms and history of crypto earn offers. Unknown is null, never 0.",
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    // With a key or without: the empty choice is everybody's.
    security: [{}, { key: [] }],
    paths: {
      "/offers": {
        get: {
          summary: "List offers",
          parameters: [...filters, ...sorting, ...PAGING],
          responses: { 200: json(page(ref("Offer")), "One page of offers."), ...ERRORS, 403: PLAN_REQUIRED },
        },
      },
      "/offers.csv": {
        get: {
          summary: "Export offers as a table",
          parameters: [
            ...filters,
            ...sorting,
            PAGING[0],
            parameter("take", { type: "integer", minimum: 1, maximum: 200 }, "How many to give; all without it."),
          ],
          responses: {
            200: {
              description: "CSV in UTF-8, for signed-in callers whose plan has it.",
              content: { "text/csv": { schema: { type: "string" } } },
            },
            ...ERRORS,
            403: PLAN_REQUIRED,
          },
        },
      },
      "/offers/{slug}": {
        get: {
          summary: "One offer",
          parameters: [SLUG],
          responses: {
            200: json(object({ data: ref("Offer"), version: { type: "string" } }), "The offer."),
            400: ERRORS[400],
            404: json(ref("Error"), "There is no such offer."),
          },
        },
      },
      "/offers/{slug}/history": {
        get: {
          summary: "Recorded days of an offer, oldest first",
          parameters: [
            SLUG,
            parameter("from", { type: "string", format: "date" }, "First day, not after the last."),
            parameter("to", { type: "string", format: "date" }, "Last day."),
          ],
          responses: {
            200: json(
              object({
                data: list(HISTORY_POINT),
                from: { type: "string" },
                to: { type: "string" },
                limitedTo: nullable("integer", "Days that the caller's plan allows."),
              }),
              "The recorded days.",
            ),
            404: json(ref("Error"), "There is no such offer."),
            ...ERRORS,
          },
        },
      },
      ...Object.fromEntries(
        ["currencies", "exchanges", "protocols", "wallets", "cards"].map((name) => [`/${name}`, entityList(name)]),
      ),
      "/openapi.json": {
        get: { summary: "This document", responses: { 200: { description: "The OpenAPI document." } } },
      },
    },
    components: {
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          description: "A key from the settings of an account: the limits and figures of its plan.",
        },
      },
      schemas: {
        Offer: OFFER,
        Error: object({ statusCode: { type: "integer" }, message: { type: "string" }, code: { type: "string" } }),
      },
    },
  }
}
