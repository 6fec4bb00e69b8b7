import { describe, expect, it, test } from "vitest"
import { commissionRows, friendLink } from "./own-report.ts"
import { touchCodes } from "./touch.ts"

describe("friendLink", () => {
  it("carries the same code for the other cookie, and no longer for the first", () => {
    const link = friendLink("https://apyary.test/?aff=anna-7_Z")
    expect(link).toBe("https://apyary.test/?rcid=anna-7_Z")
    expect(touchCodes(new URL(link).searchParams)).toEqual(["anna-7_Z"])
  })
})

describe("commissionRows", () => {
  test.each([
    ["en", "USD", 1234.5, 0, "$1,234.50", null],
    ["en", "EUR", 2, 20, "€2.00", "€20.00"],
    ["de", "EUR", 1234.5, 0.5, "1.234,50\u00a0€", "0,50\u00a0€"],
    ["en", "JPY", 1200, 0, "¥1,200", null],
    ["en", "not a currency", 1.5, 0, "1.50 not a currency", null],
  ] as const)("%s, %s: %d, of which %d went back", (locale, currency, amount, reversed, text, back) => {
    expect(commissionRows({ commission: [{ currency, amount, reversed }] }, locale)).toEqual([
      { currency, amount: text, reversed: back },
    ])
  })

  it("keeps currencies apart, and what was taken back in full stays visible", () => {
    const commission = [
      { currency: "EUR", amount: 0, reversed: 20 },
      { currency: "USD", amount: 5, reversed: 0 },
    ]
    expect(commissionRows({ commission }, "en").map(({ amount, reversed }) => [amount, reversed])).toEqual([
      ["€0.00", "€20.00"],
      ["$5.00", null],
    ])
  })
})
