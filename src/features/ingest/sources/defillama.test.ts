import { describe, expect, it } from "vitest"
import { AppError } from "../../../core/errors.ts"
import { chainNameOf, offerCategoryOf, rateKindOf } from "./defillama-rules.ts"
import { defillama, parseChart } from "./defillama.ts"
import { FIXTURE_NOW, fixtureContext, fixtureHttp } from "./fixture-http.server.ts"

const LIDO_POOL = "747c1d2a-c668-4682-b9f9-296708a3dd90"
const batchOf = async () => defillama.parse(await defillama.fetch(fixtureContext("defillama")), FIXTURE_NOW)
const offersBy = async (project: string) => (await batchOf()).offers.filter((offer) => offer.provider.slug === project)

describe("rules", () => {
  const single = { project: "x", symbol: "USDC", exposure: "single", stablecoin: true } as const
  const multi = { ...single, symbol: "USDC-WETH", exposure: "multi" } as const

  it.each([
    ["Liquid Staking", single, "staking"],
    ["Restaking", single, "staking"],
    ["Liquid Restaking", single, "staking"],
    ["Staking Pool", single, "staking"],
    ["Lending", single, "lending"],
    ["Uncollateralized Lending", single, "lending"],
    ["RWA Lending", single, "lending"],
    ["CDP", single, "lending"],
    ["Lending", multi, "defi"],
    ["Lending", { ...single, exposure: null }, "defi"],
    ["RWA", single, "saving"],
    ["Basis Trading", single, "saving"],
    ["RWA", { ...single, stablecoin: false }, "defi"],
    ["RWA", { ...single, stablecoin: null }, "defi"],
    ["Yield", single, "defi"],
    ["Dexes", multi, "defi"],
    ["", single, "defi"],
  ] as const)("%s: %j is %s", (category, pool, expected) => expect(offerCategoryOf(category, pool)).toBe(expected))

  it.each([
    ["lido", "staking"],
    ["binance-staked-eth", "staking"],
    ["coinbase-wrapped-staked-eth", "staking"],
    ["jito-liquid-staking", "staking"],
    ["aave-v3", "lending"],
    ["kamino-lend", "lending"],
    ["jupiter-lend", "lending"],
    ["beefy", "defi"],
    ["lendary", "defi"],
  ])("without /protocols %s is %s", (project, expected) => {
    expect(offerCategoryOf(null, { ...single, project })).toBe(expected)
    expect(offerCategoryOf(null, { ...multi, project })).toBe("defi")
  })

  it.each([
    ["lido", "apr"],
    ["binance-staked-eth", "apr"],
    ["coinbase-wrapped-staked-eth", "apr"],
    ["rocket-pool", "apr"],
    ["yearn-finance", "apr"],
    ["morpho-blue", "apy"],
    ["pendle", "apy"],
    ["pendle-v2", "apy"],
    ["beefy", "apy"],
    ["aave-v3", "apy"],
    ["aavegotchi", "unknown"],
    ["curve-dex", "unknown"],
  ])("the rate of %s is %s", (project, kind) => expect(rateKindOf(project)).toBe(kind))

  it.each([
    ["Optimism", "OP Mainnet"],
    ["OP Mainnet", "OP Mainnet"],
    ["Binance", "BSC"],
    ["Ethereum", "Ethereum"],
    ["__proto__", "__proto__"],
  ])("chain %s is %s", (given, name) => expect(chainNameOf(given)).toBe(name))
})

describe("pools", () => {
  it("reads the recorded pool", async () => {
    const [offer] = await offersBy("lido")
    expect(offer).toMatchObject({
      externalId: LIDO_POOL,
      category: "staking",
      provider: { kind: "protocol", slug: "lido", name: "Lido" },
      symbols: ["STETH"],
      addresses: ["0x0000000000000000000000000000000000000000"],
      blockchain: "Ethereum",
      sourceUrl: `https://defillama.com/yields/pool/${LIDO_POOL}`,
      exposure: "single",
      ilRisk: false,
      stablecoin: false,
      rate: {
        percent: 2.235,
        basePercent: 2.235,
        rewardPercent: null,
        kind: "apr",
        tvlUsd: 23908962564,
        observedAt: null,
      },
    })
    expect(offer?.rate.raw).toBe('{"apy":2.235,"apyBase":2.235,"apyReward":null}')
  })

  it("splits the symbol of a pair, keeps that of a single token, and names the chain anew", async () => {
    const [pair] = await offersBy("uniswap-v3")
    expect(pair).toMatchObject({ symbols: ["USDC", "WETH"], blockchain: "OP Mainnet", label: "0.05%", ilRisk: true })
    expect(pair?.rate).toMatchObject({ percent: 13, basePercent: 12.5, rewardPercent: 0.5 })
    expect((await offersBy("pendle"))[0]?.symbols).toEqual(["PT-SUSDE"])
  })

  it("drops with a reason", async () => {
    const { dropped } = await batchOf()
    expect(dropped.map(({ key, reason }) => `${reason} ${key}`).toSorted()).toEqual([
      "excluded 33333333-2222-4333-8444-555555555555",
      "excluded binance-cex",
      "excluded dead-farm",
      "noRate 44444444-2222-4333-8444-555555555555",
      "tooSmall 22222222-2222-4333-8444-555555555555",
    ])
  })

  it("drops from 10,000 USD down, but not a pool whose TVL is unknown", async () => {
    const answers = (await defillama.fetch(fixtureContext("defillama"))) as { pools: { data: object[] } }
    const reasonAt = (tvlUsd: unknown) => {
      const data = [{ ...answers.pools.data[0], tvlUsd }]
      return defillama.parse({ pools: { data }, protocols: [] }, FIXTURE_NOW).dropped[0]?.reason ?? "kept"
    }
    expect([10_000, 9_999.99, null, -5].map(reasonAt)).toEqual(["kept", "tooSmall", "kept", "malformed"])
  })

  it.each([
    ["a pool id that is no UUID", { pool: "../../x" }, "malformed"],
    ["no project", { project: "" }, "malformed"],
    ["no symbol", { symbol: "" }, "noCurrency"],
    ["a very long name of the pool, which is cut", { poolMeta: "x".repeat(500) }, "kept"],
  ])("%s: %j is %s", async (_, changes, expected) => {
    const answers = (await defillama.fetch(fixtureContext("defillama"))) as { pools: { data: object[] } }
    const data = [{ ...answers.pools.data[0], ...changes }]
    const batch = defillama.parse({ pools: { data }, protocols: [] }, FIXTURE_NOW)
    expect(batch.dropped[0]?.reason ?? "kept").toBe(expected)
  })

  it("keeps the pools without /protocols, with categories from the pools", async () => {
    const http = fixtureHttp("defillama")
    const failing = {
      getJson: (url: string) =>
        url.endsWith("/protocols") ? Promise.reject(new AppError("source_status")) : http.getJson(url),
    }
    const batch = defillama.parse(await defillama.fetch(fixtureContext("defillama", { http: failing })), FIXTURE_NOW)
    expect(batch.protocols).toEqual([])
    expect(batch.dropped[0]).toMatchObject({ reason: "malformed", key: "/protocols" })
    const categories = Object.fromEntries(batch.offers.map((offer) => [offer.provider.slug, offer.category]))
    expect(categories).toMatchObject({ lido: "staking", "aave-v3": "lending", "not-listed-lending": "lending" })
    expect(batch.offers.find((offer) => offer.provider.slug === "aave-v3")?.provider.name).toBe("Aave V3")
  })

  it("fails when the pools cannot be had", async () => {
    const http = { getJson: () => Promise.reject(new AppError("source_status")) }
    await expect(defillama.fetch(fixtureContext("defillama", { http }))).rejects.toMatchObject({
      code: "source_status",
    })
  })

  it("allows the large bodies", async () => {
    const http = fixtureHttp("defillama")
    await defillama.fetch(fixtureContext("defillama", { http }))
    expect(http.asked.map(({ maxBytes }) => maxBytes)).toEqual([32 * 2 ** 20, 32 * 2 ** 20])
  })
})

describe("protocols", () => {
  it("reads them with id, aliases and audits", async () => {
    const { protocols } = await batchOf()
    const bySlug = new Map(protocols.map((protocol) => [protocol.slug, protocol]))
    expect(bySlug.get("aave-v3")).toEqual({
      slug: "aave-v3",
      name: "AAVE V3",
      url: "https://aave.com",
      category: "Lending",
      chains: ["Ethereum", "OP Mainnet", "BSC"],
      defillamaId: "1599",
      defillamaSlugs: ["aave-v3"],
      auditUrls: ["https://aave.com/security"],
      auditCount: 1,
      tvlUsd: 8984335693.040369,
      listedOn: "2022-04-01",
      sourceUrl: "https://defillama.com/protocol/aave-v3",
      asOf: "2026-11-20",
    })
    // A dot in DefiLlama's slug; ours has none, the pool's provider keeps theirs for the pipeline to resolve.
    expect(bySlug.get("ether-fi-stake")?.defillamaSlugs).toEqual(["ether.fi-stake"])
    expect((await offersBy("ether.fi-stake"))[0]?.provider.name).toBe("ether.fi Stake")
    expect(bySlug.get("tiny-farm")).toMatchObject({ url: null, tvlUsd: null, chains: [] })
  })

  it("reads `audits` as the code it is, not as a count", async () => {
    const { protocols } = await batchOf()
    const counts = Object.fromEntries(protocols.map(({ slug, auditCount }) => [slug, auditCount]))
    expect(counts).toMatchObject({ lido: 1, "uniswap-v3": null, "ondo-yield-assets": 0 })
  })

  it.each([
    [{ deadUrl: true }, true],
    [{ rugged: true }, true],
    [{ deadFrom: "2024-01-01" }, true],
    [{ deadFrom: 1_700_000_000 }, true],
    [{ category: "Chain" }, true],
    [{ deadUrl: false, rugged: false, deadFrom: null }, false],
    [{ deadFrom: "" }, false],
  ])("%j excluded: %j", (marks, excluded) => {
    const protocols = [{ id: "1", slug: "x", name: "X", category: "Lending", ...marks }]
    const pool = { pool: LIDO_POOL, project: "x", symbol: "USDC", tvlUsd: 1e6, apy: 5, exposure: "single" }
    const batch = defillama.parse({ pools: { data: [pool] }, protocols }, FIXTURE_NOW)
    expect([batch.protocols.length, batch.offers.length]).toEqual(excluded ? [0, 0] : [1, 1])
    expect(batch.dropped.map((row) => row.reason)).toEqual(excluded ? ["excluded", "excluded"] : [])
  })
})

describe("history", () => {
  it("gives one point a day, the day's last, oldest first", async () => {
    expect(await defillama.history?.(LIDO_POOL, fixtureContext("defillama"))).toEqual([
      { day: "2024-01-01", apyPercent: 5.2, apyBasePercent: 3.1, apyRewardPercent: 2.1, tvlUsd: 1_500_000_000 },
      { day: "2024-01-02", apyPercent: 5.1, apyBasePercent: 3.1, apyRewardPercent: 2, tvlUsd: 1_510_000_000 },
    ])
  })

  it("asks nothing for what is no pool id", async () => {
    const http = fixtureHttp("defillama")
    expect(await defillama.history?.("../protocols", fixtureContext("defillama", { http }))).toEqual([])
    expect(http.asked).toEqual([])
  })

  it("throws for a wrong envelope", () => {
    expect(() => parseChart({ data: "x" })).toThrow(expect.objectContaining({ code: "source_shape" }))
  })
})
