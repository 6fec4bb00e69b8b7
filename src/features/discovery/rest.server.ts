// What search engines, feed readers, link previews and other programs meet, in one place.
import type { FastifyInstance } from "fastify"
import { createShelf, documentOf, sendDocument } from "./answer.server.ts"
import { type FeedDeps, registerFeeds } from "./feeds.server.ts"
import { registerIcons } from "./icons.server.ts"
import { type PictureDeps, registerPictures } from "./pictures.server.ts"
import { llmsText, manifest, openSearchXml, robotsText } from "./program-files.ts"
import { registerSitemaps, type SitemapDeps } from "./sitemap.server.ts"

export type DiscoveryDeps = SitemapDeps & FeedDeps & PictureDeps

const KEEP_SECONDS = 3600

/**
 * Registers sitemaps, robots.txt, llms.txt, the manifest, icons, the OpenSearch description, feeds and Open Graph pictures.
 * What is not there throws AppError "not_found", too much at once "unavailable": the server's error handler answers them.
 */
export function registerDiscovery(app: FastifyInstance, deps: DiscoveryDeps): void {
  const { publicUrl } = deps
  const shelf = createShelf()
  const serve = (path: string, type: string, textOf: () => string) =>
    app.get(path, async (request, reply) =>
      sendDocument(request, reply, await shelf.get(path, "", () => documentOf(type, textOf())), KEEP_SECONDS),
    )
  serve("/robots.txt", "text/plain; charset=utf-8", () => robotsText(publicUrl))
  serve("/llms.txt", "text/plain; charset=utf-8", () => llmsText(publicUrl))
  serve("/manifest.webmanifest", "application/manifest+json; charset=utf-8", () => JSON.stringify(manifest()))
  serve("/opensearch.xml", "application/opensearchdescription+xml; charset=utf-8", () => openSearchXml(publicUrl))
  registerIcons(app)
  registerSitemaps(app, deps)
  registerFeeds(app, deps)
  registerPictures(app, deps)
}
