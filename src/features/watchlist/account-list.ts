// The list in an account.
import { deleteItem, getFile, getItems, getKeys, patchNote, postFile, postItem, postMerge } from "./api.ts"
import type { WatchKey } from "./key.ts"
import type { WatchList } from "./list.ts"
import { WatchFailure } from "./problem.ts"
import { tellTabs } from "./storage.ts"

/** The ids that changes are addressed to. */
let ids = new Map<WatchKey, string>()

async function idOf(key: WatchKey): Promise<string | undefined> {
  if (!ids.has(key)) await ACCOUNT_LIST.keys()
  return ids.get(key)
}

async function changed<Result>(work: Promise<Result>): Promise<Result> {
  const result = await work
  tellTabs()
  return result
}

export const ACCOUNT_LIST: WatchList = {
  async keys() {
    const found = await getKeys()
    ids = new Map(found.map(({ key, id }) => [key, id]))
    return [...ids.keys()]
  },
  async items() {
    const items = await getItems()
    ids = new Map(items.flatMap(({ key, id }) => (id === null ? [] : [[key, id]])))
    return items
  },
  async add(key) {
    const item = await changed(postItem(key))
    if (item?.id) ids.set(key, item.id)
  },
  async putBack(item) {
    const { skipped } = await changed(postMerge([item]))
    if (skipped.some(({ reason }) => reason === "full")) throw new WatchFailure("full")
  },
  async remove(key) {
    const id = await idOf(key)
    // What another tab has removed already is removed.
    if (id !== undefined) await changed(deleteItem(id))
    ids.delete(key)
  },
  async setNote(key, note) {
    const id = await idOf(key)
    if (id !== undefined) await changed(patchNote(id, note))
  },
  importFile: (format, text) => changed(postFile(format, text)),
  exportFile: getFile,
}
