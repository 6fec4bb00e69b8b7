// Words for values that come from sources. What is not in these tables is shown as the source writes it.
import type { Formats } from "../../i18n/formats.ts"
import type { MessageId, Translate } from "../../i18n/messages.ts"
import type { Currency, Exchange, Protocol, Wallet } from "../market/model.ts"

const CURRENCY_CATEGORIES: Readonly<Record<string, MessageId>> = {
  "layer 1": "catalog:currencyCategory.layer1",
  "layer 2": "catalog:currencyCategory.layer2",
  stablecoin: "catalog:currencyCategory.stablecoin",
  "liquid staking token": "catalog:currencyCategory.liquidStakingToken",
  defi: "catalog:currencyCategory.defi",
  wrapped: "catalog:currencyCategory.wrapped",
  "real-world asset": "catalog:currencyCategory.realWorldAsset",
  meme: "catalog:currencyCategory.meme",
  "exchange token": "catalog:currencyCategory.exchangeToken",
  restaking: "catalog:currencyCategory.restaking",
  oracle: "catalog:currencyCategory.oracle",
}

/** DefiLlama's categories. */
const PROTOCOL_CATEGORIES: Readonly<Record<string, MessageId>> = {
  Lending: "catalog:protocolCategory.lending",
  CDP: "catalog:protocolCategory.cdp",
  Dexes: "catalog:protocolCategory.dexes",
  Derivatives: "catalog:protocolCategory.derivatives",
  Synthetics: "catalog:protocolCategory.synthetics",
  "Liquid Staking": "catalog:protocolCategory.liquidStaking",
  "Liquidity manager": "catalog:protocolCategory.liquidityManager",
  "Liquid Restaking": "catalog:protocolCategory.liquidRestaking",
  "Yield Aggregator": "catalog:protocolCategory.yieldAggregator",
  RWA: "catalog:protocolCategory.rwa",
  Yield: "catalog:protocolCategory.yield",
  Restaking: "catalog:protocolCategory.restaking",
  Indexes: "catalog:protocolCategory.indexes",
  "Leveraged Farming": "catalog:protocolCategory.leveragedFarming",
  "Uncollateralized Lending": "catalog:protocolCategory.uncollateralizedLending",
  "Staking Pool": "catalog:protocolCategory.stakingPool",
  "Algo-Stables": "catalog:protocolCategory.algoStables",
  Insurance: "catalog:protocolCategory.insurance",
}

const SERVICES: Readonly<Record<string, MessageId>> = {
  staking: "catalog:service.staking",
  swap: "catalog:service.swap",
  buy: "catalog:service.buy",
  sell: "catalog:service.sell",
  nft: "catalog:service.nft",
  dapps: "catalog:service.dapps",
  bridge: "catalog:service.bridge",
  earn: "catalog:service.earn",
  card: "catalog:service.card",
  lightning: "catalog:service.lightning",
  coinjoin: "catalog:service.coinjoin",
}

function word(table: Readonly<Record<string, MessageId>>, value: string, t: Translate): string {
  const id = Object.hasOwn(table, value) ? table[value] : undefined
  return id ? t(id) : value
}

export function currencyCategoryText(category: NonNullable<Currency["category"]>, t: Translate): string {
  return word(CURRENCY_CATEGORIES, category, t)
}

export function protocolCategoryText(category: NonNullable<Protocol["category"]>, t: Translate): string {
  return word(PROTOCOL_CATEGORIES, category, t)
}

export function serviceText(service: string, t: Translate): string {
  return word(SERVICES, service, t)
}

export function exchangeKindText(exchange: Pick<Exchange, "decentralized">, t: Translate): string {
  return t(exchange.decentralized ? "catalog:exchangeKind.decentralized" : "catalog:exchangeKind.centralized")
}

/** Whether the code of a wallet is open; "viewable" when it is public without a licence that is known to be open (as the ratings have it). */
export function sourceOpenness(
  wallet: Pick<Wallet, "features" | "featuresAbsent" | "sourceCodeUrl">,
): "yes" | "no" | "viewable" | null {
  if (wallet.features.includes("openSource")) return "yes"
  if (wallet.sourceCodeUrl !== null) return "viewable"
  return wallet.featuresAbsent.includes("openSource") ? "no" : null
}

/** "14", or "more than 14"; null when the number is not known. */
export function coinsText(
  wallet: Pick<Wallet, "numCoins" | "numCoinsHasMore">,
  t: Translate,
  formats: Formats,
): string | null {
  if (wallet.numCoins === null) return null
  const count = formats.number(wallet.numCoins)
  return wallet.numCoinsHasMore ? t("catalog:coins.moreThan", { count }) : count
}

/** "A, B and C" as the language writes it. */
export function listText(items: readonly string[], t: Translate): string {
  const [first = "", ...others] = items
  return others.reduce(
    (text, item, at) => t(at === others.length - 1 ? "catalog:list.last" : "catalog:list.more", { items: text, item }),
    first,
  )
}

/** "A, B, C": for cells of tables and facts. */
export function commaText(items: readonly string[], t: Translate): string {
  return items.reduce((text, item) => (text === "" ? item : t("catalog:list.more", { items: text, item })), "")
}

/** The first few and how many more there are: "A, B, C and 4 more"; null when there are none. */
export function firstFew(items: readonly string[], few: number, t: Translate): string | null {
  if (items.length === 0) return null
  // One more takes no more room than "and 1 more".
  if (items.length <= few + 1) return commaText(items, t)
  return t("catalog:list.rest", { items: commaText(items.slice(0, few), t), rest: items.length - few })
}
