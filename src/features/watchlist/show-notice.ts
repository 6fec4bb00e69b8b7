// Says what a star has done, or why not. The words come with the watchlist's own page, so that no other page carries them.
import { localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import type { WatchlistData } from "./page-data.ts"
import type { WatchProblem } from "./problem.ts"
import type { Words } from "./star-state.ts"

const SHOWN_MS = 8000
let shown: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows it for some seconds with a link to the list, where screen readers speak it. */
export async function showNotice(what: "added" | WatchProblem, { locale, fallback }: Words): Promise<void> {
  const address = localePath(locale, href("watchlist"))
  const texts = await textsOf(address)
  // That it is on the list, the star says already: without words there is nothing to add.
  if (!texts && what === "added") return
  clearTimeout(timer)
  shown?.remove()
  shown = document.createElement("div")
  shown.setAttribute("role", what === "added" ? "status" : "alert")
  shown.className = "star-notice panel"
  document.body.append(shown)
  // Words that come after the region itself are the ones that are spoken.
  const link = document.createElement("a")
  link.href = address
  link.className = "text-link"
  link.textContent = texts?.open ?? ""
  shown.append(`${texts?.[what] ?? fallback} `, link)
  timer = setTimeout(() => shown?.remove(), SHOWN_MS)
}

async function textsOf(address: string): Promise<WatchlistData["notices"] | null> {
  try {
    const response = await fetch(`/_data${address}`)
    const { data } = (await response.json()) as { data: WatchlistData }
    return data.notices
  } catch {
    return null
  }
}
