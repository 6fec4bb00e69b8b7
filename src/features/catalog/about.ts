// What an entity is, in our own words: one whole sentence for each fact that is known. For the pages and for aboutText of the API.
import type { Formats } from "../../i18n/formats.ts"
import type { MessageId, Translate } from "../../i18n/messages.ts"
import type { BestRates, Currency, Exchange, Protocol, Wallet } from "../market/model.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { feeText } from "./facts.ts"
import { listText, protocolCategoryText, sourceOpenness } from "./labels.ts"
import { auditsOf } from "./protocol-list.ts"

type Sentence = string | null

/** Sentences one after the other, as the language puts them. */
export function paragraph(sentences: readonly Sentence[], t: Translate): string {
  return sentences
    .filter((sentence) => sentence !== null)
    .reduce((first, second) => (first === "" ? second : t("catalog:about.two", { first, second })), "")
}

/** "The highest rates listed here are 4.50% in savings and 5.00% in lending." */
function bestRatesText(best: BestRates, t: Translate, formats: Formats): Sentence {
  const rates = OFFER_CATEGORIES.flatMap((category) => {
    const rate = best[category]
    return rate ? [t(`catalog:about.rate.${category}`, { rate: formats.percent(rate.apy) })] : []
  })
  return rates.length === 0 ? null : t("catalog:about.best", { count: rates.length, rates: listText(rates, t) })
}

const CURRENCY_SENTENCES: Readonly<Record<string, MessageId>> = {
  "layer 1": "catalog:about.currency.layer1",
  "layer 2": "catalog:about.currency.layer2",
  stablecoin: "catalog:about.currency.stablecoin",
  "liquid staking token": "catalog:about.currency.liquidStakingToken",
  defi: "catalog:about.currency.defi",
  wrapped: "catalog:about.currency.wrapped",
  "real-world asset": "catalog:about.currency.realWorldAsset",
  meme: "catalog:about.currency.meme",
  "exchange token": "catalog:about.currency.exchangeToken",
  restaking: "catalog:about.currency.restaking",
  oracle: "catalog:about.currency.oracle",
}

export function aboutCurrency(currency: Currency, t: Translate, formats: Formats): string {
  const { name, symbol, kind, category } = currency
  const sentence = (category === null ? undefined : CURRENCY_SENTENCES[category]) ?? `catalog:about.currency.${kind}`
  return paragraph(
    [
      t(sentence, { name, symbol }),
      currency.pegCurrency === null ? null : t("catalog:about.currency.peg", { currency: currency.pegCurrency }),
      // Demo data has only a rough order: a number would say more than is known.
      currency.marketCapRank === null || currency.origin === "seed"
        ? null
        : t("catalog:about.currency.rank", { rank: formats.number(currency.marketCapRank) }),
      t("catalog:about.currency.offers", { count: currency.offerCount, text: formats.number(currency.offerCount) }),
      bestRatesText(currency.best, t, formats),
    ],
    t,
  )
}

export function aboutExchange(exchange: Exchange, t: Translate, formats: Formats): string {
  const { name, yearEstablished: year, makerFeePercent: maker, takerFeePercent: taker } = exchange
  return paragraph(
    [
      t(exchange.decentralized ? "catalog:about.exchange.decentralized" : "catalog:about.exchange.centralized", {
        name,
      }),
      year === null ? null : t("catalog:about.exchange.since", { year: String(year) }),
      maker === null || taker === null
        ? null
        : t("catalog:about.exchange.fees", { maker: feeText(maker, formats), taker: feeText(taker, formats) }),
      exchange.proofOfReservesUrl === null || exchange.proofOfReservesAsOf === null
        ? null
        : t("catalog:about.exchange.proof", { date: formats.date(exchange.proofOfReservesAsOf) }),
      offersOfText(exchange.offerCount, t, formats),
      bestRatesText(exchange.best, t, formats),
    ],
    t,
  )
}

function offersOfText(count: number, t: Translate, formats: Formats): string {
  return t("catalog:about.offersOf", { count, text: formats.number(count) })
}

const PROTOCOL_SENTENCES: Readonly<Record<string, MessageId>> = {
  Lending: "catalog:about.protocol.lending",
  "Liquid Staking": "catalog:about.protocol.liquidStaking",
  "Liquid Restaking": "catalog:about.protocol.liquidRestaking",
  Dexes: "catalog:about.protocol.dexes",
  CDP: "catalog:about.protocol.cdp",
  RWA: "catalog:about.protocol.rwa",
  "Yield Aggregator": "catalog:about.protocol.yieldAggregator",
  Derivatives: "catalog:about.protocol.derivatives",
}

/** How many chains a sentence names. */
const CHAINS_NAMED = 3

export function aboutProtocol(protocol: Protocol, t: Translate, formats: Formats): string {
  const audits = auditsOf(protocol)
  return paragraph(
    [
      protocolKind(protocol, t),
      chainsText(protocol.chains, t, formats),
      audits === null ? null : t("catalog:about.protocol.audits", { count: audits, text: formats.number(audits) }),
      offersOfText(protocol.offerCount, t, formats),
      protocol.offersTvlUsd === null
        ? null
        : t("catalog:about.protocol.tvl", {
            count: protocol.offerCount,
            tvl: formats.usdCompact(protocol.offersTvlUsd),
          }),
      bestRatesText(protocol.best, t, formats),
    ],
    t,
  )
}

function protocolKind({ name, category }: Protocol, t: Translate): string {
  if (category === null) return t("catalog:about.protocol.plain", { name })
  const sentence = PROTOCOL_SENTENCES[category]
  if (sentence) return t(sentence, { name })
  return t("catalog:about.protocol.category", { name, category: protocolCategoryText(category, t) })
}

function chainsText(chains: readonly string[], t: Translate, formats: Formats): Sentence {
  if (chains.length === 0) return null
  const more = chains.length - CHAINS_NAMED
  if (more <= 0) return t("catalog:about.protocol.chains", { chains: listText(chains, t) })
  return t("catalog:about.protocol.manyChains", {
    chains: chains.slice(0, CHAINS_NAMED).join(", "),
    count: more,
    text: formats.number(more),
  })
}

const OPENNESS_SENTENCES = {
  yes: "catalog:about.wallet.openSource",
  no: "catalog:about.wallet.notOpenSource",
  viewable: "catalog:about.wallet.viewableSource",
} as const

export function aboutWallet(wallet: Wallet, t: Translate, formats: Formats): string {
  const { name, type, selfCustody } = wallet
  const openness = sourceOpenness(wallet)
  return paragraph(
    [
      t(`catalog:about.wallet.${type ?? "plain"}`, { name }),
      platformsText(wallet, t),
      // That a custodial wallet keeps the keys is said already.
      selfCustody === null || (type === "custodial" && !selfCustody)
        ? null
        : t(selfCustody ? "catalog:about.wallet.selfCustody" : "catalog:about.wallet.providerKeys"),
      openness === null ? null : t(OPENNESS_SENTENCES[openness]),
      wallet.features.includes("multiSignature") ? t("catalog:about.wallet.multiSignature") : null,
      wallet.needsIdentity === null
        ? null
        : t(wallet.needsIdentity ? "catalog:about.wallet.identity" : "catalog:about.wallet.noIdentity"),
      walletCoinsText(wallet, t, formats),
      wallet.offerCount === 0
        ? null
        : t("catalog:about.wallet.offers", { count: wallet.offerCount, text: formats.number(wallet.offerCount) }),
      bestRatesText(wallet.best, t, formats),
    ],
    t,
  )
}

function platformsText({ type, platforms }: Wallet, t: Translate): Sentence {
  const names = platforms
    .filter((platform) => platform !== "hardware")
    // "The web" comes last, as one says it.
    .sort((a, b) => Number(a === "web") - Number(b === "web"))
    .map((platform) => (platform === "web" ? t("catalog:about.wallet.web") : t(`catalog:platform.${platform}`)))
  if (names.length === 0) return null
  const id = type === "hardware" ? "catalog:about.wallet.apps" : "catalog:about.wallet.platforms"
  return t(id, { platforms: listText(names, t) })
}

function walletCoinsText(wallet: Wallet, t: Translate, formats: Formats): Sentence {
  if (wallet.numCoins === null) return null
  const values = { count: wallet.numCoins, text: formats.number(wallet.numCoins) }
  return t(wallet.numCoinsHasMore ? "catalog:about.wallet.moreCoins" : "catalog:about.wallet.coins", values)
}
