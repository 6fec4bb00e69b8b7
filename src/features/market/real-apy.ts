// Real APY: what a deposit made 90 days ago would really have earned (design 6, published on the methodology page).

/** The window, in days. */
export const REAL_APY_DAYS = 90
/** Under this many recorded days nothing is said. */
export const REAL_APY_MIN_DAYS = 20

export const REAL_APY_VERDICTS = ["asSaid", "less", "farLess", "unknown"] as const
export type RealApyVerdict = (typeof REAL_APY_VERDICTS)[number]

/** From these shares of the headline on, in percent. */
const AS_SAID_FROM = 90
const LESS_FROM = 60

/**
 * (product over the n recorded days of (1 + apy_d/100)^(1/365))^(365/n) - 1, in percent.
 * Takes the provider's base rates of the recorded days, in percent, null where a day was not recorded.
 * null under 20 recorded days, or when a day lost everything.
 */
export function realApyPercent(dailyApyPercent: readonly (number | null)[]): number | null {
  let logSum = 0
  let recorded = 0
  for (const apy of dailyApyPercent) {
    if (apy === null) continue
    if (apy <= -100) return null
    logSum += Math.log1p(apy / 100)
    recorded++
  }
  if (recorded < REAL_APY_MIN_DAYS) return null
  // The 365ths cancel out: the mean of the logarithms is the annualised growth.
  return Math.expm1(logSum / recorded) * 100
}

/** "paid x % of the headline"; null when one of the two is unknown or the headline is not positive. */
export function paidShareOfHeadline(realPercent: number | null, headlinePercent: number | null): number | null {
  if (realPercent === null || headlinePercent === null || headlinePercent <= 0) return null
  // Without the noise of floating point, so that a rate of exactly 60 % of the headline is not called less than that.
  return Math.round((realPercent / headlinePercent) * 1e8) / 1e6
}

/** The verdict in words that everybody sees (spec 6: only the figure is for paid plans). */
export function realApyVerdict(paidSharePercent: number | null): RealApyVerdict {
  if (paidSharePercent === null) return "unknown"
  if (paidSharePercent >= AS_SAID_FROM) return "asSaid"
  return paidSharePercent >= LESS_FROM ? "less" : "farLess"
}
