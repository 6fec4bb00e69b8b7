// The list of exchanges, and the page of one: fees, reserves, what its earn products pay, its cards.
import type { Exchange } from "../market/model.ts"
import { definePage, notFound, type PageDefinition } from "../market/page.ts"
import { aboutExchange } from "./about.ts"
import { cardsOf, offersView, ratingView } from "./detail.server.ts"
import type { CardLinkView, EntityData, FactView, RatingView } from "./detail-data.ts"
import { EXCHANGE_LIST } from "./exchange-list.ts"
import { fact, feeText, linkFact, optionalFact, optionalLinkFact, sourceFacts } from "./facts.ts"
import { commaText, exchangeKindText, firstFew } from "./labels.ts"
import { listPage, type TextContext } from "./list-page.server.ts"
import { exchangeFacts } from "../market/ratings.ts"
import { rateView, topCategory } from "./rates.ts"
import { countryName } from "./regions.server.ts"
import type { ExchangeRow } from "./rows.ts"

export type ExchangePageData = EntityData & { kind: string; rating: RatingView | null; cards: CardLinkView[] }

const COUNTRIES_IN_ROW = 2

export const EXCHANGE_LIST_PAGE = listPage<Exchange, ExchangeRow, null>({
  route: "exchanges",
  features: ["catalog"],
  title: "catalog:exchanges.title",
  heading: "catalog:exchanges.heading",
  description: "catalog:exchanges.description",
  rules: EXCHANGE_LIST,
  things: (market) => market.exchanges,
  valueLabel: (_filter, value, { t }) => exchangeKindText({ decentralized: value === "decentralized" }, t),
  row: (exchange, { t, formats, locale }) => ({
    slug: exchange.slug,
    name: exchange.name,
    kind: exchange.decentralized ? exchangeKindText(exchange, t) : null,
    rating: exchange.rating === null ? null : formats.number(exchange.rating),
    countries: firstFew(
      exchange.countries.map((code) => countryName(code, locale)),
      COUNTRIES_IN_ROW,
      t,
    ),
    since: exchange.yearEstablished === null ? null : String(exchange.yearEstablished),
    maker: exchange.makerFeePercent === null ? null : feeText(exchange.makerFeePercent, formats),
    taker: exchange.takerFeePercent === null ? null : feeText(exchange.takerFeePercent, formats),
    proof: exchange.proofOfReservesAsOf === null ? null : formats.date(exchange.proofOfReservesAsOf),
    best: rateView(exchange.best, topCategory(exchange.best), t, formats),
    offers: formats.number(exchange.offerCount),
  }),
  more: () => null,
})

export const EXCHANGE_PAGE = definePage<Record<string, never>, ExchangePageData>({
  features: ["offers", "catalog"],
  query: {},
  load(context) {
    const { market, now, params, t, formats } = context
    const exchange = market.exchangeBySlug.get(params.slug ?? "")
    if (!exchange) return notFound(t)
    const { name, slug } = exchange
    return {
      status: 200,
      title: t("catalog:exchange.title", { name }),
      description: t("catalog:exchange.description", { name }),
      data: {
        slug,
        name,
        kind: exchangeKindText(exchange, t),
        about: aboutExchange(exchange, t, formats),
        facts: factsOf(exchange, context),
        offers: offersView(
          { exchangeIds: [slug] },
          t("catalog:offers.titleOf", { name }),
          t("catalog:offers.noneOf", { name }),
          context,
        ),
        rating: exchange.decentralized
          ? null
          : ratingView("catalog:ratings.exchange", exchange.rating, exchangeFacts(exchange, now), context),
        cards: cardsOf(market, "exchange", slug, context),
      },
    }
  },
}) as unknown as PageDefinition

function factsOf(exchange: Exchange, { t, formats, locale }: TextContext): FactView[] {
  const proof: FactView = {
    ...linkFact(t("catalog:column.proof"), [exchange.proofOfReservesUrl]),
    text:
      exchange.proofOfReservesAsOf === null
        ? null
        : t("catalog:facts.seenOn", { date: formats.date(exchange.proofOfReservesAsOf) }),
  }
  const countries = exchange.countries.map((code) => countryName(code, locale))
  return [
    linkFact(t("catalog:facts.website"), [exchange.url]),
    fact(t("catalog:column.countries"), countries.length === 0 ? null : commaText(countries, t)),
    fact(t("catalog:facts.founded"), exchange.yearEstablished === null ? null : String(exchange.yearEstablished)),
    fact(
      t("catalog:column.maker"),
      exchange.makerFeePercent === null ? null : feeText(exchange.makerFeePercent, formats),
    ),
    fact(
      t("catalog:column.taker"),
      exchange.takerFeePercent === null ? null : feeText(exchange.takerFeePercent, formats),
    ),
    linkFact(t("catalog:facts.feeSchedule"), [exchange.feesUrl]),
    proof,
    ...optionalFact(
      t("catalog:facts.reserves"),
      exchange.reservesUsd === null ? null : formats.usdCompact(exchange.reservesUsd),
    ),
    ...optionalLinkFact(t("catalog:facts.apiDocs"), [exchange.apiDocsUrl]),
    fact(t("catalog:facts.offerCount"), formats.number(exchange.offerCount)),
    ...optionalFact(
      t("catalog:facts.currencyCount"),
      exchange.currencyCount === 0 ? null : formats.number(exchange.currencyCount),
    ),
    ...sourceFacts(exchange, t, formats),
  ]
}
