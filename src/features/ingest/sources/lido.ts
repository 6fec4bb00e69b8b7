// Lido: the APR of staked ether, net of Lido's 10 % fee, in percent. https://docs.lido.fi/integrations/api (no key)
import type { HistoryPoint, SourceOfferInput } from "../../market/schema.ts"
import { apyFromApr } from "../../market/rate.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import {
  asRow,
  BatchBuilder,
  clean,
  dailyPoints,
  listOrThrow,
  Miss,
  rawOf,
  readMoment,
  readNumber,
  rowOrThrow,
} from "./rows.ts"

const HOST = "https://eth-api.lido.fi/v1/protocol/steth/apr"
const OFFER_ID = "steth"
/** stETH is paid by a rebase once a day, which earns itself from then on. */
const REBASES_PER_YEAR = 365

export const lido: Source = {
  id: "lido",
  homepage: "https://lido.fi",
  intervalSeconds: 3600,

  async fetch(context: FetchContext): Promise<{ last: unknown; sma: unknown }> {
    const { http } = context
    context.progress("lido: last APR")
    const last = await http.getJson(`${HOST}/last`)
    context.progress("lido: the last seven")
    return { last, sma: await http.getJson(`${HOST}/sma`) }
  },

  parse(answers: unknown): SourceBatch {
    const given = rowOrThrow(answers, "{last, sma}")
    const last = rowOrThrow(rowOrThrow(given.last, "/apr/last as {data, meta}").data, "/apr/last data")
    const history = parseSma(given.sma)
    const batch = new BatchBuilder()
    batch.takeOffer(OFFER_ID, (): SourceOfferInput | Miss => ({
      externalId: OFFER_ID,
      category: "staking",
      provider: { kind: "protocol", slug: "lido", name: "Lido" },
      symbols: ["ETH"],
      blockchain: "Ethereum",
      sourceUrl: "https://stake.lido.fi",
      exposure: "single",
      ilRisk: false,
      stablecoin: false,
      terms: [{ lockDays: 0, payout: "daily", autoCompound: true }],
      rate: {
        // A number today; it was a text once.
        percent: readNumber(last.apr),
        kind: "apr",
        compoundingPerYear: REBASES_PER_YEAR,
        observedAt: secondsToMoment(last.timeUnix)?.toISOString() ?? null,
        raw: rawOf(last, ["apr", "timeUnix"]),
      },
      history,
    }))
    return batch.done()
  },

  async history(externalId: string, { http }: FetchContext): Promise<HistoryPoint[]> {
    return externalId === OFFER_ID ? parseSma(await http.getJson(`${HOST}/sma`)) : []
  },
}

/** The answer of /apr/sma, the last seven APRs, as one APY a day, oldest first. Throws AppError "source_shape" for a wrong envelope. */
export function parseSma(answer: unknown): HistoryPoint[] {
  const data = rowOrThrow(rowOrThrow(answer, "/apr/sma as {data, meta}").data, "/apr/sma data")
  return dailyPoints(
    listOrThrow(data.aprs, "/apr/sma data.aprs").flatMap((value) => {
      const row = asRow(value)
      const at = secondsToMoment(row?.timeUnix)
      const apr = readNumber(row?.apr)
      if (at === null || apr === null) return []
      const apyPercent = clean(apyFromApr(apr, REBASES_PER_YEAR))
      return [{ at, point: { apyPercent, apyBasePercent: apyPercent, apyRewardPercent: null, tvlUsd: null } }]
    }),
  )
}

function secondsToMoment(value: unknown): Date | null {
  const seconds = readNumber(value)
  return seconds === null ? null : readMoment(seconds * 1000)
}
