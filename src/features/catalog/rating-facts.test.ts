import { describe, expect, it } from "vitest"
import {
  exchangeRating,
  ratingOf,
  walletAnonymityRating,
  walletEaseOfUseRating,
  walletSecurityRating,
} from "../market/ratings.ts"
import { WALLET_TYPES } from "../market/words.ts"
import { anonymityFacts, easeOfUseFacts, exchangeFacts, type FactBehind, securityFacts } from "./rating-facts.ts"
import { makeExchange, makeWallet } from "./test-entities.ts"

const NOW = new Date("2026-11-20T00:00:00Z")
const points = (facts: FactBehind[]) => facts.map((fact) => fact.points)

/** Wallets with all kinds of known and unknown facts. */
const WALLETS = [null, ...WALLET_TYPES].flatMap((type) =>
  [null, true, false].flatMap((known) =>
    [null, "fullNode" as const, "centralized" as const].map((nodeType, at) =>
      makeWallet({
        type,
        nodeType,
        selfCustody: known,
        needsIdentity: at === 0 ? null : known,
        sourceCodeUrl: at === 1 ? "https://github.com/a/b" : null,
        features: known ? ["openSource", "multiSignature", "attachedCard"] : known === false ? ["exchange"] : [],
        featuresAbsent: known === false ? ["twoFactorAuthentication", "multiSignature"] : [],
        platforms: at === 0 ? [] : ["android", "iOS", "web"],
        additionalServices: at === 2 ? null : ["swap", "buy"],
      }),
    ),
  ),
)

describe("the facts behind a rating give the rating", () => {
  it("of wallets", () => {
    for (const wallet of WALLETS) {
      expect(ratingOf(points(securityFacts(wallet)), 3)).toBe(walletSecurityRating(wallet))
      expect(ratingOf(points(anonymityFacts(wallet)), 3)).toBe(walletAnonymityRating(wallet))
      expect(ratingOf(points(easeOfUseFacts(wallet)), 1)).toBe(walletEaseOfUseRating(wallet))
    }
  })

  it.each([
    makeExchange(),
    makeExchange({ proofOfReservesAsOf: "2026-08-20", yearEstablished: 2011, takerFeePercent: 0.8, countries: ["US"] }),
    makeExchange({ proofOfReservesAsOf: "2024-03-11", yearEstablished: 2022, takerFeePercent: 0.1 }),
    makeExchange({ yearEstablished: 2013, takerFeePercent: 0.25, countries: ["JP"] }),
  ])("of exchanges", (exchange) => {
    expect(ratingOf(points(exchangeFacts(exchange, NOW)), 3)).toBe(exchangeRating(exchange, NOW))
  })
})
