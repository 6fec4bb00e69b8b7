// Absolute addresses of pages, and which pages search engines are told of.
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale, localePath } from "../../i18n/locales.ts"
import { href, ROUTES, type RouteName } from "../../routes.ts"

export type PlainPage = {
  [Name in RouteName]: (typeof ROUTES)[Name] extends `${string}:${string}` ? never : Name
}[RouteName]

/** The pages without a variable part. */
export const PLAIN_PAGES = (Object.keys(ROUTES) as RouteName[]).filter((name): name is PlainPage => isPlainPage(name))

/** true for the name of a page without a variable part. */
export function isPlainPage(name: string): name is PlainPage {
  return Object.hasOwn(ROUTES, name) && !ROUTES[name as RouteName].includes(":")
}

/** Pages that are not to be found in a search engine: search results, which robots.txt keeps out as well, and what belongs to one person. */
const UNLISTED: ReadonlySet<string> = new Set([
  "search",
  "watchlist",
  "alerts",
  "notifications",
  "authLogin",
  "authRegister",
  "authRestore",
  "authRestoreConfirm",
  "authVerifyEmail",
  "authComplete",
  "settings",
  "subscription",
  "preparingAccount",
  "unsubscribeNews",
  "unsubscribeAlerts",
])
export const INDEXED_PAGES = PLAIN_PAGES.filter((name) => !UNLISTED.has(name))

/** The path of a page without a variable part, without language prefix. */
export function plainPath(name: PlainPage): string {
  return href(name)
}

/** The absolute address of a path in a language: ("https://x", "de", "/earn") -> "https://x/de/earn". */
export function absolute(publicUrl: string, locale: Locale, path: string): string {
  return publicUrl + localePath(locale, path)
}

/** The languages' addresses of one page, x-default (English) last where there is one; the same as in the head of the page. */
export function alternatesOf(
  publicUrl: string,
  path: string,
  locales: readonly Locale[] = LOCALE_CODES,
): { hreflang: string; href: string }[] {
  const own = locales.map((locale) => ({ hreflang: locale as string, href: absolute(publicUrl, locale, path) }))
  const fallback = locales.includes(DEFAULT_LOCALE) ? [{ hreflang: "x-default", href: publicUrl + path }] : []
  return [...own, ...fallback]
}
