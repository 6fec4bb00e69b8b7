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
    for (const row of rows) {
      if (!matches(row, where)) continue
      if (typed !== undefined && row.symbol?.lower === typed) exact.push(row.entity)
      else others.push(row.entity)
    }
  }
  const all = exact.length > 0 ? [...exact, ...others] : others
  return { nodes: all.slice(paging.skip, paging.skip + paging.take), pageInfo: { ...paging, total: all.length } }
}

function matches(row: Row<unknown>, where: Maybe<Where>): boolean {
  if (!where) return true
  if (!holds(row, where)) return false
  return !where.OR || where.OR.length === 0 || where.OR.some((match) => holds(row, match))
}

function holds(row: Row<unknown>, match: Match): boolean {
  return (
    test(row.name, match.name) &&
    test(row.slug, match.slug) &&
    (match.symbol ? row.symbol !== null && test(row.symbol, match.symbol) : true)
  )
}

/** The match is literal: a % or _ that a person types is that character. */
function test(value: Key, filter: Maybe<TextFilter>): boolean {
  if (!filter) return true
  const loose = filter.mode === "insensitive"
  const text = loose ? value.lower : value.text
  const fold = (wanted: string) => (loose ? wanted.toLowerCase() : wanted)
  if (filter.contains != null && !text.includes(fold(filter.contains))) return false
  if (filter.equals != null && text !== fold(filter.equals)) return false
  return filter.in == null || filter.in.some((wanted) => text === fold(wanted))
}
