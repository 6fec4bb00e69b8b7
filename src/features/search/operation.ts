// The search's GraphQL operation, word for word as in the contract, and its variables.
import type { GraphqlOperation } from "../../core/graphql-client.ts"

export const CATEGORIES = ["currencies", "exchanges", "wallets", "protocols"] as const
export type SearchCategory = (typeof CATEGORIES)[number]

/** spec 9: 4 items per category. */
export const ITEMS_PER_CATEGORY = 4
/** How many a full list shows at a time. */
export const ITEMS_PER_FULL_LIST = 20
/** spec 9: the query is sent 300 ms after the last key. */
export const DEBOUNCE_MS = 300

export type SearchNode = { id: string; slug: string; name: string; symbol?: string; logo64: string }
export type SearchPage = { pageInfo: { skip: number; take: number; total: number }; nodes: SearchNode[] }
export type SearchData = Record<SearchCategory, SearchPage>

/** Which entities the popular list shows beside BTC and ETH (spec 7): one slug each, from the settings. */
export type PopularSlugs = { exchange: string; wallet: string; protocol: string }

const QUERY = `query getGlobalSearch($currencies: CurrencyWhereInput, $exchanges: ExchangeWhereInput, $wallets: WalletWhereInput, $protocols: ProtocolWhereInput, $skip: Int, $take: Int) {
  currencies(where: $currencies, orderBy: [{ marketCapRank: { sort: asc, nulls: last } }], skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name symbol category logo64 } }
  exchanges(where: $exchanges, skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name logo64 } }
  wallets(where: $wallets, skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name logo64 } }
  protocols(where: $protocols, skip: $skip, take: $take) { pageInfo { skip take total } nodes { id slug name logo64 url category } }
}`

/** The search for what somebody typed; a full list of one category asks for more of it and nothing of the others. */
export function searchOperation(text: string, list?: { category: SearchCategory; skip: number }): GraphqlOperation {
  const contains = { contains: text, mode: "insensitive" }
  const published = { equals: true }
  const named = { published, name: contains }
  const none = { slug: { in: [] } }
  const where = {
    currencies: { published, OR: [{ name: contains }, { symbol: contains }] },
    exchanges: named,
    wallets: named,
    protocols: named,
  }
  const wanted = list
    ? { ...Object.fromEntries(CATEGORIES.map((name) => [name, none])), [list.category]: where[list.category] }
    : where
  return {
    operationName: "getGlobalSearch",
    query: QUERY,
    variables: { ...wanted, skip: list?.skip ?? 0, take: list ? ITEMS_PER_FULL_LIST : ITEMS_PER_CATEGORY },
  }
}

/** The list that is shown before anything is typed. */
export function popularOperation({ exchange, wallet, protocol }: PopularSlugs): GraphqlOperation {
  const only = (slug: string) => ({ slug: { equals: slug } })
  return {
    operationName: "getGlobalSearch",
    query: QUERY,
    variables: {
      currencies: { symbol: { in: ["BTC", "ETH"] } },
      exchanges: only(exchange),
      wallets: only(wallet),
      protocols: only(protocol),
      skip: 0,
      take: ITEMS_PER_CATEGORY,
    },
  }
}

/** What stands in the field, as the search takes it: trimmed, an empty value is null (spec 5). */
export function searchValue(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === "" ? null : trimmed
}
