// One offer: its terms and tiers, its past, where each number comes from, what it earns, what can go wrong.
import { addDays, dayOf } from "../../core/clock.ts"
import type { Db } from "../../core/db/database.server.ts"
import { numberCodec, type QuerySpec } from "../../core/query.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import { findProviderPartner } from "../affiliate/queries.server.ts"
import { FROZEN_AFTER_DAYS } from "../market/frozen.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import type { Market, Offer } from "../market/model.ts"
import { definePage, notFound } from "../market/page.ts"
import { findHistoryRange, listEvents, listHistory } from "../market/queries.server.ts"
import type { Term } from "../market/schema.ts"
import type { BroughtHistory, OfferPageData, TermView } from "./detail-data.ts"
import { historyStarts } from "./history-range.ts"
import { risksOf } from "./risks.ts"
import { offerRow, timeToCashText } from "./view.ts"

const SIMILAR = 6
const EVENTS = 10
const MAX_DAYS = 3650

type DetailQuery = { amount: number | null; days: number | null }
const QUERY: QuerySpec<DetailQuery> = { amount: numberCodec(0, 1e12), days: numberCodec(1, MAX_DAYS) }

export const OFFER_PAGE = definePage<DetailQuery, OfferPageData>({
  features: ["offers", "offer"],
  query: QUERY,
  async load({ market, db, now, params, query, t, formats }) {
    const offer = market.offerBySlug.get(params.slug ?? "")
    if (!offer) return notFound(t)
    const view = { t, formats, amount: query.amount }
    const row = offerRow(offer, view)
    const symbols = offer.currencies.map((currency) => currency.symbol).join(" + ")
    const rate = row.apy ?? row.apyNote ?? t("common:unknown")
    const name = [offer.provider.name, symbols].join(" ")
    const range = await findHistoryRange(db, offer.id)
    const events = await listEvents(db, offer.id, EVENTS)
    return {
      status: 200,
      title: t("offer:detail.title", { name, rate }),
      description: t("offer:detail.description", { name, rate, category: t(`offers:category.${offer.category}`) }),
      noindex: query.amount !== null || query.days !== null || offer.hidden !== null,
      data: {
        row,
        name,
        symbol: offer.currencies[0]?.symbol ?? "",
        visit: await visitOf(offer, market, db),
        terms: offer.terms.map((term) => termView(term, offer, t, formats)),
        calculator: {
          apyPercent: offer.apy,
          rateKind: offer.rateKind,
          term: offer.terms[0] ?? null,
          date: row.updated,
          amount: query.amount,
          days: query.days,
        },
        history: range ? await historyOf(offer, db, range, formats) : null,
        provenance: provenanceOf(offer, now, formats),
        events: events.map((event) => ({
          at: formats.date(event.at),
          text:
            event.fromStatus === null
              ? t("offer:event.new")
              : t("offer:event.change", {
                  from: t(`offers:status.${event.fromStatus as Offer["status"]}`),
                  to: t(`offers:status.${event.toStatus as Offer["status"]}`),
                }),
        })),
        similar: similarTo(offer, market).map((other) => offerRow(other, view)),
        risks: risksOf(offer).map((risk) => t(`offer:risk.${risk}`)),
      },
    }
  },
})

/** Through /go where the provider is a partner, else straight to its site. */
async function visitOf(offer: Offer, market: Market, db: Db): Promise<OfferPageData["visit"]> {
  const { kind, slug } = offer.provider
  const partner = await findProviderPartner(db, kind, slug)
  if (partner) return { url: `/go/${partner.slug}`, pays: partner.pays }
  const site = {
    exchange: market.exchangeBySlug.get(slug)?.url,
    protocol: market.protocolBySlug.get(slug)?.url,
    wallet: market.walletBySlug.get(slug)?.mainPageLink,
  }[kind]
  return { url: site ?? offer.source.url, pays: false }
}

/** The last days that everybody may see, up to the last recorded one. */
async function historyOf(
  offer: Offer,
  db: Db,
  range: { first: string; last: string },
  formats: Formats,
): Promise<BroughtHistory> {
  const days = VISITOR_ENTITLEMENTS.historyDays ?? MAX_DAYS
  const from = addDays(range.last, 1 - days)
  const points = await listHistory(db, offer.id, from, range.last)
  return {
    points: points.map((point) => ({
      day: point.day,
      dayText: formats.date(point.day),
      apy: point.apyPercent,
      apyText: point.apyPercent === null ? null : formats.percent(point.apyPercent),
      tvlText: point.tvlUsd === null ? null : formats.usdCompact(point.tvlUsd),
      source: point.source,
    })),
    from: formats.date(points[0]?.day ?? from),
    to: formats.date(range.last),
    recordedSince: formats.date(range.first),
    starts: historyStarts(range.last),
  }
}

function provenanceOf(offer: Offer, now: Date, formats: Formats): OfferPageData["provenance"] {
  const frozenDays = Math.floor((now.getTime() - offer.unchangedSince.getTime()) / 86_400_000)
  return {
    source: offer.source.id,
    url: offer.source.url,
    externalId: offer.source.externalId,
    observed: offer.source.observedAt ? formats.date(offer.source.observedAt) : null,
    fetched: formats.date(offer.source.fetchedAt),
    rateKind: offer.source.rateKind,
    raw: offer.source.raw,
    firstSeen: formats.date(offer.firstSeenAt),
    frozenSince: offer.origin === "live" && frozenDays >= FROZEN_AFTER_DAYS ? formats.date(offer.unchangedSince) : null,
    isStale: offer.source.isStale,
    recordedDays: offer.recordedDays,
    isSeed: offer.origin === "seed",
    seedDay: dayOf(offer.source.observedAt ?? offer.source.fetchedAt),
  }
}

function termView(term: Term, offer: Offer, t: Translate, formats: Formats): TermView {
  const symbol = offer.currencies[0]?.symbol ?? ""
  const rate = (percent: number | null) => (percent === null ? null : formats.percent(percent))
  const amount = (value: number | null) => (value === null ? null : `${formats.number(value, 8)} ${symbol}`)
  const days = (value: number | null) =>
    value === null ? null : value === 0 ? t("offer:term.none") : timeToCashText(value * 24, t, formats)
  return {
    facts: [
      { label: t("offer:term.lock"), value: term.lockDays === 0 ? t("offer:term.flexible") : days(term.lockDays) },
      { label: t("offer:term.notice"), value: days(term.noticeDays) },
      { label: t("offer:term.unbond"), value: days(term.unbondDays) },
      { label: t("offer:term.processing"), value: timeToCashText(term.processingHours, t, formats) },
      {
        label: t("offer:term.earlyExit"),
        value: term.earlyExit === null ? null : t(`offer:earlyExit.${term.earlyExit}`),
      },
      { label: t("offer:term.min"), value: term.minAmount === 0 ? t("offer:term.none") : amount(term.minAmount) },
      { label: t("offer:term.max"), value: amount(term.maxAmount) },
      { label: t("offer:term.base"), value: rate(term.baseRatePercent) },
      { label: t("offer:term.maxRate"), value: rate(term.maxRatePercent) },
      { label: t("offer:term.payout"), value: term.payout === null ? null : t(`offer:payout.${term.payout}`) },
      {
        label: t("offer:term.compound"),
        value: term.autoCompound === null ? null : t(term.autoCompound ? "common:yes" : "common:no"),
      },
      {
        label: t("offer:term.promoEnds"),
        value: term.promoEndsAt === null ? null : formats.date(new Date(term.promoEndsAt)),
      },
      { label: t("offer:term.countries"), value: countriesText(term, t) },
    ],
    condition: term.maxRateCondition,
    tiers: term.tiers.map((tier) => ({
      range:
        tier.to === null
          ? t("offer:tier.above", { from: formats.number(tier.from, 8), symbol })
          : t("offer:tier.range", { from: formats.number(tier.from, 8), to: formats.number(tier.to, 8), symbol }),
      rate: formats.percent(tier.ratePercent),
    })),
  }
}

function countriesText(term: Term, t: Translate): string | null {
  const allowed = term.eligibility?.countriesAllowed
  const excluded = term.eligibility?.countriesExcluded
  if (allowed?.length) return t("offer:term.onlyIn", { countries: allowed.join(", ") })
  if (excluded?.length) return t("offer:term.notIn", { countries: excluded.join(", ") })
  return null
}

/** Offers in the same first currency, the best-ranked first; then of the same category. */
function similarTo(offer: Offer, market: Market): Offer[] {
  const currency = offer.currencyIds[0]
  const ranked = Array.from(market.order.rank.desc, (at) => market.offers[at] as Offer)
  const others = ranked.filter((other) => other.id !== offer.id && other.hidden === null)
  const sameCurrency = currency === undefined ? [] : others.filter((other) => other.currencyIds.includes(currency))
  return (sameCurrency.length > 0 ? sameCurrency : others.filter((other) => other.category === offer.category)).slice(
    0,
    SIMILAR,
  )
}
