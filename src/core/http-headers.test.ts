import { describe, expect, test } from "vitest"
import { namesTag, takesEncoding } from "./http-headers.ts"

describe("If-None-Match", () => {
  test.each([
    [undefined, false],
    ["", false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ["*", true],
    ['"b"', false],
    ["a", false],
    [`"b",${" ".repeat(5000)}"a"`, false],
  ])("%j", (header, expected) => {
    expect(namesTag(header, '"a"')).toBe(expected)
    expect(namesTag(header, 'W/"a"')).toBe(expected)
  })
})

describe("Accept-Encoding", () => {
  test.each([
    [undefined, false],
    ["", false],
    ["gzip, br", true],
    ["BR", true],
    ["br;q=0", false],
    ["br; q=0.000", false],
    ["br;q=0.5", true],
    ["*", true],
    ["*;q=0", false],
    ["br;q=0, *", false],
    ["gzip", false],
    ["brotli", false],
    ["br;q=zzz", false],
  ])("%j", (header, expected) => {
    expect(takesEncoding(header, "br")).toBe(expected)
  })
})
