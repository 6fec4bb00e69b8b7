// The closed lists of the market (spec 3, enumerations). Apart from the schemas, so that browsers can have them without zod.
export const OFFER_CATEGORIES = ["saving", "staking", "lending", "defi"] as const
export const PROVIDER_KINDS = ["exchange", "protocol", "wallet"] as const
export const OFFER_STATUSES = ["active", "soldOut", "paused", "ended"] as const
export const RATE_KINDS = ["apr", "apy", "unknown"] as const
export const COMMISSIONS = ["known", "none", "unknown"] as const
export const CURRENCY_KINDS = ["coin", "fiat", "token"] as const
export const CARD_NETWORKS = ["masterCard", "unionPay", "visa"] as const
export const WALLET_PLATFORMS = [
  "android",
  "hardware",
  "iOS",
  "linux",
  "macOS",
  "web",
  "windows",
  "windowsPhone",
] as const
export const WALLET_FEATURES = [
  "attachedCard",
  "biometricAuthentication",
  "exchange",
  "giftCards",
  "hierarchicalDeterministic",
  "multiSignature",
  "openSource",
  "twoFactorAuthentication",
] as const
export const NODE_TYPES = ["centralized", "fullNode", "spv"] as const
export const WALLET_TYPES = ["hardware", "software", "custodial"] as const
export const EARLY_EXITS = ["allowed", "penalty", "none"] as const
export const PAYOUTS = ["continuous", "hourly", "daily", "weekly", "monthly", "atEnd"] as const

export type OfferCategory = (typeof OFFER_CATEGORIES)[number]
export type ProviderKind = (typeof PROVIDER_KINDS)[number]
export type OfferStatus = (typeof OFFER_STATUSES)[number]
export type RateKind = (typeof RATE_KINDS)[number]
export type Commission = (typeof COMMISSIONS)[number]
export type CurrencyKind = (typeof CURRENCY_KINDS)[number]
export type Payout = (typeof PAYOUTS)[number]
