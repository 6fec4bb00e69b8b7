// Which stars shine. It goes to every page with a list, so it is small: what keeps the list (engine.ts) is fetched when there is one.
import type { Locale } from "../../i18n/locales.ts"
import { hasHint } from "../accounts/hint.ts"
import { parseKey, type WatchKey } from "./key.ts"

type Engine = typeof import("./engine.ts")
/** What a failure is told with: the language of the page, and words for when no others can be had. */
export type Words = { locale: Locale; fallback: string }

/** Where a visitor's list lies. */
export const STORAGE_KEY = "watchlist"
/** Touched when a list in an account changes, so that other tabs look again. */
export const CHANGED_KEY = "watchlist-changed"
/** Clicks that a page was left with. */
const CLICKS_KEY = "watchlist-clicks"

let keys: ReadonlySet<WatchKey> = new Set()
/** Clicks that are not yet in the list. */
const pending = new Map<WatchKey, boolean>()
const listeners = new Set<() => void>()
let loading: Promise<Engine> | undefined
let wokenAs: boolean | undefined
/** Answers to older questions are no news. */
let asked = 0

export function isStarred(key: WatchKey): boolean {
  return pending.get(key) ?? keys.has(key)
}

export function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  wake()
  return () => listeners.delete(notify)
}

/** Says what is in the list. */
export function setKeys(next: Iterable<WatchKey>): void {
  asked++
  keys = new Set(next)
  tellAll()
}

/** Puts into the list what is not in it, and takes out what is. The star shows it at once, and turns back when it fails. */
export function toggle(key: WatchKey, words: Words): Promise<void> {
  return put(key, !isStarred(key), words)
}

async function put(key: WatchKey, isOn: boolean, words: Words | null): Promise<void> {
  pending.set(key, isOn)
  keepClicks()
  tellAll()
  try {
    const engine = await loadEngine()
    await engine.switchStar(key, isOn, words)
  } catch {
    // The code did not come: the star turns back, and the next click tries again.
  }
  if (pending.get(key) === isOn) pending.delete(key)
  keepClicks()
  tellAll()
}

/** Somebody may be on another page before the click has done its work: that page goes on with it. */
function keepClicks(): void {
  try {
    if (pending.size === 0) localStorage.removeItem(CLICKS_KEY)
    else localStorage.setItem(CLICKS_KEY, JSON.stringify(Object.fromEntries(pending)))
  } catch {
    // Where nothing can be kept, the click counts for those who stay.
  }
}

/** Does what is left of the clicks on the page before; gives whether there were any, when they are done. */
export async function goOnWithClicks(): Promise<boolean> {
  const clicks = stored(CLICKS_KEY, (left: Record<string, boolean>) => Object.entries(left))
  const known = clicks.filter(([key]) => parseKey(key) !== null)
  await Promise.all(known.map(([key, isOn]) => put(key as WatchKey, isOn, null)))
  return known.length > 0
}

function tellAll(): void {
  for (const notify of listeners) notify()
}

function loadEngine(): Promise<Engine> {
  loading ??= import("./engine.ts").catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Looks for a list at the first star of a page, and again when somebody has come in or gone. */
function wake(): void {
  const isSignedIn = hasHint()
  if (isSignedIn === wokenAs) return
  const isFirst = wokenAs === undefined
  wokenAs = isSignedIn
  if (isFirst) {
    addEventListener("storage", ({ key }) => {
      if (key === STORAGE_KEY || key === CHANGED_KEY || key === null) lookAgain()
    })
    void goOnWithClicks()
  }
  lookAgain()
}

function lookAgain(): void {
  // Without an answer the stars stay as they are.
  look().catch(() => {})
}

/** Asks what is in the list, in a few lines: a whole engine is for those who change it, or have something to hand over. */
async function look(): Promise<void> {
  const mine = ++asked
  const stored = storedKeys()
  if (!hasHint()) return setKeys(stored)
  if (stored.length > 0) return (await loadEngine()).refresh()
  const response = await fetch("/api/watchlist/keys")
  if (!response.ok || mine !== asked) return
  const { data } = (await response.json()) as { data: { key: WatchKey }[] }
  if (mine === asked) setKeys(data.map(({ key }) => key))
}

/** As they are: what is broken among them lights no star. */
function storedKeys(): WatchKey[] {
  return stored(STORAGE_KEY, ({ items }: { items: { key: WatchKey }[] }) => items.map(({ key }) => key))
}

/** What is read from something that is kept; nothing where it is not there, or is something else. */
function stored<Content, Item>(name: string, read: (content: Content) => Item[]): Item[] {
  try {
    return read(JSON.parse(localStorage.getItem(name) ?? "") as Content)
  } catch {
    return []
  }
}
