// /_next/image?url=&w=&q=: pictures of the site and of allowed hosts, at a width, in the format that the browser likes best.
import type { FastifyInstance } from "fastify"
import { namesTag, strongTag } from "../../core/http-headers.ts"
import { AppError } from "../../core/errors.ts"
import { integerCodec, type QuerySpec, readQuery } from "../../core/query.ts"
import type { DiskCache } from "./disk-cache.server.ts"
import { fetchImage, type ImageOrigins } from "./fetch-image.server.ts"
import { formatFor, makeImage } from "./make-image.server.ts"
import { createWorkQueue } from "./work-queue.ts"

/** spec 9: widths 600 and 1200, quality 75 unless told. */
export const WIDTHS = [600, 1200] as const
const DEFAULT_QUALITY = 75
const AT_ONCE = 2
const WAITING = 50
const RETRY_AFTER_SECONDS = 5

type Query = { url: string | null; w: number | null; q: number | null }
const SPEC: QuerySpec<Query> = {
  url: { read: (text) => text, write: (text) => text },
  w: integerCodec(1, 10_000),
  q: integerCodec(1, 100),
}

/**
 * Answers /_next/image. What was made is kept in `cache`; two pictures are made at a time, fifty may wait, and further ones get
 * 503. A bad parameter is 400, a picture that is not there 404.
 */
export function registerImages(app: FastifyInstance, origins: ImageOrigins, cache: DiskCache): void {
  const queue = createWorkQueue({ atOnce: AT_ONCE, waiting: WAITING })

  app.get("/_next/image", async (request, reply) => {
    const { url, width, quality } = readImageQuery(request.url)
    const format = formatFor(request.headers.accept)
    const key = JSON.stringify([url, width, quality, format])
    try {
      const picture =
        (await cache.read(key)) ??
        (await queue.run(key, async () => {
          const made = await makeImage(await fetchImage(url, origins), width, quality, format)
          await cache.write(key, made)
          return made
        }))
      const etag = strongTag(picture)
      reply
        .header("cache-control", "public, max-age=86400, stale-while-revalidate=604800")
        .header("vary", "accept")
        .header("content-security-policy", "default-src 'none'")
        .header("etag", etag)
      if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
      return reply.type(`image/${format}`).send(picture)
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") reply.header("retry-after", RETRY_AFTER_SECONDS)
      throw error
    }
  })
}

function readImageQuery(address: string): { url: string; width: number; quality: number } {
  const search = address.includes("?") ? address.slice(address.indexOf("?") + 1) : ""
  const { values, problems } = readQuery(SPEC, new URLSearchParams(search))
  const [problem] = problems
  if (problem)
    throw new AppError(problem.code, {
      message: `The parameter "${problem.name}" is not usable.`,
      fields: { [problem.name]: problem.code },
    })
  if (values.url === null) throw invalid("url", "Say which picture: url=/path/of/a/picture.png.")
  const width = WIDTHS.find((known) => known === (values.w ?? WIDTHS[0]))
  if (width === undefined) throw invalid("w", `w is one of ${WIDTHS.join(", ")}.`)
  return { url: values.url, width, quality: values.q ?? DEFAULT_QUALITY }
}

function invalid(name: string, message: string): AppError {
  return new AppError("invalid_parameter", { message, fields: { [name]: "invalid_parameter" } })
}
