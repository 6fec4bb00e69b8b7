// What a page consists of, on its way from the server's loader to the component. The same object comes with the HTML and by JSON.
import type { PopularSlugs } from "../features/search/operation.ts"
import type { Feature, Messages } from "../i18n/messages.ts"
import type { Locale } from "../i18n/locales.ts"
import type { RouteName } from "../routes.ts"
import type { CommunityLink } from "./community.server.ts"
import type { PageViewSettings } from "./page-views.ts"

export type Head = {
  title: string
  description: string
  /** true: search engines are asked not to list this page. */
  noindex: boolean
  /** Absolute addresses. */
  canonical: string
  alternates: { hreflang: string; href: string }[]
  /** Absolute address of the picture for link previews (1200 x 630); null where there is no page. */
  image: string | null
}

/** What the frame around every page shows. */
export type Frame = {
  year: number
  /** "Demo data ..." in the page's language; null when everything is live. */
  seedNotice: string | null
  /** The community's networks that have an address. */
  community: CommunityLink[]
  /** What the search shows before anything is typed. */
  popular: PopularSlugs
  pageViews: PageViewSettings
  /** The same page in each language: path with prefix. */
  languages: { code: Locale; name: string; path: string }[]
}

export type PageName = RouteName | "notFound"

export type PagePayload = {
  status: 200 | 404
  page: PageName
  locale: Locale
  /** Path and canonical query, prefix included. */
  address: string
  /** Path without prefix, for the header's marking of the current section. */
  path: string
  head: Head
  frame: Frame
  features: readonly Feature[]
  data: unknown
}

export type Assets = { scripts: string[]; styles: string[]; preloads: string[] }

/** All that the browser needs to take over a page that came as HTML. */
export type Island = {
  payload: PagePayload
  messages: Partial<Record<Feature, Messages>>
  assets: Assets
  /** Where the texts of a language and feature are: hash by feature. */
  messageHashes: Record<Feature, string>
}

export const ISLAND_ID = "page"
