// What can be watched, named in one word: "currency:bitcoin", "offer:lido-steth". Slugs, because those last and are public.
export const WATCH_KINDS = ["currency", "offer"] as const
export type WatchKind = (typeof WATCH_KINDS)[number]
export type WatchKey = `${WatchKind}:${string}`

/** A slug as the site writes them. */
export const SLUG = /^[a-z0-9][a-z0-9-]{0,119}$/

export function keyOf(kind: WatchKind, slug: string): WatchKey {
  return `${kind}:${slug}`
}

/** The parts of a key; null for a text that is none. */
export function parseKey(text: string): { kind: WatchKind; slug: string } | null {
  const at = text.indexOf(":")
  const kind = WATCH_KINDS.find((word) => word === text.slice(0, at))
  const slug = text.slice(at + 1)
  return kind && SLUG.test(slug) ? { kind, slug } : null
}
