// The page renderer that the build makes for the server. It gets everything handed in and keeps nothing but loaded components.
import { renderToString } from "react-dom/server"
import { App } from "./App.tsx"
import type { Island, PageName } from "./page.ts"
import { PAGES, type PageComponent } from "./pages.tsx"

export type Renderer = {
  /** The complete HTML of a page. */
  render(island: Island): Promise<string>
  /** The module that shows a page, as the build's manifest names it. */
  moduleOf(page: PageName): string
}

const components = new Map<string, PageComponent>()

export async function render(island: Island): Promise<string> {
  const { page } = island.payload
  const { module, load } = PAGES[page]
  const known = components.get(module)
  const Page = known ?? (await load()).default
  if (!known) components.set(module, Page)
  return `<!doctype html>${renderToString(<App island={island} Page={Page} />)}`
}

export function moduleOf(page: PageName): string {
  return PAGES[page].module
}
