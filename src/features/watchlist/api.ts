// The browser's side of /api/watchlist.
import type { Merged } from "./commands.server.ts"
import type { FileFormat } from "./file.ts"
import type { Facts, WatchItem } from "./item.ts"
import { parseKey, type WatchKey } from "./key.ts"
import type { Imported } from "./list.ts"
import { WatchFailure } from "./problem.ts"
import { MOST_RATES, type Watched } from "./schema.ts"

const PATH = "/api/watchlist"
const TYPE_OF: Record<FileFormat, string> = { json: "application/json", csv: "text/csv" }

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(PATH + path, init).catch(() => null)
  if (!response) throw new WatchFailure("offline")
  if (response.ok) return response
  if (response.status === 401) throw new WatchFailure("signedOut")
  if (response.status === 413) throw new WatchFailure("file")
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  throw new WatchFailure(code === "watchlist_full" ? "full" : code === "file_unreadable" ? "file" : "offline")
}

async function data<Data>(path: string, init?: RequestInit): Promise<Data> {
  const body = (await (await call(path, init)).json()) as { data: Data }
  return body.data
}

function withBody(method: "POST" | "PATCH", body: object): RequestInit {
  return { method, headers: { "content-type": TYPE_OF.json }, body: JSON.stringify(body) }
}

/** The key as requests name it. */
function named(key: WatchKey): { currencySlug: string } | { offerSlug: string } {
  const { kind, slug } = parseKey(key) ?? { kind: "offer", slug: "" }
  return kind === "currency" ? { currencySlug: slug } : { offerSlug: slug }
}

export const getItems = () => data<WatchItem[]>("")
export const getKeys = () => data<{ id: string; key: WatchKey }[]>("/keys")
export const postItem = (key: WatchKey) => data<WatchItem | null>("", withBody("POST", named(key)))
export const patchNote = (id: string, note: string | null) => call(`/${id}`, withBody("PATCH", { note }))
export const deleteItem = (id: string) => call(`/${id}`, { method: "DELETE" })
export const getFile = async (format: FileFormat) => (await call(`/export?format=${format}`)).text()

export const postMerge = (items: readonly Watched[]) =>
  data<Merged>("/merge", withBody("POST", { items: items.map(({ key, ...own }) => ({ ...named(key), ...own })) }))

export const postFile = (format: FileFormat, text: string) =>
  data<Imported>("/import", { method: "POST", headers: { "content-type": TYPE_OF[format] }, body: text })

/** What everybody may know about the items; those that are not listed are not in it. In one order, so that caches can answer. */
export async function getFacts(keys: readonly WatchKey[]): Promise<Map<WatchKey, Facts>> {
  const sorted = keys.toSorted()
  const pieces: WatchKey[][] = []
  for (let at = 0; at < sorted.length; at += MOST_RATES) pieces.push(sorted.slice(at, at + MOST_RATES))
  const found = await Promise.all(pieces.map((piece) => data<Facts[]>(`/rates?items=${piece.join(",")}`)))
  return new Map(found.flat().map((facts) => [facts.key, facts]))
}
