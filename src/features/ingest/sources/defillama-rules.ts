// What a DefiLlama pool is to our readers: its category, the kind of its rate and its chain's present name.
import type { OfferCategory, RateKind } from "../../market/words.ts"

/** What a pool tells of itself. */
export type PoolFacts = {
  project: string
  symbol: string
  exposure: "single" | "multi" | null
  stablecoin: boolean | null
}

const STAKING = new Set(["Liquid Staking", "Restaking", "Liquid Restaking", "Staking Pool"])
const LENDING = new Set(["Lending", "Uncollateralized Lending", "RWA Lending", "CDP"])
/** Dollars that earn from treasury bills or from hedged positions: to a reader a savings account. "Yield" is a strategy, so DeFi. */
const SAVING = new Set(["RWA", "Basis Trading"])

/**
 * The category of an offer from the protocol's category on DefiLlama. Without it, when /protocols could not be had or does not
 * know the project, the project's name and the pool decide, and what they leave open is "defi", which promises least.
 */
export function offerCategoryOf(protocolCategory: string | null, pool: PoolFacts): OfferCategory {
  if (protocolCategory === null) return categoryFromPool(pool)
  if (STAKING.has(protocolCategory)) return "staking"
  if (pool.exposure !== "single") return "defi"
  if (LENDING.has(protocolCategory)) return "lending"
  if (SAVING.has(protocolCategory) && pool.stablecoin === true) return "saving"
  return "defi"
}

const STAKING_PROJECTS = new Set(["lido", "rocket-pool", "stader", "swell", "frax-ether", "mantle-staked-eth"])
const LENDING_PROJECT = /^(?:aave|compound|morpho|spark|sparklend|euler|fluid|venus|benqi|kamino)(?:-|$)/

function categoryFromPool({ project, exposure }: PoolFacts): OfferCategory {
  if (exposure !== "single") return "defi"
  if (STAKING_PROJECTS.has(project) || /(?:^|-)(?:staked|staking|restaking)(?:-|$)/.test(project)) return "staking"
  if (LENDING_PROJECT.test(project) || /(?:^|-)(?:lend|lending)(?:-|$)/.test(project)) return "lending"
  return "defi"
}

const APR_PROJECTS = new Set([
  "lido",
  "binance-staked-eth",
  "coinbase-wrapped-staked-eth",
  "rocket-pool",
  "yearn-finance",
])
const APY_PROJECT = /^(?:morpho|pendle|beefy|aave)(?:-|$)/

/**
 * The kind of a pool's rate. DefiLlama calls all of them APY, but its adaptors pass some APRs through
 * (https://github.com/DefiLlama/yield-server); where that is not known the kind is unknown.
 */
export function rateKindOf(project: string): RateKind {
  if (APR_PROJECTS.has(project)) return "apr"
  return APY_PROJECT.test(project) ? "apy" : "unknown"
}

/** Names that DefiLlama used before, with the present one: the display name changes, the chain does not. */
const CHAIN_ALIASES = new Map([
  ["Optimism", "OP Mainnet"],
  ["Binance", "BSC"],
  ["BNB Chain", "BSC"],
  ["xDai", "Gnosis"],
  ["Hyperliquid", "Hyperliquid L1"],
  ["Avax", "Avalanche"],
])

/** DefiLlama's present display name of a chain. */
export function chainNameOf(chain: string): string {
  return CHAIN_ALIASES.get(chain) ?? chain
}
