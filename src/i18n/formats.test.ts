import { describe, expect, it, test } from "vitest"
import { formatsOf } from "./formats.ts"
import { LOCALE_CODES, type Locale } from "./locales.ts"

/** Languages put no-break spaces into numbers; which of them is ICU's business. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ")

test.each<[Locale, string, string, string]>([
  ["en", "4.50%", "1,234,567.89", "Nov 20, 2026"],
  ["zh-CN", "4.50%", "1,234,567.89", "2026年11月20日"],
  ["de", "4,50 %", "1.234.567,89", "20.11.2026"],
  ["fr", "4,50 %", "1 234 567,89", "20 nov. 2026"],
  ["it", "4,50%", "1.234.567,89", "20 nov 2026"],
  ["pt-BR", "4,50%", "1.234.567,89", "20 de nov. de 2026"],
  ["pt-PT", "4,50%", "1 234 567,89", "20/11/2026"],
  ["ru", "4,50 %", "1 234 567,89", "20 нояб. 2026 г."],
  ["es-ES", "4,50 %", "1.234.567,89", "20 nov 2026"],
])("%s writes rates, numbers and days in its own way", (locale, percent, number, date) => {
  const formats = formatsOf(locale)
  expect(plain(formats.percent(4.5))).toBe(percent)
  expect(plain(formats.number(1_234_567.891))).toBe(number)
  expect(plain(formats.date("2026-11-20"))).toBe(date)
})

test.each<[Locale, string]>([
  ["en", "2026"],
  ["zh-CN", "2026年"],
  ["de", "2026"],
  ["fr", "2026"],
  ["it", "2026"],
  ["pt-BR", "2026"],
  ["pt-PT", "2026"],
  ["ru", "2026"],
  ["es-ES", "2026"],
])("%s writes a year alone without a day", (locale, text) => {
  expect(formatsOf(locale).date("2026")).toBe(text)
})

describe("in English", () => {
  const en = formatsOf("en")

  test.each([
    [0, "0.00%"],
    [0.004, "< 0.01%"],
    [0.00001, "< 0.01%"],
    [-0.004, "> -0.01%"],
    [0.005, "0.01%"],
    [-1.5, "-1.50%"],
    [999.99, "999.99%"],
    [1000, "1,000%"],
    [-1000, "-1,000%"],
    [123_456.7, "123,457%"],
  ])("a rate of %s is %s", (value, text) => {
    expect(en.percent(value)).toBe(text)
  })

  test.each([
    [0.123456789, undefined, "0.12"],
    [0.123456789, 8, "0.12345679"],
    [0.123456789, 50, "0.12345679"],
    [1234.5, 0, "1,235"],
    [5, 8, "5"],
  ])("the number %s with %s digits is %s", (value, digits, text) => {
    expect(en.number(value, digits)).toBe(text)
  })

  test.each([
    [23_908_962_564, "$23.9B"],
    [1_000_000, "$1M"],
    [99_999, "$100K"],
    [950, "$950"],
    [0, "$0"],
  ])("%s dollars in short are %s", (value, text) => {
    expect(en.usdCompact(value)).toBe(text)
  })

  it("writes money, and moments in UTC wherever the server stands", () => {
    expect(en.usd(1234.5)).toBe("$1,234.50")
    expect(en.date(new Date("2026-11-20T23:59:59Z"))).toBe("Nov 20, 2026")
    expect(plain(en.dateTime(new Date("2026-11-20T23:05:00Z")))).toBe("Nov 20, 2026, 11:05 PM UTC")
  })
})

it("is made once per language", () => {
  for (const locale of LOCALE_CODES) expect(formatsOf(locale)).toBe(formatsOf(locale))
})
