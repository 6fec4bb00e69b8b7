// Ratings of wallets and exchanges, 1 to 5: points for facts that anybody can check, published on the methodology page.
import { daysBetween, dayOf } from "../../core/clock.ts"
import type { SourceExchange, SourceWallet } from "./schema.ts"

/** One fact of a rating: null = not known; otherwise the points that what is known gives. */
export type RatedFact = number | null

/** 1 plus the points of all known facts, from 1 to 5; null when fewer than `minKnown` facts are known. */
export function ratingOf(facts: readonly RatedFact[], minKnown: number): number | null {
  const known = facts.filter((points) => points !== null)
  if (known.length < minKnown) return null
  return Math.min(5, Math.max(1, 1 + known.reduce((sum, points) => sum + points, 0)))
}

type WalletFeature = SourceWallet["features"][number]

function feature(wallet: SourceWallet, name: WalletFeature): boolean | null {
  if (wallet.features.includes(name)) return true
  return wallet.featuresAbsent.includes(name) ? false : null
}

/** Public code under a licence that calls it open; code that can only be looked at counts as known, not as open. */
function openSource(wallet: SourceWallet): boolean | null {
  return feature(wallet, "openSource") ?? (wallet.sourceCodeUrl === null ? null : false)
}

/** `points` when the fact holds, 0 when it is known not to, null when nothing is known. */
function fact(holds: boolean | null, points: number): RatedFact {
  return holds === null ? null : holds ? points : 0
}

/** A device of its own, keys with the user, open code, several signers, a second lock: a point each. */
export function walletSecurityRating(wallet: SourceWallet): number | null {
  const factors = [feature(wallet, "twoFactorAuthentication"), feature(wallet, "biometricAuthentication")]
  const secondLock = factors.includes(true) ? true : factors.includes(false) ? false : null
  return ratingOf(
    [
      fact(wallet.type === null ? null : wallet.type === "hardware", 1),
      fact(wallet.selfCustody, 1),
      fact(openSource(wallet), 1),
      fact(feature(wallet, "multiSignature"), 1),
      fact(secondLock, 1),
    ],
    3,
  )
}

const NODE_POINTS: Record<NonNullable<SourceWallet["nodeType"]>, number> = { fullNode: 1, spv: 0, centralized: -1 }

/** No identity asked, keys with the user, open code, an own node; asking for an identity costs two. */
export function walletAnonymityRating(wallet: SourceWallet): number | null {
  return ratingOf(
    [
      wallet.needsIdentity === null ? null : wallet.needsIdentity ? -2 : 1,
      fact(wallet.selfCustody, 1),
      fact(openSource(wallet), 1),
      wallet.nodeType === null ? null : NODE_POINTS[wallet.nodeType],
    ],
    3,
  )
}

/** On both phone systems, on a computer, trading and buying inside; a device to carry costs one. Platforms and services must be known. */
export function walletEaseOfUseRating(wallet: SourceWallet): number | null {
  const { platforms, additionalServices: services } = wallet
  if (platforms.length === 0 || services === null) return null
  const has = (...names: (typeof platforms)[number][]) => names.some((name) => platforms.includes(name))
  return ratingOf(
    [
      fact(has("android") && has("iOS"), 1),
      fact(has("web", "windows", "macOS", "linux"), 1),
      fact(wallet.features.includes("exchange") || services.includes("swap"), 1),
      fact(services.includes("buy") || wallet.features.includes("attachedCard"), 1),
      wallet.type === "hardware" ? -1 : 0,
    ],
    1,
  )
}

const PROOF_FRESH_DAYS = 365
const LONG_ESTABLISHED_YEARS = 8
const LOW_TAKER_FEE_PERCENT = 0.25

/** Proof of reserves within a year 2, older 1; eight years in business 1; a base taker fee up to 0.25 % 1. Not for decentralised ones. */
export function exchangeRating(exchange: SourceExchange, now: Date): number | null {
  if (exchange.decentralized) return null
  const { proofOfReservesAsOf: proof, yearEstablished: year, takerFeePercent: fee } = exchange
  return ratingOf(
    [
      proof === null ? null : daysBetween(proof, dayOf(now)) <= PROOF_FRESH_DAYS ? 2 : 1,
      fact(year === null ? null : now.getUTCFullYear() - year >= LONG_ESTABLISHED_YEARS, 1),
      fact(fee === null ? null : fee <= LOW_TAKER_FEE_PERCENT, 1),
      exchange.countries.length === 0 ? null : 0,
    ],
    3,
  )
}
