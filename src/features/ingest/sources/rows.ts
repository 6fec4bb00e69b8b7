// Reading untrusted answers: numbers out of "", null, "3%" and "0.03", and collecting rows with every left-out row counted.
import type { z } from "zod"
import { AppError } from "../../../core/errors.ts"
import { dayOf } from "../../../core/clock.ts"
import {
  type HistoryPoint,
  historyPointSchema,
  type SourceOfferInput,
  sourceCardSchema,
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceOfferSchema,
  sourceProtocolSchema,
  sourceWalletSchema,
} from "../../market/schema.ts"
import type { Dropped, DropReason, SourceBatch } from "../source.ts"

/** A JSON object with values of any shape. */
export type Row = Record<string, unknown>

const MAX_KEY = 160
const MAX_DETAIL = 300
const MAX_RAW = 2000
/** A plain decimal number, with exponent; not "0x10", "1,000", "Infinity" or "3%". */
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** The value as an object, or null when it is anything else (arrays too). */
export function asRow(value: unknown): Row | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Row) : null
}

export function asList(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** The rows of a list that must be there. Throws AppError "source_shape", which names what was expected. */
export function listOrThrow(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw wrongShape(what)
  return value
}

/** The object that must be there. Throws AppError "source_shape", which names what was expected. */
export function rowOrThrow(value: unknown, what: string): Row {
  const row = asRow(value)
  if (row === null) throw wrongShape(what)
  return row
}

export function wrongShape(what: string): AppError {
  return new AppError("source_shape", { message: `The answer has not the documented shape: ${what} was expected.` })
}

/** A trimmed text; null for "", null and everything that is neither text nor a finite number. */
export function readText(value: unknown): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : null
  if (typeof value !== "string") return null
  const text = value.trim()
  return text === "" ? null : text
}

/**
 * A number from a number or a decimal text. null (unknown, never 0) for "", null, NaN, "3%" and everything else.
 * An overflow such as 1e400 stays Infinity, so that the bounds can name it instead of calling it unknown.
 */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isNaN(value) ? null : value
  if (typeof value !== "string" || value.length > 60) return null
  const text = value.trim()
  return DECIMAL.test(text) ? Number(text) : null
}

/** A finite number from 0 up, for amounts, limits and USD values; null for anything else. */
export function readAmount(value: unknown): number | null {
  const amount = readNumber(value)
  return amount !== null && Number.isFinite(amount) && amount >= 0 ? amount : null
}

/** "3%" gives 3. The sign is demanded: without it nobody can tell percent from fraction. */
export function readSignedPercent(value: unknown): number | null {
  const text = readText(value)
  return text?.endsWith("%") ? readNumber(text.slice(0, -1)) : null
}

/** A yearly fraction ("0.03") as percent (3). */
export function readFraction(value: unknown): number | null {
  const fraction = readNumber(value)
  return fraction === null ? null : percentOf(fraction)
}

/** A fraction as percent without the binary dust (0.1498 gives 14.98, not 14.979999999999999). */
export function percentOf(fraction: number): number {
  return clean(fraction * 100)
}

/** Twelve significant digits: more than any source gives, fewer than the binary rounding error. */
export function clean(value: number): number {
  return Number(value.toPrecision(12))
}

/** Adds what is known; null when nothing is. */
export function sumKnown(...values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : clean(known.reduce((sum, value) => sum + value, 0))
}

export function readBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null
}

/** An http(s) address as the row has it; null for anything else. */
export function readUrl(value: unknown): string | null {
  const text = readText(value)
  return text !== null && text.length <= 2000 && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null
}

/** A moment from milliseconds since 1970, as number or text; null when it is no date between 2009 and 2100. */
export function readMoment(value: unknown): Date | null {
  const milliseconds = readNumber(value)
  return milliseconds === null ? null : plausible(milliseconds)
}

/** A moment from an ISO 8601 text; null when it is no date between 2009 and 2100. */
export function readIsoMoment(value: unknown): Date | null {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && value.length < 40
    ? plausible(Date.parse(value))
    : null
}

function plausible(milliseconds: number): Date | null {
  return milliseconds >= Date.UTC(2009, 0, 1) && milliseconds < Date.UTC(2100, 0, 1) ? new Date(milliseconds) : null
}

/** The first `length` characters; labels and names may be cut, keys and rates never are. */
export function cut(text: string | null, length: number): string | null {
  return text === null ? null : text.slice(0, length)
}

/** The source's own text of the named fields, for `rate.raw`. Nested values are left out: a hostile depth must not be walked. */
export function rawOf(row: Row, names: readonly string[]): string {
  const picked = names.flatMap((name) => {
    const value = row[name]
    const shown = typeof value === "string" ? value.slice(0, 200) : value
    return typeof value === "object" && value !== null ? [] : value === undefined ? [] : [[name, shown] as const]
  })
  return JSON.stringify(Object.fromEntries(picked)).slice(0, MAX_RAW)
}

/** Lower-case words with hyphens; null when nothing is left. */
export function slugOf(text: string): string | null {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
  return slug === "" || slug.length > 120 ? null : slug
}

/** Why a row gives nothing; returned by a row's reader instead of the row. */
export class Miss {
  readonly reason: DropReason
  readonly detail: string

  constructor(reason: DropReason, detail: string) {
    this.reason = reason
    this.detail = detail
  }
}

const SCHEMAS = {
  currencies: sourceCurrencySchema,
  protocols: sourceProtocolSchema,
  exchanges: sourceExchangeSchema,
  wallets: sourceWalletSchema,
  cards: sourceCardSchema,
} as const
type EntityKind = keyof typeof SCHEMAS
type EntityInput<Kind extends EntityKind> = z.input<(typeof SCHEMAS)[Kind]>

/** Collects one run's rows. Each `take` counts one row read, and keeps it or writes down why not: read = kept + dropped. */
export class BatchBuilder {
  readonly #batch: SourceBatch = {
    read: 0,
    offers: [],
    currencies: [],
    protocols: [],
    exchanges: [],
    wallets: [],
    cards: [],
    dropped: [],
  }
  readonly #seen = new Set<string>()

  /** Takes one offer row. `live`: a rate must be known, as it is for every source that is asked by machine. */
  takeOffer(key: string, read: () => SourceOfferInput | Miss, live = true): void {
    this.#take(key, () => {
      const offer = read()
      if (offer instanceof Miss) return offer
      const { percent } = offer.rate
      if (percent === null && live) return new Miss("noRate", `the rate is unknown: ${offer.rate.raw}`)
      if (typeof percent === "number" && !(percent >= -100 && percent <= 1_000_000)) {
        return new Miss("outOfBounds", `${percent} % a year`)
      }
      const parsed = sourceOfferSchema.safeParse(offer)
      if (!parsed.success) return malformed(parsed.error)
      if (this.#isSecond(`offer ${parsed.data.externalId}`)) return new Miss("duplicate", "the same external id again")
      this.#batch.offers.push(parsed.data)
      return null
    })
  }

  /** Takes one row of an entity: a currency, protocol, exchange, wallet or card. */
  takeEntity<Kind extends EntityKind>(kind: Kind, key: string, read: () => EntityInput<Kind> | Miss): void {
    this.#take(key, () => {
      const entity = read()
      if (entity instanceof Miss) return entity
      const parsed = SCHEMAS[kind].safeParse(entity)
      if (!parsed.success) return malformed(parsed.error)
      if (this.#isSecond(`${kind} ${parsed.data.slug}`)) return new Miss("duplicate", "the same slug again")
      ;(this.#batch[kind] as unknown[]).push(parsed.data)
      return null
    })
  }

  /** Counts a row that gives nothing. */
  drop(key: string, reason: DropReason, detail: string): void {
    this.#take(key, () => new Miss(reason, detail))
  }

  done(): SourceBatch {
    return this.#batch
  }

  #take(key: string, attempt: () => Miss | null): void {
    this.#batch.read++
    let miss: Miss | null
    try {
      miss = attempt()
    } catch (error) {
      // A row that nobody foresaw costs itself, never the batch. The contract test fails on this word.
      miss = new Miss("malformed", `unexpected: ${error instanceof Error ? error.message : "not an error"}`)
    }
    if (miss === null) return
    const dropped: Dropped = { reason: miss.reason, key: key.slice(0, MAX_KEY) }
    if (miss.detail !== "") dropped.detail = miss.detail.slice(0, MAX_DETAIL)
    this.#batch.dropped.push(dropped)
  }

  #isSecond(id: string): boolean {
    if (this.#seen.has(id)) return true
    this.#seen.add(id)
    return false
  }
}

function malformed(error: z.ZodError): Miss {
  const issue = error.issues[0]
  return new Miss("malformed", issue === undefined ? "" : `${issue.path.join(".")}: ${issue.message}`)
}

/** One point a day, oldest first; of several samples in one day the last one stands. Points that fail the schema are left out. */
export function dailyPoints(samples: { at: Date; point: Omit<HistoryPoint, "day"> }[]): HistoryPoint[] {
  const byDay = new Map<string, HistoryPoint>()
  for (const { at, point } of samples.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const parsed = historyPointSchema.safeParse({ ...point, day: dayOf(at) })
    if (parsed.success && parsed.data.apyPercent !== null) byDay.set(parsed.data.day, parsed.data)
  }
  return [...byDay.values()]
}
