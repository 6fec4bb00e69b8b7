// All doors of discovery on a real database, as programs ask them.
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import fastify, { type FastifyInstance } from "fastify"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFactories, type Factories } from "../../../test/factories.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { createLogger } from "../../core/log.server.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { LOCALE_CODES, localePath } from "../../i18n/locales.ts"
import { openDiskCache } from "../images/disk-cache.server.ts"
import { type Catalogue, openCatalogue } from "../market/catalogue.server.ts"
import { offerEvents } from "../market/tables.server.ts"
import { registerDiscovery } from "./rest.server.ts"
import { childrenOf, parseXml, textOf } from "./test-xml.ts"

const URL = "https://apyary.test"
const NOW = new Date("2026-11-20T12:00:00Z")
const clock = () => NOW
let database: TestDb
let catalogue: Catalogue
let make: Factories
let app: FastifyInstance
let folder: string

beforeAll(async () => {
  database = await openTestDb("empty")
  make = createFactories(database.db, clock)
  const exchange = await make.exchange({ slug: "bank", name: `Bank & <b>"Sons"</b>` })
  const days = [
    { day: "2026-11-19", apyPercent: 4 },
    { day: "2026-11-20", apyPercent: 8 },
  ]
  const moved = await make.offer({ slug: "moved", exchangeId: exchange.id, days, rate: { apy: 8 } })
  const hidden = await make.offer({ slug: "hidden", status: "ended", days })
  const seed = await make.offer({ slug: "seed-offer", origin: "seed", category: "defi" })
  const back = await make.offer({ slug: "came-back" })
  await make.card({ slug: "a-card" })
  const event = (offerId: number, day: number, fromStatus: string | null) => ({
    offerId,
    at: new Date(`2026-11-${day}T10:00:00Z`),
    fromStatus,
    toStatus: "active",
    reason: "source",
  })
  await database.db
    .insert(offerEvents)
    .values([
      event(moved.id, 10, null),
      event(hidden.id, 11, null),
      event(seed.id, 12, null),
      event(back.id, 13, "ended"),
    ])
  catalogue = await openCatalogue(database.db, clock, createLogger("silent"))
  folder = mkdtempSync(join(tmpdir(), "apyary-og-"))
  app = fastify()
  registerDiscovery(app, {
    catalogue,
    db: database.db,
    catalogs: loadCatalogs(),
    publicUrl: URL,
    mostPerFile: 2,
    pictures: openDiskCache(folder, 10_000_000),
    pageTitle: (page, locale) => `${page} in ${locale} | Apyary`,
    listPosts: (locale) =>
      locale === "en" || locale === "de"
        ? [
            {
              slug: "a-post",
              locale,
              title: `Post ${locale}`,
              description: "D",
              author: "Apyary",
              date: "2026-11-16",
              tags: [],
            },
          ]
        : [],
  })
})
afterAll(async () => {
  await app.close()
  catalogue.stop()
  await database.remove()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
  app.inject({ method, url, headers })

const TEXTS: [string, string][] = [
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/manifest.webmanifest", "application/manifest+json; charset=utf-8"],
  ["/opensearch.xml", "application/opensearchdescription+xml; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/sitemaps/offers-en.xml", "application/xml; charset=utf-8"],
  ["/sitemaps/pages-zh-CN.xml", "application/xml; charset=utf-8"],
  ["/feeds/new-offers.xml", "application/atom+xml; charset=utf-8"],
  ["/feeds/changes.xml", "application/atom+xml; charset=utf-8"],
  ["/feeds/changes-saving.xml", "application/atom+xml; charset=utf-8"],
  ["/feeds/changes-staking.xml", "application/atom+xml; charset=utf-8"],
  ["/feeds/changes-lending.xml", "application/atom+xml; charset=utf-8"],
  ["/feeds/changes-defi.xml", "application/atom+xml; charset=utf-8"],
  ...LOCALE_CODES.map((locale): [string, string] => [
    `${localePath(locale, "/blog")}/rss.xml`,
    "application/rss+xml; charset=utf-8",
  ]),
]

describe.each(TEXTS)("%s", (path, type) => {
  test("is there, of its type, and well-formed", async () => {
    const answer = await ask(path)
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, type])
    expect(answer.headers["cache-control"]).toMatch(/^public, max-age=\d+$/)
    if (type.includes("xml")) parseXml(answer.body)
    if (type.includes("json")) JSON.parse(answer.body)
  })

  test("answers its own tag with 304, another with the whole, HEAD without it", async () => {
    const first = await ask(path)
    const etag = String(first.headers.etag)
    const same = await ask(path, { "if-none-match": `"x", ${etag}` })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, "", etag])
    expect((await ask(path, { "if-none-match": 'W/"other"' })).body).toBe(first.body)
    const head = await ask(path, {}, "HEAD")
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, "", etag])
  })

  test("comes packed to who takes it, and is the same", async () => {
    const plain = await ask(path)
    const packed = await ask(path, { "accept-encoding": "gzip, br" })
    expect(packed.headers.vary).toBe("accept-encoding")
    const text = packed.headers["content-encoding"] === "gzip" ? gunzipSync(packed.rawPayload).toString() : packed.body
    expect(text).toBe(plain.body)
  })
})

describe("sitemaps", () => {
  test("every file of the index is there, and together they have every address once", async () => {
    const index = parseXml((await ask("/sitemap.xml")).body)
    const seen: string[] = []
    for (const file of childrenOf(index, "sitemap")) {
      const answer = await ask((textOf(file, "loc") as string).slice(URL.length))
      expect(answer.statusCode).toBe(200)
      const urls = childrenOf(parseXml(answer.body), "url")
      expect(urls.length).toBeGreaterThan(0)
      expect(urls.length).toBeLessThanOrEqual(2)
      seen.push(...urls.map((url) => textOf(url, "loc") as string))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toContain(`${URL}/offers/moved`)
    expect(seen).toContain(`${URL}/pt-BR/cards/a-card`)
    expect(seen).toContain(`${URL}/de/blog/a-post`)
    expect(seen.filter((address) => address.includes("hidden") || address.includes("?"))).toEqual([])
    expect(seen.filter((address) => address.includes("/blog/a-post"))).toHaveLength(2)
  })

  test.each([
    "/sitemaps/posts-fr.xml",
    "/sitemaps/offers-en-99.xml",
    "/sitemaps/none-en.xml",
    "/sitemaps/offers-en.xml.gz",
    "/sitemaps/..%2f..%2fpackage.json",
  ])("%s is not there", async (path) => {
    expect((await ask(path)).statusCode).toBe(404)
  })
})

describe("feeds", () => {
  const entriesOf = async (path: string) => childrenOf(parseXml((await ask(path)).body), "entry")

  test("new offers: those that were not known before, the newest first, none that is hidden", async () => {
    const entries = await entriesOf("/feeds/new-offers.xml")
    expect(entries.map((entry) => textOf(entry, "id"))).toEqual([
      "tag:apyary.test,2026:offers/seed-offer",
      "tag:apyary.test,2026:offers/moved",
    ])
    expect(entries.map((entry) => textOf(entry, "updated"))).toEqual([
      "2026-11-12T10:00:00.000Z",
      "2026-11-10T10:00:00.000Z",
    ])
    expect(textOf(entries[0] as never, "summary")).toContain("demo figure of Nov 20, 2026")
    expect(textOf(entries[1] as never, "title")).toMatch(/^Bank & <b>"Sons"<\/b> COIN-\d+: 8\.00% APY$/)
    expect(textOf(entries[1] as never, "summary")).toContain("As of Nov 20, 2026.")
  })

  test("big changes: from when to when, how much, in its category only", async () => {
    const [entry, ...more] = await entriesOf("/feeds/changes.xml")
    expect(more).toEqual([])
    expect(textOf(entry as never, "id")).toBe("tag:apyary.test,2026:offers/moved/changes/2026-11-20")
    expect(textOf(entry as never, "summary")).toContain("from 4.00% on Nov 19, 2026 to 8.00% on Nov 20, 2026")
    expect(await entriesOf("/feeds/changes-saving.xml")).toHaveLength(1)
    expect(await entriesOf("/feeds/changes-defi.xml")).toEqual([])
    expect((await ask("/feeds/changes-cards.xml")).statusCode).toBe(404)
  })

  test("a new version of the market is a new feed with a new tag", async () => {
    const before = await ask("/feeds/new-offers.xml")
    const made = await make.offer({ slug: "newest" })
    await database.db
      .insert(offerEvents)
      .values({ offerId: made.id, at: NOW, fromStatus: null, toStatus: "active", reason: "source" })
    expect((await ask("/feeds/new-offers.xml")).body).toBe(before.body)
    await make.publish()
    await catalogue.refresh()
    const after = await ask("/feeds/new-offers.xml", { "if-none-match": String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.body).toContain("offers/newest")
  })

  test("the blog's posts, in the languages that have some", async () => {
    const channel = async (path: string) => childrenOf(parseXml((await ask(path)).body), "channel")[0] as never
    expect(childrenOf(await channel("/blog/rss.xml"), "item")).toHaveLength(1)
    expect(textOf(childrenOf(await channel("/de/blog/rss.xml"), "item")[0] as never, "link")).toBe(
      `${URL}/de/blog/a-post`,
    )
    expect(childrenOf(await channel("/fr/blog/rss.xml"), "item")).toEqual([])
    expect((await ask("/en/blog/rss.xml")).statusCode).toBe(404)
  })
})

test.each([
  ["/icons/icon-192.png", 192],
  ["/icons/icon-512.png", 512],
  ["/apple-touch-icon.png", 180],
])("%s is a PNG of %d pixels", async (path, size) => {
  const answer = await ask(path, { "accept-encoding": "gzip" })
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"])
  expect(answer.headers["content-encoding"]).toBeUndefined()
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: "png", width: size, height: size })
  expect((await ask(path, { "if-none-match": String(answer.headers.etag) })).statusCode).toBe(304)
})

describe("Open Graph pictures", () => {
  test.each([
    "/og/en/home.png",
    "/og/de/earn.png",
    "/og/zh-CN/terms.png",
    "/og/ru/offers/moved.png",
    "/og/en/offers/hidden.png",
  ])("%s is drawn", async (path) => {
    const answer = await ask(path)
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"])
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect((await ask(path, { "if-none-match": String(answer.headers.etag) })).statusCode).toBe(304)
  })

  test("is drawn once and then kept", async () => {
    const count = readdirSync(folder).length
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("/og/fr/staking.png")))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(readdirSync(folder)).toHaveLength(count + 1)
    expect((await ask("/og/fr/staking.png")).rawPayload).toEqual(answers[0]?.rawPayload)
    expect(readdirSync(folder)).toHaveLength(count + 1)
  })

  test.each([
    "/og/en/none.png",
    "/og/en/offer.png",
    "/og/en/earn.jpg",
    "/og/en/earn",
    "/og/xx/earn.png",
    "/og/en/offers/none.png",
    "/og/en/offers/moved",
    "/og/en/offers/..%2fmoved.png",
    "/og/en/__proto__.png",
    "/og/en/toString.png",
    "/og/EN/earn.png",
  ])("%s is not there and leaves nothing behind", async (path) => {
    const count = readdirSync(folder).length
    expect((await ask(path)).statusCode).toBe(404)
    expect(readdirSync(folder)).toHaveLength(count)
  })

  test("too many at once: some are told to come again, and the server goes on", async () => {
    const pages = ["cards", "wallets", "lending", "defi", "privacy"]
    const paths = pages.flatMap((page) => LOCALE_CODES.map((locale) => `/og/${locale}/${page}.png`))
    const answers = await Promise.all(paths.map((path) => ask(path)))
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(21)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer.headers["retry-after"]).toBe("5")
      expect(answer.headers.etag).toBeUndefined()
    }
    expect((await ask(paths.at(-1) as string)).statusCode).toBe(200)
  })
})
