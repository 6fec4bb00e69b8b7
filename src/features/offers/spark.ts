export const SPARK_WIDTH = 96
export const SPARK_HEIGHT = 24
const MIN_POINTS = 5

const paths = new WeakMap<readonly (number | null)[], string | null>()

/** The path of an offer's last days. A market never changes, so each is drawn once. */
export function sparkPath(values: readonly (number | null)[]): string | null {
  const known = paths.get(values)
  if (known !== undefined) return known
  const path = drawSpark(values)
  paths.set(values, path)
  return path
}

/**
 * The path of a small line chart. Days that were not recorded leave a gap that the line crosses; null with fewer than five
 * recorded days. A value that never moves is a line through the middle.
 */
function drawSpark(values: readonly (number | null)[]): string | null {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  if (known.length < MIN_POINTS) return null
  const low = Math.min(...known.map((point) => point.value))
  const high = Math.max(...known.map((point) => point.value))
  const x = (at: number) => Math.round((at / (values.length - 1)) * SPARK_WIDTH)
  const y = (value: number) =>
    high === low ? SPARK_HEIGHT / 2 : Math.round(SPARK_HEIGHT - 2 - ((value - low) / (high - low)) * (SPARK_HEIGHT - 4))
  // Steps instead of places: they repeat, and what repeats weighs nothing once it is compressed.
  let last = { x: 0, y: 0 }
  return known
    .map((point, nth) => {
      const here = { x: x(point.at), y: y(point.value) }
      const step = nth === 0 ? `M${here.x} ${here.y}` : `l${here.x - last.x} ${here.y - last.y}`
      last = here
      return step
    })
    .join("")
}
