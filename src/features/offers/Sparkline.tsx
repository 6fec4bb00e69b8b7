import { SPARK_HEIGHT, SPARK_WIDTH } from "./spark.ts"

/** The last 30 days as a small line, sized and drawn as the styles of the table say. */
export function Sparkline({ path, label }: { path: string; label: string }) {
  return (
    <svg viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
