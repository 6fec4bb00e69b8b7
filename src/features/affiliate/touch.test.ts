import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { touchCookies } from "./touch.ts"

const cookies = (query: string, isHttps = true) => touchCookies(new URLSearchParams(query), isHttps)
const AFF = "aff=anna; Path=/; Max-Age=604800; SameSite=Lax; Secure"
const RCID = "rcid=bob-7_Z; Path=/; Max-Age=2592000; SameSite=Lax; Secure"

describe("touchCookies", () => {
  test.each<[string, string, string[]]>([
    ["an affiliate's code, for 7 days", "aff=anna", [AFF]],
    ["a friend's code, for 30 days", "rcid=bob-7_Z", [RCID]],
    ["both, beside other parameters", "sort=apy&rcid=bob-7_Z&aff=anna", [AFF, RCID]],
    ["the first of two", "aff=anna&aff=eve", [AFF]],
    ["the longest code", `aff=${"a".repeat(64)}`, [AFF.replace("anna", "a".repeat(64))]],
    ["none", "", []],
    ["another parameter", "AFF=anna&affiliate=anna", []],
  ])("%s", (_what, query, expected) => {
    expect(cookies(query)).toEqual(expected)
  })

  test.each([
    "",
    "a".repeat(65),
    "anna; Domain=evil.example",
    "anna;",
    "anna,bob",
    "anna=1",
    "an na",
    'an"na',
    "anna\r\nSet-Cookie: session=1",
    "anna\n",
    "anna\u0000",
    "änna",
    "ａnna",
    "<script>",
    "../admin",
    "%61nna",
  ])("no cookie for the code %j", (code) => {
    expect(touchCookies(new URLSearchParams({ aff: code, rcid: code }), true)).toEqual([])
  })

  it("is Secure on https only", () => {
    expect(cookies("aff=anna", false)).toEqual(["aff=anna; Path=/; Max-Age=604800; SameSite=Lax"])
  })

  it("never gives a header that could say more than a code", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 80 }), fc.boolean(), (code, isHttps) => {
        for (const cookie of touchCookies(new URLSearchParams({ aff: code, rcid: code }), isHttps)) {
          expect(cookie).toMatch(/^(aff|rcid)=[\w-]{1,64}; Path=\/; Max-Age=\d+; SameSite=Lax(; Secure)?$/)
        }
      }),
    )
  })
})
