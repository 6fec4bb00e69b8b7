import { useEffect, useRef, useState } from "react"
import { useI18n } from "../../i18n/I18n.tsx"
import type { BroughtHistory, HistoryData } from "./detail-data.ts"
import { HistoryRanges } from "./HistoryRanges.tsx"
import { useHistory } from "./use-history.ts"

const WIDTH = 720
const HEIGHT = 220
const PAD = 8

/** The recorded rates: an SVG that is there at once and without JavaScript, replaced by an interactive chart when it is seen. */
export function HistoryChart({ slug, brought }: { slug: string; brought: BroughtHistory }) {
  const { t } = useI18n()
  const { id, history, busy, hasFailed, limit, choose } = useHistory(slug, brought)
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<HistoryData | null>(null)
  const known = history.points.filter((point) => point.apy !== null)

  useEffect(() => {
    const element = box.current
    if (!element || known.length < 2) return
    let destroy = () => {}
    let isGone = false
    const observer = new IntersectionObserver(async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      try {
        const { drawChart } = await import("./interactive-chart.ts")
        if (isGone) return
        destroy = drawChart(element, history.points)
        setDrawn(history)
      } catch {
        // The drawn line stays: without the network, or in a browser that the chart cannot work with.
      }
    })
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
      destroy()
    }
  }, [history, known.length])

  return (
    <figure className="panel mt-3 p-4">
      <figcaption aria-live="polite" className="mb-3 text-sm text-muted">
        {t("offer:history.caption", { from: history.from, to: history.to, since: history.recordedSince })}
      </figcaption>
      <HistoryRanges chosen={id} busy={busy} limit={limit} choose={(range) => void choose(range)} />
      <p role="alert" className="mb-2 text-sm text-bad empty:hidden">
        {hasFailed && t("common:error.text")}
      </p>
      <div ref={box} className="relative h-[220px] w-full">
        {drawn !== history && <StaticChart history={history} />}
      </div>
      <details className="mt-3">
        <summary className="text-sm text-link">{t("offer:history.table")}</summary>
        <div className="mt-2 max-h-72 overflow-y-auto" tabIndex={0}>
          <table className="w-full text-sm">
            <caption className="sr-only">{t("offer:history.title")}</caption>
            <thead>
              <tr className="text-left text-muted">
                <th scope="col" className="py-1 font-medium">
                  {t("offer:history.day")}
                </th>
                <th scope="col" className="numeric py-1 font-medium">
                  {t("offer:history.rate")}
                </th>
                <th scope="col" className="numeric py-1 font-medium">
                  {t("offers:column.tvl")}
                </th>
              </tr>
            </thead>
            <tbody>
              {history.points.toReversed().map((point) => (
                <tr key={point.day} className="border-t border-line">
                  <td className="py-1">{point.dayText}</td>
                  <td className="numeric py-1">{point.apyText ?? "–"}</td>
                  <td className="numeric py-1">{point.tvlText ?? "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

function StaticChart({ history }: { history: HistoryData }) {
  const { t } = useI18n()
  const known = history.points.filter((point) => point.apy !== null)
  if (known.length < 2) {
    return (
      <p className="grid h-full place-items-center text-center text-muted">
        {t("offer:history.onePoint", { day: history.to })}
      </p>
    )
  }
  const times = known.map((point) => Date.parse(point.day))
  const values = known.map((point) => point.apy as number)
  const [firstTime, lastTime] = [times[0] as number, times.at(-1) as number]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => PAD + ((time - firstTime) / (lastTime - firstTime)) * (WIDTH - 2 * PAD)
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - PAD - ((value - low) / (high - low)) * (HEIGHT - 2 * PAD)
  const path = times
    .map((time, at) => `${at === 0 ? "M" : "L"}${x(time).toFixed(1)} ${y(values[at] as number).toFixed(1)}`)
    .join("")
  const textOf = (value: number) => known.find((point) => point.apy === value)?.apyText
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        // The chart that replaces it is drawn over it, so that nothing moves.
        className="absolute inset-0 h-full w-full text-honey"
        role="img"
        aria-label={t("offer:history.title")}
      >
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
        />
      </svg>
      <span className="absolute left-0 top-0 rounded bg-surface/80 px-1 text-xs text-muted">{textOf(high)}</span>
      <span className="absolute bottom-0 left-0 rounded bg-surface/80 px-1 text-xs text-muted">{textOf(low)}</span>
    </>
  )
}
