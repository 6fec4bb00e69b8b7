// Numbers, money and dates as a language writes them. Pages get finished texts from the server, because Node and browsers differ
// in details and a text that changes on hydration is a fault; the browser formats only what it works out itself.
import type { Locale } from "./locales.ts"

export type Formats = {
  /** 4.5 -> "4.50%" */
  percent(value: number): string
  /** Whole numbers and small ones: up to `digits` decimals, 2 unless told. */
  number(value: number, digits?: number): string
  /** 23908962564 -> "$23.9B" */
  usdCompact(value: number): string
  usd(value: number): string
  /** "2026-11-20" or a moment -> "Nov 20, 2026", in UTC; a year alone, "2026", stays one. */
  date(value: string | Date): string
  /** A moment with hour and minute, in UTC */
  dateTime(value: Date): string
}

const cache = new Map<Locale, Formats>()

/** The formats of a language; made once. */
export function formatsOf(locale: Locale): Formats {
  const known = cache.get(locale)
  if (known) return known
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const bigPercent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
    (digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }),
  )
  const compact = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    notation: "compact",
    maximumSignificantDigits: 3,
  })
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone: "UTC" })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
  const formats: Formats = {
    percent(value) {
      // A rate that is there must not read as none.
      if (value !== 0 && Math.abs(value) < 0.005)
        return `${value > 0 ? "<" : ">"} ${percent.format(value > 0 ? 0.0001 : -0.0001)}`
      return (Math.abs(value) >= 1000 ? bigPercent : percent).format(value / 100)
    },
    number: (value, digits = 2) => (numbers[digits] ?? numbers[8])?.format(value) ?? String(value),
    usdCompact: (value) => compact.format(value),
    usd: (value) => money.format(value),
    date: (value) => {
      if (typeof value !== "string") return date.format(value)
      return (value.length === 4 ? year : date).format(new Date(`${value}T00:00:00Z`))
    },
    dateTime: (value) => `${dateTime.format(value)} UTC`,
  }
  cache.set(locale, formats)
  return formats
}
