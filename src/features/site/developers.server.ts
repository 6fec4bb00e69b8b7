// The page about the public API: what is there, its limits, examples with today's answers, and the OpenAPI document as tables.
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import type { Market } from "../market/model.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { offerBody } from "../offers/api-bodies.ts"
import { selectOffers } from "../offers/list.ts"
import { openApiDocument } from "../offers/openapi.ts"
import { endpointsOf, type OpenApi, schemasOf } from "./api-reference.ts"
import type { DevelopersData } from "./data.ts"
import type { SiteSettings } from "./legal.server.ts"

/** contract/rest: without a key. */
const REQUESTS_PER_MINUTE = 60
const MAX_TAKE = 200
const EXAMPLE_AMOUNT = 2000
const ABOUT = ["what", "limits", "caching", "errors"] as const

export function developersPage({ publicUrl }: Pick<SiteSettings, "publicUrl">): PageDefinition {
  const document = openApiDocument(publicUrl) as unknown as OpenApi
  const endpoints = endpointsOf(document)
  const schemas = schemasOf(document)
  const api = `${publicUrl}/api/v1`

  return definePage<Record<string, never>, DevelopersData>({
    features: [],
    query: {},
    load({ market, t, formats }) {
      const values = { requests: formats.number(REQUESTS_PER_MINUTE), take: formats.number(MAX_TAKE) }
      const about: DevelopersData["about"] = [
        ...ABOUT.map((id) => ({
          id,
          title: t(`content:api.${id}.title`),
          texts: [t(`content:api.${id}.text`, values)],
        })),
        {
          id: "attribution",
          title: t("content:api.attribution.title"),
          texts: [t("content:api.attribution.text")],
          link: { label: t("content:page.terms"), to: href("terms") },
        },
      ]
      const examples = { id: "examples", title: t("content:api.examples") }
      const reference = { id: "reference", title: t("content:api.reference") }
      return {
        status: 200,
        title: t("content:api.title"),
        description: t("content:api.description"),
        data: {
          heading: t("content:api.heading"),
          intro: t("content:api.description"),
          path: href("developers"),
          contents: {
            label: t("content:contents"),
            headings: [...about, examples, reference].map(({ id, title }) => ({ id, text: title })),
          },
          about,
          examples: {
            ...examples,
            items: examplesOf(market, api, publicUrl, t, formats),
            curlLabel: t("content:api.request"),
            answerLabel: t("content:api.answer"),
          },
          reference: {
            ...reference,
            intro: t("content:api.referenceIntro"),
            document: { label: "openapi.json", href: "/api/v1/openapi.json" },
            endpoints,
            schemasTitle: t("content:api.schemas"),
            schemas,
            labels: {
              parameters: t("content:api.column.parameters"),
              answers: t("content:api.column.answers"),
              name: t("content:api.column.name"),
              type: t("content:api.column.type"),
              values: t("content:api.column.values"),
              meaning: t("content:api.column.meaning"),
              status: t("content:api.column.status"),
              body: t("content:api.column.body"),
              none: t("content:api.column.none"),
              field: t("content:api.column.field"),
            },
          },
        },
      }
    },
  })
}

/** The same answers that the API gives at this moment: made by the functions that its doors use. */
function examplesOf(
  market: Market,
  api: string,
  publicUrl: string,
  t: Translate,
  formats: Formats,
): DevelopersData["examples"]["items"] {
  const first = selectOffers(market, { filter: {}, sort: null, order: null, skip: 0, take: 1 })
  const forAmount = selectOffers(market, {
    filter: { offerType: "saving", currencyId: "usd-coin" },
    sort: "apy",
    order: null,
    amount: EXAMPLE_AMOUNT,
    skip: 0,
    take: 1,
  })
  const slug = first.offers[0]?.slug
  const answer = {
    data: first.offers.map((offer) => offerBody(offer, VISITOR_ENTITLEMENTS, publicUrl)),
    page: { skip: 0, take: 1, total: first.total },
    version: market.version,
  }
  return [
    {
      id: "first",
      title: t("content:api.example.first"),
      curl: `curl '${api}/offers?take=1'`,
      answer: JSON.stringify(answer, null, 2),
      note: null,
    },
    {
      id: "amount",
      title: t("content:api.example.amount", { amount: formats.number(EXAMPLE_AMOUNT) }),
      curl: `curl '${api}/offers?offerType=saving&currencyId=usd-coin&amount=${EXAMPLE_AMOUNT}&sort=apy'`,
      answer: null,
      note: t("content:api.example.found", { count: forAmount.total, text: formats.number(forAmount.total) }),
    },
    ...(slug
      ? [
          {
            id: "history",
            title: t("content:api.example.history"),
            curl: `curl '${api}/offers/${slug}/history'`,
            answer: null,
            note: null,
          },
        ]
      : []),
  ]
}
