// The list of a visitor in the browser's storage.
import { parseLocal, serialiseLocal } from "./local-list.ts"
import { WatchFailure } from "./problem.ts"
import type { Watched } from "./schema.ts"
import { CHANGED_KEY, STORAGE_KEY } from "./star-state.ts"

/** Empty where nothing is kept, or storage is not allowed. */
export function readStored(): Watched[] {
  try {
    return parseLocal(localStorage.getItem(STORAGE_KEY))
  } catch {
    return []
  }
}

/** Keeps the list; an empty one leaves nothing behind. Throws WatchFailure "storage" where there is no room, or it is not allowed. */
export function writeStored(items: readonly Watched[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, serialiseLocal(items))
  } catch {
    throw new WatchFailure("storage")
  }
}

/** Lets other tabs know that the list in the account is another one now. */
export function tellTabs(): void {
  try {
    localStorage.setItem(CHANGED_KEY, String(Date.now()))
  } catch {
    // Other tabs will see it when they load their next page.
  }
}
