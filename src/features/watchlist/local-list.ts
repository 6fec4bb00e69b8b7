// The list of somebody without an account, as it lies in the browser. Pure: texts and lists come in and go out.
import * as z from "zod/mini"
import type { WatchKey } from "./key.ts"
import { isSame, mergeOwn } from "./merge.ts"
import { MOST_ITEMS, type Own, type Watched, watchedSchema } from "./schema.ts"

const storedSchema = z.object({ version: z.literal(1), items: z.array(z.unknown()) })

/** The items of a stored text; what is broken is left out, and a text that is none of ours is an empty list. */
export function parseLocal(text: string | null): Watched[] {
  let content: unknown
  try {
    content = JSON.parse(text ?? "null")
  } catch {
    return []
  }
  const stored = storedSchema.safeParse(content)
  if (!stored.success) return []
  const items = new Map<WatchKey, Watched>()
  for (const given of stored.data.items) {
    const read = watchedSchema.safeParse(given)
    if (!read.success) continue
    const known = items.get(read.data.key)
    items.set(read.data.key, known ? { key: known.key, ...mergeOwn(known, read.data) } : read.data)
  }
  return [...items.values()].slice(0, MOST_ITEMS)
}

export function serialiseLocal(items: readonly Watched[]): string {
  return JSON.stringify({ version: 1, items })
}

/** The list with an item more, or with the two merged when it is there already; null when it holds no more. */
export function withItem(items: readonly Watched[], given: Watched): Watched[] | null {
  const known = items.find(({ key }) => key === given.key)
  if (known) return items.map((item) => (item === known ? { key: item.key, ...mergeOwn(item, given) } : item))
  return items.length >= MOST_ITEMS ? null : [...items, given]
}

export function withoutItem(items: readonly Watched[], key: WatchKey): Watched[] {
  return items.filter((item) => item.key !== key)
}

/** The list with something about an item changed; as it was when the item is not in it. */
export function withChange(items: readonly Watched[], key: WatchKey, change: Partial<Own>): Watched[] {
  return items.map((item) => (item.key === key ? { ...item, ...change } : item))
}

/** What is left once a server has taken some: what came in or was changed meanwhile stays. */
export function withoutTaken(items: readonly Watched[], taken: readonly Watched[]): Watched[] {
  return items.filter((item) => !taken.some((other) => other.key === item.key && isSame(other, item)))
}
