// The list of somebody without an account: what they put to it stays in the browser, today's rates come from the public door.
import { getFacts } from "./api.ts"
import { readFile, type SkippedRow, writeFile } from "./file.ts"
import { fileItem, watchItem } from "./item.ts"
import type { WatchKey } from "./key.ts"
import type { WatchList } from "./list.ts"
import { withChange, withItem, withoutItem } from "./local-list.ts"
import { WatchFailure } from "./problem.ts"
import type { Watched } from "./schema.ts"
import { readStored, writeStored } from "./storage.ts"

function put(item: Watched): void {
  const items = withItem(readStored(), item)
  if (!items) throw new WatchFailure("full")
  writeStored(items)
}

const items: WatchList["items"] = async () => {
  const stored = readStored()
  const facts = await getFacts(stored.map(({ key }) => key))
  return stored.map(({ key, ...own }) => watchItem(null, key, facts.get(key) ?? null, own))
}

/** The star shines at once; what it pays now is asked for after, and stays unknown when it cannot be had. */
async function noteRate(key: WatchKey): Promise<void> {
  const facts = await getFacts([key]).catch(() => null)
  const addedRatePercent = facts?.get(key)?.ratePercent ?? null
  if (addedRatePercent !== null) writeStored(withChange(readStored(), key, { addedRatePercent }))
}

export const VISITOR_LIST: WatchList = {
  keys: async () => readStored().map(({ key }) => key),
  items,
  async add(key) {
    if (readStored().some((item) => item.key === key)) return
    put({ key, note: null, addedAt: new Date().toISOString(), addedRatePercent: null })
    await noteRate(key)
  },
  putBack: async (item) => put(item),
  remove: async (key) => writeStored(withoutItem(readStored(), key)),
  setNote: async (key, note) => writeStored(withChange(readStored(), key, { note })),
  async importFile(format, text) {
    const read = readFile(format, text, new Date())
    if (!read) throw new WatchFailure("file")
    const facts = await getFacts(read.rows.map(({ item }) => item.key))
    let list = readStored()
    const result = { added: 0, known: 0, skipped: [...read.skipped] }
    for (const { row, item } of read.rows) {
      const skip = (reason: SkippedRow["reason"]) =>
        result.skipped.push({ row, what: item.key.slice(item.key.indexOf(":") + 1), reason })
      if (!facts.has(item.key)) {
        skip("unknown")
        continue
      }
      const next = withItem(list, item)
      if (!next) skip("full")
      else {
        if (next.length > list.length) result.added++
        else result.known++
        list = next
      }
    }
    writeStored(list)
    result.skipped.sort((a, b) => a.row - b.row)
    return result
  },
  async exportFile(format) {
    return writeFile(format, (await items()).map(fileItem), new Date())
  },
}
