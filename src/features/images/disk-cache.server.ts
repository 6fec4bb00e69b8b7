// Made pictures on disk, up to a size; the ones that were not used for longest go first.
import { createHash, randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"

export type DiskCache = {
  read: (key: string) => Promise<Buffer | null>
  write: (key: string, content: Buffer) => Promise<void>
}

/** A cache in a folder that is made when it is not there. */
export function openDiskCache(folder: string, maxBytes: number): DiskCache {
  mkdirSync(folder, { recursive: true })
  const pathOf = (key: string) => join(folder, createHash("sha1").update(key).digest("hex"))
  let written = 0

  async function shrink(): Promise<void> {
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        const path = join(folder, name)
        const { size, mtimeMs } = await stat(path)
        return { path, size, mtimeMs }
      }),
    )
    let total = files.reduce((sum, file) => sum + file.size, 0)
    for (const file of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
      if (total <= maxBytes) break
      await rm(file.path, { force: true })
      total -= file.size
    }
  }

  return {
    async read(key) {
      const path = pathOf(key)
      try {
        const content = await readFile(path)
        await utimes(path, new Date(), new Date())
        return content
      } catch {
        return null
      }
    },
    async write(key, content) {
      const path = pathOf(key)
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, content)
      await rename(draft, path)
      written += content.length
      if (written > maxBytes / 10) {
        written = 0
        await shrink()
      }
    },
  }
}
