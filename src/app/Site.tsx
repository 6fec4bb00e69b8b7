// The browser's side of moving between pages: data, code and texts are there before the address and the screen change.
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { LoadSearch } from "../features/search/SearchBox.tsx"
import { NavigationProvider, type NavigateOptions } from "../ui/navigation.tsx"
import { App } from "./App.tsx"
import { createLoader, type LoadedPage } from "./loader.ts"
import type { Island } from "./page.ts"
import type { PageComponent } from "./pages.tsx"
import { createPageViews } from "./page-views.ts"
import { createScrollMemory } from "./scroll.ts"

/** The part of the page that the address names, or its start. */
function showTop(address: string) {
  const part = document.getElementById(address.split("#")[1] ?? "")
  if (part) part.scrollIntoView()
  else window.scrollTo(0, 0)
  document.getElementById("main")?.focus({ preventScroll: true })
}

/** The page that is shown, and how to get to others. A click on a second link while the first is loading wins. */
export function Site(props: { island: Island; Page: PageComponent }) {
  const [shown, setShown] = useState<LoadedPage>({ island: props.island, Page: props.Page })
  const [pending, setPending] = useState(false)
  const [loader] = useState(() => createLoader(props.island))
  const sequence = useRef(0)
  /** The search's code and texts come when it is first opened. */
  const loadSearch = useCallback<LoadSearch>(async () => {
    const [{ default: Panel }, messages] = await Promise.all([
      import("../features/search/SearchPanel.tsx"),
      loader.texts(["search"]),
    ])
    setShown((page) => ({ ...page, island: { ...page.island, messages } }))
    return Panel
  }, [loader])
  const scroll = useMemo(() => createScrollMemory(), [])

  const pageViews = useMemo(
    () =>
      createPageViews(props.island.payload.frame.pageViews, {
        currentHost: typeof location === "undefined" ? "" : location.host,
        send: (url, body) => navigator.sendBeacon(url, body),
      }),
    [props.island],
  )
  const shownAddress = shown.island.payload.address
  useEffect(() => pageViews.view(shownAddress), [pageViews, shownAddress])

  const navigation = useMemo(() => {
    async function go(address: string, commit: (page: LoadedPage) => void) {
      const mine = ++sequence.current
      setPending(true)
      try {
        const page = await loader.load(address.split("#")[0] ?? address)
        if (mine !== sequence.current) return
        flushSync(() => {
          setShown(page)
          setPending(false)
        })
        commit(page)
      } catch {
        // The network or a new release: the browser loads the page as a whole.
        if (mine === sequence.current) location.assign(address)
      }
    }
    return {
      navigate(address: string, options: NavigateOptions = {}) {
        void go(address, (page) => {
          const part = address.includes("#") ? address.slice(address.indexOf("#")) : ""
          const target = page.island.payload.address + part
          if (options.replace || target === location.pathname + location.search + location.hash) scroll.replace(target)
          else scroll.push(target)
          if (!options.keepScroll) showTop(address)
        })
      },
      prefetch: (address: string) => loader.prefetch(address),
      back: () => void go(location.pathname + location.search, () => scroll.restore()),
    }
  }, [loader, scroll])

  useEffect(() => {
    addEventListener("popstate", navigation.back)
    return () => removeEventListener("popstate", navigation.back)
  }, [navigation])

  return (
    <NavigationProvider value={navigation}>
      <App island={shown.island} Page={shown.Page} pending={pending} loadSearch={loadSearch} />
    </NavigationProvider>
  )
}
