// Files: what is written is read again, in both forms; what a spreadsheet would run is none; what is wrong is told.
import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { csvCell, readCell, readTable, writeTable } from "./csv.ts"
import { FILE_FORMATS, type FileItem, readFile, writeFile } from "./file.ts"
import { keyOf, WATCH_KINDS } from "./key.ts"
import { LONGEST_NOTE, MOST_ROWS, normalNote } from "./schema.ts"

const NOW = new Date("2026-11-20T12:00:00.000Z")
const HEAD = "kind,slug,name,note,addedAt,addedRatePercent"
const item = (wishes: Partial<FileItem> = {}): FileItem => ({
  kind: "currency",
  slug: "bitcoin",
  name: "Bitcoin",
  note: null,
  addedAt: "2026-11-01T08:30:00.000Z",
  addedRatePercent: 4.5,
  ...wishes,
})

/** Texts with everything that files and spreadsheets stumble over. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(
        "=",
        "+",
        "-",
        "@",
        "＝",
        "'",
        '"',
        ",",
        ";",
        "\t",
        "\r\n",
        "\n",
        " ",
        "=1+1",
        "-5",
        "é",
        "比特币",
        "🐝",
        "\ufeff",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""))
const note = nasty.map(normalNote).filter((text) => text === null || text.length <= LONGEST_NOTE)
const items = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom(...WATCH_KINDS),
    slug: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,30}$/),
    name: nasty,
    note,
    addedAt: fc
      .date({ min: new Date("2009-01-03T00:00:00Z"), max: NOW, noInvalidDate: true })
      .map((date) => date.toISOString()),
    addedRatePercent: fc.option(fc.double({ min: -100, max: 1_000_000, noNaN: true }).map((rate) => rate + 0)),
  }),
  { maxLength: 20, selector: ({ kind, slug }) => `${kind}:${slug}` },
)

describe.each(FILE_FORMATS)("%s", (format) => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(items, (list) => {
        const read = readFile(format, writeFile(format, list, NOW), NOW)
        expect(read?.skipped).toEqual([])
        expect(read?.rows).toEqual(
          list.map(({ kind, slug, name: _name, ...own }, at) => ({
            row: at + 1,
            item: { key: keyOf(kind, slug), ...own, addedRatePercent: own.addedRatePercent },
          })),
        )
      }),
    )
  })

  it("is refused as a whole, or read: never a fault", () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.json()), (text) => {
        const read = readFile(format, text, NOW)
        for (const { item: found } of read?.rows ?? []) expect(found.key).toMatch(/^(?:currency|offer):/)
      }),
    )
  })

  it("is refused with more rows than a list can be", () => {
    const many = Array.from({ length: MOST_ROWS + 1 }, (_, at) => item({ slug: `coin-${at}` }))
    expect(readFile(format, writeFile(format, many.slice(1), NOW), NOW)?.rows).toHaveLength(MOST_ROWS)
    expect(readFile(format, writeFile(format, many, NOW), NOW)).toBeNull()
  })
})

describe("a cell", () => {
  test.each([
    "=1+1",
    "+1",
    "@SUM(A1)",
    "-2+3",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "＝1+1",
    '=HYPERLINK("https://evil.example")',
    "'=1",
  ])("%j is text in a spreadsheet, and comes back as it was", (text) => {
    const cell = csvCell(text)
    expect(cell.replace(/^"/, "")).toMatch(/^'/)
    expect(readTable(`${cell}\n`)?.rows[0]?.[0]).toBe(text)
  })

  test.each(["-0.5", "4.5", "0", "Bitcoin", "it's", "'quoted'", "a=b"])("%j stays as it is", (text) => {
    expect(csvCell(text)).toBe(text)
    expect(readCell(text)).toBe(text)
  })

  it("is never a formula, whatever it holds", () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 4 }), (row) => {
        for (const cell of row.map(csvCell)) {
          const seen = cell.replace(/^"/, "")
          expect(/^\s*[=+@＝＋－＠]/.test(seen) || /^\s*-(?!\d+(?:\.\d+)?$)/.test(seen)).toBe(false)
        }
      }),
    )
  })
})

it("a table is read as it was written, whatever its cells hold", () => {
  const cells = fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(cells, (rows) => {
      const table = [["kind", "slug"], ...rows.map((row) => ["x", ...row])]
      expect(readTable(writeTable(table))?.rows).toEqual(table)
    }),
  )
})

describe("what people bring", () => {
  const rows = (...lines: string[]) => readFile("csv", [HEAD, ...lines].join("\n"), NOW)

  test("columns stand in any order, and only kind and slug are needed", () => {
    expect(readFile("csv", "Slug;KIND\nbitcoin;currency\n", NOW)?.rows).toEqual([
      { row: 1, item: { key: "currency:bitcoin", note: null, addedAt: NOW.toISOString(), addedRatePercent: null } },
    ])
  })

  test("a spreadsheet that writes semicolons writes commas in numbers", () => {
    const read = readFile("csv", "kind;slug;addedRatePercent\r\noffer;lido-steth;2,75\r\n", NOW)
    expect(read?.rows[0]?.item).toMatchObject({ key: "offer:lido-steth", addedRatePercent: 2.75 })
  })

  test("a day alone counts from its beginning, one that is still to come from now", () => {
    const read = rows("currency,bitcoin,,,2026-11-01,", "currency,ether,,,2099-01-01,")
    expect(read?.rows.map(({ item: { addedAt } }) => addedAt)).toEqual(["2026-11-01T00:00:00.000Z", NOW.toISOString()])
  })

  test.each([
    ["card,bitcoin,,,,", "kind"],
    [",bitcoin,,,,", "kind"],
    ["currency,Bit coin,,,,", "slug"],
    ["currency,,,,,", "slug"],
    ["currency,../x,,,,", "slug"],
    [`currency,bitcoin,,${"x".repeat(LONGEST_NOTE + 1)},,`, "note"],
    ["currency,bitcoin,,,20.11.2026,", "date"],
    ["currency,bitcoin,,,2026-13-01,", "date"],
    ["currency,bitcoin,,,1999-01-01,", "date"],
    ["currency,bitcoin,,,,much", "rate"],
    ["currency,bitcoin,,,,-101", "rate"],
  ])("%s is left out because of its %s, and the rest is read", (line, reason) => {
    const read = rows("offer,first,,,,", line, "offer,last,,,,")
    expect(read?.skipped).toEqual([{ row: 2, what: line.split(",")[1]?.trim(), reason }])
    expect(read?.rows.map(({ row }) => row)).toEqual([1, 3])
  })

  test("what stands there twice is read once", () => {
    const read = rows("currency,bitcoin,,one,,", "currency,bitcoin,,two,,")
    expect(read?.rows).toHaveLength(1)
    expect(read?.skipped).toEqual([{ row: 2, what: "bitcoin", reason: "twice" }])
  })

  test.each([
    ["csv", ""],
    ["csv", "a,b\n1,2"],
    ["csv", 'kind,slug\n"currency,bitcoin'],
    ["csv", 'kind,slug\ncur"rency,bitcoin'],
    ["json", ""],
    ["json", "[]"],
    ["json", "null"],
    ["json", '{"items":[]}'],
    ["json", '{"format":"apyary-watchlist","items":{}}'],
    ["json", '{"format":"other","items":[]}'],
  ] as const)("%s %j is no watchlist", (format, text) => {
    expect(readFile(format, text, NOW)).toBeNull()
  })

  test("rows of a JSON file that are no rows are told", () => {
    const text = JSON.stringify({
      format: "apyary-watchlist",
      version: 1,
      items: [
        null,
        5,
        { kind: "offer", slug: ["x"] },
        { kind: "offer", slug: "x", note: 5 },
        { kind: "offer", slug: "y" },
      ],
    })
    const read = readFile("json", text, NOW)
    expect(read?.skipped.map(({ reason }) => reason)).toEqual(["kind", "kind", "slug", "note"])
    expect(read?.rows).toMatchObject([{ row: 5, item: { key: "offer:y" } }])
  })
})
