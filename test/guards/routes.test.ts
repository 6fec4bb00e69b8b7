// Every route has its address, its data, its component and a title in every language.
import { describe, expect, it, test } from "vitest"
import { PAGES } from "../../src/app/pages.tsx"
import { pageDefinitions } from "../../src/app/registry.server.ts"
import { siteSettings } from "../../src/app/site-settings.server.ts"
import { readConfig } from "../../src/core/config.server.ts"
import type { Db } from "../../src/core/db/database.server.ts"
import { readQuery } from "../../src/core/query.ts"
import { loadCatalogs } from "../../src/i18n/catalogs.server.ts"
import { formatsOf } from "../../src/i18n/formats.ts"
import { isLocale, LOCALE_CODES } from "../../src/i18n/locales.ts"
import { FEATURES } from "../../src/i18n/messages.ts"
import { href, matchRoute, ROUTES, type RouteName } from "../../src/routes.ts"
import { marketOf, NOW, offer } from "./market-rows.ts"

const NAMES = Object.keys(ROUTES) as RouteName[]
const DEFINITIONS = pageDefinitions(siteSettings(readConfig({})))
/** Something that is there, for each route that shows one thing. */
const SLUGS: Readonly<Record<string, string>> = {
  offer: "offer-001",
  card: "kraken-card",
  currency: "bitcoin",
  exchange: "kraken",
  protocol: "aave-v3",
  wallet: "ledger",
  post: "apr-and-apy",
}
const DETAILS = NAMES.filter((name) => ROUTES[name].includes(":"))
const pathOf = (name: RouteName, slug = SLUGS[name]) =>
  href(name as "offer", slug === undefined ? (null as never) : { slug })

/** The address of each route. A change breaks links that people keep; a new route is a new line here. */
const ADDRESSES: Readonly<Record<string, string>> = {
  home: "/",
  earn: "/earn",
  savings: "/savings",
  staking: "/staking",
  lending: "/lending",
  defi: "/defi",
  offer: "/offers/offer-001",
  cards: "/cards",
  card: "/cards/kraken-card",
  cryptocurrencies: "/cryptocurrencies",
  currency: "/currencies/bitcoin",
  exchanges: "/exchanges",
  exchange: "/exchanges/kraken",
  protocols: "/protocols",
  protocol: "/protocols/aave-v3",
  wallets: "/wallets",
  wallet: "/wallets/ledger",
  methodology: "/methodology",
  search: "/search",
  pricing: "/pricing",
  blog: "/blog",
  post: "/blog/apr-and-apy",
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
}

it("the addresses are these", () => {
  expect(NAMES.map((name) => [name, pathOf(name)])).toEqual(NAMES.map((name) => [name, ADDRESSES[name]]))
  expect(NAMES.length).toBeGreaterThanOrEqual(18)
  expect(href("earn", null, "apyFrom=5")).toBe("/earn?apyFrom=5")
})

it("no two routes are one address, and none begins like a language", () => {
  const shapes = NAMES.map((name) => ROUTES[name].replace(/:\w+/g, ":"))
  expect(new Set(shapes).size).toBe(shapes.length)
  for (const shape of shapes) expect(isLocale(shape.split("/")[1] ?? "")).toBe(false)
})

test.each(NAMES)("%s is found by its own address", (name) => {
  const slug = SLUGS[name]
  expect(matchRoute(pathOf(name))).toEqual({ name, params: slug === undefined ? {} : { slug } })
})

test.each(["/nope", "/earn/x", "/offers", "/offers/a/b", "//earn", "/offers/%E0%A4%A", "/__proto__"])(
  "%j is no route",
  (path) => {
    expect(matchRoute(path)).toBeNull()
  },
)

test.each([
  ["/offers/%2e%2e", ".."],
  ["/offers/a%2Fb", "a/b"],
  ["/offers/__proto__", "__proto__"],
])("%s asks for the offer %j", (path, slug) => {
  expect(matchRoute(path)).toEqual({ name: "offer", params: { slug } })
})

/** A database in which nothing was ever recorded. */
const EMPTY_DB: unknown = new Proxy(() => {}, {
  get: (_target, key) => (key === "then" ? (done: (rows: unknown[]) => void) => done([]) : EMPTY_DB),
  apply: () => EMPTY_DB,
})
const catalogs = loadCatalogs()
const market = marketOf([offer(1), offer(2, { protocolId: 1 }), offer(3, { walletId: 1 })])

async function load(name: RouteName, locale: (typeof LOCALE_CODES)[number], slug = SLUGS[name]) {
  const definition = DEFINITIONS[name]
  const { values } = readQuery(definition.query, new URLSearchParams())
  const t = catalogs.translate(locale)
  const params: Record<string, string> = slug === undefined ? {} : { slug }
  return definition.load({
    market,
    db: EMPTY_DB as Db,
    now: NOW,
    locale,
    t,
    formats: formatsOf(locale),
    params,
    query: values,
  })
}

describe.each(NAMES)("%s", (name) => {
  it("has data, a component and known texts", () => {
    expect(DEFINITIONS).toHaveProperty(`${name}.load`)
    expect(PAGES).toHaveProperty(`${name}.load`)
    for (const feature of DEFINITIONS[name].features) expect(FEATURES).toContain(feature)
  })

  it("has a title and a description in every language, without a bare key", async () => {
    for (const locale of LOCALE_CODES) {
      const { status, title, description } = await load(name, locale)
      expect(status).toBe(200)
      for (const text of [title, description]) {
        expect(text.trim(), `${locale} ${name}`).not.toBe("")
        expect(text, `${locale} ${name}`).not.toMatch(/\b(?:common|offers|catalog|cards|site):[a-z]|[{}]|undefined|NaN/)
      }
    }
  })
})

test.each(DETAILS)("%s is not found for a thing that does not exist", async (name) => {
  for (const slug of ["nope", "__proto__", "../x", "x".repeat(300)])
    expect(await load(name, "en", slug)).toMatchObject({ status: 404, noindex: true })
})

it("no two pages have one title", async () => {
  const titles = await Promise.all(NAMES.map(async (name) => (await load(name, "en")).title))
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
})
