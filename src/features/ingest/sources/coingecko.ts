// CoinGecko: the 1,000 largest coins and tokens. https://docs.coingecko.com
// Its terms ask for attribution: wherever these figures show, "Data by CoinGecko" links to the homepage below.
import { dayOf } from "../../../core/clock.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import {
  asRow,
  BatchBuilder,
  cut,
  listOrThrow,
  Miss,
  readAmount,
  readIsoMoment,
  readNumber,
  readText,
  type Row,
  rowOrThrow,
  slugOf,
} from "./rows.ts"

const HOST = "https://api.coingecko.com/api/v3"
const PER_PAGE = 250
const LAST_PAGE = 4
const MAX_BYTES = 32 * 1024 * 1024

export const coingecko: Source = {
  id: "coingecko",
  homepage: "https://www.coingecko.com",
  intervalSeconds: 1800,

  async fetch(context: FetchContext): Promise<{ pages: unknown[]; list: unknown }> {
    const { http, settings } = context
    const headers: Record<string, string> =
      settings.coingeckoKey === null ? {} : { "x-cg-demo-api-key": settings.coingeckoKey }
    const options = { maxBytes: MAX_BYTES, headers }
    const pages: unknown[] = []
    for (let page = 1; page <= LAST_PAGE; page++) {
      context.progress(`coingecko: markets ${page} of ${LAST_PAGE}`)
      const url = `${HOST}/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=${PER_PAGE}&page=${page}`
      const answer = await http.getJson(url, options)
      if (Array.isArray(answer) && answer.length === 0) break
      pages.push(answer)
    }
    context.progress("coingecko: platforms")
    // Only this list tells a token (it lives on platforms) from a coin (it has none).
    return { pages, list: await http.getJson(`${HOST}/coins/list?include_platform=true`, options) }
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const given = rowOrThrow(answers, "{pages, list}")
    const pages = listOrThrow(given.pages, "pages as a list")
    const platforms = platformsOf(listOrThrow(given.list, "/coins/list as a list"))
    const batch = new BatchBuilder()
    const rows = pages.flatMap((page) => listOrThrow(page, "/coins/markets as a list"))
    for (const [index, value] of rows.entries()) {
      const row = asRow(value)
      const key = readText(row?.id) ?? `markets[${index}]`
      batch.takeEntity("currencies", key, () =>
        row === null ? new Miss("malformed", "not an object") : currencyOf(row, platforms, now),
      )
    }
    return batch.done()
  },
}

type Address = { chain: string; address: string }

/** Contract addresses by coin id, on the platforms whose chain we can name. Platform ids are CoinGecko's own. */
const CHAIN_SLUGS = new Map([
  ["ethereum", "ethereum"],
  ["binance-smart-chain", "bsc"],
  ["polygon-pos", "polygon"],
  ["arbitrum-one", "arbitrum"],
  ["optimistic-ethereum", "op-mainnet"],
  ["base", "base"],
  ["avalanche", "avalanche"],
  ["solana", "solana"],
  ["xdai", "gnosis"],
])
const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

function platformsOf(list: unknown[]): Map<string, { isToken: boolean; addresses: Address[] }> {
  const byId = new Map<string, { isToken: boolean; addresses: Address[] }>()
  for (const value of list) {
    const row = asRow(value)
    const id = readText(row?.id)
    const platforms = asRow(row?.platforms)
    if (id === null || platforms === null) continue
    const entries = Object.entries(platforms).filter(([platform]) => platform !== "" && platform !== id)
    const addresses = entries.flatMap(([platform, given]) => {
      const chain = CHAIN_SLUGS.get(platform)
      const address = readText(given)
      if (chain === undefined || address === null || address.length > 120) return []
      return [{ chain, address: EVM_ADDRESS.test(address) ? address.toLowerCase() : address }]
    })
    byId.set(id, { isToken: entries.length > 0, addresses })
  }
  return byId
}

function currencyOf(row: Row, platforms: ReturnType<typeof platformsOf>, now: Date) {
  const id = readText(row.id)
  const symbol = readText(row.symbol)
  if (id === null || symbol === null) return new Miss("malformed", "no id or symbol")
  const known = platforms.get(id)
  if (known === undefined) return new Miss("malformed", "/coins/list does not tell coin or token")
  const rank = readNumber(row.market_cap_rank)
  return {
    slug: slugOf(id) ?? "",
    name: cut(readText(row.name), 300) ?? id,
    symbol: symbol.toUpperCase(),
    kind: known.isToken ? ("token" as const) : ("coin" as const),
    marketCapRank: rank !== null && Number.isInteger(rank) && rank > 0 ? rank : null,
    priceUsd: readAmount(row.current_price),
    // A cap of 0 means that CoinGecko does not know the supply.
    marketCapUsd: readAmount(row.market_cap) || null,
    coingeckoId: id,
    addresses: known.addresses,
    sourceUrl: `https://www.coingecko.com/en/coins/${encodeURIComponent(id)}`,
    asOf: dayOf(readIsoMoment(row.last_updated) ?? now),
  }
}
