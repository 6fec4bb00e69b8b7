import { describe, expect, it } from "vitest"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { aboutCurrency, aboutExchange, aboutProtocol, aboutWallet } from "./about.ts"
import { makeCurrency, makeExchange, makeProtocol, makeWallet } from "./test-entities.ts"

const catalogs = loadCatalogs()
const t = catalogs.translate("en")
const formats = formatsOf("en")
const rate = (apy: number) => ({ apy, offerSlug: "offer" })

describe("about texts", () => {
  it.each([
    [
      "a coin without offers",
      makeCurrency(),
      "Ether (ETH) is a coin with a blockchain of its own. Apyary lists no offer for it at present.",
    ],
    [
      "a stablecoin with offers",
      makeCurrency({
        name: "USD Coin",
        symbol: "USDC",
        kind: "token",
        category: "stablecoin",
        pegCurrency: "USD",
        marketCapRank: 6,
        offerCount: 1234,
        best: { defi: rate(11.48), saving: rate(4.5), lending: rate(7.9) },
      }),
      "USD Coin (USDC) is a stablecoin. Its value is meant to follow USD. It ranks number 6 by market capitalisation. " +
        "Apyary lists 1,234 offers for it. The highest listed rates are 4.50% in savings, 7.90% in lending and 11.48% in DeFi.",
    ],
    [
      "a category that nobody knows falls back to the kind",
      makeCurrency({ category: "beekeeping", kind: "fiat", offerCount: 1, best: { saving: rate(2) } }),
      "Ether (ETH) is a currency issued by a state. Apyary lists one offer for it. The highest listed rate is 2.00% in savings.",
    ],
    [
      "demo data says nothing about the rank",
      makeCurrency({ marketCapRank: 2, origin: "seed" }),
      "Ether (ETH) is a coin with a blockchain of its own. Apyary lists no offer for it at present.",
    ],
  ])("currency: %s", (_name, currency, text) => expect(aboutCurrency(currency, t, formats)).toBe(text))

  it.each([
    [
      "nothing known",
      makeExchange(),
      "Hive is a centralised platform: it holds the coins that its customers deposit. Apyary lists none of its offers at present.",
    ],
    [
      "all known",
      makeExchange({
        yearEstablished: 2011,
        makerFeePercent: 0.035,
        takerFeePercent: 0.4,
        proofOfReservesUrl: "https://hive.example.com/por",
        proofOfReservesAsOf: "2026-08-20",
        offerCount: 1,
      }),
      "Hive is a centralised platform: it holds the coins that its customers deposit. It has been in business since 2011. " +
        "Its base trading fees are 0.035% for makers and 0.40% for takers. It publishes proof of reserves, last seen on Aug 20, 2026. " +
        "Apyary lists one of its offers.",
    ],
    [
      "decentralised",
      makeExchange({ decentralized: true }),
      "Hive is a decentralised exchange: people trade from their own wallets. Apyary lists none of its offers at present.",
    ],
  ])("exchange: %s", (_name, exchange, text) => expect(aboutExchange(exchange, t, formats)).toBe(text))

  it.each([
    ["nothing known", makeProtocol(), "Comb is a DeFi protocol. Apyary lists none of its offers at present."],
    [
      "many chains",
      makeProtocol({
        category: "Lending",
        chains: ["Ethereum", "Base", "Arbitrum", "Solana"],
        auditCount: 2,
        offerCount: 3,
        offersTvlUsd: 14_500_000_000,
      }),
      "Comb is a lending protocol: depositors earn what borrowers pay. It runs on Ethereum, Base, Arbitrum and one more chain. " +
        "2 audits of it are on record. Apyary lists 3 of its offers. Together they hold $14.5B.",
    ],
    [
      "few chains and a category without a sentence of its own",
      makeProtocol({ category: "Insurance", chains: ["Ethereum", "Base"] }),
      "Comb is a DeFi protocol (category: Insurance). It runs on Ethereum and Base. Apyary lists none of its offers at present.",
    ],
  ])("protocol: %s", (_name, protocol, text) => expect(aboutProtocol(protocol, t, formats)).toBe(text))

  it.each([
    ["nothing known", makeWallet(), "Pocket is a wallet for crypto."],
    [
      "hardware",
      makeWallet({
        type: "hardware",
        platforms: ["web", "android", "hardware", "iOS"],
        selfCustody: true,
        features: ["openSource", "multiSignature"],
        needsIdentity: false,
        numCoins: 1,
      }),
      "Pocket is a hardware wallet: keys are kept and used on a separate device. Its companion app is available for Android, iOS and the web. " +
        "Only the user holds the keys. It is open source. It can require several signatures for a payment. " +
        "Opening it takes no e-mail address, phone number or identity check. It supports one coin.",
    ],
    [
      "custodial, said once",
      makeWallet({ type: "custodial", selfCustody: false, needsIdentity: true, numCoins: 14, numCoinsHasMore: true }),
      "Pocket is a custodial wallet: the provider holds the coins. Opening it takes an e-mail address, a phone number or an identity check. " +
        "It supports more than 14 coins.",
    ],
  ])("wallet: %s", (_name, wallet, text) => expect(aboutWallet(wallet, t, formats)).toBe(text))

  it("has words in every language", () => {
    const rich = makeWallet({
      type: "software",
      platforms: ["android", "iOS"],
      selfCustody: false,
      offerCount: 2,
      best: { staking: rate(3) },
    })
    for (const locale of LOCALE_CODES) {
      const text = aboutWallet(rich, catalogs.translate(locale), formatsOf(locale))
      expect(text, locale).not.toMatch(/catalog:|[{}]/)
    }
  })
})
