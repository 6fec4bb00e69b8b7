// The chart with axes and a crosshair. Loaded only when somebody sees it.
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { HistoryPointView } from "./detail-data.ts"

const HEIGHT = 220

/** Draws the rates into `box` and keeps it as wide as the box; gives the function that takes it away again. */
export function drawChart(box: HTMLElement, points: readonly HistoryPointView[]): () => void {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color("--muted"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    font: "12px Inter Variable, sans-serif",
  }
  const chart = new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false },
      scales: { x: { time: true } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
      axes: [
        { ...axis, values: (_chart, splits) => splits.map((seconds) => shortDay(seconds)) },
        { ...axis, size: 56, values: (_chart, splits) => splits.map((value) => `${Number(value.toFixed(2))} %`) },
      ],
      series: [{}, { stroke: color("--honey"), width: 2, spanGaps: true, points: { show: false } }],
      plugins: [tooltip(points)],
    },
    [points.map((point) => Date.parse(point.day) / 1000), points.map((point) => point.apy)],
    box,
  )
  const resize = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }))
  resize.observe(box)
  return () => {
    resize.disconnect()
    chart.destroy()
  }
}

function shortDay(seconds: number): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(seconds * 1000)
}

/** The day and rate under the pointer. */
function tooltip(points: readonly HistoryPointView[]): uPlot.Plugin {
  const label = document.createElement("div")
  label.className = "pointer-events-none absolute top-1 right-1 rounded-md bg-raised px-2 py-1 text-sm tabular-nums"
  label.hidden = true
  return {
    hooks: {
      init: (chart) => chart.over.append(label),
      setCursor(chart) {
        const point = chart.cursor.idx == null ? undefined : points[chart.cursor.idx]
        label.hidden = !point?.apyText
        if (point?.apyText) label.textContent = `${point.dayText}: ${point.apyText}`
      },
    },
  }
}
