// A small market whose every answer can be worked out by hand, for the tests of the public API.
import { addDays, dayOf } from "../src/core/clock.ts"
import { FIXTURE_NOW } from "../src/features/ingest/sources/fixture-http.server.ts"
import { createFactories } from "./factories.ts"
import { type TestApp, testApp } from "./test-app.ts"

export const TODAY = dayOf(FIXTURE_NOW)
/** What lists show when nothing is filtered. */
export const SHOWN = ["flexible", "lent", "pool", "staked", "tiered"]

export type Body = Record<string, unknown>
export type List = {
  data: (Body & { slug: string })[]
  page: { skip: number; take: number; total: number }
  version: string
}

/** The site with that market, the ids of what it consists of, and a way to ask its API. */
export async function apiMarket() {
  const site = await testApp()
  const make = createFactories(site.db, site.clock)
  const usdc = await make.currency({ slug: "usd-coin", name: "USD Coin", symbol: "USDC" })
  const ether = await make.currency({ slug: "ethereum", name: "Ether", symbol: "ETH" })
  const bybit = await make.exchange({ slug: "bybit", name: "Bybit" })
  const aave = await make.protocol({ slug: "aave", name: "Aave" })
  const wallet = await make.wallet({ slug: "some-wallet", name: "Some Wallet" })
  await make.card({ slug: "some-card", name: "Some Card" })
  const atOnce = { lockDays: 0, noticeDays: 0, unbondDays: 0, processingHours: 0 }
  await make.offer({
    slug: "flexible",
    currency: usdc,
    exchangeId: bybit.id,
    stablecoin: true,
    terms: [atOnce],
    rate: { apy: 5, apyBase: 4, apyReward: 1 },
    days: Array.from({ length: 40 }, (_, at) => ({
      day: addDays(TODAY, -at),
      apyPercent: 5,
      apyBasePercent: 4,
      apyRewardPercent: 1,
      tvlUsd: 1000 + at,
    })),
  })
  await make.offer({
    slug: "tiered",
    currency: usdc,
    exchangeId: bybit.id,
    stablecoin: true,
    terms: [
      {
        ...atOnce,
        lockDays: 30,
        minAmount: 10,
        payout: "daily",
        earlyExit: "none",
        promoEndsAt: "2027-01-01T00:00:00Z",
        tiers: [
          { from: 0, to: 1000, ratePercent: 10 },
          { from: 1000, to: null, ratePercent: 1 },
        ],
      },
    ],
    rate: { apy: 10 },
  })
  await make.offer({
    slug: "lent",
    category: "lending",
    currency: ether,
    protocolId: aave.id,
    blockchain: "Ethereum",
    rate: { apy: 3, tvlUsd: 5_000_000 },
  })
  await make.offer({
    slug: "pool",
    category: "defi",
    symbols: ["ETH", "USDC"],
    currencyIds: [ether.id, usdc.id],
    protocolId: aave.id,
    blockchain: "Arbitrum One",
    rate: { apy: 12, tvlUsd: 2_000_000 },
  })
  await make.offer({
    slug: "staked",
    category: "staking",
    currency: ether,
    walletId: wallet.id,
    terms: [{ ...atOnce, unbondDays: 3 }],
    rate: { apy: 2.5 },
  })
  await make.offer({ slug: "without-rate", currency: ether, exchangeId: bybit.id, rate: { apy: null, raw: "" } })
  await make.offer({ slug: "over", currency: usdc, exchangeId: bybit.id, status: "ended", rate: { apy: 9 } })
  await make.offer({ slug: "unpublished", currency: usdc, exchangeId: bybit.id, published: false })
  await make.publish()
  await site.catalogue.refresh()
  return { site, ids: { usdc: usdc.id, bybit: bybit.id, aave: aave.id, wallet: wallet.id } }
}

export async function askApi(site: TestApp, path: string) {
  const answer = await site.ask(`/api/v1${path}`)
  return { status: answer.statusCode, body: answer.json<Body & List>(), headers: answer.headers }
}
