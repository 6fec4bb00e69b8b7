// The list of currencies, and the page of one: what it earns by category, what it is, where it lives.
import type { Market } from "../market/model.ts"
import { definePage, notFound, type PageContext, type PageDefinition } from "../market/page.ts"
import { CURRENCY_KINDS, OFFER_CATEGORIES } from "../market/words.ts"
import { aboutCurrency } from "./about.ts"
import type { CurrencyPageData } from "./currency-data.ts"
import { CURRENCY_LIST } from "./currency-list.ts"
import { offersView } from "./detail.server.ts"
import { fact, linkFact, optionalFact, optionalLinkFact, outside, priceText, sourceFacts } from "./facts.ts"
import { currencyCategoryText } from "./labels.ts"
import { listPage, type TextContext } from "./list-page.server.ts"
import { bestBaseRates, rateView } from "./rates.ts"
import type { CurrencyListMore, CurrencyRow } from "./rows.ts"
import { CATEGORY_LABEL, CATEGORY_LIST } from "../offers/labels.ts"
import { href } from "../../routes.ts"
import type { Currency } from "../market/model.ts"

export const CURRENCY_LIST_PAGE = listPage<Currency, CurrencyRow, CurrencyListMore>({
  route: "cryptocurrencies",
  features: ["catalog"],
  title: "catalog:currencies.title",
  heading: "catalog:currencies.heading",
  description: "catalog:currencies.description",
  rules: CURRENCY_LIST,
  things: (market) => market.currencies,
  valueLabel(_filter, value, { t }) {
    const kind = CURRENCY_KINDS.find((word) => word === value)
    return kind ? t(`catalog:kind.${kind}`) : value
  },
  row(currency, { t, formats }) {
    const rate = (category: (typeof OFFER_CATEGORIES)[number]) => rateView(currency.best, category, t, formats)
    return {
      slug: currency.slug,
      name: currency.name,
      symbol: currency.symbol,
      rank: currency.marketCapRank === null ? null : formats.number(currency.marketCapRank),
      kind: t(`catalog:kind.${currency.kind}`),
      category: currency.category === null ? null : currencyCategoryText(currency.category, t),
      price: currency.priceUsd === null ? null : priceText(currency.priceUsd, formats),
      saving: rate("saving"),
      staking: rate("staking"),
      lending: rate("lending"),
      defi: rate("defi"),
      offers: formats.number(currency.offerCount),
    }
  },
  more: ({ market }) => ({
    hasPrices: market.currencies.some((currency) => currency.priceUsd !== null),
    isDemo: market.currencies.some((currency) => currency.origin === "seed" && currency.marketCapRank !== null),
  }),
})

export const CURRENCY_PAGE = definePage<Record<string, never>, CurrencyPageData>({
  features: ["offers", "catalog"],
  query: {},
  load(context) {
    const { market, params, t, formats } = context
    const currency = market.currencyBySlug.get(params.slug ?? "")
    if (!currency) return notFound(t)
    const { name, symbol, slug } = currency
    return {
      status: 200,
      title: t("catalog:currency.title", { name, symbol }),
      description: t("catalog:currency.description", { name, symbol }),
      data: {
        slug,
        name,
        symbol,
        about: aboutCurrency(currency, t, formats),
        facts: factsOf(currency, context),
        offers: offersView(
          { currencyId: slug },
          t("catalog:offers.titleIn", { name }),
          t("catalog:offers.noneIn", { name }),
          context,
        ),
        rates: ratesOf(currency, context),
        addresses: currency.addresses.map(({ chain, address }) => ({
          chain: market.chains.find((known) => known.slug === chain)?.name ?? chainName(chain),
          address,
        })),
        addressSummary: t("catalog:facts.addressCount", {
          count: currency.addresses.length,
          text: formats.number(currency.addresses.length),
        }),
      },
    }
  },
}) as unknown as PageDefinition

function factsOf(currency: Currency, { t, formats }: TextContext): CurrencyPageData["facts"] {
  const rank = currency.marketCapRank === null ? null : formats.number(currency.marketCapRank)
  const elsewhere = [
    currency.coingeckoId && outside(`https://www.coingecko.com/en/coins/${currency.coingeckoId}`, "CoinGecko"),
    currency.coinpaprikaId && outside(`https://coinpaprika.com/coin/${currency.coinpaprikaId}/`, "Coinpaprika"),
  ].filter((link) => link !== null && link !== "")
  return [
    fact(t("catalog:column.kind"), t(`catalog:kind.${currency.kind}`)),
    fact(t("catalog:column.category"), currency.category && currencyCategoryText(currency.category, t)),
    fact(
      t("catalog:facts.rank"),
      rank !== null && currency.origin === "seed" ? t("catalog:facts.roughRank", { rank }) : rank,
    ),
    fact(t("catalog:column.price"), currency.priceUsd === null ? null : priceText(currency.priceUsd, formats)),
    fact(
      t("catalog:facts.marketCap"),
      currency.marketCapUsd === null ? null : formats.usdCompact(currency.marketCapUsd),
    ),
    ...optionalFact(t("catalog:facts.peg"), currency.pegCurrency),
    ...optionalLinkFact(t("catalog:facts.website"), [currency.websiteUrl]),
    ...(elsewhere.length > 0 ? [{ label: t("catalog:facts.elsewhere"), text: null, links: elsewhere }] : []),
    linkFact(t("catalog:facts.source"), [currency.sourceUrl]),
    sourceFacts(currency, t, formats)[1],
  ]
}

function ratesOf(currency: Currency, { market, t, formats }: PageContext<unknown>): CurrencyPageData["rates"] {
  const its = offersIn(market, currency.id)
  const base = bestBaseRates(its)
  return OFFER_CATEGORIES.map((category) => {
    const count = its.filter((offer) => offer.category === category).length
    return {
      slug: category,
      category: t(CATEGORY_LABEL[category]),
      best: rateView(currency.best, category, t, formats),
      base: rateView(base, category, t, formats),
      count: formats.number(count),
      list: count > 0 ? href(CATEGORY_LIST[category], null, `currencyId=${currency.slug}`) : null,
    }
  })
}

function offersIn(market: Market, currencyId: number) {
  return market.offers.filter((offer) => offer.hidden === null && offer.currencyIds.includes(currencyId))
}

/** "near-protocol" -> "Near Protocol": the name of a chain that no offer is on. */
function chainName(slug: string): string {
  return slug
    .split("-")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ")
}
