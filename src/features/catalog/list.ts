// Filter, sort and page over entities in memory. Pure; a list is a table of filters and sort keys (see the *-list.ts files).
import { type Codec, flagCodec, integerCodec, type QuerySpec, textCodec, wordCodec } from "../../core/query.ts"
import type { MessageId } from "../../i18n/messages.ts"

export const PAGE_SIZE = 50
const MAX_PAGE = 10_000

export type Direction = "asc" | "desc"
/** What to compare, and the direction in which the best come first. */
export type Criterion<Thing> = { order: Direction; value(thing: Thing): number | string | null }
export type Sorts<Thing> = {
  /** The key that a list has unless asked. */
  usual: string
  keys: Readonly<Record<string, Criterion<Thing>>>
  /** What decides between equals, in this order whichever way the list is turned. */
  ties: readonly Criterion<Thing>[]
}

export type ListFilter<Thing> =
  | { kind: "flag"; name: string; label: MessageId; test(thing: Thing): boolean }
  | {
      /** One of several, or with `checks` some of several, all of which must hold. */
      kind: "select" | "checks"
      name: string
      label: MessageId
      all: MessageId
      /** What a thing has of it; only what occurs is offered. */
      valuesOf(thing: Thing): readonly string[]
      test?(thing: Thing, value: string): boolean
      codec: Codec<string> | Codec<string[]>
    }

export type ListRules<Thing> = {
  /** The words that a search looks through. */
  words(thing: Thing): string
  sorts: Sorts<Thing>
  filters: readonly ListFilter<Thing>[]
}

export type ListQuery = Record<string, true | string | string[] | number | null> & {
  search: string | null
  sort: string | null
  order: Direction | null
  page: number | null
}

/** The parameters that a list understands. */
export function listSpec<Thing>(rules: ListRules<Thing>): QuerySpec<ListQuery> {
  return {
    ...Object.fromEntries(
      rules.filters.map((filter) => [filter.name, filter.kind === "flag" ? flagCodec : filter.codec]),
    ),
    search: textCodec,
    sort: wordCodec(Object.keys(rules.sorts.keys)),
    order: wordCodec(["asc", "desc"]),
    page: integerCodec(2, MAX_PAGE),
  } as unknown as QuerySpec<ListQuery>
}

/** The values that a filter is set to; none when it is off. */
export function chosenValues(query: Partial<ListQuery>, name: string): readonly string[] {
  const value = query[name]
  return Array.isArray(value) ? value : typeof value === "string" ? [value] : []
}

/** All things that match, in the order that is asked for. */
export function selectThings<Thing extends { slug: string }>(
  things: readonly Thing[],
  rules: ListRules<Thing>,
  query: Partial<ListQuery>,
): readonly Thing[] {
  const tests: ((thing: Thing) => boolean)[] = []
  for (const filter of rules.filters) {
    if (filter.kind === "flag") {
      if (query[filter.name] === true) tests.push((thing) => filter.test(thing))
      continue
    }
    for (const value of chosenValues(query, filter.name))
      tests.push((thing) => filter.test?.(thing, value) ?? filter.valuesOf(thing).includes(value))
  }
  if (query.search) {
    const words = query.search.toLowerCase().split(" ")
    tests.push((thing) => {
      const text = rules.words(thing).toLowerCase()
      return words.every((word) => text.includes(word))
    })
  }
  const key = query.sort ?? rules.sorts.usual
  const sorted = sortThings(things, rules.sorts, key, query.order ?? naturalOrder(rules.sorts, key))
  return tests.length === 0 ? sorted : sorted.filter((thing) => tests.every((test) => test(thing)))
}

export function naturalOrder<Thing>(sorts: Sorts<Thing>, key: string): Direction {
  return sorts.keys[key]?.order ?? "asc"
}

/** The orders of a market's lists: its arrays never change, so each order is worked out once. */
const known = new WeakMap<readonly object[], Map<string, readonly object[]>>()

/** Unknown values last both ways, then the ties, then the slug. */
export function sortThings<Thing extends { slug: string }>(
  things: readonly Thing[],
  sorts: Sorts<Thing>,
  key: string,
  order: Direction,
): readonly Thing[] {
  const orders = known.get(things) ?? new Map<string, readonly object[]>()
  known.set(things, orders)
  const name = `${key} ${order}`
  const ready = orders.get(name) as readonly Thing[] | undefined
  if (ready) return ready
  const first = sorts.keys[key]
  const criteria = [...(first ? [{ ...first, order }] : []), ...sorts.ties]
  const rows = things.map((thing) => ({ thing, values: criteria.map((criterion) => criterion.value(thing)) }))
  rows.sort((a, b) => {
    for (const [at, criterion] of criteria.entries()) {
      const difference = compare(a.values[at] ?? null, b.values[at] ?? null, criterion.order)
      if (difference !== 0) return difference
    }
    return a.thing.slug < b.thing.slug ? -1 : 1
  })
  const sorted = rows.map(({ thing }) => thing)
  orders.set(name, sorted)
  return sorted
}

function compare(a: number | string | null, b: number | string | null, order: Direction): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b === (order === "asc") ? -1 : 1
}

/** How names are compared: without regard to case. */
export function byName<Thing extends { name: string }>(order: Direction = "asc"): Criterion<Thing> {
  return { order, value: (thing) => thing.name.toLowerCase() }
}
