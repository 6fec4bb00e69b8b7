// Sending what programs read: with a tag, so that nobody loads twice what has not changed, and packed where that is taken.
import { promisify } from "node:util"
import { gzip } from "node:zlib"
import type { FastifyReply, FastifyRequest } from "fastify"
import { namesTag, takesEncoding, weakTag } from "../../core/http-headers.ts"

const compress = promisify(gzip)
/** Less than this is not worth packing. */
const SMALLEST_PACKED = 1000

export type Document = { type: string; bytes: Buffer; etag: string; packed?: Buffer }

/** A finished text with its media type. */
export function documentOf(type: string, text: string): Document {
  const bytes = Buffer.from(text)
  return { type, bytes, etag: tagOf([text]) }
}

/** A weak tag (the same for every encoding, RFC 9110, 8.8.3) of what the parts say. */
export function tagOf(parts: readonly string[]): string {
  return weakTag(JSON.stringify(parts))
}

/** Sends a document, or 304 when the asker has it. `maxAgeSeconds` is how long caches may keep it without asking. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  maxAgeSeconds: number,
): Promise<FastifyReply> {
  reply
    .header("cache-control", `public, max-age=${maxAgeSeconds}`)
    .header("vary", "accept-encoding")
    .header("etag", document.etag)
  if (namesTag(request.headers["if-none-match"], document.etag)) return reply.code(304).send()
  reply.type(document.type)
  const isPackable = document.bytes.length >= SMALLEST_PACKED && document.type !== "image/png"
  if (!isPackable || !takesEncoding(request.headers["accept-encoding"], "gzip")) return reply.send(document.bytes)
  document.packed ??= await compress(document.bytes)
  return reply.header("content-encoding", "gzip").send(document.packed)
}

export type DocumentShelf = {
  /** The document under the key, made anew when the version is another one. */
  get(key: string, version: string, make: () => Promise<Document> | Document): Promise<Document>
}

/** Keeps one document for each key: keys are a fixed list, never what a visitor writes. */
export function createShelf(): DocumentShelf {
  const kept = new Map<string, { version: string; document: Promise<Document> }>()
  return {
    get(key, version, make) {
      const known = kept.get(key)
      if (known?.version === version) return known.document
      const document = Promise.resolve().then(make)
      kept.set(key, { version, document })
      // What failed is tried again the next time.
      document.catch(() => kept.get(key)?.document === document && kept.delete(key))
      return document
    },
  }
}
