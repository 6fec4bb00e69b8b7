import { expect, it, test } from "vitest"
import { offer, type RowWishes } from "../../../test/guards/market-rows.ts"
import { RISKS, risksOf } from "./risks.ts"

const day = { lockDays: 1, noticeDays: 0, unbondDays: 0, processingHours: 0 }

test.each<[string, RowWishes, string[]]>([
  ["an exchange holds the coins", { exchangeId: 1 }, ["custody"]],
  ["a protocol has contracts", { protocolId: 1 }, ["contract"]],
  ["a wallet is neither", { walletId: 1 }, []],
  ["staking can be slashed", { walletId: 1, category: "staking" }, ["slashing"]],
  ["lending can run dry", { walletId: 1, category: "lending" }, ["liquidity"]],
  ["a stablecoin can lose its peg", { walletId: 1, stablecoin: true }, ["stablecoin"]],
  ["what is not known to be one is not called one", { walletId: 1, stablecoin: null, ilRisk: null }, []],
  ["impermanent loss", { walletId: 1, ilRisk: true }, ["impermanentLoss"]],
  ["rewards", { walletId: 1, rate: { apyReward: 0.01 } }, ["reward"]],
  ["no rewards", { walletId: 1, rate: { apyReward: 0 } }, []],
  ["a day is no lock", { walletId: 1, terms: [day] }, []],
  ["an hour more is one", { walletId: 1, terms: [{ ...day, processingHours: 1 }] }, ["lock"]],
  ["a promotion that ends", { walletId: 1, terms: [{ promoEndsAt: "2026-12-01T00:00:00Z" }] }, ["promo"]],
  ["a best rate over the headline", { walletId: 1, rate: { apy: 5 }, terms: [{ maxRatePercent: 5.1 }] }, ["promo"]],
  ["a best rate that is the headline", { walletId: 1, rate: { apy: 5 }, terms: [{ maxRatePercent: 5 }] }, []],
  ["little money in it", { walletId: 1, rate: { tvlUsd: 999_999 } }, ["thin"]],
  ["enough money in it", { walletId: 1, rate: { tvlUsd: 1_000_000 } }, []],
  ["a high rate", { walletId: 1, rate: { apy: 20.1 } }, ["high"]],
  ["just not a high rate", { walletId: 1, rate: { apy: 20 } }, []],
  ["an unknown rate is not called high", { walletId: 1, rate: { apy: null } }, []],
])("%s", (_rule, wishes, risks) => {
  expect(risksOf(offer(1, wishes))).toEqual(risks)
})

it("names all that apply, the most general first", () => {
  const all = offer(1, {
    protocolId: 1,
    category: "staking",
    stablecoin: true,
    ilRisk: true,
    rate: { apy: 50, apyReward: 40, tvlUsd: 10 },
    terms: [{ ...day, lockDays: 90, promoEndsAt: "2026-12-01T00:00:00Z" }],
  })
  expect(risksOf(all)).toEqual(RISKS.filter((risk) => risk !== "custody" && risk !== "liquidity"))
})
