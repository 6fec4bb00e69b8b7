import { describe, expect, test } from "vitest"
import { marketOf, NOW, NOTHING, offer, type RowWishes } from "../../../test/guards/market-rows.ts"
import { addDays, dayOf } from "../../core/clock.ts"
import { atomFeed, bigChanges, type FeedEntry, isBig, lastChange, rssFeed, tagUri } from "./feeds.ts"
import { childrenOf, parseXml, textOf } from "./test-xml.ts"

const URL = "https://apyary.test"
const TODAY = dayOf(NOW)

/** An offer with recorded days: days ago to percent. */
function recorded(id: number, days: Record<number, number | null>, wishes: RowWishes = {}) {
  const sorted = Object.entries(days)
    .map(([ago, percent]) => ({ day: addDays(TODAY, -Number(ago)), percent }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const total = sorted.map(({ percent }) => percent)
  return offer(id, wishes, { days: sorted.map(({ day }) => day), total, base: total })
}

describe("a big change", () => {
  test.each([
    [4, 5, true],
    [4, 3, true],
    [5, 6, false],
    [4, 4.99, false],
    [8, 10, true],
    [8, 9.99, false],
    [2, 2.9, false],
    [0, 1, true],
    [0, 0.99, false],
    [-4, -5, true],
    [-0.5, 0.5, true],
    [10, 0, true],
    [0.1 + 0.2, 1.3, true],
    [100, 124.99, false],
    [100, 75, true],
    [5, 5, false],
  ])("from %d to %d percent: %s", (from, to, expected) => {
    expect(isBig(from, to)).toBe(expected)
  })
})

describe("the last change", () => {
  test("is between the last two recorded days, with gaps", () => {
    expect(lastChange(recorded(1, { 9: 1, 7: 4, 2: 6 }))).toMatchObject({
      fromDay: addDays(TODAY, -7),
      fromPercent: 4,
      day: addDays(TODAY, -2),
      toPercent: 6,
    })
  })

  test("counts its days back from the day of the fetch", () => {
    const old = recorded(1, { 9: 1, 7: 4 }, { rate: { fetchedAt: new Date("2026-11-13T23:59:59Z") } })
    expect(lastChange(old)?.day).toBe("2026-11-13")
  })

  test.each([
    ["nothing", {}],
    ["one day", { 0: 5 }],
    ["days without a figure", { 1: null, 0: 5 }],
    ["days long ago", { 60: 5, 0: 9 }],
  ])("is none with %s", (_what, days) => {
    expect(lastChange(recorded(1, days as Record<number, number | null>))).toBeNull()
  })
})

describe("the feed of changes", () => {
  const market = marketOf([
    recorded(1, { 1: 4, 0: 6 }),
    recorded(2, { 1: 4, 0: 4.5 }),
    recorded(3, { 3: 4, 2: 20 }),
    recorded(4, { 1: 4, 0: 9 }, { category: "defi" }),
    recorded(5, { 1: 4, 0: 9 }, { status: "ended" }),
    recorded(6, { 1: 6, 0: 4 }),
    offer(7, {}, NOTHING),
  ])

  test("has the newest first, then the biggest, then by slug; nothing hidden, nothing small", () => {
    expect(bigChanges(market, null).map((change) => change.offer.id)).toEqual([4, 1, 6, 3])
  })

  test("has those of one category, and so many as wanted", () => {
    expect(bigChanges(market, "defi").map((change) => change.offer.id)).toEqual([4])
    expect(bigChanges(market, "lending")).toEqual([])
    expect(bigChanges(market, null, 2)).toHaveLength(2)
  })
})

const HOSTILE = `</title><script>alert("1")</script> & ]]> \u0000\u001f 'x'`
const entry = (wishes: Partial<FeedEntry> = {}): FeedEntry => ({
  id: "offers/a",
  title: "A",
  summary: "What it is.",
  url: `${URL}/offers/a`,
  updated: new Date("2026-11-02T03:04:05.678Z"),
  category: null,
  ...wishes,
})
const feed = (entries: FeedEntry[]) => ({
  id: "feeds/x",
  title: "Title",
  subtitle: "Subtitle",
  selfUrl: `${URL}/feeds/x.xml`,
  pageUrl: `${URL}/earn`,
  builtAt: NOW,
  entries,
})

describe("Atom", () => {
  test("has what RFC 4287 wants of a feed and its entries", () => {
    const entries = [entry(), entry({ id: "offers/b", updated: new Date("2026-11-03T00:00:00Z"), category: "defi" })]
    const root = parseXml(atomFeed(feed(entries), URL, "Apyary"))
    expect([root.name, root.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"])
    expect(textOf(root, "id")).toBe("tag:apyary.test,2026:feeds/x")
    expect(textOf(root, "updated")).toBe("2026-11-03T00:00:00.000Z")
    expect(textOf(childrenOf(root, "author")[0] as never, "name")).toBe("Apyary")
    expect(childrenOf(root, "link").map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ["self", `${URL}/feeds/x.xml`],
      ["alternate", `${URL}/earn`],
    ])
    const items = childrenOf(root, "entry")
    expect(items.map((item) => textOf(item, "id"))).toEqual([
      "tag:apyary.test,2026:offers/a",
      "tag:apyary.test,2026:offers/b",
    ])
    for (const item of items) {
      for (const name of ["id", "title", "updated", "summary"]) expect(childrenOf(item, name)).toHaveLength(1)
      expect(childrenOf(item, "link")[0]?.attributes.href).toBe(`${URL}/offers/a`)
    }
    expect(childrenOf(items[1] as never, "category")[0]?.attributes).toEqual({ term: "defi" })
  })

  test("without entries is valid and as old as the market", () => {
    expect(textOf(parseXml(atomFeed(feed([]), URL, "Apyary")), "updated")).toBe(NOW.toISOString())
  })

  test("stays well-formed with hostile names", () => {
    const root = parseXml(
      atomFeed(feed([entry({ title: HOSTILE, summary: HOSTILE, category: HOSTILE })]), URL, "Apyary"),
    )
    expect(textOf(childrenOf(root, "entry")[0] as never, "title")).toBe(
      HOSTILE.replaceAll("\u0000", "").replaceAll("\u001f", ""),
    )
  })

  test.each([
    ["https://apyary.example:8443", "tag:apyary.example,2026:x"],
    ["http://localhost:3000", "tag:localhost,2026:x"],
  ])("ids of %s hold without a port", (url, expected) => {
    expect(tagUri(url, "x")).toBe(expected)
  })
})

describe("RSS", () => {
  const post = (slug: string, date: string, title = slug) => ({
    slug,
    locale: "de" as const,
    date,
    title,
    description: `About ${title}`,
    author: "Apyary",
    tags: ["rates", "a & b"],
  })
  const rss = (posts: ReturnType<typeof post>[]) => {
    const root = parseXml(
      rssFeed(
        {
          title: "Blog",
          description: "Posts",
          language: "de",
          selfUrl: `${URL}/de/blog/rss.xml`,
          pageUrl: `${URL}/de/blog`,
          posts,
          urlOf: ({ slug }) => `${URL}/de/blog/${slug}`,
        },
        URL,
      ),
    )
    expect([root.name, root.attributes.version]).toEqual(["rss", "2.0"])
    return childrenOf(root, "channel")[0] as NonNullable<(typeof root)["children"][number]>
  }

  test("has the newest first, with dates as RFC 822 wants them", () => {
    const channel = rss([post("old", "2026-01-02"), post("new", "2026-11-16")])
    expect(textOf(channel, "lastBuildDate")).toBe("Mon, 16 Nov 2026 00:00:00 GMT")
    const items = childrenOf(channel, "item")
    expect(items.map((item) => textOf(item, "link"))).toEqual([`${URL}/de/blog/new`, `${URL}/de/blog/old`])
    expect(items.map((item) => textOf(item, "pubDate"))).toEqual([
      "Mon, 16 Nov 2026 00:00:00 GMT",
      "Fri, 02 Jan 2026 00:00:00 GMT",
    ])
    expect(textOf(items[0] as never, "guid")).toBe("tag:apyary.test,2026:de/blog/new")
    expect(childrenOf(items[0] as never, "category").map(({ text }) => text)).toEqual(["rates", "a & b"])
    expect(childrenOf(channel, "atom:link")[0]?.attributes.href).toBe(`${URL}/de/blog/rss.xml`)
  })

  test("holds without posts and with hostile words", () => {
    expect(childrenOf(rss([]), "item")).toEqual([])
    expect(textOf(rss([]), "lastBuildDate")).toBeNull()
    const [item] = childrenOf(rss([post("a", "2026-01-02", HOSTILE)]), "item")
    expect(textOf(item as never, "title")).toContain("<script>")
  })
})
