import fc from "fast-check"
import { describe, expect, it, test } from "vitest"
import { type Price, pricePerMonth, pricePerPeriod, promoFactor, promoPrice, yearlySaving } from "./prices.ts"
import { TARIFFS, type Tariff, type TariffPeriod, tariffOf } from "./tariffs.ts"

const priced = (monthCost: number, yearCost: number): Tariff => ({ ...tariffOf("pro"), monthCost, yearCost })
const shown = ({ amount, old }: Price) => (old === null ? `${amount}` : `${amount} was ${old}`)

test.each([
  [null, 1],
  [80, 0.8],
  [1, 0.01],
  [0.5, 0.005],
  [99.5, 0.995],
  [100, 1],
  // no percentage of a price
  [0, 1],
  [-20, 1],
  [100.01, 1],
  [1000, 1],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 1],
  [Number.NEGATIVE_INFINITY, 1],
])("a sale of %s leaves the part %d to pay", (sale, factor) => {
  expect(promoFactor(sale)).toBe(factor)
})

describe("promoPrice", () => {
  test.each<[number, number | null, string]>([
    [12, null, "12"],
    [12, 80, "9.6 was 12"],
    [12, 20, "2.4 was 12"],
    [12, 100, "12"],
    [12, 0, "12"],
    [12, -1, "12"],
    [12, 101, "12"],
    [12, 79.95, "9.59 was 12"],
    [12.5, 80.2, "10.03 was 12.5"],
    [2.01, 50, "1.01 was 2.01"],
    [0.01, 99, "0.01"],
    [0, 80, "0"],
  ])("%d with a sale of %s", (price, sale, expected) => {
    expect(shown(promoPrice(price, sale))).toBe(expected)
  })

  it("never raises a price, and strikes the old one exactly when the new one is lower", () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((amount) => amount / 100)
    const sales = fc.option(fc.double({ min: -1e6, max: 1e6 }))
    fc.assert(
      fc.property(cents, sales, (price, sale) => {
        const { amount, old } = promoPrice(price, sale)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(price)
        expect(old).toBe(amount < price ? price : null)
      }),
    )
  })
})

describe("a plan's price", () => {
  type Row = [cost: [number, number], period: TariffPeriod, sale: number | null, month: string, whole: string]
  test.each<Row>([
    [[12, 108], "monthly", null, "12", "12"],
    [[12, 108], "yearly", null, "9", "108"],
    [[12, 108], "monthly", 80, "9.6 was 12", "9.6 was 12"],
    [[12, 108], "yearly", 80, "7.2 was 9", "86.4 was 108"],
    [[29, 264], "yearly", 80, "17.6 was 22", "211.2 was 264"],
    [[29, 264], "yearly", 120, "22", "264"],
    // a year that twelve does not divide: the month is rounded, the sum is not
    [[10, 100], "yearly", null, "8", "100"],
    [[10, 100], "yearly", 80, "6.4 was 8", "80 was 100"],
    [[10, 102], "yearly", null, "9", "102"],
    [[10, 101.99], "yearly", null, "8", "101.99"],
    [[0, 0], "monthly", 80, "0", "0"],
    [[0, 0], "yearly", 80, "0", "0"],
  ])("%j, %s, sale %s", ([monthCost, yearCost], period, sale, month, whole) => {
    const tariff = priced(monthCost, yearCost)
    expect(shown(pricePerMonth(tariff, period, sale))).toBe(month)
    expect(shown(pricePerPeriod(tariff, period, sale))).toBe(whole)
  })
})

test.each([
  [12, 108, 0.25],
  [10, 120, 0],
  [10, 130, 0],
  [0, 0, 0],
])("a month for %d and a year for %d save %d", (monthCost, yearCost, saving) => {
  expect(yearlySaving({ monthCost, yearCost })).toBeCloseTo(saving, 12)
})

it("our tariffs: free costs nothing, a better plan costs more, and a year less than twelve months", () => {
  const [free, pro, proPlus] = TARIFFS.map((tariff) => [
    pricePerMonth(tariff, "monthly", null).amount,
    pricePerMonth(tariff, "yearly", null).amount,
  ]) as [number[], number[], number[]]
  expect(free).toEqual([0, 0])
  expect(pro[1]).toBeLessThan(pro[0] as number)
  expect(proPlus[1]).toBeLessThan(proPlus[0] as number)
  expect(proPlus[1]).toBeGreaterThan(pro[0] as number)
})
