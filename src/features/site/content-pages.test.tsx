import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { describe, expect, it, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { I18nProvider } from "../../i18n/I18n.tsx"
import { LOCALE_CODES, type Locale, splitLocale } from "../../i18n/locales.ts"
import { matchRoute } from "../../routes.ts"
import AffiliatePage from "../affiliate/AffiliatePage.tsx"
import { AFFILIATE_PAGES } from "../affiliate/pages.server.ts"
import { BILLING_PAGES } from "../billing/pages.server.ts"
import PricingPage from "../billing/PricingPage.tsx"
import BlogPage from "../blog/BlogPage.tsx"
import { BLOG_PAGES } from "../blog/pages.server.ts"
import PostPage from "../blog/PostPage.tsx"
import type { PageContext, PageDefinition, PageResult } from "../market/page.ts"
import AlertsLandingPage from "./AlertsLandingPage.tsx"
import ContactPage from "./ContactPage.tsx"
import type { RefusedMessage } from "./contact.ts"
import { contentPages } from "./content-pages.server.ts"
import type { ContactData, DevelopersData, SitemapData } from "./data.ts"
import DevelopersPage from "./DevelopersPage.tsx"
import LegalPage from "./LegalPage.tsx"
import SitemapPage from "./SitemapPage.tsx"

const catalogs = loadCatalogs()
const market = marketOf([offer(1), offer(2, { category: "staking" })])
const pages = contentPages({ publicUrl: "https://apyary.test" })

type Show = [name: string, definition: PageDefinition, component: unknown, params?: Record<string, string>]
const ALL: Show[] = [
  ["contact", pages.contact, ContactPage],
  ["developers", pages.developers, DevelopersPage],
  ["terms", pages.terms, LegalPage],
  ["privacy", pages.privacy, LegalPage],
  ["disclaimer", pages.disclaimer, LegalPage],
  ["sitemap", pages.sitemap, SitemapPage],
  ["alerts", pages.alertsLanding, AlertsLandingPage],
  ["affiliate", AFFILIATE_PAGES.affiliate, AffiliatePage],
  ["pricing", BILLING_PAGES.pricing, PricingPage],
  ["blog", BLOG_PAGES.blog, BlogPage],
  ["a post", BLOG_PAGES.post, PostPage, { slug: "apr-and-apy" }],
  ["an untranslated post", BLOG_PAGES.post, PostPage, { slug: "real-apy" }],
]

async function load<Data>(definition: PageDefinition, locale: Locale, wishes: object = {}): Promise<PageResult<Data>> {
  const query = Object.fromEntries(Object.keys(definition.query).map((name) => [name, null]))
  const context = {
    market,
    // no row: the operator has changed no price
    db: { select: () => ({ from: async () => [] }) },
    now: new Date("2026-11-20T12:00:00Z"),
    locale,
    t: catalogs.translate(locale),
    formats: formatsOf(locale),
    params: {},
    query,
    ...wishes,
  }
  return (await definition.load(context as unknown as PageContext<Record<string, unknown>>)) as PageResult<Data>
}

function html(locale: Locale, component: unknown, data: unknown): string {
  const { messages } = catalogs.messages(locale, "common")
  const page = createElement(component as (props: { data: unknown }) => null, { data })
  return renderToString(
    <I18nProvider locale={locale} messages={{ common: messages }}>
      {page}
    </I18nProvider>,
  )
}

describe.each(ALL)("%s", (_name, definition, component, params = {}) => {
  test.each(LOCALE_CODES)(
    "in %s is complete: one main heading, no bare key, links that lead somewhere",
    async (locale) => {
      const { status, title, description, data } = await load(definition, locale, { params })
      expect(status).toBe(200)
      const text = html(locale, component, data)
      expect(text.split("<h1").length).toBe(2)
      expect(`${title} ${description} ${text}`).not.toMatch(/\b(?:common|content):[a-z]|\[object|undefined|NaN/)
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, href = ""] of text.matchAll(/href="(\/[^"]*)"/g)) {
        const [path = "", part] = href.split("?")[0]?.split("#") ?? []
        if (/^\/api\/|\/rss\.xml$/.test(path)) continue
        const place = splitLocale(path)
        expect(matchRoute(place.path), href).not.toBeNull()
        if (part) expect(ids, href).toContain(part)
      }
    },
  )
})

describe("developers", () => {
  it("shows what the API answers now, with the site's own address", async () => {
    const { data } = await load<DevelopersData>(pages.developers, "en")
    const [first, amount, history] = data.examples.items
    expect(first?.curl).toBe("curl 'https://apyary.test/api/v1/offers?take=1'")
    const answer = JSON.parse(first?.answer ?? "") as { data: { slug: string; url: string }[]; page: object }
    expect(answer).toMatchObject({ page: { skip: 0, take: 1, total: 2 }, version: market.version })
    expect(answer.data[0]?.url).toBe(`https://apyary.test/offers/${answer.data[0]?.slug}`)
    expect(amount?.note).toBe("Right now this finds 0 offers.")
    expect(history?.curl).toContain(`/offers/${answer.data[0]?.slug}/history`)
  })

  it("also without an offer", async () => {
    const { data } = await load<DevelopersData>(pages.developers, "en", { market: marketOf([]) })
    expect(data.examples.items.map(({ id }) => id)).toEqual(["first", "amount"])
    expect(JSON.parse(data.examples.items[0]?.answer ?? "")).toMatchObject({ data: [] })
  })
})

describe("the sitemap", () => {
  it("counts what lists show, and keeps English posts on the English site", async () => {
    const { data } = await load<SitemapData>(pages.sitemap, "de")
    const sections = data.groups.flatMap(({ sections: own }) => own)
    expect(sections.find(({ to }) => to === "/savings")).toMatchObject({ entries: [{ to: "/offers/offer-001" }] })
    expect(sections.find(({ to }) => to === "/cryptocurrencies")?.entries).toHaveLength(3)
    const posts = sections.find(({ to }) => to === "/blog")?.entries ?? []
    expect(posts.filter(({ lang }) => lang === "en").every(({ to }) => to.startsWith("/blog/"))).toBe(true)
    expect(html("de", SitemapPage, data)).toContain('href="/de/offers/offer-001"')
  })
})

describe("contact", () => {
  it("shows what the address says, and is then not listed", async () => {
    const usual = await load<ContactData>(pages.contact, "en")
    expect([usual.noindex, usual.data.isSent]).toEqual([false, false])
    const sent = await load<ContactData>(pages.contact, "en", { query: { sent: true } })
    expect(sent.noindex).toBe(true)
    expect(html("en", ContactPage, sent.data)).toContain("your message is on its way")
  })

  it("shows a refused message again, with what is wrong", async () => {
    const { data } = await load<ContactData>(pages.contact, "en")
    const refused: RefusedMessage = {
      typed: { name: "Ann", email: "ann", subject: "api", message: "My own words" },
      errors: { problems: ["email_invalid"], failures: ["too_many_requests"] },
    }
    const text = html("en", ContactPage, { ...data, refused })
    expect(text).toContain("Several messages came from your connection")
    expect(text).toContain('aria-invalid="true" aria-describedby="contact-email-problem"')
    expect(text).toMatch(/<input(?=[^>]* name="email")(?=[^>]* value="ann")/)
    expect(text).toMatch(/<input(?=[^>]* name="name")(?=[^>]* value="Ann")/)
    expect(text).toMatch(/<option(?=[^>]* value="api")(?=[^>]* selected)/)
    expect(text).toMatch(/<textarea[^>]*>My own words</)
  })

  it("works as a form, and hides the honeypot from people and screen readers", async () => {
    const text = html("de", ContactPage, (await load(pages.contact, "de")).data)
    expect(text).toMatch(/<form(?=[^>]* action="\/de\/contact")(?=[^>]* method="post")/)
    expect(text).toContain('name="locale" value="de"')
    expect(text).toMatch(/<div hidden="">.*name="website"/)
  })
})
