// How one row of Bybit's Earn API becomes an offer. Field by field from
// https://bybit-exchange.github.io/docs/v5/finance/earn/easy-onchain/product-info and .../earn/fixed-saving/product
import type { SourceOfferInput, Tier } from "../../market/schema.ts"
import type { OfferCategory, OfferStatus, Payout } from "../../market/words.ts"
import {
  asList,
  asRow,
  cut,
  Miss,
  rawOf,
  readAmount,
  readBoolean,
  readMoment,
  readNumber,
  readSignedPercent,
  readText,
  type Row,
  sumKnown,
} from "./rows.ts"

const PROVIDER = { kind: "exchange", slug: "bybit", name: "Bybit" } as const
const PAGE = "https://www.bybit.com/en/earn/home/"

/**
 * Coins whose own chain pays for staking them. OnChain of any other coin (USDT, USDC, BTC) is put into protocols by Bybit and is a
 * saving product to the reader.
 */
const PROOF_OF_STAKE = new Set(
  (
    "ADA ALGO APT ATOM AVAX AXL BERA BNB CORE DOT DYDX EGLD ETH FLOW HBAR HYPE INJ IP KSM MATIC MINA MON NEAR ONE POL ROSE S " +
    "SEI SOL STRK SUI TIA TON TRX XTZ ZETA"
  ).split(" "),
)

/** A row of /v5/earn/product. */
export function flexibleOrOnChainOffer(
  row: Row,
  productId: string,
  category: "FlexibleSaving" | "OnChain",
): SourceOfferInput | Miss {
  const coin = readText(row.coin)
  if (coin === null) return new Miss("noCurrency", "no coin")
  const tiers = tiersOf(row.tierAprDetails, "estimateApr")
  if (tiers === null) return new Miss("malformed", "tierAprDetails cannot be read")
  const estimate = readSignedPercent(row.estimateApr)
  // With tiers, estimateApr is the LAST tier's rate, while the first tier is what everybody's first coins earn.
  const base = tiers[0]?.ratePercent ?? estimate
  if (base === null) return noRate(row.estimateApr)
  const bonuses = bonusesOf(row.bonusEvents)
  const reward = sumKnown(...bonuses.map((bonus) => bonus.percent))
  const onChain = category === "OnChain"
  const lockDays = row.duration === "Fixed" ? readAmount(row.term) || null : isFlexible(row, onChain) ? 0 : null
  const minutes = readAmount(row.redeemProcessingMinute)
  const interval = readAmount(row.rewardIntervalMinute) || null
  const compounds = row.rewardDistributionType === "Compound"
  return {
    externalId: `${category}:${productId}`,
    category: onChain && PROOF_OF_STAKE.has(coin) ? "staking" : ("saving" satisfies OfferCategory),
    provider: PROVIDER,
    symbols: [coin],
    rewardSymbols: bonuses.flatMap((bonus) => (bonus.coin === null ? [] : [bonus.coin])),
    blockchain: null,
    status: statusOf(row),
    label: labelOf(lockDays, onChain ? "On-chain" : null),
    sourceUrl: PAGE,
    exposure: "single",
    terms: [
      {
        lockDays,
        // 0 minutes is an instant payout for flexible savings; for on-chain products it stands where nothing is known.
        processingHours: minutes === null || (onChain && minutes === 0) ? null : minutes / 60,
        earlyExit: lockDays === 0 ? "allowed" : null,
        minAmount: readAmount(row.minStakeAmount),
        maxAmount: readAmount(row.maxStakeAmount) || null,
        tiers,
        ...spreadOf(tiers, base, reward, coin),
        payout: payoutOf(interval),
        autoCompound: compounds ? true : row.rewardDistributionType === "Simple" ? false : null,
      },
    ],
    rate: {
      percent: sumKnown(base, reward),
      basePercent: base,
      rewardPercent: reward,
      kind: "apr",
      compoundingPerYear: compounds && interval !== null ? 525_600 / interval : null,
      raw: rawOf({ ...row, firstTier: tiers[0]?.ratePercent }, ["estimateApr", "firstTier", "hasTieredApr"]),
    },
  }
}

/** A row of /v5/earn/fixed-term/product. Bybit calls these rates APY. */
export function fixedTermOffer(row: Row, productId: string, now: Date): SourceOfferInput | Miss {
  const coin = readText(row.coin)
  const category = readText(row.category)
  if (coin === null) return new Miss("noCurrency", "no coin")
  if (category === null || !/^\w{1,40}$/.test(category)) return new Miss("malformed", "no category")
  const tiers = tiersOf(row.tieredApyList, "apy")
  if (tiers === null) return new Miss("malformed", "tieredApyList cannot be read")
  const interest = (asList(row.interestCoinApyList) ?? []).flatMap((value) => {
    const entry = asRow(value)
    return entry === null ? [] : [{ coin: readText(entry.coin), percent: readSignedPercent(entry.apy) }]
  })
  const own = interest.filter((entry) => entry.coin === coin).map((entry) => entry.percent)
  const others = interest.filter((entry) => entry.coin !== coin)
  const base = tiers[0]?.ratePercent ?? sumKnown(...own)
  const reward = sumKnown(...others.map((entry) => entry.percent))
  const percent = sumKnown(base, reward)
  if (percent === null) return noRate(row.interestCoinApyList)
  const lockDays = daysOf(row.duration)
  const early = readBoolean(row.allowEarlyRedemption)
  const group = cut(readText(row.specialUserGroupInfo), 200)
  const isVip = readBoolean(row.isVip)
  const condition =
    row.specialUserGroupRequired === true
      ? { maxRatePercent: percent, maxRateCondition: `Only for a user group: ${group ?? "not named"}` }
      : {}
  return {
    externalId: `${category}:${productId}`,
    category: "saving",
    provider: PROVIDER,
    symbols: [coin],
    rewardSymbols: others.flatMap((entry) => (entry.coin === null ? [] : [entry.coin])),
    blockchain: null,
    status: fixedStatusOf(row, now),
    label: labelOf(lockDays, category === "FixedTermSaving" ? null : category === "FundPool" ? "Fund Pool" : category),
    sourceUrl: PAGE,
    exposure: "single",
    terms: [
      {
        lockDays,
        earlyExit: early === null ? null : early ? "penalty" : "none",
        earlyExitRatePercent: early === true ? readSignedPercent(row.earlyRedemptionApy) : null,
        minAmount: readAmount(row.minStakeAmount),
        maxAmount: readAmount(row.maxStakeAmount) || null,
        tiers,
        ...spreadOf(tiers, base, reward, coin),
        ...condition,
        // The earnings are credited once, at `creditTime`.
        payout: readMoment(row.creditTime) === null ? null : "atEnd",
        eligibility: isVip === null ? null : { vipOnly: isVip },
      },
    ],
    rate: {
      percent,
      basePercent: base,
      rewardPercent: reward,
      kind: "apy",
      raw: JSON.stringify(interest.slice(0, 10).map((entry) => `${entry.percent} % in ${cut(entry.coin, 40)}`)),
    },
  }
}

function noRate(value: unknown): Miss {
  const text = readText(value)
  return text !== null && text.length > 0 && !text.endsWith("%")
    ? new Miss("malformed", `a rate without percent sign: ${text.slice(0, 40)}`)
    : new Miss("noRate", "no rate")
}

/** Tiers in percent, lowest first; "-1" means no upper end. null when a step cannot be read: half a ladder would mislead. */
function tiersOf(value: unknown, rateField: "estimateApr" | "apy"): Tier[] | null {
  const tiers: Tier[] = []
  for (const entry of asList(value) ?? []) {
    const step = asRow(entry)
    const from = readAmount(step?.min)
    const ratePercent = readSignedPercent(step?.[rateField])
    const to = readNumber(step?.max)
    if (from === null || ratePercent === null || to === null || (to !== -1 && !(to > from))) return null
    tiers.push({ from, to: to === -1 ? null : to, ratePercent })
  }
  return tiers.sort((a, b) => a.from - b.from)
}

/** The lowest and the highest rate that a depositor can meet, when they differ. */
function spreadOf(tiers: Tier[], base: number | null, reward: number | null, coin: string) {
  const rates = tiers.map((tier) => tier.ratePercent)
  const best = tiers.find((tier) => tier.ratePercent === Math.max(...rates))
  if (best !== undefined && tiers.length > 1) {
    const span = best.to === null ? `from ${best.from} ${coin}` : `for ${best.from} to ${best.to} ${coin}`
    return {
      baseRatePercent: Math.min(...rates),
      maxRatePercent: sumKnown(best.ratePercent, reward),
      maxRateCondition: cut(reward === null ? span : `${span}, with yesterday's bonus rewards`, 500),
    }
  }
  if (reward === null || base === null) return {}
  return {
    baseRatePercent: base,
    maxRatePercent: sumKnown(base, reward),
    maxRateCondition: "with rewards in another coin or of an event, which change daily",
  }
}

/** Bonus events: "Yesterday's Rewards APR" in a coin of their own, on top of estimateApr, which leaves them out. */
function bonusesOf(value: unknown): { coin: string | null; percent: number }[] {
  return (asList(value) ?? []).flatMap((entry) => {
    const bonus = asRow(entry)
    const percent = readSignedPercent(bonus?.apr)
    return bonus === null || percent === null ? [] : [{ coin: readText(bonus.coin), percent }]
  })
}

function isFlexible(row: Row, onChain: boolean): boolean {
  return row.duration === "Flexible" || (!onChain && readText(row.duration) === null)
}

function statusOf(row: Row): OfferStatus {
  if (readAmount(row.remainingPoolAmount) === 0) return "soldOut"
  return row.status === "Available" ? "active" : "paused"
}

function fixedStatusOf(row: Row, now: Date): OfferStatus {
  // "0" means that no end is set.
  const end = readMoment(row.subscribeEndAt)
  if (end !== null && end < now) return "ended"
  return row.status === "Available" ? "active" : row.status === "SoldOut" ? "soldOut" : "paused"
}

/** "30d" and "8h" in days. "2m" stays unknown: the documentation does not say minutes or months. */
function daysOf(value: unknown): number | null {
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(readText(value) ?? "") ?? []
  if (count === undefined) return null
  return unit === "d" ? Number(count) : Number(count) / 24
}

function labelOf(lockDays: number | null, product: string | null): string | null {
  const lock = lockDays === null ? null : lockDays === 0 ? "Flexible" : lockDays === 1 ? "1 day" : `${lockDays} days`
  return [product, lock].filter((part) => part !== null).join(", ") || null
}

const PAYOUTS_BY_MINUTES = new Map<number, Payout>([
  [60, "hourly"],
  [1440, "daily"],
  [10_080, "weekly"],
])

function payoutOf(intervalMinutes: number | null): Payout | null {
  return intervalMinutes === null ? null : (PAYOUTS_BY_MINUTES.get(intervalMinutes) ?? null)
}
