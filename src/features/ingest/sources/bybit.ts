// Bybit V5 Earn, the public part (no key): flexible savings, on-chain earning, fixed terms and the past of a rate.
// https://bybit-exchange.github.io/docs/v5/finance/earn/easy-onchain/product-info
// Rates are texts with a percent sign; "" stands for unknown throughout.
import { DAY_MS } from "../../../core/clock.ts"
import type { HistoryPoint } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import { fixedTermOffer, flexibleOrOnChainOffer } from "./bybit-offers.ts"
import {
  asRow,
  BatchBuilder,
  dailyPoints,
  listOrThrow,
  Miss,
  readFraction,
  readMoment,
  readSignedPercent,
  readText,
  rowOrThrow,
  wrongShape,
} from "./rows.ts"

const HOST = "https://api.bybit.com"
/** The API gives up to 182 days a call and half a year back. */
const HISTORY_DAYS = 182

/** An offer that is missing from an answer counts as gone, so one failed call fails the run and the old values stay. */
const CALLS = {
  FlexibleSaving: { url: `${HOST}/v5/earn/product?category=FlexibleSaving`, step: "flexible, 1 of 3" },
  OnChain: { url: `${HOST}/v5/earn/product?category=OnChain`, step: "on-chain, 2 of 3" },
  FixedTerm: { url: `${HOST}/v5/earn/fixed-term/product`, step: "fixed term, 3 of 3" },
} as const
type Call = keyof typeof CALLS

export const bybit: Source = {
  id: "bybit",
  homepage: "https://www.bybit.com/en/earn/home/",
  intervalSeconds: 600,

  async fetch(context: FetchContext): Promise<Record<string, unknown>> {
    const { http } = context
    const answers: Record<string, unknown> = {}
    for (const [name, { url, step }] of Object.entries(CALLS)) {
      context.progress(`bybit: ${step}`)
      answers[name] = await http.getJson(url)
    }
    return answers
  },

  parse(answers: unknown, now: Date): SourceBatch {
    const given = rowOrThrow(answers, "{FlexibleSaving, OnChain, FixedTerm}")
    const lists = (Object.keys(CALLS) as Call[]).map((call) => [call, resultList(given[call], call)] as const)
    const batch = new BatchBuilder()
    for (const [call, list] of lists) {
      for (const [index, value] of list.entries()) {
        const row = asRow(value)
        const id = readText(row?.productId)
        batch.takeOffer(id === null ? `${call}[${index}]` : `${call}:${id}`, () => {
          if (row === null || id === null) return new Miss("malformed", "no productId")
          return call === "FixedTerm" ? fixedTermOffer(row, id, now) : flexibleOrOnChainOffer(row, id, call)
        })
      }
    }
    return batch.done()
  },

  async history(externalId: string, { http, now }: FetchContext): Promise<HistoryPoint[]> {
    const [, category, productId] = /^(FlexibleSaving|OnChain):(\w+)$/.exec(externalId) ?? []
    if (category === undefined) return []
    // Whole days keep the address the same for all calls of a day.
    const end = Math.floor(now.getTime() / DAY_MS) * DAY_MS
    const span = `startTime=${end - HISTORY_DAYS * DAY_MS}&endTime=${end}`
    return parseAprHistory(
      await http.getJson(`${HOST}/v5/earn/apr-history?category=${category}&productId=${productId}&${span}`),
    )
  },
}

/** The answer of /v5/earn/apr-history as one point a day, oldest first. Throws AppError "source_shape" for a wrong envelope. */
export function parseAprHistory(answer: unknown): HistoryPoint[] {
  return dailyPoints(
    resultList(answer, "apr-history").flatMap((value) => {
      const row = asRow(value)
      const at = readMoment(row?.timestamp)
      if (at === null) return []
      // The documentation says "0.055" is 5.5 %, its own example has "15%": the sign decides.
      const percent = readSignedPercent(row?.apr) ?? readFraction(row?.apr)
      return [{ at, point: { apyPercent: percent, apyBasePercent: null, apyRewardPercent: null, tvlUsd: null } }]
    }),
  )
}

function resultList(answer: unknown, call: string): unknown[] {
  const envelope = rowOrThrow(answer, `bybit ${call} as {retCode, result}`)
  if (envelope.retCode !== 0) {
    throw wrongShape(`bybit ${call} with retCode 0, not "${readText(envelope.retMsg)?.slice(0, 100) ?? "?"}"`)
  }
  return listOrThrow(rowOrThrow(envelope.result, `bybit ${call} result`).list, `bybit ${call} result.list`)
}
