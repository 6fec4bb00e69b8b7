// What the public API says of each thing (contract/rest). Unknown is null, never 0.
import { href } from "../../routes.ts"
import type { Entitlements } from "../market/entitlements.ts"
import type { Card, Currency, Exchange, Offer, Protocol, Wallet } from "../market/model.ts"

export function offerBody(offer: Offer, entitlements: Entitlements, publicUrl: string) {
  return {
    id: String(offer.id),
    slug: offer.slug,
    category: offer.category,
    status: offer.status,
    provider: offer.provider,
    currencies: offer.currencies,
    blockchain: offer.blockchain,
    apy: offer.apy,
    apyBase: offer.apyBase,
    apyReward: offer.apyReward,
    realApy: entitlements.realApyFigure ? offer.realApy : null,
    realApyVerdict: offer.realApyVerdict,
    tvlUsd: offer.tvlUsd,
    terms: offer.terms.map((term) => ({
      lockDays: term.lockDays,
      noticeDays: term.noticeDays,
      unbondDays: term.unbondDays,
      minAmount: term.minAmount,
      maxAmount: term.maxAmount,
      tiers: term.tiers.map((tier) => ({ from: tier.from, to: tier.to, apy: tier.ratePercent })),
      earlyExit: term.earlyExit,
      payout: term.payout,
      promoEndsAt: term.promoEndsAt,
    })),
    timeToCashHours: offer.timeToCashHours,
    commission: offer.commission,
    source: {
      id: offer.source.id,
      externalId: offer.source.externalId,
      url: offer.source.url,
      observedAt: offer.source.observedAt?.toISOString() ?? null,
      fetchedAt: offer.source.fetchedAt.toISOString(),
      rateKind: offer.source.rateKind,
      raw: offer.source.raw,
    },
    isDemo: offer.origin === "seed",
    url: publicUrl + href("offer", { slug: offer.slug }),
  }
}

type Facts = { id: number; slug: string; name: string; offerCount?: number; sourceUrl: string; asOf: string }

function common(kind: "currency" | "exchange" | "protocol" | "wallet" | "card", entity: Facts, publicUrl: string) {
  return {
    id: String(entity.id),
    slug: entity.slug,
    name: entity.name,
    logo: `${publicUrl}/logos/${kind}/${entity.slug}.svg`,
    url: publicUrl + href(kind, { slug: entity.slug }),
    source: { url: entity.sourceUrl, asOf: entity.asOf },
  }
}

export function currencyBody(currency: Currency, publicUrl: string) {
  const { symbol, kind, category, marketCapRank, priceUsd, marketCapUsd, pegCurrency, offerCount, best } = currency
  return {
    ...common("currency", currency, publicUrl),
    symbol,
    kind,
    category,
    marketCapRank,
    priceUsd,
    marketCapUsd,
    pegCurrency,
    offerCount,
    best,
  }
}

export function exchangeBody(exchange: Exchange, publicUrl: string) {
  const {
    url: website,
    countries,
    yearEstablished,
    decentralized,
    makerFeePercent,
    takerFeePercent,
    rating,
    offerCount,
    best,
  } = exchange
  const { proofOfReservesUrl, proofOfReservesAsOf } = exchange
  return {
    ...common("exchange", exchange, publicUrl),
    website,
    countries,
    yearEstablished,
    decentralized,
    makerFeePercent,
    takerFeePercent,
    proofOfReservesUrl,
    proofOfReservesAsOf,
    rating,
    offerCount,
    best,
  }
}

export function protocolBody(protocol: Protocol, publicUrl: string) {
  const { url: website, category, chains, auditCount, auditUrls, tvlUsd, listedOn, offerCount, best } = protocol
  return {
    ...common("protocol", protocol, publicUrl),
    website,
    category,
    chains,
    auditCount,
    auditUrls,
    tvlUsd,
    listedOn,
    offerCount,
    best,
  }
}

export function walletBody(wallet: Wallet, publicUrl: string) {
  const {
    mainPageLink,
    type,
    platforms,
    features,
    nodeType,
    numCoins,
    numCoinsHasMore,
    additionalServices,
    selfCustody,
  } = wallet
  const { sourceCodeUrl, securityRating, anonymityRating, easeOfUseRating, offerCount } = wallet
  return {
    ...common("wallet", wallet, publicUrl),
    mainPageLink,
    type,
    platforms,
    features,
    nodeType,
    numCoins,
    numCoinsHasMore,
    additionalServices,
    selfCustody,
    sourceCodeUrl,
    securityRating,
    anonymityRating,
    easeOfUseRating,
    offerCount,
  }
}

export function cardBody(card: Card, publicUrl: string) {
  const {
    id: _id,
    slug: _slug,
    name: _name,
    origin: _origin,
    updatedAt: _updatedAt,
    url: website,
    sourceUrl: _source,
    asOf: _asOf,
    ...facts
  } = card
  return { ...common("card", card, publicUrl), website, ...facts }
}
