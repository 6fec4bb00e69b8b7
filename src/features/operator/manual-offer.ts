// An offer that the operator enters: the same cells, the same reading and the same schema as a row of the manual files. Pure.
import { OPERATOR_PREFIX } from "../ingest/source.ts"
import { isDeepStrictEqual } from "node:util"
import { offerFromCsv, OFFER_COLUMNS } from "../ingest/sources/manual-rows.ts"
import { Miss } from "../ingest/sources/rows.ts"
import { judgeRate } from "../ingest/guard.ts"
import { isStorable, type NormalOffer, normaliseOffers } from "../ingest/normalise.ts"
import { type SourceOffer, sourceOfferSchema, termSchema } from "../market/schema.ts"
import { PROVIDER_KINDS, type ProviderKind } from "../market/words.ts"
import { slugify } from "../../core/slug.ts"
import { checked, invalid, optionOf } from "./command.ts"

/** Cells by column as the operator wrote them; "" empties one. */
export type Cells = Readonly<Record<string, string>>
export type Provider = { kind: ProviderKind; slug: string; name: string }

/** Where a column's value stands in an offer: in it, in its rate, in its first term, or in whom that is for. */
const RATE: Readonly<Record<string, string>> = {
  ratePercent: "percent",
  basePercent: "basePercent",
  rewardPercent: "rewardPercent",
  rateKind: "kind",
  compoundingPerYear: "compoundingPerYear",
  checkedAt: "observedAt",
  raw: "raw",
}
const ELIGIBILITY = ["countriesAllowed", "countriesExcluded"]
const OFFER = ["category", "symbols", "rewardSymbols", "blockchain", "status", "label", "sourceUrl"]
/** What an offer is: another of these is another offer. */
export const IDENTITY = ["externalId", "providerKind", "providerSlug"]
const placeOf = (column: string) =>
  OFFER.includes(column) ? "offer" : column in RATE ? "rate" : ELIGIBILITY.includes(column) ? "eligibility" : "term"

/** Columns that hold a rate in percent. */
const RATE_COLUMNS = ["ratePercent", "basePercent", "rewardPercent", "tiers", "baseRatePercent", "maxRatePercent"]

/** The column behind a place in a source offer. */
function columnOf(path: readonly PropertyKey[]): string {
  const [first, second, third] = path.map(String)
  if (first === "provider") return second === "slug" ? "providerSlug" : "providerKind"
  if (first === "terms") return third === "eligibility" ? String(path[3] ?? "countriesAllowed") : (third ?? "tiers")
  if (first !== "rate") return first ?? "offer"
  return Object.keys(RATE).find((column) => RATE[column] === second) ?? "ratePercent"
}

/** The kind and slug of the provider in the cells. Throws AppError "invalid_parameter". */
export function providerOf(cells: Cells): Omit<Provider, "name"> {
  const kind = PROVIDER_KINDS.find((known) => known === cells.providerKind)
  if (!cells.providerKind) throw invalid({ providerKind: "is missing" })
  if (!kind) throw invalid({ providerKind: `must be one of ${PROVIDER_KINDS.join(", ")}` })
  if (!cells.providerSlug) throw invalid({ providerSlug: "is missing" })
  return { kind, slug: cells.providerSlug }
}

/** An id that the same offer gets every time, so that it is not added twice; always one that no file of the source holds. */
function externalIdOf(cells: Cells): string {
  if (cells.externalId?.startsWith(OPERATOR_PREFIX)) return cells.externalId
  if (cells.externalId) return `${OPERATOR_PREFIX}${cells.externalId}`
  const parts = [cells.providerSlug, cells.category, cells.symbols, cells.label, cells.blockchain]
  return `${OPERATOR_PREFIX}${cells.providerKind}:${slugify(parts.map((part) => part ?? "").join(" "))}`
}

/** A new offer from cells. Throws AppError "invalid_parameter" that names the column at fault. */
export function newOffer(cells: Cells, provider: Provider, now: Date): NormalOffer {
  for (const column of ["category", "symbols", "sourceUrl", "checkedAt"]) {
    if (!cells[column]) throw invalid({ [column]: "is missing" })
  }
  const row = { ...cells, externalId: externalIdOf(cells), ...providerCells(provider) }
  const offer = normal(readRow(row, now))
  if (RATE_COLUMNS.some((column) => cells[column]) && !cells.rateKind) throw invalid({ rateKind: SAY_KIND })
  guardRate(offer, now)
  return offer
}

const SAY_KIND = "is missing: say apr, apy or unknown with a rate"

/**
 * A stored offer with the given cells in place of its own. Rates in it are stored as they compare, so new ones are converted on
 * their own and no two kinds are mixed. Throws AppError "invalid_parameter".
 */
export function changedOffer(stored: SourceOffer, cells: Cells, now: Date): NormalOffer {
  const columns = Object.keys(cells)
  const rates = columns.filter((column) => RATE_COLUMNS.includes(column) && cells[column] !== "")
  if (rates.length > 0 && !cells.rateKind) throw invalid({ rateKind: SAY_KIND })
  if (rates.length > 0 && !cells.checkedAt)
    throw invalid({ checkedAt: "is missing: say on which day the rate was seen" })
  if (cells.compoundingPerYear && rates.length === 0) throw invalid({ compoundingPerYear: "needs the rate beside it" })
  const isTerm = (column: string) => ["term", "eligibility"].includes(placeOf(column))
  if (stored.terms.length > 1 && columns.some(isTerm)) {
    const column = columns.find(isTerm) ?? "tiers"
    throw invalid({ [column]: "cannot be changed here: the offer has several terms, which stand in its file" })
  }
  const own = {
    externalId: stored.externalId,
    category: stored.category,
    symbols: stored.symbols.join(" "),
    sourceUrl: stored.sourceUrl,
    checkedAt: (stored.rate.observedAt ?? now.toISOString()).slice(0, 10),
    ...providerCells(stored.provider),
  }
  for (const column of ["category", "symbols", "sourceUrl", "checkedAt"]) {
    if (cells[column] === "") throw invalid({ [column]: "may not be empty" })
  }
  const read = normal(readRow({ ...own, ...cells }, now))
  if (rates.length > 0) forbidMixture(stored, columns, read.rateKind)
  const offer = overlay(stored, read, columns, rates)
  const result = normal(checked(sourceOfferSchema, offer, columnOf))
  if (rates.length > 0) guardRate(result, now)
  return result
}

/** Which of the columns say something else in another state of an offer. */
export function changedColumns(before: NormalOffer, after: NormalOffer, columns: readonly string[]): string[] {
  return columns.filter((column) => !isDeepStrictEqual(valueOf(before, column), valueOf(after, column)))
}

/** Whether one of the columns says what the rate is or when a person looked. */
export function touchesRate(columns: readonly string[]): boolean {
  return columns.some((column) => placeOf(column) === "rate" || RATE_COLUMNS.includes(column))
}

function valueOf({ offer, terms }: NormalOffer, column: string): unknown {
  const place = placeOf(column)
  if (place === "offer") return offer[column as keyof SourceOffer]
  const term = terms[0] ?? termSchema.parse({})
  if (place === "term") return term[column as keyof typeof term]
  if (place === "eligibility") return term.eligibility?.[column as "countriesAllowed"] ?? null
  if (column === "checkedAt") return Date.parse(offer.rate.observedAt ?? "")
  return offer.rate[RATE[column] as keyof SourceOffer["rate"]]
}

/** The offer as it is stored, in the form that it is compared in. */
export function unchangedOffer(stored: SourceOffer): NormalOffer {
  return normal(stored)
}

function overlay(stored: SourceOffer, read: NormalOffer, columns: readonly string[], rates: readonly string[]) {
  const has = (column: string) => columns.includes(column)
  const readTerm = read.terms[0] ?? termSchema.parse({})
  const term: Record<string, unknown> = { ...(stored.terms[0] ?? termSchema.parse({})) }
  const rate: Record<string, unknown> = { ...stored.rate }
  const offer: Record<string, unknown> = { ...stored }
  const converted: Record<string, unknown> = {
    ...read.offer.rate,
    percent: read.apyPercent,
    basePercent: read.apyBasePercent,
    rewardPercent: read.apyRewardPercent,
    kind: rates.length > 0 ? read.rateKind : read.offer.rate.kind,
  }
  const wasEligible = stored.terms[0]?.eligibility ?? {
    countriesAllowed: null,
    countriesExcluded: null,
    kyc: null,
    newUsersOnly: null,
    vipOnly: null,
  }
  let eligibility: Record<string, unknown> = { ...wasEligible }
  for (const column of columns) {
    const place = placeOf(column)
    if (place === "offer") offer[column] = read.offer[column as keyof SourceOffer]
    else if (place === "rate") rate[RATE[column] ?? column] = converted[RATE[column] ?? column]
    else if (place === "term") term[column] = readTerm[column as keyof typeof readTerm]
    else eligibility = { ...eligibility, [column]: readTerm.eligibility?.[column as "countriesAllowed"] ?? null }
  }
  if (has("ratePercent") && !has("raw")) rate.raw = read.offer.rate.raw
  // Whether it is one currency or several follows from them again.
  if (has("symbols")) offer.exposure = null
  term.eligibility = Object.values(eligibility).some((value) => value !== null) ? eligibility : null
  const touchesTerm = columns.some((column) => ["term", "eligibility"].includes(placeOf(column)))
  const terms = touchesTerm ? [term] : stored.terms
  return { ...offer, terms, rate: { ...rate, compoundingPerYear: null } }
}

/** One offer, one kind of rate: an APR beside APYs could not be told from them. */
function forbidMixture(stored: SourceOffer, columns: readonly string[], kind: string): void {
  if (stored.rate.kind === kind) return
  const [term] = stored.terms
  const values: Record<string, unknown> = {
    ratePercent: stored.rate.percent,
    basePercent: stored.rate.basePercent,
    rewardPercent: stored.rate.rewardPercent,
    tiers: term && term.tiers.length > 0 ? term.tiers : null,
    baseRatePercent: term?.baseRatePercent ?? null,
    maxRatePercent: term?.maxRatePercent ?? null,
  }
  const left = RATE_COLUMNS.filter((column) => values[column] !== null && !columns.includes(column))
  if (left.length > 0) {
    throw invalid({
      rateKind: `would be ${kind} beside rates that are ${stored.rate.kind}: give or empty ${left.map(optionOf).join(", ")} too`,
    })
  }
}

function providerCells({ kind, slug, name }: Provider) {
  return { providerKind: kind, providerSlug: slug, providerName: name }
}

/** Reads the cells as a line of offers.csv and checks them by the schema of all sources. */
function readRow(row: Cells, now: Date): SourceOffer {
  const read = offerFromCsv({ row, csv: true, now })
  if (read instanceof Miss) throw invalid(problemsOf(read.detail))
  return checked(sourceOfferSchema, read, columnOf)
}

/** "lockDays: "x" is no number; tiers: ..." by column. */
function problemsOf(detail: string): Record<string, string> {
  const problems = detail.split("; ").flatMap((part) => {
    const [column = "", ...rest] = part.split(": ")
    return OFFER_COLUMNS.includes(column) ? [[column, rest.join(": ")] as const] : []
  })
  return problems.length > 0 ? Object.fromEntries(problems) : { offer: detail }
}

function normal(offer: SourceOffer): NormalOffer {
  const [result] = isStorable(offer) ? normaliseOffers([offer]).offers : []
  if (!result) throw invalid({ offer: "has a character that no text can hold" })
  return result
}

/** A percent that was taken for a fraction, or the other way round, where the range is known. */
function guardRate({ offer, apyPercent }: NormalOffer, now: Date): void {
  const what = {
    providerSlug: offer.provider.slug,
    category: offer.category,
    singleExposure: offer.symbols.length === 1,
  }
  const verdict = judgeRate(what, apyPercent, undefined, now)
  if (!verdict.accept) throw invalid({ ratePercent: `cannot be right: ${verdict.detail}` })
}
