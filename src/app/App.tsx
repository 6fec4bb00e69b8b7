import { PageAd } from "../features/ads/PageAd.tsx"
import { placementOf } from "../features/ads/page-ad.ts"
import { I18nProvider } from "../i18n/I18n.tsx"
import type { LoadSearch } from "../features/search/SearchBox.tsx"
import { Banner } from "./Banner.tsx"
import { blogFeedPath } from "../features/blog/feed.ts"
import { LOCALES } from "../i18n/locales.ts"
import { Footer } from "./Footer.tsx"
import { Header, type HeaderVariant } from "./Header.tsx"
import { type Island, ISLAND_ID, type PageName } from "./page.ts"
import type { PageComponent } from "./pages.tsx"
import { THEME_SCRIPT } from "./theme.ts"

export type AppProps = {
  island: Island
  Page: PageComponent
  /** A page is on its way. */
  pending?: boolean
  loadSearch?: LoadSearch
}

/** On the server and before hydration nothing can be opened. */
const noSearch: LoadSearch = () => new Promise(() => {})

/** Pages that sell something of their own have a quieter header (spec 2). */
const HEADERS: Partial<Record<PageName, HeaderVariant>> = {
  alertsLanding: "preview",
  terms: "simple",
  privacy: "simple",
  disclaimer: "simple",
}

/** The whole document: what the server renders and the browser takes over. */
export function App({ island, Page, pending = false, loadSearch = noSearch }: AppProps) {
  const { payload, messages, assets } = island
  const { head, frame } = payload
  const adPlacement = placementOf(payload.page)
  return (
    <html lang={payload.locale} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.noindex && <meta name="robots" content="noindex,follow" />}
        <link rel="canonical" href={head.canonical} />
        {head.alternates.map((alternate) => (
          <link key={alternate.hreflang} rel="alternate" hrefLang={alternate.hreflang} href={alternate.href} />
        ))}
        <meta name="color-scheme" content="light dark" />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="search" type="application/opensearchdescription+xml" title="Apyary" href="/opensearch.xml" />
        <link rel="alternate" type="application/atom+xml" title="Apyary: new offers" href="/feeds/new-offers.xml" />
        <link rel="alternate" type="application/atom+xml" title="Apyary: big changes" href="/feeds/changes.xml" />
        <link rel="alternate" type="application/rss+xml" title="Apyary: blog" href={blogFeedPath(payload.locale)} />
        {head.image && (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content="Apyary" />
            <meta property="og:title" content={head.title} />
            <meta property="og:description" content={head.description} />
            <meta property="og:url" content={head.canonical} />
            <meta property="og:locale" content={LOCALES.find(({ code }) => code === payload.locale)?.ogLocale} />
            <meta property="og:image" content={head.image} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        {assets.styles.map((path) => (
          <link key={path} rel="stylesheet" href={path} />
        ))}
        {assets.preloads.map((path) => (
          <link key={path} rel="modulepreload" href={path} />
        ))}
        {assets.scripts.map((path) => (
          // Not async: a script from the cache would run before the island at the end of the body has arrived.
          <script key={path} type="module" src={path} />
        ))}
      </head>
      <body aria-busy={pending}>
        <I18nProvider locale={payload.locale} messages={messages}>
          <Banner path={payload.path} address={payload.address} />
          <Header
            path={payload.path}
            frame={frame}
            variant={HEADERS[payload.page] ?? "default"}
            loadSearch={loadSearch}
          />
          <main
            id="main"
            tabIndex={-1}
            // Where a banner may come, the footer begins below the screen: it is not seen moving.
            className={`mx-auto w-full max-w-content px-4 pb-16 tablet:px-6 ${adPlacement ? "min-h-dvh" : ""}`}
          >
            <Page key={payload.page} data={payload.data as never} />
            {adPlacement && <PageAd key={payload.path} placement={adPlacement} />}
          </main>
          <Footer frame={frame} />
        </I18nProvider>
        <script
          id={ISLAND_ID}
          type="application/json"
          suppressHydrationWarning
          // The one place where text goes in unescaped: islandText() makes it safe.
          dangerouslySetInnerHTML={{ __html: typeof window === "undefined" ? islandText(island) : "" }}
        />
      </body>
    </html>
  )
}

/** JSON that cannot end the script element it stands in. */
function islandText(island: Island): string {
  return JSON.stringify(island)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
}
