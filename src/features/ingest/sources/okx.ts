// OKX V5, the public part (no key): what savers get per coin, and ETH and SOL staking. https://www.okx.com/docs-v5
// Rates are texts with a yearly FRACTION ("0.03" is 3 %). In lending-rate-history `rate` is what borrowers pay; savers get `lendingRate`.
import type { HistoryPoint, SourceOfferInput } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import {
  asRow,
  BatchBuilder,
  dailyPoints,
  listOrThrow,
  Miss,
  rawOf,
  readFraction,
  readMoment,
  readText,
  type Row,
  rowOrThrow,
  wrongShape,
} from "./rows.ts"

const HOST = "https://www.okx.com"
const LENDING = `${HOST}/api/v5/finance/savings/lending-rate-history`
const PAGE = "https://www.okx.com/earn"
const PROVIDER = { kind: "exchange", slug: "okx", name: "OKX" } as const
const STAKED = ["ETH", "SOL"] as const
/** Enough for the sparkline; history() fetches the year. */
const RECENT_DAYS = 30
const PAGE_SIZE = 100
/** Savings rates are hourly: eight pages are about 33 days. */
const MAX_PAGES = 8

const stakingUrl = (coin: string, days: number) =>
  `${HOST}/api/v5/finance/staking-defi/${coin.toLowerCase()}/apy-history?days=${days}`

export const okx: Source = {
  id: "okx",
  homepage: PAGE,
  intervalSeconds: 900,

  async fetch(context: FetchContext): Promise<Record<string, unknown>> {
    const { http } = context
    context.progress("okx: savings, 1 of 3")
    // Without a coin the call gives all coins of the newest moment.
    const answers: Record<string, unknown> = { lending: await http.getJson(LENDING) }
    for (const [index, coin] of STAKED.entries()) {
      context.progress(`okx: ${coin} staking, ${index + 2} of 3`)
      answers[coin] = await http.getJson(stakingUrl(coin, RECENT_DAYS))
    }
    return answers
  },

  parse(answers: unknown): SourceBatch {
    const given = rowOrThrow(answers, "{lending, ETH, SOL}")
    const lending = dataOf(given.lending, "lending-rate-history")
    const staking = STAKED.map((coin) => [coin, dataOf(given[coin], `${coin} apy-history`)] as const)
    const batch = new BatchBuilder()
    for (const [index, value] of newestFirst(lending).entries()) {
      const row = asRow(value)
      const coin = readText(row?.ccy)
      batch.takeOffer(coin === null ? `lending[${index}]` : `savings:${coin}`, () => {
        if (row === null) return new Miss("malformed", "not an object")
        return coin === null ? new Miss("noCurrency", "no ccy") : savingsOffer(row, coin)
      })
    }
    for (const [coin, points] of staking) batch.takeOffer(`staking:${coin}`, () => stakingOffer(coin, points))
    return batch.done()
  },

  async history(externalId: string, { http }: FetchContext): Promise<HistoryPoint[]> {
    const [, kind, coin] = /^(savings|staking):([A-Za-z0-9]{1,20})$/.exec(externalId) ?? []
    if (coin === undefined) return []
    if (kind === "staking") return stakingHistory(dataOf(await http.getJson(stakingUrl(coin, 365)), "apy-history"))
    const rows: unknown[] = []
    let after = ""
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await http.getJson(`${LENDING}?ccy=${coin}&limit=${PAGE_SIZE}${after}`)
      const data = dataOf(answer, "lending-rate-history")
      rows.push(...data)
      const oldest = readText(asRow(data.at(-1))?.ts)
      if (data.length < PAGE_SIZE || oldest === null || !/^\d+$/.test(oldest)) break
      after = `&after=${oldest}`
    }
    return parseSavingsHistory(rows)
  },
}

/** Rows of lending-rate-history as one point a day (the day's last rate), oldest first, in percent. */
export function parseSavingsHistory(rows: readonly unknown[]): HistoryPoint[] {
  return pointsOf(rows, "lendingRate")
}

function stakingHistory(rows: readonly unknown[]): HistoryPoint[] {
  return pointsOf(rows, "rate")
}

function pointsOf(rows: readonly unknown[], field: "lendingRate" | "rate"): HistoryPoint[] {
  return dailyPoints(
    rows.flatMap((value) => {
      const row = asRow(value)
      const at = readMoment(row?.ts)
      if (at === null) return []
      const point = {
        apyPercent: readFraction(row?.[field]),
        apyBasePercent: null,
        apyRewardPercent: null,
        tvlUsd: null,
      }
      return [{ at, point }]
    }),
  )
}

/** Should the answer hold several moments, a coin's newest row comes first and the others fall out as duplicates. */
function newestFirst(rows: readonly unknown[]): unknown[] {
  const timeOf = (value: unknown) => readMoment(asRow(value)?.ts)?.getTime() ?? 0
  return rows.toSorted((a, b) => timeOf(b) - timeOf(a))
}

function savingsOffer(row: Row, coin: string): SourceOfferInput {
  return {
    externalId: `savings:${coin}`,
    category: "saving",
    provider: PROVIDER,
    symbols: [coin],
    blockchain: null,
    label: "Flexible",
    sourceUrl: PAGE,
    exposure: "single",
    terms: [{ lockDays: 0, earlyExit: "allowed" }],
    rate: {
      percent: readFraction(row.lendingRate),
      kind: "apr",
      observedAt: readMoment(row.ts)?.toISOString() ?? null,
      raw: rawOf(row, ["lendingRate", "rate", "ts"]),
    },
  }
}

function stakingOffer(coin: string, rows: readonly unknown[]): SourceOfferInput | Miss {
  const history = stakingHistory(rows)
  const newest = newestFirst(rows)
    .map(asRow)
    .find((row) => row !== null && readMoment(row.ts) !== null && readFraction(row.rate) !== null)
  if (newest === undefined || newest === null) return new Miss("noRate", "no day with a rate")
  const observedAt = readMoment(newest.ts)
  return {
    externalId: `staking:${coin}`,
    category: "staking",
    provider: PROVIDER,
    symbols: [coin],
    blockchain: null,
    sourceUrl: PAGE,
    exposure: "single",
    rate: {
      percent: readFraction(newest.rate),
      kind: "apy",
      observedAt: observedAt?.toISOString() ?? null,
      raw: rawOf(newest, ["rate", "ts"]),
    },
    history,
  }
}

function dataOf(answer: unknown, call: string): unknown[] {
  const envelope = rowOrThrow(answer, `okx ${call} as {code, data}`)
  if (envelope.code !== "0") {
    throw wrongShape(`okx ${call} with code "0", not "${readText(envelope.msg)?.slice(0, 100) ?? "?"}"`)
  }
  return listOrThrow(envelope.data, `okx ${call} data`)
}
