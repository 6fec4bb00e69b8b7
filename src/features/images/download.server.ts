// Fetches a picture from one address that was checked before: no second look-up, no redirect, no more than so many bytes.
import type { LookupAddress } from "node:dns"
import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { LookupFunction } from "node:net"

export type DownloadLimits = { maxBytes: number; timeoutMs: number }

/**
 * The bytes behind `url`, asked of `addresses` and of nobody else, whatever the name leads to by now.
 * Throws an Error for every answer but 200, for what is no picture or is compressed, for more than `maxBytes`, and when it takes
 * longer than `timeoutMs` in all.
 */
export function download(url: URL, addresses: readonly LookupAddress[], limits: DownloadLimits): Promise<Buffer> {
  const [first] = addresses
  if (!first) return Promise.reject(new Error("there is no address"))
  const lookup: LookupFunction = (_name, options, callback) => {
    if (options.all) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
  const request = url.protocol === "https:" ? requestHttps : requestHttp
  return new Promise<Buffer>((resolve, reject) => {
    const asking = request(
      url,
      {
        lookup,
        // A connection of its own: a kept one could have been opened to another address.
        agent: false,
        signal: AbortSignal.timeout(limits.timeoutMs),
        headers: { accept: "image/*", "accept-encoding": "identity" },
      },
      (answer) => {
        readPicture(answer, limits.maxBytes).then(resolve, (error: unknown) => {
          asking.destroy()
          reject(error)
        })
      },
    )
    asking.on("error", reject)
    asking.end()
  })
}

async function readPicture(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  // A redirect could lead anywhere: it is an answer like any other that is no picture.
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = answer.headers
  if (!type.startsWith("image/")) throw new Error("is no picture")
  if (encoding !== "identity") throw new Error("is compressed")
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw new Error("is too large")
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBytes) throw new Error("is too large")
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
