// The doors of the feeds. Each is made once for a version of the market and answers with a tag.
import type { FastifyInstance } from "fastify"
import type { Db } from "../../core/db/database.server.ts"
import type { Catalogs } from "../../i18n/catalogs.server.ts"
import { formatsOf } from "../../i18n/formats.ts"
import { DEFAULT_LOCALE, LOCALE_CODES, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import type { Market, Offer } from "../market/model.ts"
import type { OfferCategory } from "../market/words.ts"
import { CATEGORY_LABEL, CATEGORY_LIST } from "../offers/labels.ts"
import { absolute } from "./addresses.ts"
import { createShelf, type Document, documentOf, sendDocument } from "./answer.server.ts"
import {
  atomFeed,
  bigChanges,
  FEED_CATEGORIES,
  type FeedEntry,
  feedPath,
  MOST_ENTRIES,
  type RateChange,
  rssFeed,
} from "./feeds.ts"
import { asOf, offerName, rateText } from "./offer-texts.ts"
import type { ListPosts } from "./post.ts"
import { SITE_NAME } from "./program-files.ts"
import { listNewOffers } from "./queries.server.ts"

const ATOM = "application/atom+xml; charset=utf-8"
const RSS = "application/rss+xml; charset=utf-8"
const KEEP_SECONDS = 600
/** Hidden offers are left out, so more are asked for than are shown. */
const MOST_ASKED = 400

export type FeedDeps = {
  catalogue: Catalogue
  db: Db
  catalogs: Catalogs
  publicUrl: string
  listPosts: ListPosts
}

/** Answers /feeds/new-offers.xml, /feeds/changes[-category].xml and /[language/]blog/rss.xml. */
export function registerFeeds(app: FastifyInstance, deps: FeedDeps): void {
  const { catalogue, publicUrl } = deps
  const shelf = createShelf()
  const serve = (path: string, make: (market: Market) => Promise<Document> | Document) =>
    app.get(path, async (request, reply) => {
      const market = catalogue.market()
      return sendDocument(request, reply, await shelf.get(path, market.version, () => make(market)), KEEP_SECONDS)
    })

  serve("/feeds/new-offers.xml", (market) => newOffersFeed(market, deps))
  for (const category of [null, ...FEED_CATEGORIES])
    serve(feedPath(category), (market) => changesFeed(market, category, deps))
  for (const locale of LOCALE_CODES) {
    serve(`${localePath(locale, href("blog"))}/rss.xml`, () => {
      const t = deps.catalogs.translate(locale)
      const pageUrl = absolute(publicUrl, locale, href("blog"))
      const feed = {
        title: `${SITE_NAME}: ${t("content:blog.heading")}`,
        description: t("content:blog.description"),
        language: locale,
        selfUrl: `${pageUrl}/rss.xml`,
        pageUrl,
        posts: deps.listPosts(locale),
        urlOf: ({ slug }: { slug: string }) => absolute(publicUrl, locale, href("post", { slug })),
      }
      return documentOf(RSS, rssFeed(feed, publicUrl))
    })
  }
}

async function newOffersFeed(market: Market, { db, catalogs, publicUrl }: FeedDeps): Promise<Document> {
  const t = catalogs.translate(DEFAULT_LOCALE)
  const formats = formatsOf(DEFAULT_LOCALE)
  const entries: FeedEntry[] = []
  const seen = new Set<string>()
  for (const { slug, at } of await listNewOffers(db, MOST_ASKED)) {
    const offer = market.offerBySlug.get(slug)
    if (!offer || offer.hidden !== null || seen.has(slug) || entries.length === MOST_ENTRIES) continue
    seen.add(slug)
    const rate = rateText(offer, t, formats)
    const name = offerName(offer)
    entries.push({
      id: `offers/${slug}`,
      title: rate === null ? name : `${name}: ${rate}`,
      summary: [
        ...factsOf(offer, t(CATEGORY_LABEL[offer.category])),
        ...sourceOf(offer, formats.date(asOf(offer))),
      ].join(" "),
      url: publicUrl + href("offer", { slug }),
      updated: at,
      category: offer.category,
    })
  }
  const feed = {
    id: "feeds/new-offers",
    title: `${SITE_NAME}: new offers`,
    subtitle: "Offers that were found for the first time, newest first.",
    selfUrl: `${publicUrl}/feeds/new-offers.xml`,
    pageUrl: publicUrl + href("earn"),
    builtAt: market.builtAt,
    entries,
  }
  return documentOf(ATOM, atomFeed(feed, publicUrl, SITE_NAME))
}

function changesFeed(market: Market, category: OfferCategory | null, { catalogs, publicUrl }: FeedDeps): Document {
  const t = catalogs.translate(DEFAULT_LOCALE)
  const formats = formatsOf(DEFAULT_LOCALE)
  const entryOf = (change: RateChange): FeedEntry => {
    const { offer, fromDay, fromPercent, day, toPercent } = change
    const [from, to] = [formats.percent(fromPercent), formats.percent(toPercent)]
    return {
      id: `offers/${offer.slug}/changes/${day}`,
      title: `${offerName(offer)}: ${from} to ${to}`,
      summary: [
        `The recorded rate went from ${from} on ${formats.date(fromDay)} to ${to} on ${formats.date(day)}.`,
        ...factsOf(offer, t(CATEGORY_LABEL[offer.category])),
        ...(offer.origin === "seed" ? ["Recorded demo figures, not live rates."] : []),
      ].join(" "),
      url: publicUrl + href("offer", { slug: offer.slug }),
      updated: new Date(`${day}T00:00:00Z`),
      category: offer.category,
    }
  }
  const what = category === null ? "all categories" : t(CATEGORY_LABEL[category])
  const feed = {
    id: category === null ? "feeds/changes" : `feeds/changes-${category}`,
    title: `${SITE_NAME}: big changes, ${what}`,
    subtitle:
      "Offers whose rate moved by at least one percentage point and a quarter of itself between the last two recorded days.",
    selfUrl: publicUrl + feedPath(category),
    pageUrl: publicUrl + href(category === null ? "earn" : CATEGORY_LIST[category]),
    builtAt: market.builtAt,
    entries: bigChanges(market, category).map(entryOf),
  }
  return documentOf(ATOM, atomFeed(feed, publicUrl, SITE_NAME))
}

function factsOf(offer: Offer, category: string): string[] {
  return [
    [category, offer.label, offer.blockchain]
      .filter((part) => part !== null)
      .join(", ")
      .concat("."),
  ]
}

function sourceOf(offer: Offer, date: string): string[] {
  return offer.origin === "seed" ? [`Recorded demo figure of ${date}, not a live rate.`] : [`As of ${date}.`]
}
