// DefiLlama: yield pools, the protocols behind them and a pool's daily past. Credit and link: https://defillama.com.
// Shapes and units: https://api-docs.defillama.com (rates are percent, APY as the pool's adaptor published it).
import { dayOf } from "../../../core/clock.ts"
import { messageOf } from "../../../core/errors.ts"
import type { HistoryPoint, SourceOfferInput } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import { chainNameOf, offerCategoryOf, rateKindOf } from "./defillama-rules.ts"
import {
  asList,
  asRow,
  BatchBuilder,
  cut,
  dailyPoints,
  listOrThrow,
  Miss,
  rawOf,
  readAmount,
  readBoolean,
  readIsoMoment,
  readMoment,
  readNumber,
  readText,
  readUrl,
  type Row,
  rowOrThrow,
  slugOf,
} from "./rows.ts"

const YIELDS = "https://yields.llama.fi"
const API = "https://api.llama.fi"
const MAX_BYTES = 32 * 1024 * 1024
/** DefiLlama itself hides pools below this; what slips through has rates without meaning. */
const MIN_TVL_USD = 10_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

type Answers = { pools: unknown; protocols: unknown }
type ProtocolFacts = { name: string; category: string | null; excluded: string | null }

export const defillama: Source = {
  id: "defillama",
  homepage: "https://defillama.com/yields",
  intervalSeconds: 3600,

  async fetch(context: FetchContext): Promise<Answers> {
    const { http } = context
    context.progress("defillama: pools")
    const pools = await http.getJson(`${YIELDS}/pools`, { maxBytes: MAX_BYTES })
    context.progress("defillama: protocols")
    try {
      return { pools, protocols: await http.getJson(`${API}/protocols`, { maxBytes: MAX_BYTES }) }
    } catch (error) {
      // The pools stand without it: names come from the slug and the category from the pool itself.
      context.progress(`defillama: going on without protocols, ${messageOf(error)}`)
      return { pools, protocols: null }
    }
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const given = rowOrThrow(answers, "{pools, protocols}")
    const pools = listOrThrow(rowOrThrow(given.pools, "/pools as {status, data}").data, "/pools data as a list")
    const batch = new BatchBuilder()
    const facts = takeProtocols(batch, given.protocols, now)
    for (const [index, pool] of pools.entries()) {
      const row = asRow(pool)
      const id = readText(row?.pool) ?? `pools[${index}]`
      batch.takeOffer(id, () => (row === null ? new Miss("malformed", "not an object") : offerOf(row, facts)))
    }
    return batch.done()
  },

  async history(externalId: string, { http }: FetchContext): Promise<HistoryPoint[]> {
    if (!UUID.test(externalId)) return []
    return parseChart(await http.getJson(`${YIELDS}/chart/${externalId}`, { maxBytes: MAX_BYTES }))
  },
}

/** The answer of /chart/{pool} as one point a day, oldest first, in percent. Throws AppError "source_shape" for a wrong envelope. */
export function parseChart(answer: unknown): HistoryPoint[] {
  const rows = listOrThrow(rowOrThrow(answer, "/chart as {status, data}").data, "/chart data as a list")
  return dailyPoints(
    rows.flatMap((value) => {
      const row = asRow(value)
      const at = readIsoMoment(row?.timestamp)
      if (row === null || at === null) return []
      const point = {
        apyPercent: readNumber(row.apy),
        apyBasePercent: readNumber(row.apyBase),
        apyRewardPercent: readNumber(row.apyReward),
        tvlUsd: readAmount(row.tvlUsd),
      }
      return [{ at, point }]
    }),
  )
}

function takeProtocols(batch: BatchBuilder, answer: unknown, now: Date): Map<string, ProtocolFacts> {
  const facts = new Map<string, ProtocolFacts>()
  const rows = asList(answer)
  if (rows === null) {
    batch.drop("/protocols", "malformed", "missing or not a list: categories fall back to what the pools tell")
    return facts
  }
  for (const [index, value] of rows.entries()) {
    const row = asRow(value)
    const slug = readText(row?.slug)
    batch.takeEntity("protocols", slug ?? `protocols[${index}]`, () => {
      if (row === null || slug === null) return new Miss("malformed", "no slug")
      const name = cut(readText(row.name), 300) ?? slug
      const category = cut(readText(row.category), 300)
      const excluded = exclusionOf(row, category)
      facts.set(slug, { name, category, excluded })
      if (excluded !== null) return new Miss("excluded", excluded)
      return protocolOf(row, slug, name, category, now)
    })
  }
  return facts
}

function protocolOf(row: Row, slug: string, name: string, category: string | null, now: Date) {
  const auditUrls = (asList(row.audit_links) ?? []).map(readUrl).filter((url) => url !== null)
  const listedAt = readNumber(row.listedAt)
  const listed = listedAt === null ? null : readMoment(listedAt * 1000)
  return {
    // DefiLlama's slugs have dots ("ether.fi-stake"); its own form stays among the aliases.
    slug: slugOf(slug) ?? "",
    name,
    url: readUrl(row.url),
    category,
    chains: (asList(row.chains) ?? []).map(readText).flatMap((chain) => (chain === null ? [] : [chainNameOf(chain)])),
    defillamaId: readText(row.id),
    defillamaSlugs: [slug],
    auditUrls,
    // `audits` is a code, not a count: "0" none, "1" in part, "2" yes, "3" a fork of an audited protocol
    // (legend in https://github.com/DefiLlama/defillama-server, defi/src/protocols/data4.ts).
    auditCount: auditUrls.length > 0 ? auditUrls.length : readText(row.audits) === "0" ? 0 : null,
    tvlUsd: readAmount(row.tvl),
    listedOn: listed === null ? null : dayOf(listed),
    sourceUrl: `https://defillama.com/protocol/${encodeURIComponent(slug)}`,
    asOf: dayOf(now),
  }
}

/** Why a protocol and its pools are left out; null when they are not. */
function exclusionOf(row: Row, category: string | null): string | null {
  if (category === "CEX" || category === "Chain") return `category ${category}`
  const marks = (["deadUrl", "rugged", "deadFrom"] as const).filter((mark) => isSet(row[mark]))
  return marks.length === 0 ? null : marks.join(", ")
}

function isSet(mark: unknown): boolean {
  if (typeof mark === "string") return mark !== "" && mark !== "false" && mark !== "0"
  return mark === true || (typeof mark === "number" && mark > 0)
}

function offerOf(row: Row, facts: ReadonlyMap<string, ProtocolFacts>): SourceOfferInput | Miss {
  const id = readText(row.pool)
  const project = readText(row.project)
  if (id === null || !UUID.test(id)) return new Miss("malformed", "pool is no UUID")
  if (project === null) return new Miss("malformed", "no project")
  const protocol = facts.get(project)
  if (protocol?.excluded) return new Miss("excluded", `${project}: ${protocol.excluded}`)
  const tvl = readNumber(row.tvlUsd)
  if (tvl !== null && tvl < 0) return new Miss("malformed", `tvlUsd ${tvl}`)
  if (tvl !== null && tvl < MIN_TVL_USD) return new Miss("tooSmall", `${tvl} USD`)
  const symbol = readText(row.symbol)
  if (symbol === null) return new Miss("noCurrency", "no symbol")
  const exposure = exposureOf(row.exposure)
  const chain = readText(row.chain)
  const stablecoin = readBoolean(row.stablecoin)
  const pool = { project, symbol, exposure, stablecoin }
  return {
    externalId: id,
    category: offerCategoryOf(protocol?.category ?? null, pool),
    provider: { kind: "protocol", slug: project, name: protocol?.name ?? wordsOf(project) },
    symbols: symbolsOf(symbol, exposure),
    addresses: (asList(row.underlyingTokens) ?? []).map(readText).filter(isAddress),
    // rewardTokens are addresses, and a symbol must not be guessed from an address.
    rewardSymbols: [],
    blockchain: chain === null ? null : chainNameOf(chain),
    label: cut(readText(row.poolMeta), 200),
    sourceUrl: `https://defillama.com/yields/pool/${id}`,
    exposure,
    ilRisk: row.ilRisk === "yes" ? true : row.ilRisk === "no" ? false : null,
    stablecoin,
    rate: {
      percent: readNumber(row.apy),
      basePercent: readNumber(row.apyBase),
      rewardPercent: readNumber(row.apyReward),
      kind: rateKindOf(project),
      tvlUsd: tvl,
      raw: rawOf(row, ["apy", "apyBase", "apyReward"]),
    },
  }
}

function exposureOf(value: unknown): "single" | "multi" | null {
  return value === "single" || value === "multi" ? value : null
}

/** "USDC-WETH" of a pool with more than one token is two; a single token keeps its hyphen ("PT-SUSDE"). */
function symbolsOf(symbol: string, exposure: "single" | "multi" | null): string[] {
  const parts = exposure === "multi" ? symbol.split("-").map((part) => part.trim()) : [symbol]
  return parts.filter((part) => part !== "")
}

/** "rocket-pool" as "Rocket Pool", for the time when /protocols could not be had. */
function wordsOf(slug: string): string {
  return slug
    .slice(0, 120)
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ")
}

function isAddress(address: string | null): address is string {
  return address !== null && address.length <= 120
}
