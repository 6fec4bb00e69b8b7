// Finding entities by name or symbol. Pure, over an index of the market that is made once per version.
import type { Currency, Exchange, Market, Protocol, Wallet } from "../market/model.ts"

type Maybe<Value> = Value | null | undefined
export type TextFilter = {
  contains?: Maybe<string>
  equals?: Maybe<string>
  in?: Maybe<readonly string[]>
  mode?: Maybe<"default" | "insensitive">
}
export type Match = { name?: Maybe<TextFilter>; symbol?: Maybe<TextFilter>; slug?: Maybe<TextFilter> }
/** All that is given must hold; of OR one must. Only what is published is in the market, so `published: false` finds nothing. */
export type Where = Match & { published?: Maybe<{ equals?: Maybe<boolean> }>; OR?: Maybe<readonly Match[]> }
export type Found<Entity> = { nodes: Entity[]; pageInfo: { skip: number; take: number; total: number } }

type Key = { text: string; lower: string }
type Row<Entity> = { entity: Entity; name: Key; slug: Key; symbol: Key | null }

export const MAX_TAKE = 200
const DEFAULT_TAKE = 50

function key(text: string): Key {
  return { text, lower: text.toLowerCase() }
}

function rowsOf<Entity extends { name: string; slug: string; symbol?: string }>(
  entities: readonly Entity[],
): Row<Entity>[] {
  return entities.map((entity) => ({
    entity,
    name: key(entity.name),
    slug: key(entity.slug),
    symbol: entity.symbol === undefined ? null : key(entity.symbol),
  }))
}

function byName<Entity extends { name: string; slug: string }>(entities: readonly Entity[]): Entity[] {
  return [...entities].sort((a, b) => a.name.localeCompare(b.name, "en") || (a.slug < b.slug ? -1 : 1))
}

export type SearchIndex = {
  currencies: Row<Currency>[]
  exchanges: Row<Exchange>[]
  wallets: Row<Wallet>[]
  protocols: Row<Protocol>[]
}
const indexes = new WeakMap<Market, SearchIndex>()

/** The market in search order: currencies by market-cap rank, unranked last; the others by name. */
export function searchIndex(market: Market): SearchIndex {
  const known = indexes.get(market)
  if (known) return known
  const rank = (currency: Currency) => currency.marketCapRank ?? Number.POSITIVE_INFINITY
  const ranked = byName(market.currencies).sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
  const index = {
    currencies: rowsOf(ranked),
    exchanges: rowsOf(byName(market.exchanges)),
    wallets: rowsOf(byName(market.wallets)),
    protocols: rowsOf(byName(market.protocols)),
  }
  indexes.set(market, index)
  return index
}

export type RankOrder = { sort: "asc" | "desc"; nulls?: Maybe<"first" | "last"> }

/** Currencies by market-cap rank in another order than the index's own (ascending, unranked last). */
export function ranked(rows: SearchIndex["currencies"], order: Maybe<RankOrder>): SearchIndex["currencies"] {
  if (!order || (order.sort === "asc" && order.nulls !== "first")) return rows
  const known = rows.filter(({ entity }) => entity.marketCapRank !== null)
  const unknown = rows.filter(({ entity }) => entity.marketCapRank === null)
  const sorted = order.sort === "desc" ? known.toReversed() : known
  return order.nulls === "first" ? [...unknown, ...sorted] : [...sorted, ...unknown]
}

/**
 * One page of the entities that match, in the index's order; an entity whose symbol is exactly what was typed comes first, as a
 * person expects. `skip` and `take` are kept within 0 to 1,000,000 and 0 to 200.
 */
export function find<Entity>(
  rows: readonly Row<Entity>[],
  where: Maybe<Where>,
  skip: Maybe<number>,
  take: Maybe<number>,
): Found<Entity> {
  const paging = {
    skip: Math.min(Math.max(skip ?? 0, 0), 1_000_000),
    take: Math.min(Math.max(take ?? DEFAULT_TAKE, 0), MAX_TAKE),
  }
  const typed = where?.OR?.find((match) => match.symbol?.contains)?.symbol?.contains?.toLowerCase()
  const exact: Entity[] = []
  const others: Entity[] = []
  if (where?.published?.equals !== false) {
    const holds = testOf(where)
    for (const row of rows) {
      if (!holds(row)) continue
      if (typed !== undefined && row.symbol?.lower === typed) exact.push(row.entity)
      else others.push(row.entity)
    }
  }
  const all = exact.length > 0 ? [...exact, ...others] : others
  return { nodes: all.slice(paging.skip, paging.skip + paging.take), pageInfo: { ...paging, total: all.length } }
}

type Test = (row: Row<unknown>) => boolean

/** What has to hold of a row. The words are folded once and not again for each of 20,000 rows. */
function testOf(where: Maybe<Where>): Test {
  if (!where) return () => true
  const needed = testsOf(where)
  const oneOf = where.OR?.map((match) => testsOf(match)) ?? []
  return (row) =>
    needed.every((holds) => holds(row)) &&
    (oneOf.length === 0 || oneOf.some((tests) => tests.every((holds) => holds(row))))
}

/** The match is literal: a % or _ that a person types is that character. */
function testsOf(match: Match): Test[] {
  return (["name", "symbol", "slug"] as const).flatMap((field) => {
    const filter = match[field]
    return filter ? textTests(field, filter) : []
  })
}

function textTests(field: "name" | "symbol" | "slug", { contains, equals, in: among, mode }: TextFilter): Test[] {
  const loose = mode === "insensitive"
  const fold = (wanted: string) => (loose ? wanted.toLowerCase() : wanted)
  const tests: ((text: string) => boolean)[] = []
  if (contains != null) {
    const part = fold(contains)
    tests.push((text) => text.includes(part))
  }
  if (equals != null) {
    const whole = fold(equals)
    tests.push((text) => text === whole)
  }
  if (among != null) {
    const wholes = new Set(among.map(fold))
    tests.push((text) => wholes.has(text))
  }
  return [
    (row) => row[field] !== null,
    ...tests.map<Test>((holds) => (row) => holds((row[field] as Key)[loose ? "lower" : "text"])),
  ]
}
