// A list as the stars and the page use it: in an account or in the browser, both the same way.
import type { FileFormat, SkippedRow } from "./file.ts"
import type { WatchItem } from "./item.ts"
import type { WatchKey } from "./key.ts"
import type { Watched } from "./schema.ts"

export type Imported = { added: number; known: number; skipped: SkippedRow[] }

/** Everything may throw WatchFailure. */
export type WatchList = {
  keys(): Promise<WatchKey[]>
  items(): Promise<WatchItem[]>
  add(key: WatchKey): Promise<void>
  /** Puts something back as it was before it was removed. */
  putBack(item: Watched): Promise<void>
  remove(key: WatchKey): Promise<void>
  setNote(key: WatchKey, note: string | null): Promise<void>
  importFile(format: FileFormat, text: string): Promise<Imported>
  exportFile(format: FileFormat): Promise<string>
}
