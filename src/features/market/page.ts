// How a page of the site is defined: its query parameters, its texts, and the loader that makes its data. A definition is data;
// src/app/ puts them together and answers requests with them.
import type { Db } from "../../core/db/database.server.ts"
import type { QuerySpec } from "../../core/query.ts"
import type { Formats } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { Feature, Translate } from "../../i18n/messages.ts"
import type { Market } from "./model.ts"

export type PageContext<Values> = {
  market: Market
  db: Db
  now: Date
  locale: Locale
  t: Translate
  formats: Formats
  /** The variable parts of the path. */
  params: Record<string, string>
  query: Values
}

export type PageResult<Data> = {
  /** 404 is an answer like any other, not an error. */
  status: 200 | 404
  title: string
  description: string
  /** true for variants that search engines should not list. */
  noindex?: boolean
  /** true for a page whose address carries what only its visitor may know: neither the server nor a cache on the way keeps it. */
  isPrivate?: boolean
  /** The languages that have this page; all, unless told. */
  locales?: readonly Locale[]
  data: Data
}

export type PageDefinition<Values extends Record<string, unknown> = Record<string, unknown>, Data = unknown> = {
  /** Texts it needs besides common. */
  features: readonly Feature[]
  query: QuerySpec<Values>
  load(context: PageContext<Values>): PageResult<Data> | Promise<PageResult<Data>>
  /** Something that a view sets off, such as fetching an offer's past; it never delays the answer. */
  onView?(context: { market: Market; params: Record<string, string> }): void
}

/**
 * Checks that a definition's query, loader and data go together, and then forgets their types: the page route reads the query with
 * the definition's own table before it calls the loader, so what it hands over is what the loader wants.
 */
export function definePage<Values extends Record<string, unknown>, Data>(
  definition: PageDefinition<Values, Data>,
): PageDefinition {
  return definition as unknown as PageDefinition
}

/** The answer for a thing that does not exist: the site's 404 page. */
export function notFound(t: Translate): PageResult<never> {
  return {
    status: 404,
    title: t("common:notFound.title"),
    description: t("common:notFound.text"),
    noindex: true,
    data: null as never,
  }
}
