// Pendle: principal tokens (PT), which pay a fixed rate to whoever holds them until the market's expiry.
// https://docs.pendle.finance/pendle-v2-dev/Backend/ApiOverview: impliedApy is a yearly FRACTION; a key is optional and goes
// into "Authorization: Bearer".
import { DAY_MS, dayOf } from "../../../core/clock.ts"
import type { SourceOfferInput } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import {
  asList,
  asRow,
  BatchBuilder,
  cut,
  listOrThrow,
  Miss,
  rawOf,
  readAmount,
  readFraction,
  readIsoMoment,
  readText,
  type Row,
  rowOrThrow,
} from "./rows.ts"

const HOST = "https://api-v2.pendle.finance/core/v1"

/** Chains by id: the display name as DefiLlama writes it, and the word in Pendle's own addresses. A chain without a name is not asked. */
const CHAINS = new Map([
  [1, { name: "Ethereum", word: "ethereum" }],
  [10, { name: "OP Mainnet", word: "optimism" }],
  [56, { name: "BSC", word: "bnbchain" }],
  [143, { name: "Monad", word: "monad" }],
  [146, { name: "Sonic", word: "sonic" }],
  [196, { name: "X Layer", word: "xlayer" }],
  [999, { name: "Hyperliquid L1", word: "hyperevm" }],
  [5000, { name: "Mantle", word: "mantle" }],
  [8453, { name: "Base", word: "base" }],
  [9745, { name: "Plasma", word: "plasma" }],
  [42161, { name: "Arbitrum", word: "arbitrum" }],
  [80094, { name: "Berachain", word: "berachain" }],
])

type ChainAnswer = { chainId: number; answer: unknown }

export const pendle: Source = {
  id: "pendle",
  homepage: "https://app.pendle.finance/trade/markets",
  intervalSeconds: 3600,

  async fetch(context: FetchContext): Promise<ChainAnswer[]> {
    const { http, settings } = context
    const headers: Record<string, string> =
      settings.pendleKey === null ? {} : { authorization: `Bearer ${settings.pendleKey}` }
    const options = { headers }
    context.progress("pendle: chains")
    // Chains come and go; asking one that Pendle has left would fail the whole run.
    const served = rowOrThrow(await http.getJson(`${HOST}/chains`, options), "/chains as {chainIds}").chainIds
    const chainIds = listOrThrow(served, "/chains chainIds").filter((id) => typeof id === "number" && CHAINS.has(id))
    const answers: ChainAnswer[] = []
    for (const [index, chainId] of (chainIds as number[]).entries()) {
      context.progress(`pendle: ${CHAINS.get(chainId)?.name}, ${index + 1} of ${chainIds.length}`)
      answers.push({ chainId, answer: await http.getJson(`${HOST}/${chainId}/markets/active`, options) })
    }
    return answers
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const chains = listOrThrow(answers, "answers by chain").map((value) => {
      const { chainId, answer } = rowOrThrow(value, "{chainId, answer}")
      const markets = rowOrThrow(answer, "/markets/active as {markets}").markets
      return { chainId: Number(readText(chainId)), markets: listOrThrow(markets, "/markets/active markets") }
    })
    const batch = new BatchBuilder()
    for (const { chainId, markets } of chains) {
      for (const [index, value] of markets.entries()) {
        const row = asRow(value)
        const address = readText(row?.address)
        batch.takeOffer(`${chainId}:${address ?? `markets[${index}]`}`, () =>
          row === null || address === null ? new Miss("malformed", "no address") : offerOf(row, chainId, address, now),
        )
      }
    }
    return batch.done()
  },
}

function offerOf(row: Row, chainId: number, address: string, now: Date): SourceOfferInput | Miss {
  const chain = CHAINS.get(chainId)
  if (chain === undefined || !/^0x[0-9a-fA-F]{40}$/.test(address)) return new Miss("malformed", "no chain or address")
  const name = readText(row.name)
  if (name === null) return new Miss("noCurrency", "no name")
  const expiry = readIsoMoment(row.expiry)
  if (expiry === null) return new Miss("malformed", "no expiry")
  const lockDays = Math.ceil((expiry.getTime() - now.getTime()) / DAY_MS)
  if (lockDays <= 0) return new Miss("excluded", `expired on ${dayOf(expiry)}`)
  const details = asRow(row.details) ?? {}
  const categories = asList(row.categoryIds)
  const underlying = /^\d+-(0x[0-9a-fA-F]{40})$/.exec(readText(row.underlyingAsset) ?? "")?.[1]
  return {
    externalId: `${chainId}:${address.toLowerCase()}`,
    category: "defi",
    provider: { kind: "protocol", slug: "pendle", name: "Pendle" },
    symbols: [name],
    addresses: underlying === undefined ? [] : [underlying],
    blockchain: chain.name,
    label: cut(`PT ${name} ${dayOf(expiry)}`, 200),
    sourceUrl: `https://app.pendle.finance/trade/markets/${address}/swap?view=pt&chain=${chain.word}`,
    exposure: "single",
    ilRisk: false,
    stablecoin: categories === null ? null : categories.includes("stables"),
    terms: [
      {
        // Whole days, so that the term changes once a day and not with every run.
        lockDays,
        // Before expiry a PT can be sold on Pendle's market, at the price of that moment and so at another rate.
        earlyExit: "penalty",
        payout: "atEnd",
      },
    ],
    rate: {
      percent: readFraction(details.impliedApy),
      kind: "apy",
      tvlUsd: readAmount(details.liquidity),
      // The row's `timestamp` is the day the market was made, not the moment of the rate.
      raw: rawOf(details, ["impliedApy"]),
    },
  }
}
