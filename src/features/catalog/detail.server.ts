// The parts that detail pages share: the offers of an entity, the cards of a provider, ratings with their facts.
import type { MessageId } from "../../i18n/messages.ts"
import { href } from "../../routes.ts"
import { HIDDEN_REASONS } from "../market/hidden.ts"
import type { Market } from "../market/model.ts"
import type { RatedFact } from "../market/ratings.ts"
import type { PageContext } from "../market/page.ts"
import type { ProviderKind } from "../market/words.ts"
import { selectOffers } from "../offers/list.ts"
import { FILTER_SPEC, type OfferFilter } from "../offers/query.ts"
import { writeQuery } from "../../core/query.ts"
import { offerRow } from "../offers/view.ts"
import type { CardLinkView, OffersView, RatingView } from "./detail-data.ts"

const OFFERS_SHOWN = 20

type Texts = Pick<PageContext<unknown>, "market" | "t" | "formats">

/** The best-ranked offers of an entity, and the way to all of them. */
export function offersView(filter: Partial<OfferFilter>, title: string, none: string, texts: Texts): OffersView {
  const { market, t, formats } = texts
  const { offers, total, hidden } = selectOffers(market, {
    filter,
    sort: "rank",
    order: null,
    skip: 0,
    take: OFFERS_SHOWN,
  })
  const leftOut = Object.values(hidden).reduce((sum, count) => sum + count, 0)
  const to = (change: Partial<OfferFilter> = {}) =>
    href("earn", null, writeQuery(FILTER_SPEC, { ...filter, ...change } as OfferFilter))
  const view = { t, formats, amount: null }
  return {
    title,
    rows: offers.map((offer) => offerRow(offer, view)),
    note:
      total > offers.length
        ? t("catalog:offers.top", { shown: formats.number(offers.length), total: formats.number(total) })
        : null,
    all:
      total > offers.length
        ? {
            text: t("catalog:offers.all", { count: total, text: formats.number(total) }),
            to: to(),
            external: false,
          }
        : null,
    hidden:
      leftOut > 0
        ? {
            text: t("catalog:offers.hidden", { count: leftOut, text: formats.number(leftOut) }),
            to: to({ show: HIDDEN_REASONS.filter((reason) => hidden[reason] > 0) }),
          }
        : null,
    none,
  }
}

/** The cards of an exchange or a wallet, open ones first. */
export function cardsOf(market: Market, kind: ProviderKind, slug: string, texts: Texts): CardLinkView[] {
  const { t, formats } = texts
  return market.cards
    .filter((card) => card.provider?.kind === kind && card.provider.slug === slug)
    .sort((a, b) => Number(b.status === "open") - Number(a.status === "open") || (a.name < b.name ? -1 : 1))
    .map((card) => ({
      slug: card.slug,
      name: card.name,
      networks: card.networks.map((network) => t(`cards:network.${network}`)).join(", "),
      cashback:
        card.cashbackMaxPercent === null
          ? null
          : t("catalog:providerCards.cashback", { rate: formats.percent(card.cashbackMaxPercent) }),
      status: card.status === null ? null : t(`cards:status.${card.status}`),
    }))
}

export function ratingView(
  title: MessageId,
  rating: number | null,
  facts: readonly RatedFact[],
  { t, formats }: Pick<Texts, "t" | "formats">,
): RatingView {
  return {
    title: t(title),
    rating,
    text: rating === null ? null : t("catalog:ratings.outOf", { rating: formats.number(rating) }),
    facts: facts.map(({ id, holds, points }) => ({
      label: t(`catalog:rated.${id}`),
      value: holds === null ? null : t(holds ? "common:yes" : "common:no"),
      // "+1", "0", "−2": the sign says which way it goes.
      points: points === null ? null : `${points > 0 ? "+" : points < 0 ? "−" : ""}${formats.number(Math.abs(points))}`,
    })),
  }
}
