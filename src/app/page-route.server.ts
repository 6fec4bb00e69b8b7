// Answers every page of the site, as HTML and as JSON for moving between pages. Public pages are the same for everybody, so each is
// rendered once per market version, address and language, and kept with its compressed forms.
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"
import { namesTag, takesEncoding, weakTag } from "../core/http-headers.ts"
import { readQuery } from "../core/query.ts"
import { touchCodes, touchCookies } from "../features/affiliate/touch.ts"
import { DEFAULT_LOCALE, isLocale, LOCALE_COOKIE, localePath, negotiateLocale, splitLocale } from "../i18n/locales.ts"
import { FEATURES, type Feature } from "../i18n/messages.ts"
import { matchRoute } from "../routes.ts"
import type { Frontend } from "./frontend.server.ts"
import { type Asked, type MadePage, makePage, type PageSources } from "./make-page.server.ts"
import type { Island } from "./page.ts"

export type PageDeps = PageSources & {
  frontend: Frontend
  cacheBytes: number
  /** Called for each view of a page that wants to know, with what it asked for. */
  onView(page: string, params: Record<string, string>): void
  /** Called when a visit carries the codes of who brought it. */
  onTouch(codes: readonly string[]): void
}

type Body = { bytes: Buffer; etag: string; br?: Buffer; gzip?: Buffer }
type Entry = MadePage & { html?: Body; json?: Body }

const CACHE_CONTROL = "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
const LONGEST_ADDRESS = 8000

export function registerPages(app: FastifyInstance, deps: PageDeps): void {
  const { definitions } = deps
  const cache = new LRUCache<string, Entry>({
    maxSize: Math.max(1, deps.cacheBytes),
    sizeCalculation: (entry) => 1000 + sizeOf(entry.html) + sizeOf(entry.json),
  })

  app.get("/_data/*", (request, reply) => answer(request, reply, request.url.slice("/_data".length), "json"))
  app.get("/*", (request, reply) => answer(request, reply, request.url, "html"))

  async function answer(request: FastifyRequest, reply: FastifyReply, target: string, form: "html" | "json") {
    // "http://x" only completes the address: of "//evil.com" the path stays, never the host.
    const url = new URL(target.slice(0, LONGEST_ADDRESS).replace(/^[/\\]+/, "/"), "http://x")
    const moved = form === "html" ? redirectOf(request, url) : null
    if (moved)
      return reply
        .header("cache-control", url.pathname === "/" ? "private, no-cache" : CACHE_CONTROL)
        .redirect(moved.to, moved.status)

    const { locale, path } = splitLocale(url.pathname)
    const route = matchRoute(path)
    const definition = route && definitions[route.name]
    const query = definition ? readQuery(definition.query, url.searchParams) : null
    if (query && !query.isCanonical && form === "html") {
      return reply
        .header("cache-control", "no-cache")
        .redirect(repaired(url, Object.keys(definition?.query ?? {}), query.canonical), 302)
    }
    if (route) deps.onView(route.name, route.params)
    // A visit that somebody brought is told apart by a cookie, so that its answer is for this visitor alone.
    const touch = form === "html" ? touchCookies(url.searchParams, deps.site.publicUrl.startsWith("https:")) : []
    if (touch.length > 0) {
      reply.header("set-cookie", touch)
      // Programs that only look whether a page is there ask with HEAD: that is no visit.
      if (request.method === "GET") deps.onTouch(touchCodes(url.searchParams))
    }

    const key = `${deps.catalogue.market().version}|${locale}|${path}|${query?.canonical ?? ""}`
    const cached = cache.get(key)
    const asked = { locale, path, query: query?.values ?? {}, canonical: query?.canonical ?? "" }
    const entry: Entry = cached ?? (await makePage(deps, asked))
    entry[form] ??= bodyOf(form === "html" ? await renderHtml(deps, entry) : Buffer.from(JSON.stringify(entry.payload)))
    // A 404 has as many addresses as somebody can think of: it is not kept.
    if (entry.payload.status === 200 && !entry.isPrivate) cache.set(key, entry)
    const isPrivate = touch.length > 0 || entry.isPrivate || (path === "/" && locale === DEFAULT_LOCALE)
    return send(request, reply, entry, form, isPrivate)
  }
}

async function renderHtml(
  { catalogs, frontend }: PageDeps,
  { payload, structured }: Pick<MadePage, "payload" | "structured">,
): Promise<Buffer> {
  const of = (pick: (feature: Feature) => unknown, features: readonly Feature[]) =>
    Object.fromEntries(features.map((name) => [name, pick(name)]))
  const island = {
    payload,
    messages: of((name) => catalogs.messages(payload.locale, name).messages, payload.features),
    messageHashes: of((name) => catalogs.messages(payload.locale, name).hash, FEATURES),
    assets: await frontend.assets(payload.page),
  } as Island
  const html = await (await frontend.renderer()).render(island)
  if (structured === "") return Buffer.from(html)
  // React leaves what it does not know in the head alone. Put together as bytes: as texts the whole page is copied once more.
  const at = html.indexOf("</head>")
  const script = `<script type="application/ld+json">${structured}</script>`
  return Buffer.concat([html.slice(0, at), script, html.slice(at)].map((part) => Buffer.from(part)))
}

/** The HTML of a page with some of its data given, for one visitor: nothing of it is kept. */
export async function renderOnce(deps: PageDeps, asked: Asked, given: Readonly<Record<string, unknown>>) {
  const { payload, structured } = await makePage(deps, asked)
  const data = { ...(payload.data as Record<string, unknown>), ...given }
  return renderHtml(deps, { payload: { ...payload, data }, structured })
}

/** Encoded once. The tag is of what is sent: a new release with the same data names other scripts. */
function bodyOf(bytes: Buffer): Body {
  return { bytes, etag: weakTag(bytes) }
}

function sizeOf(body: Body | undefined): number {
  return body ? body.bytes.length + (body.br?.length ?? 0) + (body.gzip?.length ?? 0) : 0
}

/** Where an address really lives: without "/en", without a trailing slash, and on "/" in the visitor's language. */
function redirectOf(request: FastifyRequest, url: URL): { to: string; status: 302 | 308 } | null {
  const { pathname, search } = url
  const english = pathname === `/${DEFAULT_LOCALE}` || pathname.startsWith(`/${DEFAULT_LOCALE}/`)
  const rest = english ? pathname.slice(DEFAULT_LOCALE.length + 1) : pathname
  // One slash in front: "/en//evil.com" must not become "//evil.com", which is another host.
  const path = rest.replace(/\/+$/, "").replace(/^\/+/, "/") || "/"
  if (path !== pathname) return { to: path + search, status: 308 }
  if (pathname !== "/" || cameFromHere(request)) return null
  const chosen = cookieOf(request, LOCALE_COOKIE)
  const locale = chosen && isLocale(chosen) ? chosen : negotiateLocale(request.headers["accept-language"])
  return locale === DEFAULT_LOCALE ? null : { to: localePath(locale, "/") + search, status: 302 }
}

/** Somebody who comes to "/" from a page of the site asked for the English one, also without JavaScript or cookies. */
function cameFromHere(request: FastifyRequest): boolean {
  const referer = request.headers.referer
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === request.headers.host
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").slice(0, 8000).split(/; */)
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The repaired address: the list's own parameters as they should be, those of others (utm_..., aff) as they were. */
function repaired(url: URL, own: readonly string[], canonical: string): string {
  const others = new URLSearchParams([...url.searchParams].filter(([name]) => !own.includes(name)))
  const query = [canonical, others.toString()].filter((part) => part !== "").join("&")
  return query ? `${url.pathname}?${query}` : url.pathname
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: Entry,
  form: "html" | "json",
  isPrivate: boolean,
) {
  const body = entry[form] as Body
  reply
    .code(entry.payload.status)
    .header("content-type", form === "html" ? "text/html; charset=utf-8" : "application/json; charset=utf-8")
    .header(
      "cache-control",
      entry.payload.status === 404 ? "no-cache" : isPrivate ? "private, no-cache" : CACHE_CONTROL,
    )
    .header("vary", "accept-encoding")
    .header("content-language", entry.payload.locale)
    .header("etag", body.etag)
  if (form === "json") reply.header("x-robots-tag", "noindex")
  if (namesTag(request.headers["if-none-match"], body.etag) && entry.payload.status === 200)
    return reply.code(304).send()
  if (takesEncoding(request.headers["accept-encoding"], "br")) {
    body.br ??= await compressBrotli(body.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    return reply.header("content-encoding", "br").send(body.br)
  }
  if (takesEncoding(request.headers["accept-encoding"], "gzip")) {
    body.gzip ??= await compressGzip(body.bytes, { level: 6 })
    return reply.header("content-encoding", "gzip").send(body.gzip)
  }
  return reply.send(body.bytes)
}
