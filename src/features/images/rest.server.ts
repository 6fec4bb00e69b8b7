// /_next/image?url=&w=&q=: pictures of the site and of allowed hosts, at a width, in the format that the browser likes best.
import { createHash } from "node:crypto"
import type { FastifyInstance } from "fastify"
import sharp from "sharp"
import { AppError } from "../../core/errors.ts"
import { integerCodec, type QuerySpec, readQuery } from "../../core/query.ts"
import type { DiskCache } from "./disk-cache.server.ts"
import { fetchImage, type ImageOrigins } from "./fetch-image.server.ts"

/** spec 9: widths 600 and 1200, quality 75 unless told. */
const WIDTHS = [600, 1200] as const
const DEFAULT_QUALITY = 75
/** More pixels than this are a decompression bomb. */
const MAX_PIXELS = 25_000_000

type Query = { url: string | null; w: number | null; q: number | null }
const SPEC: QuerySpec<Query> = {
  url: { read: (text) => text, write: (text) => text },
  w: integerCodec(1, 10_000),
  q: integerCodec(1, 100),
}

export function registerImages(app: FastifyInstance, origins: ImageOrigins, cache: DiskCache): void {
  app.get("/_next/image", async (request, reply) => {
    const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : ""
    const { values, problems } = readQuery(SPEC, new URLSearchParams(search))
    const [problem] = problems
    if (problem)
      throw new AppError(problem.code, {
        message: `The parameter "${problem.name}" is not usable.`,
        fields: { [problem.name]: problem.code },
      })
    const { url } = values
    if (url === null) throw invalid("url", "Say which picture: url=/path/of/a/picture.png.")
    const width = WIDTHS.find((known) => known === (values.w ?? WIDTHS[0]))
    if (width === undefined) throw invalid("w", `w is one of ${WIDTHS.join(", ")}.`)
    const quality = values.q ?? DEFAULT_QUALITY

    const accepted = request.headers.accept ?? ""
    const format = accepted.includes("image/avif") ? "avif" : accepted.includes("image/webp") ? "webp" : "jpeg"
    const key = createHash("sha1")
      .update(JSON.stringify([url, width, quality, format]))
      .digest("hex")
    const picture = (await cache.read(key)) ?? (await make())
    return reply
      .header("cache-control", "public, max-age=86400, stale-while-revalidate=604800")
      .header("vary", "accept")
      .header("content-security-policy", "default-src 'none'")
      .type(`image/${format}`)
      .send(picture)

    async function make(): Promise<Buffer> {
      const source = await fetchImage(url as string, origins)
      let made: Buffer
      try {
        made = await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
          .rotate()
          .resize({ width: width as number, withoutEnlargement: true })
          .toFormat(format, { quality, ...(format === "avif" ? { effort: 2 } : {}) })
          .toBuffer()
      } catch (cause) {
        throw new AppError("invalid_parameter", {
          message: "What is there is no picture that can be shown.",
          fields: { url: "not_a_picture" },
          cause,
        })
      }
      await cache.write(key, made)
      return made
    }
  })
}

function invalid(name: string, message: string): AppError {
  return new AppError("invalid_parameter", { message, fields: { [name]: "invalid_parameter" } })
}
