// Sends something to an address that a person gave: https only, only to the public internet, and only to what the name led to when it
// was checked. A redirect is an answer like any other: it could lead anywhere.
import type { LookupAddress } from "node:dns"
import { lookup } from "node:dns/promises"
import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { request } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { AppError } from "./errors.ts"
import { isInnerAddress } from "./inner-address.ts"

export type FindAddresses = (host: string) => Promise<LookupAddress[]>

export type PublicPost = {
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs: number
  /** Checks where a name leads; publicAddresses() unless told. */
  findAddresses?: FindAddresses
  /** A certificate to trust besides those of the system. */
  ca?: string
}
export type PublicAnswer = { status: number; headers: IncomingHttpHeaders }

/** Why an address cannot be sent to, before its name is looked up; null when it may be. */
export function addressProblem(address: string): string | null {
  if (!URL.canParse(address)) return "is no web address"
  const url = new URL(address)
  if (url.protocol !== "https:") return "must begin with https://"
  if (url.username !== "" || url.password !== "") return "may not have a user name in it"
  const host = bareHost(url)
  if (isIP(host) !== 0 ? isInnerAddress(host) : !host.includes(".")) return "is not on the public internet"
  return null
}

/** All addresses of a host. Throws AppError "invalid_parameter" when one of them is not public, or when there is none. */
export async function publicAddresses(host: string): Promise<LookupAddress[]> {
  const family = isIP(host)
  const found = family === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host, family }]
  if (found.length === 0) throw notPublic(`${host} cannot be found.`)
  // One inner address among public ones is enough: the list would be somebody else's mistake, or worse.
  if (found.some(({ address }) => isInnerAddress(address))) throw notPublic(`${host} is not on the public internet.`)
  return found
}

/**
 * Sends and gives the answer's status and headers; its body is not read. Throws AppError "invalid_parameter" for an address that is
 * not public, and an Error when nobody answers in time.
 */
export async function postPublic(address: string, post: PublicPost): Promise<PublicAnswer> {
  const problem = addressProblem(address)
  if (problem !== null) throw notPublic(`The address ${problem}.`)
  const url = new URL(address)
  const addresses = await (post.findAddresses ?? publicAddresses)(bareHost(url))
  const [first] = addresses
  if (!first) throw notPublic("There is no address.")
  const pinned: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
  return new Promise<PublicAnswer>((resolve, reject) => {
    const asking = request(
      url,
      {
        method: "POST",
        lookup: pinned,
        // A connection of its own: a kept one could have been opened to another address.
        agent: false,
        signal: AbortSignal.timeout(post.timeoutMs),
        headers: { ...post.headers, "content-length": Buffer.byteLength(post.body) },
        ...(post.ca === undefined ? {} : { ca: post.ca }),
      },
      (answer: IncomingMessage) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
        answer.destroy()
      },
    )
    asking.on("error", reject)
    asking.end(post.body)
  })
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "")
}

function notPublic(message: string): AppError {
  return new AppError("invalid_parameter", { message, fields: { url: "not_allowed" } })
}
