import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import {
  type Codec,
  flagCodec,
  integerCodec,
  numberCodec,
  type QuerySpec,
  readQuery,
  slugCodec,
  slugsCodec,
  textCodec,
  wordCodec,
  wordsCodec,
  writeQuery,
} from "./query.ts"

type Values = {
  word: "a" | "b" | null
  size: number | null
  ids: string[] | null
  text: string | null
  flag: true | null
}
const SPEC: QuerySpec<Values> = {
  word: wordCodec(["a", "b"]),
  size: numberCodec(-5, 1e12),
  ids: slugsCodec,
  text: textCodec,
  flag: flagCodec,
}
const EMPTY: Values = { word: null, size: null, ids: null, text: null, flag: null }
const read = (query: string) => readQuery(SPEC, new URLSearchParams(query))

describe("readQuery", () => {
  test.each<[string, string, Partial<Values>, string, boolean]>([
    ["nothing", "", {}, "", true],
    [
      "all in the table's order",
      "word=a&size=1.5&ids=x,y&text=hi&flag=true",
      { word: "a", size: 1.5, ids: ["x", "y"], text: "hi", flag: true },
      "word=a&size=1.5&ids=x,y&text=hi&flag=true",
      true,
    ],
    [
      "another order is read the same and written in the table's",
      "size=1&word=a",
      { word: "a", size: 1 },
      "word=a&size=1",
      true,
    ],
    ["an empty value is null and repaired away", "word=&text=", {}, "", false],
    ["spaces are collapsed", "text=++two+++words+", { text: "two words" }, "text=two+words", false],
    ["zeros behind the point are repaired", "size=2.50", { size: 2.5 }, "size=2.5", false],
    ["a key given twice is one list", "ids=x&ids=y", { ids: ["x", "y"] }, "ids=x,y", false],
    ["the same id twice is one", "ids=x,x", { ids: ["x"] }, "ids=x", false],
  ])("%s", (_rule, query, values, canonical, isCanonical) => {
    expect(read(query)).toEqual({ values: { ...EMPTY, ...values }, problems: [], canonical, isCanonical })
  })

  test.each([
    ["an unknown word", "word=c", "word"],
    ["a word in other case", "word=A", "word"],
    ["a word twice", "word=a&word=b", "word"],
    ["infinity", "size=1e999", "size"],
    ["an exponent", "size=1e3", "size"],
    ["a hexadecimal number", "size=0x10", "size"],
    ["a comma in a number", "size=1,5", "size"],
    ["NaN", "size=NaN", "size"],
    ["Infinity", "size=Infinity", "size"],
    ["a number above the bound", "size=1000000000001", "size"],
    ["a number below the bound", "size=-5.1", "size"],
    ["a sum", "size=1%2B1", "size"],
    ["a list where a number belongs", "size=1&size=2", "size"],
    ["an id with a slash", "ids=a/b", "ids"],
    ["an id with a quote", "ids=a'--", "ids"],
    ["one bad id among good ones", "ids=a,b%20c", "ids"],
    ["an id that begins with a hyphen", "ids=-a", "ids"],
    ["more than 50 ids", `ids=${Array.from({ length: 51 }, (_, at) => `i${at}`).join(",")}`, "ids"],
    ["only commas", "ids=,,", "ids"],
    ["a control character", "text=a%00b", "text"],
    ["a bell", "text=%07", "text"],
    ["a very long text", `text=${"x".repeat(101)}`, "text"],
    ["a huge text", `text=${"x".repeat(100_000)}`, "text"],
    ["a flag that says no", "flag=false", "flag"],
    ["a flag that says 1", "flag=1", "flag"],
    ["a broken escape", "word=%E0%A4%A", "word"],
  ])("drops %s and names the parameter", (_what, query, name) => {
    const result = read(query)
    expect(result.values).toEqual(EMPTY)
    expect(result.problems).toEqual([{ name, code: "invalid_parameter" }])
    expect(result).toMatchObject({ canonical: "", isCanonical: false })
  })

  test.each(["__proto__", "constructor", "toString", "utm_source", "Word", "word[]", "ids[0]"])(
    "knows no parameter %s, and leaves the address alone for it",
    (name) => {
      const result = readQuery(SPEC, new URLSearchParams([[name, "a"]]))
      expect(result).toEqual({
        values: EMPTY,
        problems: [{ name, code: "unknown_parameter" }],
        canonical: "",
        isCanonical: true,
      })
      expect(Object.getPrototypeOf(result.values)).toBe(Object.prototype)
      expect(({} as Record<string, unknown>).a).toBeUndefined()
    },
  )

  it("names an unknown parameter once and cuts a long name", () => {
    const params = new URLSearchParams([
      ["x", "1"],
      ["x", "2"],
      ["y".repeat(5000), ""],
    ])
    expect(readQuery(SPEC, params).problems.map(({ name }) => name.length)).toEqual([1, 60])
  })
})

const words = fc.constantFrom("a" as const, "b" as const)
const size = fc
  .oneof(
    fc.double({ min: -5, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(10))),
    fc.integer({ min: -5, max: 100 }),
    fc.integer({ min: -99, max: 99 }).map((value) => value / 1e10),
  )
  .filter((value) => !Object.is(value, -0))
const slug = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,20}$/)
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
  .map((value) =>
    value
      .replace(/\p{Cc}/gu, "")
      .trim()
      .replace(/\s+/g, " "),
  )
  .filter((value) => value !== "" && value.isWellFormed())
const state = fc.record({
  word: fc.option(words),
  size: fc.option(size),
  ids: fc.option(fc.uniqueArray(slug, { minLength: 1, maxLength: 12 })),
  text: fc.option(text),
  flag: fc.option(fc.constant(true as const)),
})

describe("the round trip", () => {
  it("reads what was written, and what was written is canonical", () => {
    fc.assert(
      fc.property(state, (values) => {
        const query = writeQuery(SPEC, values)
        expect(read(query)).toEqual({ values, problems: [], canonical: query, isCanonical: true })
      }),
      { numRuns: 300 },
    )
  })

  it("repairs any address in one step: the canonical form of a canonical form is itself", () => {
    const pair = fc.tuple(
      fc.constantFrom(...Object.keys(EMPTY), "__proto__", "x"),
      fc.oneof(fc.string(), fc.constantFrom("a", "true", "0.0000001", "1e9", "00.10", "x,,y")),
    )
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const once = readQuery(SPEC, new URLSearchParams(pairs))
        const twice = read(once.canonical)
        const expected = { values: once.values, problems: [], canonical: once.canonical, isCanonical: true }
        // As JSON, because "-0" is read as -0 and written as 0.
        expect(JSON.stringify(twice)).toBe(JSON.stringify(expected))
      }),
      { numRuns: 300 },
    )
  })

  it("leaves out what is null or not there", () => {
    expect(writeQuery(SPEC, {})).toBe("")
    expect(writeQuery(SPEC, { ...EMPTY, size: 0 })).toBe("size=0")
  })
})

describe("codecs", () => {
  test.each<[string, Codec<unknown>, string, unknown]>([
    ["a whole number at its lower bound", integerCodec(2, 10), "2", 2],
    ["below it", integerCodec(2, 10), "1", undefined],
    ["at its upper bound", integerCodec(2, 10), "10", 10],
    ["above it", integerCodec(2, 10), "11", undefined],
    ["the usual value is left out", integerCodec(1, 10, 1), "1", undefined],
    ["a point", integerCodec(0, 10), "1.0", undefined],
    ["a sign", integerCodec(0, 10), "+1", undefined],
    ["a huge whole number", integerCodec(0, 10), "9".repeat(400), undefined],
    ["spaces around a number", numberCodec(0, 10), " 5 ", 5],
    ["a point alone", numberCodec(0, 10), ".", undefined],
    ["no digit behind the point", numberCodec(0, 10), "5.", undefined],
    ["words of a list, each once", wordsCodec(["a", "b"]), "b,a,b", ["b", "a"]],
    ["an unknown word spoils the list", wordsCodec(["a", "b"]), "a,c", undefined],
    ["a slug of 120", slugCodec, "x".repeat(120), "x".repeat(120)],
    ["a slug of 121", slugCodec, "x".repeat(121), undefined],
    ["a slug with a line end", slugCodec, "x\n", undefined],
    ["a text of 100", textCodec, "x".repeat(100), "x".repeat(100)],
    ["a text with regular expression characters", textCodec, ".*[(", ".*[("],
  ])("%s", (_rule, codec, given, expected) => {
    expect(codec.read(given)).toEqual(expected)
  })
})
