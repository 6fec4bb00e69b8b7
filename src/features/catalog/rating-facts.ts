// The facts behind a rating, one by one, so that everybody can check it. The points are those of market/ratings.ts; a test holds the two together.
import { daysBetween, dayOf } from "../../core/clock.ts"
import type { MessageId } from "../../i18n/messages.ts"
import type { RatedFact } from "../market/ratings.ts"
import type { SourceExchange, SourceWallet } from "../market/schema.ts"
import { sourceOpenness } from "./labels.ts"

/** `points`: null = not known. */
export type FactBehind = { label: MessageId; holds: boolean | null; points: RatedFact }

function behind(label: MessageId, holds: boolean | null, points: number, otherwise = 0): FactBehind {
  return { label, holds, points: holds === null ? null : holds ? points : otherwise }
}

function feature(wallet: SourceWallet, name: SourceWallet["features"][number]): boolean | null {
  if (wallet.features.includes(name)) return true
  return wallet.featuresAbsent.includes(name) ? false : null
}

function openSource(wallet: SourceWallet): FactBehind {
  const openness = sourceOpenness(wallet)
  return behind("catalog:rated.openSource", openness === null ? null : openness === "yes", 1)
}

export function securityFacts(wallet: SourceWallet): FactBehind[] {
  const locks = [feature(wallet, "twoFactorAuthentication"), feature(wallet, "biometricAuthentication")]
  const secondLock = locks.includes(true) ? true : locks.includes(false) ? false : null
  return [
    behind("catalog:rated.hardware", wallet.type === null ? null : wallet.type === "hardware", 1),
    behind("catalog:rated.selfCustody", wallet.selfCustody, 1),
    openSource(wallet),
    behind("catalog:rated.multiSignature", feature(wallet, "multiSignature"), 1),
    behind("catalog:rated.secondLock", secondLock, 1),
  ]
}

const NODE_POINTS = { fullNode: 1, spv: 0, centralized: -1 } as const

export function anonymityFacts(wallet: SourceWallet): FactBehind[] {
  const { nodeType } = wallet
  return [
    behind("catalog:rated.noIdentity", wallet.needsIdentity === null ? null : !wallet.needsIdentity, 1, -2),
    behind("catalog:rated.selfCustody", wallet.selfCustody, 1),
    openSource(wallet),
    {
      label: "catalog:rated.ownNode",
      holds: nodeType === null ? null : nodeType === "fullNode",
      points: nodeType === null ? null : NODE_POINTS[nodeType],
    },
  ]
}

export function easeOfUseFacts(wallet: SourceWallet): FactBehind[] {
  const { platforms, additionalServices: services } = wallet
  const isKnown = platforms.length > 0 && services !== null
  const has = (...names: (typeof platforms)[number][]) => names.some((name) => platforms.includes(name))
  const known = (holds: boolean) => (isKnown ? holds : null)
  return [
    behind("catalog:rated.bothPhones", known(has("android") && has("iOS")), 1),
    behind("catalog:rated.computer", known(has("web", "windows", "macOS", "linux")), 1),
    behind(
      "catalog:rated.trade",
      known(wallet.features.includes("exchange") || services?.includes("swap") === true),
      1,
    ),
    behind(
      "catalog:rated.buy",
      known(services?.includes("buy") === true || wallet.features.includes("attachedCard")),
      1,
    ),
    behind("catalog:rated.noDevice", known(wallet.type === "hardware"), -1),
  ]
}

export function exchangeFacts(exchange: SourceExchange, now: Date): FactBehind[] {
  const { proofOfReservesAsOf: proof, yearEstablished: year, takerFeePercent: fee } = exchange
  const fresh = proof !== null && daysBetween(proof, dayOf(now)) <= 365
  return [
    {
      label: "catalog:rated.proof",
      holds: proof === null ? null : true,
      points: proof === null ? null : fresh ? 2 : 1,
    },
    behind("catalog:rated.established", year === null ? null : now.getUTCFullYear() - year >= 8, 1),
    behind("catalog:rated.lowFee", fee === null ? null : fee <= 0.25, 1),
    behind("catalog:rated.countries", exchange.countries.length === 0 ? null : true, 0),
  ]
}
