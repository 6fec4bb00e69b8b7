// The words of the market: what an offer, its terms, its rates and the entities around it consist of.
// Unknown is null everywhere, never 0 (design 1). Percentages are percent: 4.5 means 4.5 %.
import { z } from "zod"
import {
  CARD_NETWORKS,
  CURRENCY_KINDS,
  EARLY_EXITS,
  NODE_TYPES,
  OFFER_CATEGORIES,
  OFFER_STATUSES,
  PAYOUTS,
  PROVIDER_KINDS,
  RATE_KINDS,
  WALLET_FEATURES,
  WALLET_PLATFORMS,
  WALLET_TYPES,
} from "./words.ts"

const text = z.string().trim().min(1).max(300)
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(120)
const webUrl = z.url({ protocol: /^https?$/ }).max(2000)
/** A day as "2026-11-20", in UTC. */
const day = z.iso.date()
const amount = z.number().finite().nonnegative()
/** A yearly rate in percent; the bound is DefiLlama's own (SOURCES 5.4). */
const ratePercent = z.number().finite().min(-100).max(1_000_000)

const year = z.string().regex(/^\d{4}$/)

/** Where a figure or fact comes from and when it was true: the day, "2026-11-20", or the year alone, "2026", where no day is known. */
const provenance = { sourceUrl: webUrl, asOf: z.union([day, year]) }

/** One step of a tiered rate: `ratePercent` is paid on the part of the amount between `from` and `to` (in the offer's currency). */
export const tierSchema = z.object({
  from: amount,
  to: amount.nullable(),
  ratePercent,
})
export type Tier = z.infer<typeof tierSchema>

/** One way to take an offer: how long, how much, at which rate. Hours and days are null when the source does not tell. */
export const termSchema = z.object({
  /** 0 = flexible. */
  lockDays: z.number().nonnegative().nullable().default(null),
  noticeDays: z.number().nonnegative().nullable().default(null),
  unbondDays: z.number().nonnegative().nullable().default(null),
  processingHours: z.number().nonnegative().nullable().default(null),
  earlyExit: z.enum(EARLY_EXITS).nullable().default(null),
  /** The yearly rate that an early exit leaves, in percent. */
  earlyExitRatePercent: ratePercent.nullable().default(null),
  minAmount: amount.nullable().default(null),
  maxAmount: amount.nullable().default(null),
  tiers: z.array(tierSchema).max(50).default([]),
  baseRatePercent: ratePercent.nullable().default(null),
  maxRatePercent: ratePercent.nullable().default(null),
  /** What has to be met for maxRatePercent, in English, as the source says it. */
  maxRateCondition: z.string().max(500).nullable().default(null),
  payout: z.enum(PAYOUTS).nullable().default(null),
  /** true: earnings are added to the deposit by themselves. */
  autoCompound: z.boolean().nullable().default(null),
  promoEndsAt: z.iso.datetime({ offset: true }).nullable().default(null),
  rateAfterPromoPercent: ratePercent.nullable().default(null),
  eligibility: z
    .object({
      countriesAllowed: z.array(z.string().length(2)).nullable().default(null),
      countriesExcluded: z.array(z.string().length(2)).nullable().default(null),
      kyc: z.boolean().nullable().default(null),
      newUsersOnly: z.boolean().nullable().default(null),
      vipOnly: z.boolean().nullable().default(null),
    })
    .nullable()
    .default(null),
})
export type Term = z.infer<typeof termSchema>

/** A rate as a source published it. `raw` is the source's own text of it. */
export const publishedRateSchema = z.object({
  percent: ratePercent.nullable(),
  basePercent: ratePercent.nullable().default(null),
  rewardPercent: ratePercent.nullable().default(null),
  kind: z.enum(RATE_KINDS),
  /** How often a year the earnings are added to the deposit; null = unknown, so an APR stays an APR. */
  compoundingPerYear: z.number().positive().nullable().default(null),
  tvlUsd: amount.nullable().default(null),
  /** When the source says it measured; null when it does not say. */
  observedAt: z.iso.datetime({ offset: true }).nullable().default(null),
  raw: z.string().max(2000),
})
export type PublishedRate = z.infer<typeof publishedRateSchema>

/** One recorded day of an offer. */
export const historyPointSchema = z.object({
  day,
  apyPercent: ratePercent.nullable(),
  apyBasePercent: ratePercent.nullable().default(null),
  apyRewardPercent: ratePercent.nullable().default(null),
  tvlUsd: amount.nullable().default(null),
})
export type HistoryPoint = z.infer<typeof historyPointSchema>

/** What every source and the seed hand in: one offer of one provider. (source, externalId) is its identity. */
export const sourceOfferSchema = z.object({
  externalId: z.string().min(1).max(200),
  category: z.enum(OFFER_CATEGORIES),
  provider: z.object({
    kind: z.enum(PROVIDER_KINDS),
    /** Our slug, or for DefiLlama its project slug, which the pipeline resolves through the protocol's aliases. */
    slug: z.string().min(1).max(120),
    name: text,
  }),
  /** Deposit currencies as the source writes them ("USDC", "WETH"); more than one for a liquidity pair. */
  symbols: z.array(z.string().min(1).max(60)).min(1).max(12),
  /** Contract addresses of the deposit currencies on `blockchain`, where the source gives them. */
  addresses: z.array(z.string().max(120)).default([]),
  rewardSymbols: z.array(z.string().max(60)).default([]),
  /** The chain's display name as the source writes it; null for an exchange's own product. */
  blockchain: z.string().max(80).nullable(),
  status: z.enum(OFFER_STATUSES).default("active"),
  /** What tells this offer from its siblings: a vault's or market's name, "Flexible", "30 days". */
  label: z.string().max(200).nullable().default(null),
  /** The page where a person sees or takes the offer. */
  sourceUrl: webUrl,
  exposure: z.enum(["single", "multi"]).nullable().default(null),
  /** true: the deposit can lose against holding its parts (impermanent loss). */
  ilRisk: z.boolean().nullable().default(null),
  stablecoin: z.boolean().nullable().default(null),
  terms: z.array(termSchema).max(20).default([]),
  rate: publishedRateSchema,
  history: z.array(historyPointSchema).default([]),
})
export type SourceOffer = z.infer<typeof sourceOfferSchema>
export type SourceOfferInput = z.input<typeof sourceOfferSchema>

export const sourceCurrencySchema = z.object({
  slug,
  name: text,
  symbol: z.string().min(1).max(40),
  kind: z.enum(CURRENCY_KINDS),
  /** What it is: "stablecoin", "layer 1", "liquid staking token", ... in lower-case English; null when not known. */
  category: text.nullable().default(null),
  /** Market-cap rank, 1 = largest. */
  marketCapRank: z.number().int().positive().nullable().default(null),
  priceUsd: z.number().finite().nonnegative().nullable().default(null),
  marketCapUsd: amount.nullable().default(null),
  /** "USD" for USDC, "EUR" for EURC; null when it is not pegged. */
  pegCurrency: z.string().length(3).nullable().default(null),
  coingeckoId: z.string().nullable().default(null),
  coinpaprikaId: z.string().nullable().default(null),
  websiteUrl: webUrl.nullable().default(null),
  /** Contract addresses by chain slug, lower-case where the chain is EVM. */
  addresses: z.array(z.object({ chain: z.string(), address: z.string() })).default([]),
  ...provenance,
})
export type SourceCurrency = z.infer<typeof sourceCurrencySchema>

export const sourceExchangeSchema = z.object({
  slug,
  name: text,
  url: webUrl,
  /** ISO 3166-1 alpha-2 codes of the countries it is registered in or run from. */
  countries: z.array(z.string().length(2)).default([]),
  yearEstablished: z.number().int().min(2009).max(2100).nullable().default(null),
  decentralized: z.boolean().default(false),
  makerFeePercent: z.number().nullable().default(null),
  takerFeePercent: z.number().nullable().default(null),
  feesUrl: webUrl.nullable().default(null),
  apiDocsUrl: webUrl.nullable().default(null),
  /** A page with proof of reserves, and the day it was last seen to be current. */
  proofOfReservesUrl: webUrl.nullable().default(null),
  proofOfReservesAsOf: day.nullable().default(null),
  /** Assets on its own published wallets, USD. */
  reservesUsd: amount.nullable().default(null),
  ...provenance,
})
export type SourceExchange = z.infer<typeof sourceExchangeSchema>

export const sourceProtocolSchema = z.object({
  slug,
  name: text,
  url: webUrl.nullable().default(null),
  /** DefiLlama's category ("Liquid Staking", "Lending", ...). */
  category: text.nullable().default(null),
  chains: z.array(z.string()).default([]),
  /** DefiLlama's stable id; its slugs get renamed (SOURCES 1.1). */
  defillamaId: z.string().nullable().default(null),
  /** Every DefiLlama slug this protocol is or was known by. */
  defillamaSlugs: z.array(z.string()).default([]),
  auditUrls: z.array(webUrl).default([]),
  /** DefiLlama's count of audits; null when it does not say. */
  auditCount: z.number().int().nonnegative().nullable().default(null),
  tvlUsd: amount.nullable().default(null),
  /** The day DefiLlama began to list it. */
  listedOn: day.nullable().default(null),
  ...provenance,
})
export type SourceProtocol = z.infer<typeof sourceProtocolSchema>

const localText = z.object({ locale: z.string(), text: z.string().min(1) })
export const sourceWalletSchema = z.object({
  slug,
  name: text,
  mainPageLink: webUrl,
  type: z.enum(WALLET_TYPES).nullable().default(null),
  platforms: z.array(z.enum(WALLET_PLATFORMS)).default([]),
  /** Features known to be there; a feature that is not listed is unknown unless it stands in `featuresAbsent`. */
  features: z.array(z.enum(WALLET_FEATURES)).default([]),
  featuresAbsent: z.array(z.enum(WALLET_FEATURES)).default([]),
  nodeType: z.enum(NODE_TYPES).nullable().default(null),
  numCoins: z.number().int().nonnegative().nullable().default(null),
  /** true: "more than numCoins". */
  numCoinsHasMore: z.boolean().nullable().default(null),
  /** "staking", "swap", "buy", "nft", "dapps", "bridge", "earn", ... lower-case English words; null = not known. */
  additionalServices: z.array(z.string()).nullable().default(null),
  /** true when the keys are with the user alone; null when not known. */
  selfCustody: z.boolean().nullable().default(null),
  /** The page of the source code when it is public. */
  sourceCodeUrl: webUrl.nullable().default(null),
  /** true: opening it needs an e-mail, phone number or identity check. */
  needsIdentity: z.boolean().nullable().default(null),
  promoTranslations: z.array(localText).default([]),
  promoConditionTranslations: z.array(localText).default([]),
  ...provenance,
})
export type SourceWallet = z.infer<typeof sourceWalletSchema>

export const sourceCardSchema = z.object({
  slug,
  name: text,
  /** Our slug of the exchange or wallet behind it, where it is listed here. */
  provider: z
    .object({ kind: z.enum(PROVIDER_KINDS), slug })
    .nullable()
    .default(null),
  url: webUrl.nullable().default(null),
  status: z.enum(["open", "waitlist", "paused", "closed"]).nullable().default(null),
  networks: z.array(z.enum(CARD_NETWORKS)).default([]),
  custody: z.enum(["self", "issuer"]).nullable().default(null),
  virtual: z.boolean().nullable().default(null),
  physical: z.boolean().nullable().default(null),
  kind: z.enum(["debit", "prepaid", "credit"]).nullable().default(null),
  /** Region codes as shown: ISO country codes or "EEA", "LATAM", "APAC", "AFRICA", "WORLD". */
  regions: z.array(z.string().max(20)).default([]),
  /** Headline cashback: the lowest and the highest step, in percent. */
  cashbackMinPercent: z.number().min(0).max(100).nullable().default(null),
  cashbackMaxPercent: z.number().min(0).max(100).nullable().default(null),
  cashbackCurrencies: z.array(z.string()).default([]),
  annualFeeUsd: amount.nullable().default(null),
  issueFeeUsd: amount.nullable().default(null),
  fxFeePercent: z.number().nullable().default(null),
  atmFreePerMonthUsd: amount.nullable().default(null),
  stakingRequired: z.boolean().nullable().default(null),
  /** Yearly rate on the balance, in percent, where the card pays one. */
  balanceApyPercent: z.number().nullable().default(null),
  kyc: z.enum(["required", "light", "none"]).nullable().default(null),
  ...provenance,
})
export type SourceCard = z.infer<typeof sourceCardSchema>
