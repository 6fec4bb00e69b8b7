// Feeds: Atom (RFC 4287) of new offers and of big changes, RSS 2.0 of the blog. Ids are tag: URIs (RFC 4151), so that an entry stays
// the same when its address changes.
import { addDays, dayOf } from "../../core/clock.ts"
import type { Market, Offer } from "../market/model.ts"
import { OFFER_CATEGORIES, type OfferCategory } from "../market/words.ts"
import type { DiscoveryPost } from "./post.ts"
import { element, textElement, XML_HEAD } from "./xml.ts"

export const FEED_CATEGORIES = OFFER_CATEGORIES
/** Entries in a feed. */
export const MOST_ENTRIES = 50
/** A change is big when the rate moved by at least so many percentage points and so many percent of what it was. */
export const BIG_CHANGE_POINTS = 1
export const BIG_CHANGE_PERCENT = 25
/** The year that belongs to the tag: URIs. It never changes, whatever the year is (RFC 4151, 2.1). */
const TAG_YEAR = "2026"
/** Sums of percentages are not exact: 6 - 5 must be at least 1. */
const TOLERANCE = 1e-9

/** The address of the feed of big changes, of one category or of all. */
export function feedPath(category: OfferCategory | null): string {
  return `/feeds/changes${category === null ? "" : `-${category}`}.xml`
}

export type RateChange = {
  offer: Offer
  /** The last two recorded days, as "2026-11-20", with their rates in percent. */
  fromDay: string
  fromPercent: number
  day: string
  toPercent: number
}

/** The offers with a big change, of a category or of all, the newest first, then the biggest. Hidden offers are left out. */
export function bigChanges(market: Market, category: OfferCategory | null, most = MOST_ENTRIES): RateChange[] {
  const size = (change: RateChange) => Math.abs(change.toPercent - change.fromPercent)
  return market.offers
    .filter((offer) => offer.hidden === null && (category === null || offer.category === category))
    .map(lastChange)
    .filter((change): change is RateChange => change !== null && isBig(change.fromPercent, change.toPercent))
    .sort((a, b) => compare(b.day, a.day) || size(b) - size(a) || compare(a.offer.slug, b.offer.slug))
    .slice(0, most)
}

/** Whether a rate moved so much that people should hear of it. From 0 every change of a point is big. Percent in. */
export function isBig(fromPercent: number, toPercent: number): boolean {
  const points = Math.abs(toPercent - fromPercent)
  const relative = fromPercent === 0 ? Number.POSITIVE_INFINITY : (points / Math.abs(fromPercent)) * 100
  return points >= BIG_CHANGE_POINTS - TOLERANCE && relative >= BIG_CHANGE_PERCENT - TOLERANCE
}

/** The last two recorded days of an offer; null when there are less. `recent` ends on the day of the last fetch. */
export function lastChange(offer: Offer): RateChange | null {
  const { recent } = offer
  const known = recent.flatMap((percent, at) => (percent === null ? [] : [{ percent, at }])).slice(-2)
  const [from, to] = known
  if (!from || !to) return null
  const dayAt = (at: number) => addDays(dayOf(offer.source.fetchedAt), at - recent.length + 1)
  return { offer, fromDay: dayAt(from.at), fromPercent: from.percent, day: dayAt(to.at), toPercent: to.percent }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A tag: URI of this site: ("https://apyary.example", "offers/x") -> "tag:apyary.example,2026:offers/x". */
export function tagUri(publicUrl: string, specific: string): string {
  return `tag:${new URL(publicUrl).hostname},${TAG_YEAR}:${specific}`
}

export type FeedEntry = {
  /** What tells it from others for good, without the tag's beginning: "offers/lido-steth". */
  id: string
  title: string
  summary: string
  /** Absolute. */
  url: string
  updated: Date
  category: string | null
}

export type Feed = {
  id: string
  title: string
  subtitle: string
  /** Absolute addresses of the feed and of the page that shows the same. */
  selfUrl: string
  pageUrl: string
  /** When nothing is in it. */
  builtAt: Date
  entries: readonly FeedEntry[]
}

/** An Atom feed. Its date is that of its newest entry. */
export function atomFeed(feed: Feed, publicUrl: string, siteName: string): string {
  const newest = Math.max(...feed.entries.map(({ updated }) => updated.getTime()))
  const updated = feed.entries.length > 0 ? new Date(newest) : feed.builtAt
  const entries = feed.entries.map((entry) =>
    element(
      "entry",
      {},
      textElement("id", tagUri(publicUrl, entry.id)) +
        textElement("title", entry.title) +
        element("link", { rel: "alternate", type: "text/html", href: entry.url }) +
        textElement("updated", entry.updated.toISOString()) +
        (entry.category === null ? "" : element("category", { term: entry.category })) +
        textElement("summary", entry.summary),
    ),
  )
  const content = [
    textElement("id", tagUri(publicUrl, feed.id)),
    textElement("title", feed.title),
    textElement("subtitle", feed.subtitle),
    element("link", { rel: "self", type: "application/atom+xml", href: feed.selfUrl }),
    element("link", { rel: "alternate", type: "text/html", href: feed.pageUrl }),
    textElement("icon", `${publicUrl}/favicon.svg`),
    textElement("updated", updated.toISOString()),
    element("author", {}, textElement("name", siteName) + textElement("uri", `${publicUrl}/`)),
    ...entries,
  ].join("\n")
  return `${XML_HEAD}${element("feed", { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" }, content)}\n`
}

export type BlogFeed = {
  title: string
  description: string
  language: string
  selfUrl: string
  pageUrl: string
  /** Newest first or not: they are sorted here. */
  posts: readonly DiscoveryPost[]
  /** The absolute address of a post. */
  urlOf(post: DiscoveryPost): string
}

/** An RSS 2.0 feed of the blog in one language; dates as RSS wants them (RFC 822), at midnight UTC. */
export function rssFeed(feed: BlogFeed, publicUrl: string): string {
  const posts = [...feed.posts]
    .sort((a, b) => compare(b.date, a.date) || compare(a.slug, b.slug))
    .slice(0, MOST_ENTRIES)
  const dateText = (day: string) => new Date(`${day}T00:00:00Z`).toUTCString()
  const items = posts.map((post) =>
    element(
      "item",
      {},
      textElement("title", post.title) +
        textElement("link", feed.urlOf(post)) +
        textElement("guid", tagUri(publicUrl, `${feed.language}/blog/${post.slug}`), { isPermaLink: "false" }) +
        textElement("pubDate", dateText(post.date)) +
        textElement("dc:creator", post.author) +
        post.tags.map((tag) => textElement("category", tag)).join("") +
        textElement("description", post.description),
    ),
  )
  const channel = [
    textElement("title", feed.title),
    textElement("link", feed.pageUrl),
    textElement("description", feed.description),
    textElement("language", feed.language),
    textElement("lastBuildDate", posts[0] ? dateText(posts[0].date) : null),
    element("atom:link", { rel: "self", type: "application/rss+xml", href: feed.selfUrl }),
    ...items,
  ].join("\n")
  const namespaces = { "xmlns:atom": "http://www.w3.org/2005/Atom", "xmlns:dc": "http://purl.org/dc/elements/1.1/" }
  return `${XML_HEAD}${element("rss", { version: "2.0", ...namespaces }, element("channel", {}, channel))}\n`
}
