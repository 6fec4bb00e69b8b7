// Fetches what a page needs in the browser: its data by JSON, its component, its texts.
import { QueryClient } from "@tanstack/react-query"
import { loadMessages } from "./load-messages.ts"
import type { Feature } from "../i18n/messages.ts"
import type { Island, PagePayload } from "./page.ts"
import { PAGES, type PageComponent } from "./pages.tsx"

export type LoadedPage = { island: Island; Page: PageComponent }

const FRESH_MS = 60_000
/** Somebody who only moves the pointer across a list asks for nothing. */
const PREFETCH_AFTER_MS = 65

/** The address of a page's data: its path and query under /_data. */
export function dataAddress(address: string): string {
  return `/_data${address}`
}

export function createLoader(first: Island) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1, retryDelay: 300 } } })
  // A document has one language: the language picker loads a new one.
  let texts = first.messages
  let prefetchTimer: ReturnType<typeof setTimeout> | undefined
  queries.setQueryData(["page", first.payload.address], first.payload)

  const fetchPayload = (address: string) =>
    queries.fetchQuery({
      queryKey: ["page", address],
      queryFn: async ({ signal }) => {
        const response = await fetch(dataAddress(address), { signal, headers: { accept: "application/json" } })
        if (response.status !== 200 && response.status !== 404) throw new Error(`${response.status}`)
        return (await response.json()) as PagePayload
      },
    })

  async function load(address: string): Promise<LoadedPage> {
    const payload = await fetchPayload(address)
    const [{ default: Page }, messages] = await Promise.all([
      PAGES[payload.page].load(),
      loadMessages(payload.locale, payload.features, texts, first.messageHashes),
    ])
    texts = messages
    return { Page, island: { ...first, payload, messages } }
  }

  return {
    load,
    /** All texts that are here, with those of the features fetched where they were missing. */
    async texts(features: readonly Feature[]) {
      texts = await loadMessages(first.payload.locale, features, texts, first.messageHashes)
      return texts
    },
    prefetch(address: string) {
      clearTimeout(prefetchTimer)
      prefetchTimer = setTimeout(() => {
        fetchPayload(address)
          .then((payload) => PAGES[payload.page].load())
          .catch(() => {
            // A prefetch that fails is no loss: the click asks again.
          })
      }, PREFETCH_AFTER_MS)
    },
  }
}
