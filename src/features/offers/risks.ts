import type { Offer } from "../market/model.ts"

export const RISKS = [
  "custody",
  "contract",
  "stablecoin",
  "slashing",
  "liquidity",
  "impermanentLoss",
  "reward",
  "lock",
  "promo",
  "thin",
  "high",
] as const
export type Risk = (typeof RISKS)[number]

const THIN_USD = 1_000_000
const HIGH_APY_PERCENT = 20

type RiskInput = Pick<
  Offer,
  "provider" | "category" | "stablecoin" | "ilRisk" | "apyReward" | "apy" | "tvlUsd" | "terms" | "timeToCashHours"
>

/** What can go wrong with an offer, the most general first. Only what follows from its facts. */
export function risksOf(offer: RiskInput): Risk[] {
  const term = offer.terms[0]
  const applies: Record<Risk, boolean> = {
    custody: offer.provider.kind === "exchange",
    contract: offer.provider.kind === "protocol",
    stablecoin: offer.stablecoin === true,
    slashing: offer.category === "staking",
    liquidity: offer.category === "lending",
    impermanentLoss: offer.ilRisk === true,
    reward: (offer.apyReward ?? 0) > 0,
    lock: (offer.timeToCashHours ?? 0) > 24,
    promo: term?.promoEndsAt != null || (term?.maxRatePercent ?? 0) > (offer.apy ?? Number.POSITIVE_INFINITY),
    thin: offer.tvlUsd !== null && offer.tvlUsd < THIN_USD,
    high: (offer.apy ?? 0) > HIGH_APY_PERCENT,
  }
  return RISKS.filter((risk) => applies[risk])
}
