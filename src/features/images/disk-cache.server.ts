// Made pictures on disk, up to a size; the ones that were not used for longest go first.
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"

export type DiskCache = {
  /** What was written under the key, or null. A cache that cannot be read is an empty one, not an error. */
  read(key: string): Promise<Buffer | null>
  /** Keeps the content if it can; nothing that goes wrong here reaches the caller, who has the content anyway. */
  write(key: string, content: Buffer): Promise<void>
}

/** Names that this file gave: only these are counted and removed, also when the folder holds something else. */
const OWN_NAME = /^[0-9a-f]{40}(?:\.[0-9a-f-]{36})?$/
/** After shrinking so much of the cap is taken, so that not each further picture shrinks it again. */
const FILLED_AFTER_SHRINKING = 0.9
/** A second process may use the folder: what it wrote is seen when so much of the cap was written here. */
const COUNT_AGAIN_AFTER = 0.1

/**
 * A cache in a folder that is made when it is not there. `maxBytes` is the most that its files take together; a piece of content
 * that is larger by itself is not kept. Throws when the folder cannot be made.
 */
export function openDiskCache(folder: string, maxBytes: number): DiskCache {
  mkdirSync(folder, { recursive: true })
  const pathOf = (key: string) => join(folder, createHash("sha1").update(key).digest("hex"))
  /** Bytes at the last count, and what was written since; null = not counted yet. */
  let counted: number | null = null
  let written = 0
  let shrinking: Promise<void> | null = null

  async function shrink(): Promise<void> {
    written = 0
    const files: { path: string; size: number; usedMs: number }[] = []
    for (const name of await readdir(folder)) {
      if (!OWN_NAME.test(name)) continue
      const path = join(folder, name)
      // Another process may have removed it in the meantime.
      const found = await stat(path).catch(() => null)
      if (found?.isFile()) files.push({ path, size: found.size, usedMs: found.mtimeMs })
    }
    let total = files.reduce((sum, file) => sum + file.size, 0)
    if (total > maxBytes) {
      for (const file of files.sort((a, b) => a.usedMs - b.usedMs)) {
        if (total <= maxBytes * FILLED_AFTER_SHRINKING) break
        await rm(file.path, { force: true })
        total -= file.size
      }
    }
    counted = total
  }

  function shrinkOnce(): Promise<void> {
    shrinking ??= shrink().finally(() => {
      shrinking = null
    })
    return shrinking
  }

  return {
    async read(key) {
      const path = pathOf(key)
      const content = await readFile(path).catch(() => null)
      if (content) await utimes(path, new Date(), new Date()).catch(() => undefined)
      return content
    },
    async write(key, content) {
      if (content.length > maxBytes) return
      const path = pathOf(key)
      const draft = `${path}.${randomUUID()}`
      try {
        await writeFile(draft, content)
        await rename(draft, path)
        written += content.length
        if (counted === null || counted + written > maxBytes || written > maxBytes * COUNT_AGAIN_AFTER)
          await shrinkOnce()
      } catch {
        await rm(draft, { force: true }).catch(() => undefined)
      }
    },
  }
}
