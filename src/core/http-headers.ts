// Headers that several doors read and write.
import { hash } from "node:crypto"

const LONGEST_HEADER = 4000

/** A tag of exactly these bytes. */
export function strongTag(content: string | Buffer): string {
  return `"${hash("sha1", content, "base64url")}"`
}

/** A tag of what is said, the same for every encoding of it (RFC 9110, 8.8.3). */
export function weakTag(content: string | Buffer): string {
  return `W/${strongTag(content)}`
}

/** Whether an If-None-Match header names the tag; the comparison is the weak one (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const bare = etag.replace(/^W\//, "")
  return header
    .slice(0, LONGEST_HEADER)
    .split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === bare)
}

/** Whether an Accept-Encoding header takes the encoding: named, or covered by "*", and not with a weight of 0. */
export function takesEncoding(header: string | string[] | undefined, encoding: "br" | "gzip"): boolean {
  const parts = String(header ?? "")
    .slice(0, LONGEST_HEADER)
    .toLowerCase()
    .split(",")
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim())
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2)
      return { name, isTaken: weight === undefined || Number(weight) > 0 }
    })
  const named = parts.find(({ name }) => name === encoding) ?? parts.find(({ name }) => name === "*")
  return named?.isTaken ?? false
}
