// Where pictures may come from: the site itself, and hosts on the list. Nothing that an address says can lead anywhere else.
import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import type { FastifyInstance } from "fastify"
import { AppError } from "../../core/errors.ts"
import { download } from "./download.server.ts"
import { isInnerAddress } from "../../core/inner-address.ts"

export type ImageOrigins = {
  /** Asks the site itself for a path; gives the bytes, or null when there is no picture. */
  own(path: string): Promise<Buffer | null>
  /** Host names that pictures may be fetched from, by https only. */
  allowedHosts: readonly string[]
  /** All addresses of a host; the system's resolver unless told. */
  resolve?: (host: string) => Promise<LookupAddress[]>
}

/** `isOwn`: the site made it itself, so that it may be an SVG. */
export type FoundImage = { bytes: Buffer; isOwn: boolean }

const LIMITS = { maxBytes: 8 * 1024 * 1024, timeoutMs: 8000 }

/** The site's own pictures. No "%", "?" or "\": a picture has one address, and nothing in it is decoded later. */
const OWN_PATH = /^\/(?:(?:logos|assets|icons|images)\/[A-Za-z0-9._/-]+|favicon\.svg)$/

/**
 * The bytes of a picture. `url` is a path of the site's own pictures or an https address on an allowed host.
 * Throws AppError "invalid_parameter" for an address that is not allowed, "not_found" when nothing is there.
 */
export async function fetchImage(url: string, origins: ImageOrigins): Promise<FoundImage> {
  if (url.startsWith("/")) {
    if (!isOwnPath(url)) throw notAllowed()
    const bytes = await origins.own(url)
    if (!bytes) throw new AppError("not_found", { message: "There is no such picture." })
    return { bytes, isOwn: true }
  }
  const target = URL.canParse(url) ? new URL(url) : null
  const isAllowed =
    target?.protocol === "https:" &&
    target.port === "" &&
    target.username === "" &&
    target.password === "" &&
    origins.allowedHosts.includes(target.hostname)
  if (!target || !isAllowed) throw notAllowed()
  const addresses = await addressesOf(target.hostname, origins.resolve)
  if (addresses.length === 0) throw new AppError("not_found", { message: "The picture's host cannot be found." })
  // One inner address among public ones is enough: the list would be somebody else's mistake, or worse.
  if (addresses.some(({ address }) => isInnerAddress(address))) throw notAllowed()
  try {
    return { bytes: await download(target, addresses, LIMITS), isOwn: false }
  } catch (cause) {
    throw new AppError("not_found", { message: "The picture cannot be fetched.", cause })
  }
}

/** true for a path under which the site has pictures of its own. */
export function isOwnPath(path: string): boolean {
  return OWN_PATH.test(path) && !path.split("/").some((part) => part === "." || part === "..") && !path.includes("//")
}

/** Pictures of the site, asked of the server itself without a connection. What is no picture is none. */
export function ownPictures(app: FastifyInstance): ImageOrigins["own"] {
  return async (path) => {
    const answer = await app.inject({ method: "GET", url: path })
    const isPicture = answer.statusCode === 200 && String(answer.headers["content-type"]).startsWith("image/")
    return isPicture ? answer.rawPayload : null
  }
}

async function addressesOf(hostname: string, resolve: ImageOrigins["resolve"]): Promise<LookupAddress[]> {
  const bare = hostname.replace(/^\[|\]$/g, "")
  const family = isIP(bare)
  if (family !== 0) return [{ address: bare, family }]
  return (resolve ?? ((host: string) => lookup(host, { all: true })))(hostname).catch(() => [])
}

function notAllowed(): AppError {
  return new AppError("invalid_parameter", {
    message: "Only pictures of this site and of allowed hosts are shown.",
    fields: { url: "not_allowed" },
  })
}
