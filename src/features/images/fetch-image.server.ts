// Where pictures may come from: the site itself, and hosts on the list. Nothing that an address says can lead anywhere else.
import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { AppError } from "../../core/errors.ts"

export type ImageOrigins = {
  /** Asks the site itself for a path; gives the bytes, or null when there is none. */
  own: (path: string) => Promise<Buffer | null>
  /** Host names that pictures may be fetched from, by https only. */
  allowedHosts: readonly string[]
}

const MAX_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 8000

/** Addresses that are not the public internet: a name on the list must not lead into the operator's network. */
const inner = new BlockList()
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inner.addSubnet(net, prefix, "ipv4")
}
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  inner.addSubnet(net, prefix, "ipv6")
}

/** true for an address that no public site has. */
export function isInnerAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isInnerAddress(mapped)
  const family = isIP(address)
  return family === 0 || inner.check(address, family === 6 ? "ipv6" : "ipv4")
}

/** The bytes of a picture. Throws AppError "invalid_parameter" for an address that is not allowed, "not_found" when nothing is there. */
export async function fetchImage(url: string, { own, allowedHosts }: ImageOrigins): Promise<Buffer> {
  if (url.startsWith("/")) {
    // "//host" and "/\host" are other hosts to a browser; a path with ".." is none of ours.
    const path = new URL(url, "http://own.invalid")
    if (path.host !== "own.invalid" || /^\/[/\\]/.test(url) || path.pathname !== url.split("?")[0]) throw notAllowed()
    const found = await own(path.pathname + path.search)
    if (!found) throw new AppError("not_found", { message: "There is no such picture." })
    return found
  }
  const target = URL.canParse(url) ? new URL(url) : null
  const isAllowed =
    target?.protocol === "https:" &&
    target.port === "" &&
    target.username === "" &&
    allowedHosts.includes(target.hostname)
  if (!target || !isAllowed) throw notAllowed()
  const addresses = await lookup(target.hostname, { all: true }).catch(() => [])
  if (addresses.length === 0) throw new AppError("not_found", { message: "The picture's host cannot be found." })
  if (addresses.some(({ address }) => isInnerAddress(address))) throw notAllowed()
  return download(target)
}

async function download(url: URL): Promise<Buffer> {
  try {
    // A redirect could lead anywhere: it is refused.
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "image/*" },
    })
    if (!response.ok || !response.headers.get("content-type")?.startsWith("image/"))
      throw new Error(`answered ${response.status}`)
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > MAX_BYTES) throw new Error("too large")
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  } catch (cause) {
    throw new AppError("not_found", { message: "The picture cannot be fetched.", cause })
  }
}

function notAllowed(): AppError {
  return new AppError("invalid_parameter", {
    message: "Only pictures of this site and of allowed hosts are shown.",
    fields: { url: "not_allowed" },
  })
}
