import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { isLocale, LOCALE_CODES, LOCALES, localePath, negotiateLocale, splitLocale } from "./locales.ts"

it("are the nine of the spec, English first", () => {
  expect(LOCALE_CODES).toEqual(["en", "zh-CN", "de", "fr", "it", "pt-BR", "pt-PT", "ru", "es-ES"])
  for (const { code, name, ogLocale } of LOCALES) {
    expect(Intl.getCanonicalLocales(code)).toEqual([code])
    expect(name).not.toBe("")
    expect(ogLocale).toMatch(new RegExp(`^${code.slice(0, 2)}_[A-Z]{2}$`))
  }
})

test.each(["__proto__", "constructor", "EN", "pt", "pt-br", "", "de-AT", "de "])("%j is no locale", (text) => {
  expect(isLocale(text)).toBe(false)
})

describe("splitLocale", () => {
  test.each([
    ["/", "en", "/"],
    ["/earn", "en", "/earn"],
    ["/de", "de", "/"],
    ["/de/", "de", "/"],
    ["/de/earn", "de", "/earn"],
    ["/pt-BR/offers/x", "pt-BR", "/offers/x"],
    ["/en/earn", "en", "/en/earn"],
    ["/DE/earn", "en", "/DE/earn"],
    ["/defi", "en", "/defi"],
    ["/de-AT/earn", "en", "/de-AT/earn"],
    ["//de/earn", "en", "//de/earn"],
    ["/earn/de", "en", "/earn/de"],
    ["/de/de", "de", "/de"],
    ["/__proto__", "en", "/__proto__"],
    ["", "en", ""],
  ])("%j is %s and %j", (path, locale, rest) => {
    expect(splitLocale(path)).toEqual({ locale, path: rest })
  })
})

describe("localePath", () => {
  test.each([
    ["en", "/", "/"],
    ["en", "/earn", "/earn"],
    ["de", "/", "/de"],
    ["zh-CN", "/earn?sort=apy", "/zh-CN/earn?sort=apy"],
  ] as const)("of %s and %s is %s", (locale, path, expected) => {
    expect(localePath(locale, path)).toBe(expected)
  })

  it("is taken apart again by splitLocale", () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z0-9-]{1,12}$/), { maxLength: 4 })
      .map((parts) => `/${parts.join("/")}`)
    fc.assert(
      fc.property(fc.constantFrom(...LOCALE_CODES), path, (locale, plain) => {
        fc.pre(!isLocale(plain.split("/")[1] ?? ""))
        expect(splitLocale(localePath(locale, plain))).toEqual({ locale, path: plain })
      }),
    )
  })
})

describe("negotiateLocale", () => {
  test.each([
    ["nothing", undefined, "en"],
    ["an empty header", "", "en"],
    ["a language", "de", "de"],
    ["another case", "DE", "de"],
    ["a region that is not there", "de-AT", "de"],
    ["an exact region", "pt-PT", "pt-PT"],
    ["a language with two regions", "pt", "pt-BR"],
    ["a third region of it", "pt-AO", "pt-BR"],
    ["a region of Spanish", "es-MX", "es-ES"],
    ["any Chinese", "zh-TW", "zh-CN"],
    ["a script", "zh-Hans-CN", "zh-CN"],
    ["the first of equals", "fr,de", "fr"],
    ["the weights, not the order", "de;q=0.5, fr;q=0.9", "fr"],
    ["no weight, which is 1", "de;q=0.9, it", "it"],
    ["unknown languages before a known one", "ja, ko;q=0.9, ru;q=0.1", "ru"],
    ["unknown languages only", "ja, ko", "en"],
    ["anything", "*", "en"],
    ["a language that is refused", "de;q=0, fr;q=0.1", "fr"],
    ["spaces everywhere", "  de ; q=0.2 ,  fr ; q=0.8 ", "fr"],
    ["further parameters", "de;level=1;q=0.1, fr;q=0.2", "fr"],
    ["a weight that is no number", "de;q=x, fr;q=0.1", "fr"],
    ["a weight that is infinite", "de;q=Infinity, fr;q=0.1", "fr"],
    ["a negative weight", "de;q=-1, fr;q=0.1", "fr"],
    ["a list of commas", ",,,,;;;q=,", "en"],
    ["a key of objects", "__proto__, constructor;q=0.5", "en"],
    ["a huge header", `${"x,".repeat(100_000)}de`, "en"],
    ["a browser's header", "it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7", "it"],
  ])("reads %s", (_what, header, locale) => {
    expect(negotiateLocale(header)).toBe(locale)
  })

  it("always gives one of the nine", () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(LOCALE_CODES).toContain(negotiateLocale(header))
      }),
    )
  })
})
