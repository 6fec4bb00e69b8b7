// A person's own feed of what they were told (RSS 2.0), for feed readers: whoever has the address reads it, and a new address ends the old.
import type { FastifyInstance } from "fastify"
import { AppError } from "../../core/errors.ts"
import { namesTag, weakTag } from "../../core/http-headers.ts"
import { findUser } from "../accounts/queries.server.ts"
import { element, textElement, XML_HEAD } from "../discovery/xml.ts"
import { urlOfTarget } from "./links.ts"
import { messageOf } from "./message.ts"
import { findFeedOwner, listNotifications } from "./queries.server.ts"
import { type AlertDoors, localeOf } from "./rest.server.ts"

const TOKEN = /^([A-Za-z0-9_-]{32})\.xml$/
const MOST_ENTRIES = 50

export function feedUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/feeds/private/${token}.xml`
}

export function registerFeed(app: FastifyInstance, { db, translate, publicUrl }: AlertDoors): void {
  app.get<{ Params: { file: string } }>("/feeds/private/:file", async (request, reply) => {
    const token = TOKEN.exec(request.params.file)?.[1]
    const userId = token === undefined ? undefined : await findFeedOwner(db, token)
    const user = userId === undefined ? undefined : await findUser(db, userId)
    if (!user || user.blockedAt || token === undefined) throw new AppError("not_found")
    const locale = localeOf(user)
    const t = translate(locale)
    const urlOf = urlOfTarget(publicUrl, locale)
    const rows = await listNotifications(db, user.id, { before: null, take: MOST_ENTRIES })
    const items = rows.map((row) => {
      const { title, text, target } = messageOf(row.values, locale, t)
      return element(
        "item",
        {},
        textElement("title", title) +
          textElement("link", urlOf(target)) +
          textElement("guid", `${publicUrl}/notifications/${row.id}`, { isPermaLink: "false" }) +
          textElement("pubDate", row.firedAt.toUTCString()) +
          textElement("description", text),
      )
    })
    const channel = [
      textElement("title", t("alerts:feed.title")),
      textElement("link", urlOf("alerts")),
      textElement("description", t("alerts:feed.title")),
      textElement("language", locale),
      element("atom:link", { rel: "self", type: "application/rss+xml", href: feedUrl(publicUrl, token) }),
      ...items,
    ].join("\n")
    const namespaces = { "xmlns:atom": "http://www.w3.org/2005/Atom" }
    const body = `${XML_HEAD}${element("rss", { version: "2.0", ...namespaces }, element("channel", {}, channel))}\n`
    const etag = weakTag(body)
    reply.header("cache-control", "private, no-cache").header("x-robots-tag", "noindex").header("etag", etag)
    if (namesTag(request.headers["if-none-match"], etag)) return reply.code(304).send()
    return reply.type("application/rss+xml; charset=utf-8").send(body)
  })
}
