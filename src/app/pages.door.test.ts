// The pages, asked as a browser or a search engine asks: real server, real SQL, every route.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFactories } from "../../test/factories.ts"
import { TEST_URL, type TestApp, testApp } from "../../test/test-app.ts"
import { INDEXED_PAGES, isPlainPage } from "../features/discovery/addresses.ts"
import { LOCALE_CODES, localePath } from "../i18n/locales.ts"
import { ROUTES } from "../routes.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ data: "demo" })
})
afterAll(() => site.close())

/** One address for each route, without language. */
function paths(): string[] {
  const market = site.catalogue.market()
  const slugs: Record<string, string | undefined> = {
    "/offers/:slug": market.offers[0]?.slug,
    "/cards/:slug": market.cards[0]?.slug,
    "/currencies/:slug": market.currencies[0]?.slug,
    "/exchanges/:slug": market.exchanges[0]?.slug,
    "/protocols/:slug": market.protocols[0]?.slug,
    "/wallets/:slug": market.wallets[0]?.slug,
    "/blog/:slug": readdirSync(join(import.meta.dirname, "../features/blog/posts/en"))[0]?.replace(/\.md$/, ""),
  }
  return Object.values(ROUTES).map((pattern) => {
    if (!pattern.includes(":")) return pattern
    const slug = slugs[pattern]
    if (slug === undefined) throw new Error(`no sample for ${pattern}`)
    return pattern.replace(":slug", slug)
  })
}

function headOf(html: string) {
  const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1]
  const links = [...html.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag)
  return {
    lang: /<html[^>]* lang="([^"]*)"/.exec(html)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    canonical: links.filter((tag) => attribute(tag, "rel") === "canonical").map((tag) => attribute(tag, "href")),
    alternates: Object.fromEntries(
      links
        .filter((tag) => attribute(tag, "rel") === "alternate" && attribute(tag, "hreflang") !== undefined)
        .map((tag) => [attribute(tag, "hreflang"), attribute(tag, "href")]),
    ),
  }
}

/** Whether a page says something to its reader, as text and not in its data. */
const shows = (html: string, text: string): boolean => html.split('<script id="page"')[0]?.includes(text) ?? false

describe("every route", () => {
  test.each(Object.keys(ROUTES))("%s answers in English and German with a complete head", async (name) => {
    const path = paths()[Object.keys(ROUTES).indexOf(name)] as string
    for (const locale of ["en", "de"] as const) {
      const answer = await site.ask(localePath(locale, path))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(answer.headers["content-language"]).toBe(locale)
      const head = headOf(answer.body)
      expect(head.lang).toBe(locale)
      expect(head.title).toBeTruthy()
      // what was searched for, and what belongs to one person, is nothing to list
      const isListed = !isPlainPage(name) || INDEXED_PAGES.includes(name)
      expect(head.robots).toBe(isListed ? undefined : "noindex,follow")
      expect(head.canonical).toEqual([TEST_URL + localePath(locale, path)])
      expect(Object.keys(head.alternates).sort()).toEqual([...LOCALE_CODES, "x-default"].sort())
      expect(head.alternates["x-default"]).toBe(TEST_URL + path)
    }
  })

  test("alternates are reciprocal: each language names the same addresses, its own among them", async () => {
    for (const path of ["/", "/earn", paths()[6] as string]) {
      const english = headOf((await site.ask(path)).body).alternates
      for (const locale of LOCALE_CODES) {
        const address = (english[locale] as string).slice(TEST_URL.length) || "/"
        const head = headOf((await site.ask(address)).body)
        expect(head.lang).toBe(locale)
        expect(head.canonical).toEqual([english[locale]])
        expect(head.alternates).toEqual(english)
      }
    }
  })

  test("a HEAD request is answered like a GET, without the body", async () => {
    const answer = await site.ask("/earn", { method: "HEAD" })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe("")
  })
})

describe("demo data", () => {
  test("every page says so, with the first and last day, in its language", async () => {
    const seed = site.catalogue.market().seed
    expect(seed).not.toBeNull()
    for (const path of paths()) {
      for (const locale of ["en", "de"] as const) {
        const note = (await site.page(localePath(locale, path))).frame.seedNotice
        expect(note, `${locale} ${path}`).toBeTruthy()
        expect(shows((await site.ask(localePath(locale, path))).body, note as string), `${locale} ${path}`).toBe(true)
        for (const day of [seed?.fromDay, seed?.toDay]) expect(note).toContain((day as string).slice(0, 4))
      }
    }
  })

  test("no page says so when everything is live", async () => {
    const live = await testApp()
    try {
      const make = createFactories(live.db, live.clock)
      await make.offer({ slug: "live-offer" })
      await make.publish()
      await live.catalogue.refresh()
      for (const path of ["/", "/earn", "/offers/live-offer", "/methodology"]) {
        const answer = await live.ask(path)
        expect(answer.statusCode).toBe(200)
        expect((await live.page(path)).frame.seedNotice).toBeNull()
        expect(shows(answer.body, "Demo data")).toBe(false)
      }
      await make.offer({ slug: "seed-offer", origin: "seed" })
      await make.publish()
      await live.catalogue.refresh()
      expect(shows((await live.ask("/earn")).body, "Demo data: 1 of 2 offers")).toBe(true)
    } finally {
      await live.close()
    }
  })
})

describe("a page that is not there", () => {
  test.each(["/nope", "/de/nope", "/offers/no-such-offer", "/de/offers/no-such-offer", "/earn/deeper", "/DE/earn"])(
    "%s is a 404 that nobody lists or keeps",
    async (path) => {
      const answer = await site.ask(path, { headers: { "if-none-match": "*" } })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers["content-type"]).toContain("text/html")
      expect(answer.headers["cache-control"]).toMatch(/^no-(?:cache|store)$/)
      const head = headOf(answer.body)
      expect(head.robots).toContain("noindex")
      expect(head.alternates).toEqual({})
      expect(head.lang).toBe(path.startsWith("/de") ? "de" : "en")
    },
  )

  test("its own ETag does not make it a 304", async () => {
    const first = await site.ask("/nope")
    const again = await site.ask("/nope", { headers: { "if-none-match": String(first.headers.etag) } })
    expect(again.statusCode).toBe(404)
  })
})

describe("redirects", () => {
  test.each([
    ["/earn/", "/earn"],
    ["/earn///", "/earn"],
    ["/de/", "/de"],
    ["/de/earn/?apyFrom=5", "/de/earn?apyFrom=5"],
    ["/en", "/"],
    ["/en/", "/"],
    ["/en/earn", "/earn"],
    ["/en/earn/?amount=5", "/earn?amount=5"],
  ])("%s lives at %s", async (asked, to) => {
    const answer = await site.ask(asked)
    expect(answer.statusCode).toBe(308)
    expect(answer.headers.location).toBe(to)
  })

  test.each([
    "//evil.example",
    "//evil.example/",
    "///evil.example//",
    "/en//evil.example",
    "/en//evil.example/",
    "/en///evil.example",
    "/en/\\evil.example",
    "/en/.//evil.example",
    "/.//evil.example/",
    "/earn/..//evil.example/",
    "/%2e//evil.example/",
    "/\\evil.example/",
    "/en/https://evil.example/",
    "//evil.example/earn?apyFrom=x",
    "/de//evil.example/",
    "//evil.example/%2e%2e/",
  ])("%s never leads to another host", async (asked) => {
    const answer = await site.ask(asked)
    expect([200, 302, 308, 400, 404]).toContain(answer.statusCode)
    const { location } = answer.headers
    if (location !== undefined) expect(new URL(String(location), TEST_URL).origin).toBe(TEST_URL)
  })
})

describe("the language of a visitor", () => {
  const locationOf = async (path: string, headers: Record<string, string>) => {
    const { statusCode, headers: got } = await site.ask(path, { headers })
    return [statusCode, got.location]
  }

  test.each([
    [{}, 200, undefined],
    [{ "accept-language": "de-CH,de;q=0.9,en;q=0.8" }, 302, "/de"],
    [{ "accept-language": "en;q=0.5,fr" }, 302, "/fr"],
    [{ "accept-language": "pt" }, 302, "/pt-BR"],
    [{ "accept-language": "pt-pt" }, 302, "/pt-PT"],
    [{ "accept-language": "xx,*;q=0.1" }, 200, undefined],
    [{ "accept-language": "de", cookie: "NEXT_LOCALE=en" }, 200, undefined],
    [{ "accept-language": "de", cookie: "a=b; NEXT_LOCALE=zh-CN; c=d" }, 302, "/zh-CN"],
    [{ "accept-language": "de", cookie: "NEXT_LOCALE=//evil.example" }, 302, "/de"],
    [{ cookie: "NEXT_LOCALE=xx" }, 200, undefined],
    [{ cookie: "XNEXT_LOCALE=de" }, 200, undefined],
    [{ "accept-language": "de;q=nonsense, ;;;,,,=" }, 200, undefined],
  ] as const)("decides on / : %j", async (headers, status, to) => {
    expect(await locationOf("/", headers)).toEqual([status, to])
  })

  test("is kept out of shared caches on /", async () => {
    for (const headers of [{}, { "accept-language": "de" }] as Record<string, string>[])
      expect((await site.ask("/", { headers })).headers["cache-control"]).toContain("private")
  })

  test("keeps the query on the way", async () => {
    expect(await locationOf("/?utm_source=mail", { "accept-language": "de" })).toEqual([302, "/de?utm_source=mail"])
  })

  test("whoever comes to / from a page of this site asked for English", async () => {
    const headers = { "accept-language": "de", host: "apyary.test" }
    expect(await locationOf("/", { ...headers, referer: "https://apyary.test/de" })).toEqual([200, undefined])
    expect(await locationOf("/", { ...headers, referer: "https://elsewhere.test/de" })).toEqual([302, "/de"])
  })

  test.each(["/earn", "/methodology", "/fr/earn", "/fr"])("does not matter on %s", async (path) => {
    const headers = { cookie: "NEXT_LOCALE=de", "accept-language": "de" }
    const plain = await site.ask(path)
    const asked = await site.ask(path, { headers })
    expect([asked.statusCode, asked.headers.etag]).toEqual([200, plain.headers.etag])
  })
})

describe("a query that is not right", () => {
  test.each([
    ["/earn?apyFrom=abc", "/earn"],
    ["/earn?apyFrom=5&sort=best", "/earn?apyFrom=5"],
    ["/earn?apyFrom=abc&utm_source=mail&aff=7", "/earn?utm_source=mail&aff=7"],
    ["/earn?exchangeIds=bybit&exchangeIds=okx", "/earn?exchangeIds=bybit,okx"],
    ["/earn?exchangeIds=bybit&utm_source=a&exchangeIds=okx", "/earn?exchangeIds=bybit,okx&utm_source=a"],
    ["/earn?search=&currencyId=&apyFrom=&amount=2000", "/earn?amount=2000"],
    ["/earn?search=", "/earn"],
    ["/earn?page=1", "/earn"],
    ["/earn?page=-1", "/earn"],
    ["/earn?stablecoin=yes", "/earn"],
    ["/earn?amount=1e9", "/earn"],
    ["/earn?amount=05.50", "/earn?amount=5.5"],
    ["/de/savings?search=%20%20usdc%20%20x", "/de/savings?search=usdc+x"],
    ["/offers/anything?amount=-5", "/offers/anything"],
  ])("%s is repaired to %s", async (asked, to) => {
    const answer = await site.ask(asked)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to])
    expect(answer.headers["cache-control"]).toBe("no-cache")
    expect((await site.ask(to)).statusCode).not.toBe(302)
  })

  test("parameters of others stay, and change neither the page nor its canonical address", async () => {
    const plain = await site.ask("/earn?amount=5")
    const tagged = await site.ask("/earn?utm_source=x&amount=5&__proto__=1&constructor=2")
    expect(tagged.statusCode).toBe(200)
    expect(tagged.headers.etag).toBe(plain.headers.etag)
    expect(headOf(tagged.body).canonical).toEqual([`${TEST_URL}/earn?amount=5`])
  })

  test("a filtered list is not offered to search engines, the list itself is", async () => {
    expect(headOf((await site.ask("/earn?apyFrom=5")).body).robots).toContain("noindex")
    expect(headOf((await site.ask("/earn")).body).robots).toBeUndefined()
  })
})

describe("what goes over the wire", () => {
  test("a page that has not changed costs no body", async () => {
    const first = await site.ask("/earn")
    const again = await site.ask("/earn", { headers: { "if-none-match": String(first.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ""])
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(again.headers["cache-control"]).toBe(first.headers["cache-control"])
    expect((await site.ask("/earn", { headers: { "if-none-match": '"other"' } })).statusCode).toBe(200)
  })

  test("brotli, gzip and plain are the same page, and caches know that it varies", async () => {
    const plain = await site.ask("/earn")
    const br = await site.ask("/earn", { headers: { "accept-encoding": "gzip, deflate, br" } })
    const gzip = await site.ask("/earn", { headers: { "accept-encoding": "gzip" } })
    expect(plain.headers["content-encoding"]).toBeUndefined()
    expect([br.headers["content-encoding"], gzip.headers["content-encoding"]]).toEqual(["br", "gzip"])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    for (const answer of [plain, br, gzip]) expect(answer.headers.vary).toContain("accept-encoding")
  })

  test("public pages may be kept by shared caches for a short time, and set no cookie", async () => {
    const { headers } = await site.ask("/earn")
    expect(headers["cache-control"]).toMatch(/public.*s-maxage=\d+.*stale-while-revalidate=\d+/)
    expect(headers["set-cookie"]).toBeUndefined()
  })

  test("text from the data cannot end the script that carries it or become markup", async () => {
    const own = await testApp()
    try {
      const make = createFactories(own.db, own.clock)
      const exchange = await make.exchange({ name: "</script><script>alert(1)</script><img src=x onerror=alert(2)>" })
      await make.offer({ slug: "nasty", exchangeId: exchange.id, label: "<b>\u2028" })
      await make.publish()
      await own.catalogue.refresh()
      for (const path of ["/earn", "/offers/nasty", "/earn?search=%3C/script%3E%3Cscript%3E"]) {
        const { body, statusCode } = await own.ask(path)
        expect(statusCode).toBe(200)
        expect(/<script>alert|<img src=x|<b>/.exec(body)?.[0]).toBeUndefined()
        expect(body.match(/<\/script>/g)?.length).toBe(body.match(/<script\b/g)?.length)
      }
    } finally {
      await own.close()
    }
  })
})

describe("the JSON of a page", () => {
  test("has what the HTML shows, for the browser only", async () => {
    const answer = await site.ask("/_data/de/earn?amount=2000")
    expect(answer.statusCode).toBe(200)
    expect(answer.headers["content-type"]).toContain("application/json")
    expect(answer.headers["x-robots-tag"]).toBe("noindex")
    const payload = answer.json<{ page: string; locale: string; address: string; data: { rows: unknown[] } }>()
    expect(payload).toMatchObject({ page: "earn", locale: "de", address: "/de/earn?amount=2000" })
    expect(payload.data.rows).toHaveLength(50)
    const again = await site.ask("/_data/de/earn?amount=2000", {
      headers: { "if-none-match": String(answer.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test("gives the repaired address instead of a redirect", async () => {
    expect((await site.page("/earn?apyFrom=abc&amount=5&utm_source=x")).address).toBe("/earn?amount=5")
  })

  test("of a page that is not there is the 404 page, as data", async () => {
    const answer = await site.ask("/_data/offers/nope")
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ status: 404, page: "notFound", head: { noindex: true } })
  })
})

test("looking at an offer is told, so that its past can be fetched; looking at a list is not", async () => {
  const slug = site.catalogue.market().offers[0]?.slug as string
  site.views.length = 0
  await site.ask("/earn")
  expect(site.views).toEqual([])
  await site.ask(`/de/offers/${slug}`)
  await site.ask(`/offers/${slug}`)
  expect(site.views).toEqual([slug, slug])
})

test("a new version of the market shows at once: nothing of the old one is served", async () => {
  const own = await testApp()
  try {
    const make = createFactories(own.db, own.clock)
    const first = await make.exchange({ name: "First Exchange" })
    await make.offer({ exchangeId: first.id })
    await make.publish()
    await own.catalogue.refresh()
    const before = await own.ask("/earn", { headers: { "accept-encoding": "br" } })
    const second = await make.exchange({ name: "Second Exchange" })
    await make.offer({ exchangeId: second.id })
    const uncommitted = await own.ask("/earn")
    expect(uncommitted.body).not.toContain("Second Exchange")
    await make.publish()
    await own.catalogue.refresh()
    const after = await own.ask("/earn", {
      headers: { "accept-encoding": "br", "if-none-match": String(before.headers.etag) },
    })
    expect(after.statusCode).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    const text = brotliDecompressSync(after.rawPayload).toString()
    expect(text).toContain("First Exchange")
    expect(text).toContain("Second Exchange")
  } finally {
    await own.close()
  }
})
