// From a route to everything that its page consists of: the loader's data, the head, the frame, what search engines read.
import type { Clock } from "../core/clock.ts"
import type { Db } from "../core/db/database.server.ts"
import { findPost } from "../features/blog/posts.server.ts"
import { picturePath } from "../features/discovery/page-picture.ts"
import { structuredData, structuredText } from "../features/discovery/structured-data.ts"
import type { Catalogue } from "../features/market/catalogue.server.ts"
import type { Market } from "../features/market/model.ts"
import { notFound, type PageContext, type PageDefinition, type PageResult } from "../features/market/page.ts"
import type { Catalogs } from "../i18n/catalogs.server.ts"
import { type Formats, formatsOf } from "../i18n/formats.ts"
import { LOCALE_CODES, LOCALES, type Locale, localePath } from "../i18n/locales.ts"
import type { Translate } from "../i18n/messages.ts"
import { matchRoute, type RouteMatch, type RouteName } from "../routes.ts"
import type { Frame, PagePayload } from "./page.ts"
import type { SiteSettings } from "./site-settings.server.ts"

export type PageSources = {
  catalogue: Catalogue
  db: Db
  clock: Clock
  catalogs: Catalogs
  definitions: Record<RouteName, PageDefinition>
  site: SiteSettings
}

export type Asked = {
  locale: Locale
  /** Without language prefix. */
  path: string
  query: Record<string, unknown>
  /** The query as the page's address has it, without "?". */
  canonical: string
}

export type MadePage = {
  payload: PagePayload
  /** JSON-LD, safe inside a script element; "" for none. */
  structured: string
  /** For one visitor: not to be kept. */
  isPrivate: boolean
}

/** The page for an address; one that does not exist is a page too, with status 404. */
export async function makePage(sources: PageSources, { locale, path, query, canonical }: Asked): Promise<MadePage> {
  const route = matchRoute(path)
  const context = contextOf(sources, locale, route?.params ?? {}, query)
  const { market, t } = context
  const definition = route && sources.definitions[route.name]
  const result = definition ? await definition.load(context) : notFound(t)
  const found = result.status === 200 ? route : null
  const { publicUrl } = sources.site
  const search = canonical ? `?${canonical}` : ""
  const payload: PagePayload = {
    status: result.status,
    page: found?.name ?? "notFound",
    locale,
    address: localePath(locale, path) + search,
    path,
    head: {
      title: result.title,
      description: result.description,
      noindex: result.noindex ?? false,
      canonical: publicUrl + localePath(locale, path) + search,
      alternates: found ? alternatesOf(publicUrl, path, search, result.locales ?? LOCALE_CODES) : [],
      image: found ? publicUrl + picturePath(found.name, found.params, locale) : null,
    },
    frame: frameOf(sources.site, found ? path : "/", found ? search : "", context),
    features: ["common", ...(found && definition ? definition.features : [])],
    data: result.data,
  }
  const structured = found ? structuredOf(found, payload, market, t, sources.site) : ""
  return { payload, structured, isPrivate: result.isPrivate ?? false }
}

/** The title of a page as it is without a query. */
export async function titleOf(sources: PageSources, page: RouteName, locale: Locale): Promise<string> {
  const definition = sources.definitions[page]
  const query = Object.fromEntries(Object.keys(definition.query).map((name) => [name, null]))
  const result: PageResult<unknown> = await definition.load(contextOf(sources, locale, {}, query))
  return result.title
}

function contextOf(
  { catalogue, db, clock, catalogs }: PageSources,
  locale: Locale,
  params: Record<string, string>,
  query: Record<string, unknown>,
): PageContext<Record<string, unknown>> {
  const [t, formats] = [catalogs.translate(locale), formatsOf(locale)]
  return { market: catalogue.market(), db, now: clock(), locale, t, formats, params, query }
}

function alternatesOf(publicUrl: string, path: string, search: string, locales: readonly Locale[]) {
  const own = locales.map((code) => ({ hreflang: code as string, href: publicUrl + localePath(code, path) + search }))
  return [...own, { hreflang: "x-default", href: publicUrl + path + search }]
}

type FrameContext = { market: Market; now: Date; t: Translate; formats: Formats }

function frameOf(site: SiteSettings, path: string, search: string, { market, now, t, formats }: FrameContext): Frame {
  const { seed } = market
  return {
    year: now.getUTCFullYear(),
    seedNotice:
      seed &&
      t("common:seed.notice", {
        seed: formats.number(seed.seedOffers),
        all: formats.number(seed.allOffers),
        from: formats.date(seed.fromDay),
        to: formats.date(seed.toDay),
      }),
    community: [...site.community],
    popular: site.popular,
    pageViews: site.pageViews,
    languages: LOCALES.map(({ code, name }) => ({ code, name, path: localePath(code, path) + search })),
  }
}

function structuredOf(
  { name, params }: RouteMatch,
  payload: PagePayload,
  market: Market,
  t: Translate,
  site: SiteSettings,
): string {
  const post = name === "post" ? findPost(payload.locale, params.slug ?? "") : undefined
  return structuredText(
    structuredData({
      page: name,
      params,
      locale: payload.locale,
      publicUrl: site.publicUrl,
      canonical: payload.head.canonical,
      market,
      t,
      data: payload.data,
      post: post && { ...post, tags: post.tags.map((tag) => t(`content:tag.${tag}`)) },
      profiles: site.community.map(({ url }) => url),
    }),
  )
}
