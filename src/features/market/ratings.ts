// Ratings of wallets and exchanges, 1 to 5: points for facts that anybody can check, published on the methodology page. The pages
// show the very facts that the rating was made from.
import { daysBetween, dayOf } from "../../core/clock.ts"
import type { SourceExchange, SourceWallet } from "./schema.ts"

export type RatedFactId =
  | "hardware"
  | "selfCustody"
  | "openSource"
  | "multiSignature"
  | "secondLock"
  | "noIdentity"
  | "ownNode"
  | "bothPhones"
  | "computer"
  | "trade"
  | "buy"
  | "noDevice"
  | "proof"
  | "established"
  | "lowFee"

/** `points` are what the known fact gives; null = not known. `holds` says whether the fact is so. */
export type RatedFact = { id: RatedFactId; holds: boolean | null; points: number | null }

function fact(id: RatedFactId, holds: boolean | null, points: number, otherwise = 0): RatedFact {
  return { id, holds, points: holds === null ? null : holds ? points : otherwise }
}

/** 1 plus the points of all known facts, from 1 to 5; null when fewer than `minKnown` facts are known. */
export function ratingOf(facts: readonly Pick<RatedFact, "points">[], minKnown: number): number | null {
  const known = facts.flatMap(({ points }) => points ?? [])
  if (known.length < minKnown) return null
  return Math.min(5, Math.max(1, 1 + known.reduce((sum, points) => sum + points, 0)))
}

type WalletFeature = SourceWallet["features"][number]

function feature(wallet: SourceWallet, name: WalletFeature): boolean | null {
  if (wallet.features.includes(name)) return true
  return wallet.featuresAbsent.includes(name) ? false : null
}

/** Public code under a licence that calls it open; code that can only be looked at counts as known, not as open. */
function openSource(wallet: SourceWallet): RatedFact {
  return fact("openSource", feature(wallet, "openSource") ?? (wallet.sourceCodeUrl === null ? null : false), 1)
}

/** A device of its own, keys with the user, open code, several signers, a second lock: a point each. */
export function walletSecurityFacts(wallet: SourceWallet): RatedFact[] {
  const locks = [feature(wallet, "twoFactorAuthentication"), feature(wallet, "biometricAuthentication")]
  return [
    fact("hardware", wallet.type === null ? null : wallet.type === "hardware", 1),
    fact("selfCustody", wallet.selfCustody, 1),
    openSource(wallet),
    fact("multiSignature", feature(wallet, "multiSignature"), 1),
    fact("secondLock", locks.includes(true) ? true : locks.includes(false) ? false : null, 1),
  ]
}

const NODE_POINTS: Record<NonNullable<SourceWallet["nodeType"]>, number> = { fullNode: 1, spv: 0, centralized: -1 }

/** No identity asked, keys with the user, open code, an own node; asking for an identity costs two. */
export function walletAnonymityFacts(wallet: SourceWallet): RatedFact[] {
  const { needsIdentity, nodeType } = wallet
  return [
    fact("noIdentity", needsIdentity === null ? null : !needsIdentity, 1, -2),
    fact("selfCustody", wallet.selfCustody, 1),
    openSource(wallet),
    nodeType === null
      ? fact("ownNode", null, 1)
      : { id: "ownNode", holds: nodeType === "fullNode", points: NODE_POINTS[nodeType] },
  ]
}

/** On both phone systems, on a computer, trading and buying inside; a device to carry costs one. Platforms and services must be known. */
export function walletEaseOfUseFacts(wallet: SourceWallet): RatedFact[] {
  const { platforms, features, additionalServices: services } = wallet
  const isKnown = platforms.length > 0 && services !== null
  const known = (holds: boolean) => (isKnown ? holds : null)
  const has = (...names: (typeof platforms)[number][]) => names.some((name) => platforms.includes(name))
  return [
    fact("bothPhones", known(has("android") && has("iOS")), 1),
    fact("computer", known(has("web", "windows", "macOS", "linux")), 1),
    fact("trade", known(features.includes("exchange") || services?.includes("swap") === true), 1),
    fact("buy", known(features.includes("attachedCard") || services?.includes("buy") === true), 1),
    fact("noDevice", known(wallet.type !== "hardware"), 0, -1),
  ]
}

export const PROOF_FRESH_DAYS = 365
export const LONG_ESTABLISHED_YEARS = 8
export const LOW_TAKER_FEE_PERCENT = 0.25

/** Proof of reserves within a year 2, older 1; eight years in business 1; a base taker fee up to 0.25 % 1. `now` decides the ages. */
export function exchangeFacts(exchange: SourceExchange, now: Date): RatedFact[] {
  const { proofOfReservesAsOf: proof, yearEstablished: year, takerFeePercent: fee } = exchange
  const isFresh = proof !== null && daysBetween(proof, dayOf(now)) <= PROOF_FRESH_DAYS
  return [
    fact("proof", proof === null ? null : true, isFresh ? 2 : 1),
    fact("established", year === null ? null : now.getUTCFullYear() - year >= LONG_ESTABLISHED_YEARS, 1),
    fact("lowFee", fee === null ? null : fee <= LOW_TAKER_FEE_PERCENT, 1),
  ]
}

const MIN_KNOWN = 3
/** Of only three facts. */
const EXCHANGE_MIN_KNOWN = 2

export function walletSecurityRating(wallet: SourceWallet): number | null {
  return ratingOf(walletSecurityFacts(wallet), MIN_KNOWN)
}

export function walletAnonymityRating(wallet: SourceWallet): number | null {
  return ratingOf(walletAnonymityFacts(wallet), MIN_KNOWN)
}

export function walletEaseOfUseRating(wallet: SourceWallet): number | null {
  return ratingOf(walletEaseOfUseFacts(wallet), MIN_KNOWN)
}

/** Not for decentralised ones, which hold nobody's coins. */
export function exchangeRating(exchange: SourceExchange, now: Date): number | null {
  return exchange.decentralized ? null : ratingOf(exchangeFacts(exchange, now), EXCHANGE_MIN_KNOWN)
}
