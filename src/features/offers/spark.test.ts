import fc from "fast-check"
import { expect, it, test } from "vitest"
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from "./spark.ts"

test.each([
  ["nothing recorded draws nothing", [], null],
  ["four days draw nothing", [1, 2, 3, 4, null, null], null],
  ["five days draw a line from the left to the right end", [0, 1, 2, 3, 4], "M0 22L24 17L48 12L72 7L96 2"],
  ["a value that never moves runs through the middle", [5, 5, 5, 5, 5], "M0 12L24 12L48 12L72 12L96 12"],
  ["a gap is crossed", [0, null, 2, 3, 4, 4, 4], "M0 22L32 12L48 7L64 2L80 2L96 2"],
])("%s", (_rule, values, path) => {
  expect(sparkPath(values)).toBe(path)
})

it("stays within its box and goes to the right, whatever the values", () => {
  const value = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  fc.assert(
    fc.property(fc.array(value, { minLength: 5, maxLength: 30 }), (values) => {
      const points = [...(sparkPath(values) ?? "").matchAll(/[ML](\S+) (\S+?)(?=[ML]|$)/g)].map(
        ([, x, y]) => [Number(x), Number(y)] as const,
      )
      const known = values.filter((one) => one !== null).length
      expect(points).toHaveLength(known < 5 ? 0 : known)
      for (const [at, [x, y]] of points.entries()) {
        expect(x).toBeGreaterThanOrEqual(points[at - 1]?.[0] ?? 0)
        expect(x).toBeLessThanOrEqual(SPARK_WIDTH)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(SPARK_HEIGHT)
      }
    }),
  )
})
