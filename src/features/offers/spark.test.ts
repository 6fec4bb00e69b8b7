import fc from "fast-check"
import { expect, it, test } from "vitest"
import { SPARK_HEIGHT, SPARK_WIDTH, sparkPath } from "./spark.ts"

test.each([
  ["nothing recorded draws nothing", [], null],
  ["four days draw nothing", [1, 2, 3, 4, null, null], null],
  ["five days draw a line from the left to the right end", [0, 1, 2, 3, 4], "M0 22l24 -5l24 -5l24 -5l24 -5"],
  ["a value that never moves runs through the middle", [5, 5, 5, 5, 5], "M0 12l24 0l24 0l24 0l24 0"],
  ["a gap is crossed", [0, null, 2, 3, 4, 4, 4], "M0 22l32 -10l16 -5l16 -5l16 0l16 0"],
])("%s", (_rule, values, path) => {
  expect(sparkPath(values)).toBe(path)
})

it("stays within its box and goes to the right, whatever the values", () => {
  const value = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  fc.assert(
    fc.property(fc.array(value, { minLength: 5, maxLength: 30 }), (values) => {
      let place = [0, 0] as readonly [number, number]
      const points = [...(sparkPath(values) ?? "").matchAll(/[Ml](\S+) (\S+?)(?=[Ml]|$)/g)].map(([, x, y]) => {
        place = [place[0] + Number(x), place[1] + Number(y)]
        return place
      })
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
