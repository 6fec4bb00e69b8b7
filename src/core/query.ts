// Query strings by a table: what a list understands, how a value is read and written. A page repairs what is broken, the API refuses it.

/** Reads and writes one value. `read` gives undefined for a text that is no such value. */
export type Codec<Value> = { read(text: string): Value | undefined; write(value: Value): string }

/** Every parameter by name; a value that was not given is null (spec 5). The order of the table is the order in the address. */
export type QuerySpec<Values> = { [Name in keyof Values]-?: Codec<NonNullable<Values[Name]>> }

export type QueryProblem = { name: string; code: "unknown_parameter" | "invalid_parameter" }

export type ReadQuery<Values> = {
  values: Values
  /** What had to be dropped. */
  problems: QueryProblem[]
  /** The address of this state: known parameters only, in the table's order, without the "?"; "" when there are none. */
  canonical: string
  /** false: the address that was asked is to be repaired. Parameters of others (utm_..., aff) do not count. */
  isCanonical: boolean
}

/** Longest text that is looked at; a longer one is no value. */
const MAX_LENGTH = 2000

/** Reads the parameters of `spec` from a query. A key that is given several times is one comma-separated list. */
export function readQuery<Values extends Record<string, unknown>>(
  spec: QuerySpec<Values>,
  params: URLSearchParams,
): ReadQuery<Values> {
  const values = {} as Values
  const problems: QueryProblem[] = []
  let isCanonical = true
  for (const name of Object.keys(spec) as (keyof Values & string)[]) {
    const text = params.getAll(name).join(",")
    const value = text === "" || text.length > MAX_LENGTH ? undefined : spec[name].read(text)
    values[name] = (value ?? null) as Values[typeof name]
    if (value === undefined && text !== "") problems.push({ name, code: "invalid_parameter" })
    if (
      params.has(name) &&
      (value === undefined || spec[name].write(value as NonNullable<Values[typeof name]>) !== text)
    )
      isCanonical = false
    if (params.getAll(name).length > 1) isCanonical = false
  }
  for (const name of new Set(params.keys())) {
    if (!Object.hasOwn(spec, name)) problems.push({ name: name.slice(0, 60), code: "unknown_parameter" })
  }
  return { values, problems, canonical: writeQuery(spec, values), isCanonical }
}

/** The query string for a state, without the "?". Values that are null are left out. */
export function writeQuery<Values extends Record<string, unknown>>(
  spec: QuerySpec<Values>,
  values: Partial<Values>,
): string {
  const parts: string[] = []
  for (const name of Object.keys(spec) as (keyof Values & string)[]) {
    const value = values[name]
    if (value !== null && value !== undefined)
      parts.push(`${name}=${encoded(spec[name].write(value as NonNullable<Values[typeof name]>))}`)
  }
  return parts.join("&")
}

/** A value as it stands in an address; most need nothing done. Commas separate list values and are readable as they are. */
function encoded(text: string): string {
  if (/^[\w.,-]*$/.test(text)) return text
  return new URLSearchParams([["", text]]).toString().slice(1).replaceAll("%2C", ",")
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/

/** A decimal number within bounds. */
export function numberCodec(min: number, max: number): Codec<number> {
  return {
    read(text) {
      const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
    // Never "1e-7": what is written must be readable again.
    write: (value) => (value !== 0 && Math.abs(value) < 1e-6 ? value.toFixed(10).replace(/\.?0+$/, "") : String(value)),
  }
}

/** A whole number within bounds that is left out when it is `usual`. */
export function integerCodec(min: number, max: number, usual?: number): Codec<number> {
  return {
    read(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max && value !== usual ? value : undefined
    },
    write: String,
  }
}

/** One of a few words. */
export function wordCodec<Word extends string>(words: readonly Word[]): Codec<Word> {
  return { read: (text) => words.find((word) => word === text), write: (word) => word }
}

/** Some of a few words; unknown ones make the whole value invalid. */
export function wordsCodec<Word extends string>(words: readonly Word[]): Codec<Word[]> {
  return {
    read(text) {
      const found = text.split(",").map((part) => words.find((word) => word === part))
      return found.every((word) => word !== undefined) ? [...new Set(found)] : undefined
    },
    write: (list) => list.join(","),
  }
}

/** Ids or slugs; at most 50. */
export const slugsCodec: Codec<string[]> = {
  read(text) {
    const parts = [...new Set(text.split(",").filter((part) => part !== ""))]
    return parts.length > 0 && parts.length <= 50 && parts.every((part) => SLUG.test(part)) ? parts : undefined
  },
  write: (list) => list.join(","),
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9-]{0,119}$/

/** A slug as it is written here: lower-case. */
export const lowerSlugCodec: Codec<string> = {
  read: (text) => (SLUG.test(text) && text === text.toLowerCase() ? text : undefined),
  write: (slug) => slug,
}

/** An id or a slug. */
export const slugCodec: Codec<string> = { read: (text) => (SLUG.test(text) ? text : undefined), write: (slug) => slug }

/** A checkbox: true or not there (spec 5). */
export const flagCodec: Codec<true> = { read: (text) => (text === "true" ? true : undefined), write: () => "true" }

/** Free text, trimmed, up to 100 characters; control characters make it invalid. */
export const textCodec: Codec<string> = {
  read(text) {
    const trimmed = text.trim().replace(/\s+/g, " ")
    return trimmed === "" || trimmed.length > 100 || /\p{Cc}/u.test(trimmed) ? undefined : trimmed
  },
  write: (text) => text,
}
