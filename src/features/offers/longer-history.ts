// Fetches more of a history than everybody sees. Loaded when somebody whose plan has it asks for it.
import type { Formats } from "../../i18n/formats.ts"
import type { HistoryData, HistoryPointView } from "./detail-data.ts"

type Answer = {
  data: { date: string; apy: number | null; tvlUsd: number | null; source: string }[]
  from: string
  to: string
  /** Days; null: everything recorded. */
  limitedTo: number | null
}

/** The answer of the API as the chart takes it; null when it holds less than was hoped for, because the plan has ended. */
export function historyOf(answer: Answer, recordedSince: string, formats: Formats): HistoryData | null {
  if (answer.limitedTo !== null) return null
  return {
    points: answer.data.map(
      ({ date, apy, tvlUsd, source }): HistoryPointView => ({
        day: date,
        dayText: formats.date(date),
        apy,
        apyText: apy === null ? null : formats.percent(apy),
        tvlText: tvlUsd === null ? null : formats.usdCompact(tvlUsd),
        source,
      }),
    ),
    from: formats.date(answer.data[0]?.date ?? answer.from),
    to: formats.date(answer.to),
    recordedSince,
  }
}

/** Asks for the days from `from` on, or for all of them. Throws when no answer comes. */
export async function askHistory(
  slug: string,
  from: string | null,
  recordedSince: string,
  formats: Formats,
): Promise<HistoryData | null> {
  const response = await fetch(`/api/v1/offers/${slug}/history${from === null ? "" : `?from=${from}`}`)
  if (!response.ok) throw new Error(`${response.status}`)
  return historyOf((await response.json()) as Answer, recordedSince, formats)
}
