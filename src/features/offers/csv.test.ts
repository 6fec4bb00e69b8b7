import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { type Cell, CSV_MARK, csvCell, csvLine } from "./csv.ts"

describe("csvCell", () => {
  test.each<[Cell, string]>([
    [null, ""],
    [0, "0"],
    [-1.5, "-1.5"],
    [Number.NaN, ""],
    [Number.POSITIVE_INFINITY, ""],
    [true, "true"],
    ["", ""],
    ["Aave v3", "Aave v3"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    ["  =1", "'  =1"],
    ["＝1", "'＝1"],
    ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
    ["a=1", "a=1"],
    ["1-2", "1-2"],
  ])("%j -> %j", (value, wanted) => {
    expect(csvCell(value)).toBe(wanted)
  })
})

it("reads back as it was written, whatever is in it, and no text begins like a formula", () => {
  const cells = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(cells, (row) => {
      const [back] = parse(CSV_MARK + csvLine(["head", ...row]), { bom: true, relax_column_count: true }) as string[][]
      expect(back?.slice(1).map((cell, at) => cell === row[at] || cell === `'${row[at]}`)).toEqual(row.map(() => true))
      for (const cell of back ?? []) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/)
    }),
  )
})
