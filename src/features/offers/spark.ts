export const SPARK_WIDTH = 96
export const SPARK_HEIGHT = 24
const MIN_POINTS = 5

/**
 * The path of a small line chart. Days that were not recorded leave a gap that the line crosses; null with fewer than five
 * recorded days. A value that never moves is a line through the middle.
 */
export function sparkPath(values: readonly (number | null)[]): string | null {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))
  if (known.length < MIN_POINTS) return null
  const low = Math.min(...known.map((point) => point.value))
  const high = Math.max(...known.map((point) => point.value))
  const x = (at: number) => Math.round((at / (values.length - 1)) * SPARK_WIDTH)
  const y = (value: number) =>
    high === low ? SPARK_HEIGHT / 2 : Math.round(SPARK_HEIGHT - 2 - ((value - low) / (high - low)) * (SPARK_HEIGHT - 4))
  return known.map((point, nth) => `${nth === 0 ? "M" : "L"}${x(point.at)} ${y(point.value)}`).join("")
}
