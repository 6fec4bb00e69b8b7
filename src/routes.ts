// Every page of the site, once. Links are made with href(); the sitemap and the crawl read the table.
import { inject, parse, type RouteParams } from "regexparam"

export const ROUTES = {
  home: "/",
  earn: "/earn",
  savings: "/savings",
  staking: "/staking",
  lending: "/lending",
  defi: "/defi",
  offer: "/offers/:slug",
  cards: "/cards",
  card: "/cards/:slug",
  cryptocurrencies: "/cryptocurrencies",
  currency: "/currencies/:slug",
  exchanges: "/exchanges",
  exchange: "/exchanges/:slug",
  protocols: "/protocols",
  protocol: "/protocols/:slug",
  wallets: "/wallets",
  wallet: "/wallets/:slug",
  methodology: "/methodology",
  search: "/search",
  pricing: "/pricing",
  blog: "/blog",
  post: "/blog/:slug",
  affiliate: "/affiliate",
  contact: "/contact",
  developers: "/developers",
  terms: "/terms",
  privacy: "/privacy",
  disclaimer: "/disclaimer",
  sitemap: "/sitemap",
  alertsLanding: "/lp/alerts",
  alerts: "/alerts",
  notifications: "/notifications",
  watchlist: "/watchlist",
  authLogin: "/auth/login",
  authRegister: "/auth/register",
  authRestore: "/auth/restore",
  authRestoreConfirm: "/auth/restore/confirm",
  authVerifyEmail: "/auth/verify_email",
  authComplete: "/auth/complete",
  settings: "/settings",
  subscription: "/settings/subscription",
  preparingAccount: "/preparing-account",
  unsubscribeNews: "/unsubscribe_news",
  unsubscribeAlerts: "/unsubscribe_alerts",
} as const

export type RouteName = keyof typeof ROUTES
type Params<Name extends RouteName> = RouteParams<(typeof ROUTES)[Name]>

/** The path of a page, without language prefix: href("offer", { slug: "lido-steth" }, "amount=100"). */
export function href<Name extends RouteName>(
  name: Name,
  ...[params, query]: keyof Params<Name> extends never
    ? [params?: null, query?: string]
    : [params: Params<Name>, query?: string]
): string {
  const path = inject(ROUTES[name] as string, (params ?? {}) as Record<string, string>)
  return query ? `${path}?${query}` : path
}

/** Addresses are as they are written: regexparam alone would take "/EARN" as well, and one page would have many addresses. */
const PATTERNS = (Object.keys(ROUTES) as RouteName[]).map((name) => {
  const { keys, pattern } = parse(ROUTES[name])
  return { name, keys, pattern: new RegExp(pattern.source) }
})

export type RouteMatch = { name: RouteName; params: Record<string, string> }

/** Which page a path (without language prefix) is; null when there is none. A path that cannot be decoded is none. */
export function matchRoute(path: string): RouteMatch | null {
  for (const { name, pattern, keys } of PATTERNS) {
    const found = pattern.exec(path)
    if (!found) continue
    try {
      return {
        name,
        params: Object.fromEntries((keys || []).map((key, at) => [key, decodeURIComponent(found[at + 1] ?? "")])),
      }
    } catch {
      return null
    }
  }
  return null
}
