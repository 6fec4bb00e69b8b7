import type { Formats } from "../../i18n/formats.ts"
import { href } from "../../routes.ts"
import { IMPLAUSIBLE_APY_PERCENT, MANUAL_STALE_DAYS, STALE_DAYS, THIN_TVL_USD } from "../market/hidden.ts"
import type { Market } from "../market/model.ts"
import { definePage } from "../market/page.ts"
import * as rank from "../market/rank.ts"
import { REAL_APY_DAYS, REAL_APY_MIN_DAYS } from "../market/real-apy.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { CATEGORY_LABEL, CATEGORY_LIST } from "../offers/labels.ts"
import { selectOffers } from "../offers/list.ts"
import { offerRow, type OfferRowView } from "../offers/view.ts"
import type { TextSection } from "./data.ts"

const BEST_OF = 5

const TOP_CURRENCIES = 10

export type TopCurrency = {
  slug: string
  name: string
  symbol: string
  best: string | null
  bestTo: string | null
  /** What the rate is and when: no bare number. */
  bestNote: string | null
  offers: string
}
export type HomeData = {
  lead: string
  sections: { heading: string; to: string; rows: OfferRowView[] }[]
  top: TopCurrency[]
}

/** The largest currencies by market-cap rank, with the best rate listed for each in any category. */
function topCurrencies(market: Market, formats: Formats): TopCurrency[] {
  return market.currencies
    .filter((currency) => currency.kind !== "fiat" && currency.marketCapRank !== null)
    .sort((a, b) => (a.marketCapRank ?? 0) - (b.marketCapRank ?? 0))
    .slice(0, TOP_CURRENCIES)
    .map(({ slug, name, symbol, best, offerCount }) => {
      const rates = Object.values(best).sort((a, b) => b.apy - a.apy)
      const [highest] = rates
      const offer = highest && market.offerBySlug.get(highest.offerSlug)
      return {
        slug,
        name,
        symbol,
        best: highest ? formats.percent(highest.apy) : null,
        bestTo: highest ? href("offer", { slug: highest.offerSlug }) : null,
        bestNote: offer
          ? [
              offer.provider.name,
              offer.rateKind === "apr" ? "APR" : null,
              formats.date(offer.source.observedAt ?? offer.source.fetchedAt),
            ]
              .filter((part) => part !== null)
              .join(" · ")
          : null,
        offers: formats.number(offerCount),
      }
    })
}

export const HOME_PAGE = definePage<Record<string, never>, HomeData>({
  features: ["offers", "site"],
  query: {},
  load({ market, t, formats }) {
    const view = { t, formats, amount: null }
    return {
      status: 200,
      title: t("site:home.title"),
      description: t("site:home.description"),
      data: {
        lead: t("site:home.lead", {
          offers: formats.number(market.offers.filter((offer) => offer.hidden === null).length),
        }),
        top: topCurrencies(market, formats),
        sections: OFFER_CATEGORIES.map((category) => ({
          heading: t("site:home.bestOf", { category: t(CATEGORY_LABEL[category]) }),
          to: href(CATEGORY_LIST[category]),
          rows: selectOffers(market, {
            filter: { offerType: category },
            sort: "rank",
            order: null,
            skip: 0,
            take: BEST_OF,
          }).offers.map((offer) => offerRow(offer, view)),
        })),
      },
    }
  },
})

export type MethodologyData = { sections: TextSection[] }

export const METHODOLOGY_PAGE = definePage<Record<string, never>, MethodologyData>({
  features: ["site"],
  query: {},
  load({ t, formats }) {
    const number = (value: number) => formats.number(value)
    // The figures come from the rules themselves, so that the page cannot say something else than the code does.
    const sections = [
      { id: "rates", title: t("site:methodology.rates.title"), texts: [t("site:methodology.rates.text")] },
      { id: "your-rate", title: t("site:methodology.yours.title"), texts: [t("site:methodology.yours.text")] },
      {
        id: "real-apy",
        title: t("site:methodology.real.title"),
        texts: [t("site:methodology.real.text", { days: number(REAL_APY_DAYS), min: number(REAL_APY_MIN_DAYS) })],
      },
      { id: "time-to-cash", title: t("site:methodology.cash.title"), texts: [t("site:methodology.cash.text")] },
      {
        id: "rank",
        title: t("site:methodology.rank.title"),
        texts: [
          t("site:methodology.rank.text", {
            cap: number(rank.RANK_CAP_PERCENT),
            minDays: number(rank.RANK_MIN_DAYS),
            short: number(rank.RANK_SHORT_HISTORY_FACTOR),
            thin: number(rank.RANK_THIN_TVL_FACTOR),
            unknownTvl: number(rank.RANK_UNKNOWN_TVL_FACTOR),
            fresh: number(rank.RANK_FRESH_DAYS),
            stale: number(rank.RANK_STALE_FACTOR),
            staleDays: number(rank.RANK_STALE_DAYS),
            old: number(rank.RANK_OLD_FACTOR),
            oldDays: number(rank.RANK_OLD_DAYS),
            il: number(rank.RANK_IL_FACTOR),
            soldOut: number(rank.RANK_STATUS_FACTOR.soldOut),
            paused: number(rank.RANK_STATUS_FACTOR.paused),
          }),
        ],
      },
      {
        id: "commission",
        title: t("site:methodology.commission.title"),
        texts: [t("site:methodology.commission.text")],
      },
      {
        id: "left-out",
        title: t("site:methodology.hidden.title"),
        texts: [
          t("site:methodology.hidden.text", {
            implausible: number(IMPLAUSIBLE_APY_PERCENT),
            thinTvl: formats.usdCompact(THIN_TVL_USD),
            staleDays: number(STALE_DAYS),
            manualStaleDays: number(MANUAL_STALE_DAYS),
          }),
        ],
      },
      {
        id: "ratings",
        title: t("site:methodology.ratings.title"),
        texts: [t("site:methodology.ratings.wallets"), t("site:methodology.ratings.exchanges")],
      },
      { id: "guards", title: t("site:methodology.guards.title"), texts: [t("site:methodology.guards.text")] },
    ]
    return {
      status: 200,
      title: t("site:methodology.title"),
      description: t("site:methodology.description"),
      data: { sections },
    }
  },
})
