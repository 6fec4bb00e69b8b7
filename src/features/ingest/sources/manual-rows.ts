// How one hand-written row becomes an offer, a wallet or a card. An empty cell is unknown; a cell that cannot be read is a
// mistake of the writer and drops the row, so that it is noticed.
import type { z } from "zod"
import { DAY_MS } from "../../../core/clock.ts"
import type { SourceOfferInput, sourceCardSchema, sourceWalletSchema } from "../../market/schema.ts"
import { asRow, Miss, readNumber, type Row } from "./rows.ts"

export type ManualRow = { row: Row; csv: boolean; now: Date }
type WalletInput = z.input<typeof sourceWalletSchema>
type CardInput = z.input<typeof sourceCardSchema>

const words = (text: string) => text.split(" ")

const NUMBER_TERMS = [
  "lockDays",
  "noticeDays",
  "unbondDays",
  "processingHours",
  "minAmount",
  "maxAmount",
  "baseRatePercent",
  "maxRatePercent",
] as const
const TEXT_TERMS = ["earlyExit", "maxRateCondition", "payout"] as const
/** The columns of offers*.csv. symbols, rewardSymbols and countries are separated by spaces; tiers are "0-1000:10;1000-:1". */
export const OFFER_COLUMNS = [
  ...words("externalId category providerKind providerSlug providerName symbols rewardSymbols"),
  ...words("blockchain status label sourceUrl checkedAt ratePercent rateKind compoundingPerYear"),
  ...words("basePercent rewardPercent tiers"),
  ...NUMBER_TERMS,
  ...TEXT_TERMS,
  ...words("autoCompound promoEndsAt"),
  ...words("countriesAllowed countriesExcluded raw"),
]

const WALLET_LISTS = ["platforms", "features", "featuresAbsent", "additionalServices"]
const WALLET_BOOLEANS = ["numCoinsHasMore", "selfCustody", "needsIdentity"]
const WALLET_NUMBERS = ["numCoins"]
/** The columns of wallets*.csv: the schema's names; lists are separated by spaces. Texts in other languages need JSON. */
export const WALLET_COLUMNS = [
  ...words("slug name mainPageLink type nodeType sourceCodeUrl sourceUrl asOf checkedAt"),
  ...WALLET_LISTS,
  ...WALLET_BOOLEANS,
  ...WALLET_NUMBERS,
]

const CARD_LISTS = ["networks", "regions", "cashbackCurrencies"]
const CARD_BOOLEANS = ["virtual", "physical", "stakingRequired"]
const CARD_NUMBERS = [
  ...words("cashbackMinPercent cashbackMaxPercent annualFeeUsd issueFeeUsd fxFeePercent"),
  ...words("atmFreePerMonthUsd balanceApyPercent"),
]
/** The columns of cards*.csv: the schema's names, with providerKind and providerSlug for `provider`; lists are separated by spaces. */
export const CARD_COLUMNS = [
  ...words("slug name providerKind providerSlug url status custody kind kyc"),
  ...words("sourceUrl asOf checkedAt"),
  ...CARD_LISTS,
  ...CARD_BOOLEANS,
  ...CARD_NUMBERS,
]

/** The cells of one CSV row; `problems` gathers what cannot be read. */
class Cells {
  readonly problems: string[] = []
  readonly #row: Row

  constructor(row: Row) {
    this.#row = row
  }

  text(column: string): string | null {
    const value = this.#row[column]
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null
  }

  number(column: string): number | null {
    const text = this.text(column)
    const number = readNumber(text)
    if (text !== null && number === null) this.problems.push(`${column}: "${text.slice(0, 40)}" is no number`)
    return number
  }

  boolean(column: string): boolean | null {
    const text = this.text(column)?.toLowerCase() ?? null
    if (text === null) return null
    if (text === "true" || text === "yes") return true
    if (text !== "false" && text !== "no")
      this.problems.push(`${column}: "${text.slice(0, 40)}" is neither true nor false`)
    return false
  }

  words(column: string): string[] {
    return this.text(column)?.split(/\s+/) ?? []
  }

  /** null for an empty cell: no list is not the same as an empty list. */
  wordsOrNull(column: string): string[] | null {
    return this.text(column) === null ? null : this.words(column)
  }

  tiers(column: string) {
    return (this.text(column)?.split(";") ?? []).flatMap((step) => {
      const [, from, to, rate] = /^\s*([\d.]+)\s*-\s*([\d.]*)\s*:\s*(-?[\d.]+)\s*%?\s*$/.exec(step) ?? []
      const numbers = { from: readNumber(from), to: readNumber(to), ratePercent: readNumber(rate) }
      if (numbers.from === null || numbers.ratePercent === null) {
        this.problems.push(`${column}: "${step.slice(0, 40)}" is not from-to:percent`)
        return []
      }
      return [{ from: numbers.from, to: numbers.to, ratePercent: numbers.ratePercent }]
    })
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/
const DAY_OR_YEAR = /^\d{4}(?:-\d\d-\d\d)?$/

/** The day a person last checked the row, or why it does not count. */
function checkedDay(value: unknown, now: Date, form = DAY): string | Miss {
  if (typeof value !== "string" || !form.test(value)) return new Miss("malformed", "checkedAt: no day")
  const moment = Date.parse(`${value}T00:00:00Z`)
  if (Number.isNaN(moment)) return new Miss("malformed", `checkedAt: ${value} is no day`)
  return moment > now.getTime() + DAY_MS ? new Miss("malformed", `checkedAt: ${value} is to come`) : value
}

export function offerFromCsv({ row, now }: ManualRow): SourceOfferInput | Miss {
  const cells = new Cells(row)
  const checkedAt = checkedDay(cells.text("checkedAt"), now)
  if (checkedAt instanceof Miss) return checkedAt
  if (cells.text("sourceUrl") === null) return new Miss("malformed", "sourceUrl: empty")
  const term = termOf(cells)
  const ratePercent = cells.number("ratePercent")
  const offer = {
    externalId: cells.text("externalId"),
    category: cells.text("category"),
    provider: {
      kind: cells.text("providerKind"),
      slug: cells.text("providerSlug"),
      name: cells.text("providerName"),
    },
    symbols: cells.words("symbols"),
    rewardSymbols: cells.words("rewardSymbols"),
    blockchain: cells.text("blockchain"),
    status: cells.text("status") ?? "active",
    label: cells.text("label"),
    sourceUrl: cells.text("sourceUrl"),
    terms: Object.values(term).some(isKnown) ? [term] : [],
    rate: {
      percent: ratePercent,
      basePercent: cells.number("basePercent"),
      rewardPercent: cells.number("rewardPercent"),
      kind: cells.text("rateKind") ?? "unknown",
      compoundingPerYear: cells.number("compoundingPerYear"),
      observedAt: `${checkedAt}T00:00:00Z`,
      raw: cells.text("raw") ?? (ratePercent === null ? "" : `${cells.text("ratePercent")} %`),
    },
  }
  // The words are checked by the schema right after, which names the cell at fault.
  return cells.problems.length > 0 ? new Miss("malformed", cells.problems.join("; ")) : (offer as SourceOfferInput)
}

function termOf(cells: Cells) {
  const countriesAllowed = cells.wordsOrNull("countriesAllowed")
  const countriesExcluded = cells.wordsOrNull("countriesExcluded")
  const promoEndsAt = cells.text("promoEndsAt")
  return {
    ...Object.fromEntries(NUMBER_TERMS.map((column) => [column, cells.number(column)])),
    ...Object.fromEntries(TEXT_TERMS.map((column) => [column, cells.text(column)])),
    tiers: cells.tiers("tiers"),
    autoCompound: cells.boolean("autoCompound"),
    // A day alone means its end.
    promoEndsAt:
      promoEndsAt !== null && /^\d{4}-\d\d-\d\d$/.test(promoEndsAt) ? `${promoEndsAt}T23:59:59Z` : promoEndsAt,
    eligibility:
      countriesAllowed === null && countriesExcluded === null ? null : { countriesAllowed, countriesExcluded },
  }
}

function isKnown(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
}

/** A JSON offer: the schema's own form, with checkedAt beside it. */
export function offerFromJson({ row, now }: ManualRow): SourceOfferInput | Miss {
  const { checkedAt: given, ...offer } = row
  const checkedAt = checkedDay(given, now)
  if (checkedAt instanceof Miss) return checkedAt
  const rate = asRow(offer.rate)
  if (rate === null) return new Miss("malformed", "rate: not an object")
  const percent = typeof rate.percent === "number" ? rate.percent : null
  const observedAt = rate.observedAt ?? `${checkedAt}T00:00:00Z`
  const raw = rate.raw ?? (percent === null ? "" : `${percent} %`)
  return { ...offer, rate: { ...rate, observedAt, raw } } as unknown as SourceOfferInput
}

export function walletOf(given: ManualRow): WalletInput | Miss {
  return entityOf<WalletInput>(given, WALLET_COLUMNS, WALLET_LISTS, WALLET_BOOLEANS, WALLET_NUMBERS)
}

export function cardOf(given: ManualRow): CardInput | Miss {
  const card = entityOf<Row>(given, CARD_COLUMNS, CARD_LISTS, CARD_BOOLEANS, CARD_NUMBERS)
  if (card instanceof Miss || !given.csv) return card as CardInput | Miss
  const { providerKind: kind, providerSlug: slug, ...rest } = card
  return { ...rest, provider: isKnown(kind) || isKnown(slug) ? { kind, slug } : null } as CardInput
}

/** A row with the schema's own names. checkedAt, the day a person looked, is what stands as `asOf`; a year alone where no day is known. */
function entityOf<Entity>(
  { row, csv, now }: ManualRow,
  columns: readonly string[],
  lists: readonly string[],
  booleans: readonly string[],
  numbers: readonly string[],
): Entity | Miss {
  const { checkedAt: given, asOf, ...facts } = row
  const checkedAt = checkedDay(isKnown(given) && given !== "" ? given : asOf, now, DAY_OR_YEAR)
  if (checkedAt instanceof Miss) return checkedAt
  if (!csv) return { ...facts, asOf: checkedAt } as Entity
  const cells = new Cells(facts)
  const known = columns.flatMap((column) => {
    const value = lists.includes(column)
      ? (cells.wordsOrNull(column) ?? undefined)
      : booleans.includes(column)
        ? cells.boolean(column)
        : numbers.includes(column)
          ? cells.number(column)
          : cells.text(column)
    return isKnown(value) ? [[column, value] as const] : []
  })
  if (cells.problems.length > 0) return new Miss("malformed", cells.problems.join("; "))
  return { ...Object.fromEntries(known), asOf: checkedAt } as Entity
}
