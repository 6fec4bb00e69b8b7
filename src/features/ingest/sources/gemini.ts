// Gemini staking: https://docs.gemini.com/rest/staking (no key). Provider UUID -> asset -> rates, in three units at once:
// `rate` is basis points, `ratePct` percent a year, `apyPct` the same compounded. `rate` is never read.
import type { SourceOfferInput } from "../../market/schema.ts"
import type { FetchContext, Source, SourceBatch } from "../source.ts"
import { asRow, BatchBuilder, Miss, rawOf, readNumber, readText, type Row, rowOrThrow, wrongShape } from "./rows.ts"

const URL_RATES = "https://api.gemini.com/v1/staking/rates"
const PAGE = "https://www.gemini.com/staking"

export const gemini: Source = {
  id: "gemini",
  homepage: PAGE,
  intervalSeconds: 3600,

  async fetch(context: FetchContext): Promise<unknown> {
    const { http } = context
    context.progress("gemini: staking rates")
    return http.getJson(URL_RATES)
  },

  parse(answers: unknown): SourceBatch {
    const providers = rowOrThrow(answers, "/v1/staking/rates as an object")
    if (providers.result === "error") {
      throw wrongShape(`rates, not the error "${readText(providers.reason)?.slice(0, 100) ?? "?"}"`)
    }
    const batch = new BatchBuilder()
    for (const [providerId, value] of Object.entries(providers)) {
      const assets = asRow(value)
      if (assets === null) {
        batch.drop(providerId, "malformed", "not an object of assets")
        continue
      }
      for (const [asset, rates] of Object.entries(assets)) {
        const row = asRow(rates)
        batch.takeOffer(`${providerId}:${asset}`, () =>
          row === null ? new Miss("malformed", "not an object of rates") : offerOf(row, providerId, asset),
        )
      }
    }
    return batch.done()
  },
}

function offerOf(row: Row, providerId: string, asset: string): SourceOfferInput | Miss {
  if (!/^[\w-]{1,80}$/.test(providerId)) return new Miss("malformed", "no provider id")
  if (!/^[A-Za-z0-9]{1,20}$/.test(asset)) return new Miss("noCurrency", "no asset symbol")
  const apyPercent = readNumber(row.apyPct)
  const ratePercent = readNumber(row.ratePct)
  return {
    externalId: `${providerId}:${asset}`,
    category: "staking",
    provider: { kind: "exchange", slug: "gemini", name: "Gemini" },
    symbols: [asset],
    blockchain: null,
    sourceUrl: PAGE,
    exposure: "single",
    // depositUsdLimit is left out: a term's maximum is in the offer's own currency.
    rate: {
      percent: apyPercent ?? ratePercent,
      basePercent: ratePercent,
      kind: apyPercent === null ? "apr" : "apy",
      raw: rawOf(row, ["rate", "ratePct", "apyPct"]),
    },
  }
}
