// /search: the results as a page, for whoever has no JavaScript or presses Enter.
import { type QuerySpec, textCodec } from "../../core/query.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import { type Found, find, searchIndex, type Where } from "./find.ts"
import { CATEGORIES, type SearchCategory } from "./operation.ts"

const MOST = 50

type Query = { query: string | null }
const SPEC: QuerySpec<Query> = { query: textCodec }

export type SearchPageData = {
  query: string | null
  groups: { category: SearchCategory; total: string; items: { slug: string; name: string; symbol: string | null }[] }[]
}

const page = definePage<Query, SearchPageData>({
  features: ["search"],
  query: SPEC,
  load({ market, query, t, formats }) {
    const text = query.query
    const contains = { contains: text ?? "", mode: "insensitive" } as const
    const named: Where = { name: contains }
    const index = searchIndex(market)
    const group = (
      category: SearchCategory,
      { nodes, pageInfo }: Found<{ slug: string; name: string; symbol?: string }>,
    ) => ({
      category,
      total: formats.number(pageInfo.total),
      items: nodes.map(({ slug, name, symbol }) => ({ slug, name, symbol: symbol ?? null })),
    })
    const found: Record<SearchCategory, () => Found<{ slug: string; name: string; symbol?: string }>> = {
      currencies: () => find(index.currencies, { OR: [named, { symbol: contains }] }, 0, MOST),
      exchanges: () => find(index.exchanges, named, 0, MOST),
      wallets: () => find(index.wallets, named, 0, MOST),
      protocols: () => find(index.protocols, named, 0, MOST),
    }
    return {
      status: 200,
      title: t("search:title"),
      description: t("search:description"),
      noindex: true,
      data: {
        query: text,
        groups:
          text === null
            ? []
            : CATEGORIES.map((category) => group(category, found[category]())).filter(({ items }) => items.length > 0),
      },
    }
  },
})

export const SEARCH_PAGES: Record<"search", PageDefinition> = { search: page }
