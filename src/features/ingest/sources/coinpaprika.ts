// CoinPaprika: coins and tokens with rank, price and market cap; needs no key. https://docs.coinpaprika.com
// Free plan: 20,000 calls a month, so two calls every ten minutes fit (8,640).
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
} from "./rows.ts"

const HOST = "https://api.coinpaprika.com/v1"
const MAX_BYTES = 32 * 1024 * 1024

type CoinFacts = { kind: "coin" | "token" | null; active: boolean }

export const coinpaprika: Source = {
  id: "coinpaprika",
  homepage: "https://coinpaprika.com",
  intervalSeconds: 600,

  async fetch(context: FetchContext): Promise<{ tickers: unknown; coins: unknown }> {
    const { http } = context
    context.progress("coinpaprika: tickers")
    const tickers = await http.getJson(`${HOST}/tickers?quotes=USD`, { maxBytes: MAX_BYTES })
    context.progress("coinpaprika: coins")
    // Only this list tells coin from token.
    return { tickers, coins: await http.getJson(`${HOST}/coins`, { maxBytes: MAX_BYTES }) }
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const given = rowOrThrow(answers, "{tickers, coins}")
    const tickers = listOrThrow(given.tickers, "/tickers as a list")
    const coins = factsOf(listOrThrow(given.coins, "/coins as a list"))
    const batch = new BatchBuilder()
    for (const [index, value] of tickers.entries()) {
      const row = asRow(value)
      const key = readText(row?.id) ?? `tickers[${index}]`
      batch.takeEntity("currencies", key, () =>
        row === null ? new Miss("malformed", "not an object") : currencyOf(row, coins, now),
      )
    }
    return batch.done()
  },
}

/** /coins says what a coin is; it is a list to look up in, its rows are not rows of their own. */
function factsOf(coins: unknown[]): Map<string, CoinFacts> {
  const facts = new Map<string, CoinFacts>()
  for (const value of coins) {
    const row = asRow(value)
    const id = readText(row?.id)
    if (row === null || id === null) continue
    const kind = row.type === "coin" || row.type === "token" ? row.type : null
    facts.set(id, { kind, active: row.is_active !== false })
  }
  return facts
}

function currencyOf(row: Row, coins: ReadonlyMap<string, CoinFacts>, now: Date) {
  const id = readText(row.id)
  const symbol = readText(row.symbol)
  if (id === null || symbol === null) return new Miss("malformed", "no id or symbol")
  const facts = coins.get(id)
  if (facts?.active === false) return new Miss("excluded", "not active")
  const kind = facts?.kind ?? null
  // Unknown stays unknown: guessing "coin" for a token would put a wrong fact on its page.
  if (kind === null) return new Miss("malformed", "/coins does not tell coin or token")
  const dollars = asRow(asRow(row.quotes)?.USD)
  const rank = readNumber(row.rank)
  return {
    slug: slugWithoutSymbol(id, symbol),
    name: cut(readText(row.name), 300) ?? symbol,
    symbol,
    kind,
    // Coins without a market cap have rank 0: not ranked.
    marketCapRank: rank !== null && Number.isInteger(rank) && rank > 0 ? rank : null,
    priceUsd: readAmount(dollars?.price),
    marketCapUsd: readAmount(dollars?.market_cap),
    coinpaprikaId: id,
    sourceUrl: `https://coinpaprika.com/coin/${encodeURIComponent(id)}/`,
    asOf: dayOf(readIsoMoment(row.last_updated) ?? now),
  }
}

/** "btc-bitcoin" is the symbol and the name: "bitcoin". */
function slugWithoutSymbol(id: string, symbol: string): string {
  const prefix = `${symbol.toLowerCase()}-`
  if (id.startsWith(prefix)) return id.slice(prefix.length)
  // The symbol was renamed after the id was given: what comes before the first hyphen was the old one.
  return id.slice(id.indexOf("-") + 1)
}
