// The doors of the sitemaps: the index is kept, the files are written while they are sent.
import { namesTag, takesEncoding } from "../../core/http-headers.ts"
import { Readable } from "node:stream"
import { setImmediate as pause } from "node:timers/promises"
import { createGzip } from "node:zlib"
import type { FastifyInstance } from "fastify"
import { AppError } from "../../core/errors.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { createShelf, documentOf, sendDocument, tagOf } from "./answer.server.ts"
import type { ListPosts } from "./post.ts"
import { entriesOf, MOST_PER_FILE, pieceOf, readSitemapName, sitemapIndex, sitemapTexts } from "./sitemap.ts"

const TYPE = "application/xml; charset=utf-8"
const KEEP_SECONDS = 3600

export type SitemapDeps = {
  catalogue: Catalogue
  listPosts: ListPosts
  publicUrl: string
  /** Addresses in one file; fewer in tests. */
  mostPerFile?: number
}

/** Answers /sitemap.xml and /sitemaps/{section}-{language}[-{n}].xml; a file that would be empty is 404. */
export function registerSitemaps(app: FastifyInstance, deps: SitemapDeps): void {
  const { catalogue, listPosts, publicUrl, mostPerFile = MOST_PER_FILE } = deps
  const shelf = createShelf()

  app.get("/sitemap.xml", async (request, reply) => {
    const market = catalogue.market()
    const index = await shelf.get("index", market.version, () =>
      documentOf(TYPE, sitemapIndex(market, listPosts, publicUrl, mostPerFile)),
    )
    return sendDocument(request, reply, index, KEEP_SECONDS)
  })

  app.get<{ Params: { file: string } }>("/sitemaps/:file", async (request, reply) => {
    const name = readSitemapName(request.params.file)
    if (!name) throw new AppError("not_found")
    const market = catalogue.market()
    const entries = pieceOf(entriesOf(name.section, name.locale, market, listPosts), name.nth, mostPerFile)
    if (entries.length === 0) throw new AppError("not_found")
    const newestPost = listPosts(name.locale).map(({ slug, date }) => slug + date)
    const etag = tagOf([market.version, publicUrl, request.params.file, String(entries.length), ...newestPost])
    reply
      .header("cache-control", `public, max-age=${KEEP_SECONDS}`)
      .header("vary", "accept-encoding")
      .header("etag", etag)
    if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
    reply.type(TYPE)
    const isPacked = takesEncoding(request.headers["accept-encoding"], "gzip")
    if (isPacked) reply.header("content-encoding", "gzip")
    if (request.method === "HEAD") return reply.send("")
    const text = Readable.from(paced(sitemapTexts(entries, name.locale, publicUrl)), { objectMode: false })
    if (!isPacked) return reply.send(text)
    const packer = createGzip()
    // When the asker goes away the text is not written further.
    packer.on("close", () => text.destroy())
    text.on("error", (error) => packer.destroy(error))
    return reply.send(text.pipe(packer))
  })
}

/** Lets others have their turn between two pieces: a file may have megabytes. */
async function* paced(texts: Iterable<string>): AsyncGenerator<string> {
  for (const text of texts) {
    yield text
    await pause()
  }
}
