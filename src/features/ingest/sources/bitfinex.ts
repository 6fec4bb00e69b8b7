// Bitfinex margin funding: people lend to traders; the Flash Return Rate (FRR) is the mean of all running loans.
// https://docs.bitfinex.com/reference/rest-public-tickers (no key). A funding row is
// [SYMBOL, FRR, BID, BID_PERIOD, BID_SIZE, ASK, ...]; FRR is a DAILY fraction.
import type { SourceOfferInput } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import { asList, BatchBuilder, clean, listOrThrow, Miss, readNumber, readText } from "./rows.ts"

const URL_ALL = "https://api-pub.bitfinex.com/v2/tickers?symbols=ALL"
const PAGE = "https://support.bitfinex.com/hc/en-us/articles/214441185-What-is-Margin-Funding"

/**
 * What of the interest reaches the lender: Bitfinex keeps 15 %, "amount*(rate/100)*(seconds/86400))*0.85", says
 * https://support.bitfinex.com/hc/en-us/articles/360024039494-What-do-I-get-when-I-offer-Margin-Funding-
 */
const LENDERS_PART = 0.85

/** Bitfinex's own short names where they mislead (UST is Tether, not TerraUSD): https://api-pub.bitfinex.com/v2/conf/pub:map:currency:sym */
const SYMBOLS = new Map([
  ["UST", "USDT"],
  ["EUT", "EURT"],
  ["DSH", "DASH"],
  ["IOT", "IOTA"],
  ["ALG", "ALGO"],
  ["ATO", "ATOM"],
  ["QTM", "QTUM"],
  ["MNA", "MANA"],
])

export const bitfinex: Source = {
  id: "bitfinex",
  homepage: PAGE,
  intervalSeconds: 900,

  async fetch(context: FetchContext): Promise<unknown> {
    const { http } = context
    context.progress("bitfinex: funding tickers")
    return http.getJson(URL_ALL)
  },

  parse(answers: unknown): SourceBatch {
    const batch = new BatchBuilder()
    for (const [index, value] of listOrThrow(answers, "/v2/tickers as a list").entries()) {
      const row = asList(value)
      const symbol = readText(row?.[0])
      // Trading pairs ("tBTCUSD") come in the same answer and are no rows of ours.
      if (symbol?.startsWith("t")) continue
      batch.takeOffer(symbol ?? `tickers[${index}]`, () => {
        if (row === null || symbol === null) return new Miss("malformed", "not a ticker row")
        return offerOf(row, symbol)
      })
    }
    return batch.done()
  },
}

function offerOf(row: readonly unknown[], symbol: string): SourceOfferInput | Miss {
  const [, name] = /^f([A-Z0-9]{2,20})$/.exec(symbol) ?? []
  if (name === undefined) return new Miss("malformed", "neither a trading nor a funding symbol")
  if (name.startsWith("TEST")) return new Miss("excluded", "a currency for tests")
  const frrPerDay = readNumber(row[1])
  return {
    externalId: symbol,
    category: "lending",
    provider: { kind: "exchange", slug: "bitfinex", name: "Bitfinex" },
    symbols: [SYMBOLS.get(name) ?? name],
    blockchain: null,
    label: "Flash Return Rate, after the 15 % fee",
    sourceUrl: PAGE,
    exposure: "single",
    rate: {
      percent: frrPerDay === null ? null : clean(frrPerDay * 365 * 100 * LENDERS_PART),
      kind: "apr",
      raw: `FRR ${frrPerDay ?? "unknown"} a day before the fee`,
    },
  }
}
