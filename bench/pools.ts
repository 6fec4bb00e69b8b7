// A stand-in for DefiLlama on loopback: 17,000 pools in the shape of its feed. Each `version` has other rates for every pool.
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { seededRandom } from "./bench.ts"

export const POOLS = 17_000

export type PoolServer = { url: string; setVersion(version: number): void; close(): void }

export async function servePools(): Promise<PoolServer> {
  const projects = readProjects()
  const protocols = JSON.stringify(projects.map(protocolOf))
  let pools = poolsOf(0, projects)
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0]
    const body = path === "/pools" ? pools : path === "/protocols" ? protocols : null
    response.writeHead(body === null ? 404 : 200, { "content-type": "application/json" }).end(body ?? "{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setVersion(version) {
      pools = poolsOf(version, projects)
    },
    close: () => server.close(),
  }
}

type Project = { slug: string; name: string; category: string | null }

function readProjects(): Project[] {
  const file = resolve(import.meta.dirname, "../db/seed/protocols.json")
  return (JSON.parse(readFileSync(file, "utf8")) as { rows: Project[] }).rows
}

function protocolOf(project: Project, at: number) {
  return {
    id: `${100_000 + at}`,
    name: project.name,
    slug: project.slug,
    url: `https://${project.slug}.example`,
    category: project.category ?? "Yield",
    chains: ["Ethereum", "Base"],
    audits: "2",
    audit_links: [],
    tvl: 1e8,
    listedAt: 1_600_000_000,
  }
}

const CHAINS = ["Ethereum", "Base", "Arbitrum", "Solana", "BSC", "Polygon", "OP Mainnet", "Avalanche"]
const TOKENS = ["USDC", "USDT", "WETH", "WBTC", "DAI", "STETH", "SOL", "USDE", "CBBTC", "AAVE", "LINK", "ARB"]

function poolsOf(version: number, projects: readonly Project[]): string {
  const random = seededRandom(11)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const data = Array.from({ length: POOLS }, (_, at) => {
    const multi = random() < 0.5
    // 1 to 10 %, so that no guard holds a rate back, and another one each time.
    const base = 2 + random() * 6 + version * 0.01
    const reward = random() < 0.4 ? 0.5 : null
    return {
      chain: pick(CHAINS),
      project: pick(projects).slug,
      symbol: multi ? `${pick(TOKENS)}-${pick(TOKENS)}` : pick(TOKENS),
      tvlUsd: Math.round(20_000 + random() * 1e8 + version * 1000),
      apyBase: base,
      apyReward: reward,
      apy: base + (reward ?? 0),
      rewardTokens: reward === null ? null : ["0xc00e94cb662c3520282e6f5717214004a7f26888"],
      pool: uuidOf(at),
      apyPct1D: 0.01,
      apyPct7D: -0.2,
      apyPct30D: 0.4,
      stablecoin: !multi && random() < 0.4,
      ilRisk: multi ? "yes" : "no",
      exposure: multi ? "multi" : "single",
      predictions: { predictedClass: "Stable/Up", predictedProbability: 72, binnedConfidence: 2 },
      poolMeta: `Market ${at}`,
      mu: 3.4,
      sigma: 0.05,
      count: 800,
      outlier: false,
      underlyingTokens: ["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
      il7d: null,
      apyBase7d: null,
      apyMean30d: base,
      volumeUsd1d: null,
      volumeUsd7d: null,
      apyBaseInception: null,
    }
  })
  return JSON.stringify({ status: "success", data })
}

function uuidOf(at: number): string {
  const hex = createHash("sha1").update(`pool ${at}`).digest("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-")
}

/** Settings that point every source at the stand-in, so that no schedule asks the internet. */
export function onlyLoopback(url: string): Record<string, string> {
  const ids = "DEFILLAMA COINPAPRIKA COINGECKO BYBIT OKX GATE BITFINEX GEMINI LIDO PENDLE".split(" ")
  return Object.fromEntries(ids.map((id) => [`SOURCE_${id}_URL`, url]))
}
