// The small files that crawlers, browsers and language models look for by name. English, as they are for programs.
import { LOCALES, LOCALE_CODES, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { isPlainPage, plainPath } from "./addresses.ts"
import { FEED_CATEGORIES, feedPath } from "./feeds.ts"
import { ICON_SIZES, iconPath } from "./icons.ts"
import { element, textElement, XML_HEAD } from "./xml.ts"

export const SITE_NAME = "Apyary"
export const SITE_TAGLINE =
  "Compares what people can earn on crypto: savings, staking, lending and DeFi, with the source and date of every rate."
/** The ground and the accent of the light theme. */
const BACKGROUND = "#faf9f7"
const THEME = "#f0a91b"

/** robots.txt (RFC 9309): everything but redirects, data for the site's own scripts, the API and search results. */
export function robotsText(publicUrl: string): string {
  const search = LOCALE_CODES.map((locale) => `Disallow: ${localePath(locale, href("search"))}`)
  return [
    "User-agent: *",
    "Disallow: /go/",
    "Disallow: /_data/",
    "Disallow: /api/",
    "Allow: /api/v1/openapi.json",
    ...search,
    "",
    `Sitemap: ${publicUrl}/sitemap.xml`,
    "",
  ].join("\n")
}

/** The pages that llms.txt names, with what is on them. */
const MAIN_PAGES: readonly (readonly [page: string, title: string, text: string])[] = [
  ["earn", "All offers", "savings, staking, lending and DeFi in one list, filtered and sorted by the address's query"],
  ["savings", "Savings", "flexible and fixed savings"],
  ["staking", "Staking", "liquid, exchange and re-staking, with the time until the money is back"],
  ["lending", "Lending", "what lending markets pay those who supply"],
  ["defi", "DeFi", "vaults, pools and other yields, with their depth and risks"],
  ["cards", "Cards", "crypto cards with cashback and fees"],
  ["cryptocurrencies", "Cryptocurrencies", "best rates by currency"],
  ["exchanges", "Exchanges", "exchanges with offers, countries and proof of reserves"],
  ["protocols", "Protocols", "protocols with offers, chains and audits"],
  ["wallets", "Wallets", "wallets with security, anonymity and ease of use"],
  ["methodology", "How we calculate", "how rates, Real APY, time to cash and the rank are worked out"],
  ["blog", "Blog", "how to read rates"],
  ["developers", "API", "the public API with examples"],
]

/** llms.txt (llmstxt.org): what the site is, its main pages, and how to get its data with attribution. */
export function llmsText(publicUrl: string): string {
  const pages = MAIN_PAGES.flatMap(([page, title, text]) =>
    isPlainPage(page) ? [`- [${title}](${publicUrl}${plainPath(page)}): ${text}`] : [],
  )
  const feeds = [
    `- [New offers](${publicUrl}/feeds/new-offers.xml): Atom`,
    `- [Big changes](${publicUrl}${feedPath(null)}): Atom; by category: ${FEED_CATEGORIES.map((category) => `${publicUrl}${feedPath(category)}`).join(", ")}`,
    `- [Blog](${publicUrl}/blog/rss.xml): RSS; other languages at /{language}/blog/rss.xml`,
    `- [Sitemap](${publicUrl}/sitemap.xml)`,
  ]
  return `# ${SITE_NAME}

> ${SITE_TAGLINE}

${SITE_NAME} holds no money and gives no advice. Each offer names its source and the day of its figure. A rate that is not known is left out, never shown as 0. Some figures may be recorded demo data; pages and feeds say so. The order of offers does not depend on whether the site earns a commission.

A rate is a percentage per year. APY includes compounding, APR does not; an APR is converted only when its payout rhythm is known.

Languages: ${LOCALES.map(({ code, name }) => `${name} (${code})`).join(", ")}. English pages have no prefix; others begin with the code, as in ${publicUrl}/de/earn.

## Pages

${pages.join("\n")}

## Data

- [OpenAPI document](${publicUrl}/api/v1/openapi.json): offers, their recorded history, currencies, exchanges, protocols, wallets and cards as JSON under ${publicUrl}/api/v1, without a key, 60 requests a minute

Whoever shows these data names ${SITE_NAME} with a link to ${publicUrl}, and the figure's own source and day, which each offer carries.

## Feeds

${feeds.join("\n")}
`
}

/** The web app manifest (W3C), as an object. */
export function manifest() {
  return {
    id: "/",
    name: SITE_NAME,
    short_name: SITE_NAME,
    description: SITE_TAGLINE,
    lang: "en",
    dir: "ltr",
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    background_color: BACKGROUND,
    theme_color: THEME,
    categories: ["finance"],
    icons: [
      ...ICON_SIZES.map((size) => ({
        src: iconPath(size),
        sizes: `${size}x${size}`,
        type: "image/png",
        purpose: "any",
      })),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  }
}

/** The OpenSearch description (1.1, draft 6): browsers offer the site's search from their address bar. */
export function openSearchXml(publicUrl: string): string {
  const content = [
    // At most 16 characters.
    textElement("ShortName", SITE_NAME),
    textElement("Description", SITE_TAGLINE.slice(0, 1024)),
    textElement("InputEncoding", "UTF-8"),
    element("Image", { width: "192", height: "192", type: "image/png" }, `${publicUrl}${iconPath(192)}`),
    element("Image", { width: "16", height: "16", type: "image/svg+xml" }, `${publicUrl}/favicon.svg`),
    element("Url", {
      type: "text/html",
      method: "get",
      template: `${publicUrl}${href("search")}?query={searchTerms}`,
    }),
    element("Url", {
      type: "application/opensearchdescription+xml",
      rel: "self",
      template: `${publicUrl}/opensearch.xml`,
    }),
  ].join("\n")
  return `${XML_HEAD}${element("OpenSearchDescription", { xmlns: "http://a9.com/-/spec/opensearch/1.1/" }, content)}\n`
}
