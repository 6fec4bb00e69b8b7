import { useEffect, useState } from "react"
import { askGraphql } from "../../core/graphql-client.ts"
import {
  CATEGORIES,
  DEBOUNCE_MS,
  ITEMS_PER_FULL_LIST,
  type PopularSlugs,
  popularOperation,
  type SearchCategory,
  type SearchData,
  searchOperation,
  searchValue,
} from "./operation.ts"

export type SearchState =
  | { kind: "loading" }
  | { kind: "failed" }
  /** `text` is null for the popular list; `full` names the category whose full list is shown. */
  | { kind: "found"; text: string | null; full: SearchCategory | null; data: SearchData }

/** Runs the search for what is typed, 300 ms after the last key; a later answer never overtakes a newer question. */
export function useSearch(
  typed: string,
  full: SearchCategory | null,
  popular: PopularSlugs,
): SearchState & { more: (() => void) | null } {
  const [text, setText] = useState(() => searchValue(typed))
  const [state, setState] = useState<SearchState>({ kind: "loading" })
  const [count, setCount] = useState(1)

  useEffect(() => {
    const timer = setTimeout(() => {
      setText(searchValue(typed))
      setCount(1)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const list = text === null ? null : full
  useEffect(() => {
    const stop = new AbortController()
    async function ask() {
      try {
        const operations =
          text === null
            ? [popularOperation(popular)]
            : list
              ? Array.from({ length: count }, (_, at) =>
                  searchOperation(text, { category: list, skip: at * ITEMS_PER_FULL_LIST }),
                )
              : [searchOperation(text)]
        const replies = await Promise.all(
          operations.map((operation) => askGraphql<SearchData>(operation, { signal: stop.signal })),
        )
        const pages = replies.flatMap(({ data }) => data ?? [])
        if (stop.signal.aborted) return
        const data = joined(pages)
        setState(data ? { kind: "found", text, full: list, data } : { kind: "failed" })
      } catch {
        if (!stop.signal.aborted) setState({ kind: "failed" })
      }
    }
    void ask()
    return () => stop.abort()
  }, [text, list, count, popular])

  const page = state.kind === "found" && list ? state.data[list] : null
  const hasMore = page !== null && page.nodes.length < page.pageInfo.total
  return { ...state, more: hasMore ? () => setCount(count + 1) : null }
}

/** Several pages of one search as one. */
function joined(pages: readonly SearchData[]): SearchData | null {
  const [first] = pages
  if (!first) return null
  return Object.fromEntries(
    CATEGORIES.map((name) => [
      name,
      { pageInfo: first[name].pageInfo, nodes: pages.flatMap((page) => page[name].nodes) },
    ]),
  ) as SearchData
}
