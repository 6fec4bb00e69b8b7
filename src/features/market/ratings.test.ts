import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { exchangeFacts, NOW, walletFacts } from "../../../test/guards/market-rows.ts"
import {
  exchangeRating,
  ratingOf,
  walletAnonymityRating,
  walletEaseOfUseRating,
  walletSecurityRating,
} from "./ratings.ts"
import type { SourceExchange, SourceWallet } from "./schema.ts"
import { NODE_TYPES, WALLET_FEATURES, WALLET_PLATFORMS, WALLET_TYPES } from "./words.ts"

test.each([
  ["starts at 1", [0, 0, 0], 3, 1],
  ["adds the points", [1, 1, 0], 3, 3],
  ["ends at 5", [2, 2, 2], 3, 5],
  ["never falls under 1", [-2, -1, 0], 3, 1],
  ["unknown facts give nothing", [1, null, 1, 1], 3, 4],
  ["is null with one known fact too few", [1, 1, null], 3, null],
  ["is null with nothing known", [], 1, null],
])("a rating %s", (_rule, facts, minKnown, expected) => {
  expect(
    ratingOf(
      facts.map((points) => ({ points })),
      minKnown,
    ),
  ).toBe(expected)
})

describe("wallets", () => {
  test.each<[string, Partial<SourceWallet>, number | null]>([
    ["nothing known", {}, null],
    ["two facts are too few", { type: "hardware", selfCustody: true }, null],
    [
      "software with the keys elsewhere and closed code",
      { type: "custodial", selfCustody: false, featuresAbsent: ["openSource"] },
      1,
    ],
    [
      "a device with all of it",
      { type: "hardware", selfCustody: true, features: ["openSource", "multiSignature", "biometricAuthentication"] },
      5,
    ],
    [
      "code that can only be looked at is known, not open",
      { type: "software", selfCustody: true, sourceCodeUrl: "https://example.org/code" },
      2,
    ],
    [
      "one of two second locks is enough",
      {
        type: "software",
        selfCustody: true,
        features: ["biometricAuthentication"],
        featuresAbsent: ["twoFactorAuthentication"],
      },
      3,
    ],
  ])("security: %s", (_rule, facts, expected) => {
    expect(walletSecurityRating(walletFacts(facts))).toBe(expected)
  })

  test.each<[string, Partial<SourceWallet>, number | null]>([
    ["nothing known", {}, null],
    [
      "nobody asks, own keys, open code, own node",
      { needsIdentity: false, selfCustody: true, features: ["openSource"], nodeType: "fullNode" },
      5,
    ],
    ["an identity costs two", { needsIdentity: true, selfCustody: true, features: ["openSource"], nodeType: "spv" }, 1],
    ["the maker's servers cost one", { needsIdentity: false, selfCustody: true, nodeType: "centralized" }, 2],
    ["two facts are too few", { needsIdentity: false, selfCustody: true }, null],
  ])("anonymity: %s", (_rule, facts, expected) => {
    expect(walletAnonymityRating(walletFacts(facts))).toBe(expected)
  })

  test.each<[string, Partial<SourceWallet>, number | null]>([
    ["unknown platforms", { additionalServices: [] }, null],
    ["unknown services", { platforms: ["iOS"] }, null],
    ["one phone system alone gives nothing", { platforms: ["iOS"], additionalServices: [] }, 1],
    ["both phone systems", { platforms: ["iOS", "android"], additionalServices: [] }, 2],
    ["everywhere, with swap and buy", { platforms: ["iOS", "android", "web"], additionalServices: ["swap", "buy"] }, 5],
    [
      "a device to carry costs one",
      { type: "hardware", platforms: ["iOS", "android", "web"], additionalServices: ["swap"] },
      3,
    ],
    [
      "an exchange inside counts as trading, a card as buying",
      { platforms: ["windowsPhone"], additionalServices: [], features: ["exchange", "attachedCard"] },
      3,
    ],
  ])("ease of use: %s", (_rule, facts, expected) => {
    expect(walletEaseOfUseRating(walletFacts(facts))).toBe(expected)
  })

  it("get a whole number from 1 to 5 or null, whatever is known", () => {
    const maybe = fc.option(fc.boolean())
    const wallet = fc.record({
      type: fc.option(fc.constantFrom(...WALLET_TYPES)),
      platforms: fc.subarray([...WALLET_PLATFORMS]),
      features: fc.subarray([...WALLET_FEATURES]),
      featuresAbsent: fc.subarray([...WALLET_FEATURES]),
      nodeType: fc.option(fc.constantFrom(...NODE_TYPES)),
      additionalServices: fc.option(fc.subarray(["swap", "buy", "nft"])),
      selfCustody: maybe,
      needsIdentity: maybe,
    })
    fc.assert(
      fc.property(wallet, (facts) => {
        for (const rule of [walletSecurityRating, walletAnonymityRating, walletEaseOfUseRating])
          expect([null, 1, 2, 3, 4, 5]).toContain(rule(walletFacts(facts)))
      }),
    )
  })
})

describe("exchanges", () => {
  const known: Partial<SourceExchange> = { yearEstablished: 2011, takerFeePercent: 0.25 }
  test.each<[string, Partial<SourceExchange>, number | null]>([
    ["nothing known", {}, null],
    ["one fact is too few", { yearEstablished: 2011 }, null],
    ["the countries are no rated fact", { yearEstablished: 2011, countries: ["US"] }, null],
    ["two facts are enough", { yearEstablished: 2011, proofOfReservesAsOf: "2026-11-01" }, 4],
    ["without proof of reserves 3 is the most", known, 3],
    ["a proof seen a year ago is fresh", { ...known, proofOfReservesAsOf: "2025-11-20" }, 5],
    ["a proof a day older is worth one", { ...known, proofOfReservesAsOf: "2025-11-19" }, 4],
    ["just over the fee bound", { ...known, takerFeePercent: 0.26 }, 2],
    ["eight years are long", { ...known, yearEstablished: 2018 }, 3],
    ["seven are not", { ...known, yearEstablished: 2019 }, 2],
    ["a decentralised one has no rating", { ...known, proofOfReservesAsOf: "2026-11-01", decentralized: true }, null],
  ])("%s", (_rule, facts, expected) => {
    expect(exchangeRating(exchangeFacts(facts), NOW)).toBe(expected)
  })
})
