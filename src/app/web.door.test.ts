// Health, files, texts and logos, and hostile requests. What inject() would tidy up is sent through a real socket.
import { type AddressInfo, connect } from "node:net"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFactories } from "../../test/factories.ts"
import { SECRET, TEST_ASSET, type TestApp, testApp } from "../../test/test-app.ts"
import { LOCALE_CODES } from "../i18n/locales.ts"
import { FEATURES } from "../i18n/messages.ts"

let site: TestApp
let port: number
beforeAll(async () => {
  site = await testApp({ data: "demo" })
  await site.app.listen({ port: 0, host: "127.0.0.1" })
  port = (site.app.server.address() as AddressInfo).port
})
afterAll(() => site.close())

type Raw = { status: number; head: string; body: string }

/** Sends exactly these bytes and reads until the server closes. */
function raw(bytes: string | Buffer): Promise<Raw> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = []
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (piece) => pieces.push(piece))
    socket.on("error", (error) => (pieces.length > 0 ? undefined : fail(error)))
    socket.on("close", () => {
      const text = Buffer.concat(pieces).toString("latin1")
      const [head = "", ...rest] = text.split("\r\n\r\n")
      done({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join("\r\n\r\n") })
    })
    socket.setTimeout(10_000, () => socket.destroy(new Error("the server did not answer")))
  })
}

const get = (target: string, headers = "") =>
  raw(Buffer.from(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${headers}\r\n`, "latin1"))

describe("health", () => {
  test("/healthz says that the process lives", async () => {
    const answer = await site.ask("/healthz")
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: "ok" }])
    expect(answer.headers["cache-control"]).toBe("no-store")
  })

  test("/readyz says which market is served", async () => {
    const answer = await site.ask("/readyz")
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: "ready", version: site.catalogue.market().version },
    ])
    expect(answer.headers["cache-control"]).toBe("no-store")
  })

  test("/readyz says no, and why, while the process stops and when the database is gone; pages go on", async () => {
    const own = await testApp()
    try {
      own.setStopping(true)
      const stopping = await own.ask("/readyz")
      expect([stopping.statusCode, stopping.json()]).toEqual([503, { status: "unavailable", reason: "stopping" }])
      own.setStopping(false)
      await own.database.sql.end({ timeout: 1 })
      const gone = await own.ask("/readyz")
      expect([gone.statusCode, gone.json()]).toEqual([503, { status: "unavailable", reason: "database" }])
      expect((await own.ask("/healthz")).statusCode).toBe(200)
      expect((await own.ask("/earn")).statusCode).toBe(200)
    } finally {
      await own.close()
    }
  })
})

describe("security headers", () => {
  test("only own scripts run, nobody may frame the site", async () => {
    const { headers } = await site.ask("/earn")
    const policy = String(headers["content-security-policy"])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("unsafe")
    expect(headers["x-content-type-options"]).toBe("nosniff")
    expect(headers["strict-transport-security"]).toContain("max-age=31536000")
  })

  test("on plain http nothing sends browsers to https", async () => {
    const own = await testApp({ publicUrl: "http://localhost:3000" })
    try {
      const { headers } = await own.ask("/earn")
      expect(headers["strict-transport-security"]).toBeUndefined()
      expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests")
    } finally {
      await own.close()
    }
  })
})

describe("files", () => {
  test("built files may be kept for ever: their names change with them", async () => {
    const answer = await site.ask(TEST_ASSET)
    expect([answer.statusCode, answer.body]).toEqual([200, "export {}"])
    expect(answer.headers["cache-control"]).toContain("immutable")
    expect((await site.ask("/assets/none.js")).statusCode).toBe(404)
    expect((await site.ask("/assets/none.js")).headers["cache-control"]).not.toContain("immutable")
  })

  test("the icon is there", async () => {
    const answer = await site.ask("/favicon.svg")
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/svg+xml"])
  })

  test.each([
    "/assets/../secret.txt",
    "/assets/../../secret.txt",
    "/assets/%2e%2e/secret.txt",
    "/assets/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
    "/assets/..%5csecret.txt",
    "/assets/..\\..\\secret.txt",
    "/assets//../secret.txt",
    "/assets/%252e%252e/secret.txt",
    "/assets/entry-test.js%00",
    "/../../../../../../etc/passwd",
    "/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/.git/config",
    "/package.json",
    "/src/main.ts",
    "/logos/../../package.json",
    "/logos/currency/..%2f..%2f..%2fpackage.json",
    "/logos/currency/..%2f..%2fpackage.svg",
    "/logos/..%2fcurrency/bitcoin.svg",
    "/i18n/en/../../../../package.json",
    "/i18n/..%2f..%2fen/common.json",
    "/i18n/en/..%2fde%2fcommon.json",
    "/i18n/en/common.json",
    "/manifest.json",
  ])("%s gives nothing away", async (target) => {
    const answer = await get(target)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toContain(SECRET)
    expect(answer.body).not.toMatch(/root:x:|"dependencies"|repositoryformatversion/)
  })
})

describe("texts", () => {
  test("each language and feature has one file, named after its content and kept for ever", async () => {
    const { catalogs } = site
    for (const locale of LOCALE_CODES) {
      for (const feature of FEATURES) {
        const { hash, messages } = catalogs.messages(locale, feature)
        const answer = await site.ask(`/i18n/${locale}/${feature}.${hash}.json`)
        expect(answer.statusCode).toBe(200)
        expect(answer.json()).toEqual(messages)
        expect(answer.headers["cache-control"]).toContain("immutable")
      }
    }
  })

  test("any other name is a 404 that is not kept", async () => {
    for (const file of [
      "common.0000000000.json",
      "common.json",
      "nope.0000000000.json",
      "common.x.js",
      "__proto__.json",
    ]) {
      const answer = await site.ask(`/i18n/en/${file}`)
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"])
      expect(answer.json()).toMatchObject({ statusCode: 404, code: "not_found" })
    }
    expect((await site.ask("/i18n/xx/common.0000000000.json")).statusCode).toBe(404)
  })
})

describe("logos", () => {
  test("an open icon where there is one, a drawn monogram where there is none", async () => {
    const icon = await site.ask("/logos/currency/bitcoin.svg")
    const drawn = await site.ask("/logos/exchange/no-such-exchange.svg")
    for (const answer of [icon, drawn]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers["content-type"]).toContain("image/svg+xml")
      expect(answer.headers["content-security-policy"]).toContain("default-src 'none'")
      expect(answer.body).toMatch(/^<svg/)
      expect(answer.body).not.toContain("<script")
    }
    const again = await site.ask("/logos/currency/bitcoin.svg", {
      headers: { "if-none-match": String(icon.headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ""])
  })

  test("every listed thing has one", async () => {
    const market = site.catalogue.market()
    const addresses = [
      ...market.currencies.map(({ slug }) => `currency/${slug}`),
      ...market.exchanges.map(({ slug }) => `exchange/${slug}`),
      ...market.protocols.map(({ slug }) => `protocol/${slug}`),
      ...market.wallets.map(({ slug }) => `wallet/${slug}`),
      ...market.cards.map(({ slug }) => `card/${slug}`),
    ]
    expect(addresses.length).toBeGreaterThan(400)
    for (const address of addresses) {
      const answer = await site.ask(`/logos/${address}.svg`)
      expect([address, answer.statusCode]).toEqual([address, 200])
    }
  })

  test("a name from the data cannot become markup", async () => {
    const own = await testApp()
    try {
      const make = createFactories(own.db, own.clock)
      await make.exchange({ slug: "nasty", name: '<script>alert(1)</script> "&' })
      await make.publish()
      await own.catalogue.refresh()
      expect((await own.ask("/logos/exchange/nasty.svg")).body).not.toContain("<script")
    } finally {
      await own.close()
    }
  })

  test.each([
    "currency/BTC.svg",
    "currency/a b.svg",
    "planet/x.svg",
    "currency/x.png",
    "currency/.svg",
    "currency/__proto__.svg",
  ])("%s is a 404", async (address) => {
    expect((await site.ask(`/logos/${address.replace(" ", "%20")}`)).statusCode).toBe(404)
  })
})

describe("hostile requests", () => {
  test.each([
    ["/%E0%A4%A", 400],
    ["/earn/%E0%A4%A", 400],
    ["/offers/%E0%A4%A", 400],
    ["/de/offers/%ff", 400],
    ["/api/v1/offers/%E0%A4%A", 400],
    ["/logos/currency/%E0%A4%A.svg", 400],
    ["/_data/%E0%A4%A", 400],
    ["/%", 400],
  ])("%s, which cannot be decoded, is refused", async (target, status) => {
    const answer = await get(target)
    expect([status, 404]).toContain(answer.status)
  })

  test.each([
    "/earn?search=%E0%A4%A",
    "/earn?search=%00",
    "/earn?%E0%A4%A=%",
    "/earn?search=%0d%0aset-cookie:%20a=b",
    "/earn?currencyId=%27%20or%201=1--",
    "/earn?apyFrom=NaN&apyTo=Infinity&tvlFrom=-0&page=99999999999999999999",
    "/earn?__proto__=x&constructor=y&toString=z",
    "/earn?search[]=x&search[a]=y",
    "/offers/%00",
    "/offers/%00%00/history",
    "/offers/..%2f..%2f",
    "/offers/%0d%0aset-cookie:%20a=b",
    "/offers/toString",
    "/offers/__proto__",
    "/exchanges/constructor",
    "/de/%00",
    "/api/v1/offers/%00",
    "/api/v1/offers/%00/history",
    "/api/v1/offers?search=%00",
    "/api/v1/__proto__",
    "/_data//evil.example/",
    "/_data",
    "/_data/",
    "/_data/_data/earn",
    "/logos/currency/%00.svg",
    "/i18n/en/%00",
    "/readyz/../earn",
    "/earn;jsessionid=1",
    "/earn#fragment",
    "*",
    "http://evil.example/earn",
    "http://",
    "//",
    "///",
    "/\\",
    "/.",
    "/?",
    "/earn??apyFrom=1?",
    "/é",
    "/\u0080\u00ff",
  ])("GET %s is answered without a fault", async (target) => {
    const answer = await get(target)
    expect(answer.status).toBeGreaterThanOrEqual(200)
    expect(answer.status).toBeLessThan(500)
    expect(answer.head.toLowerCase()).not.toMatch(/^set-cookie/m)
    const location = /^location: (.*)$/im.exec(answer.head)?.[1]?.trim()
    if (location !== undefined) expect(new URL(location, "http://self").origin).toBe("http://self")
  })

  test("very long addresses and many parameters are refused or read, never a fault", async () => {
    const targets = [
      `/earn?search=${"a".repeat(10_000)}`,
      `/earn?${"x=1&".repeat(3000)}`,
      `/earn?exchangeIds=${"a,".repeat(5000)}`,
      `/earn?${"exchangeIds=a&".repeat(1000)}`,
      `/${"a/".repeat(5000)}`,
      `/offers/${"a".repeat(8000)}`,
      `/api/v1/offers?search=${"%F0%9F%92%A9".repeat(900)}`,
      `/logos/currency/${"a".repeat(5000)}.svg`,
      `/earn?${"a".repeat(100_000)}`,
    ]
    for (const target of targets) {
      const answer = await get(target)
      expect(answer.status, target.slice(0, 40)).toBeGreaterThanOrEqual(200)
      expect(answer.status, target.slice(0, 40)).toBeLessThan(500)
    }
  })

  test("a repaired address cannot be made to carry another header", async () => {
    const answer = await get("/earn?apyFrom=x&a=%0d%0aset-cookie:b=c&b=%0aX:y")
    expect(answer.status).toBe(302)
    expect(answer.head.toLowerCase()).not.toMatch(/^(?:set-cookie|x):/m)
  })

  test("headers that are too large, broken or strange are refused", async () => {
    expect((await get("/earn", `x-big: ${"a".repeat(40_000)}\r\n`)).status).toBe(431)
    expect((await get("/earn", "broken header\r\n")).status).toBe(400)
    expect((await raw("GET /earn HTTP/1.1\r\n\r\n")).status).toBe(400)
    expect((await raw("NONSENSE\r\n\r\n")).status).toBe(400)
    for (const headers of [
      `cookie: ${"a=b; ".repeat(2000)}\r\n`,
      "cookie: NEXT_LOCALE=%E0%A4%A\r\n",
      `accept-language: ${"de;q=0.1,".repeat(1000)}\r\n`,
      "accept-language: \u00ff\u00fe\r\n",
      "if-none-match: *\r\n",
      "accept-encoding: br;q=0, gzip;q=0\r\n",
      "referer: not an address\r\n",
      "range: bytes=0-10\r\n",
      "x-forwarded-for: '; drop table offer; --\r\n",
      "x-forwarded-host: evil.example\r\nx-forwarded-proto: ftp\r\n",
    ]) {
      const answer = await get("/", headers)
      expect(answer.status, headers.slice(0, 30)).toBeGreaterThanOrEqual(200)
      expect(answer.status, headers.slice(0, 30)).toBeLessThan(500)
      expect(answer.body).not.toContain("evil.example")
    }
  })

  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
    "%s changes nothing and is refused everywhere",
    async (method) => {
      for (const target of [
        "/",
        "/earn",
        "/offers/x",
        "/api/v1/offers",
        "/_data/earn",
        "/healthz",
        TEST_ASSET,
        "/nope",
      ]) {
        const answer = await raw(
          `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}`,
        )
        expect([400, 404, 405, 415], `${method} ${target}`).toContain(answer.status)
      }
    },
  )

  test("bodies that nobody asked for, too large or no JSON, are a 4xx", async () => {
    const post = (body: string, type: string) =>
      raw(
        `POST /api/v1/offers HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
    for (const answer of [
      await post("{", "application/json"),
      await post('{"__proto__":{"a":1}}', "application/json"),
      await post("a".repeat(100_000), "application/json"),
      await post("a=b", "application/x-www-form-urlencoded"),
      await post("<x/>", "text/xml"),
      await post("", "application/json"),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })

  test("an error tells nothing about the inside, and is never kept", async () => {
    for (const path of ["/api/v1/nope", "/i18n/xx/x", "/nope", "/logos/x/y"]) {
      const answer = await site.ask(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).not.toMatch(/node_modules|\.ts\b|at \w+ \(/)
      expect(answer.headers["cache-control"]).toMatch(/^no-/)
    }
  })
})

/** Names that the doors know and some that they do not, with values from tame to wild. */
const anyQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom("apyFrom", "apyTo", "tvlFrom", "tvlTo", "amount", "page", "take", "skip", "cashWithin"),
        fc.constantFrom(
          "currencyId",
          "blockchain",
          "exchangeIds",
          "protocolIds",
          "walletIds",
          "offerType",
          "stablecoin",
        ),
        fc.constantFrom("sort", "order", "search", "show", "__proto__"),
        fc.string({ maxLength: 8 }),
      ),
      fc.oneof(
        fc.constantFrom("", "1", "-1", "1e5", "0.1", "bitcoin", "usd-coin", "apy", "desc", "true", "ended,thin", "a,b"),
        fc.string({ unit: "binary", maxLength: 20 }),
        fc.integer().map(String),
        fc.double().map(String),
      ),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join("&"))

/** Percent-encoding that also lets broken text through, as a hostile client would send it. */
function escape(text: string): string {
  return text.replace(/[^\w,.-]/gu, (letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : "%ED%A0%80"))
}

test("any target gives an answer and never leads to another host", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "/",
      "//",
      "\\",
      "..",
      ".",
      "%2e",
      "%2f",
      "%5c",
      "%00",
      "en",
      "de",
      "earn",
      "offers",
      "_data",
      "api",
      "v1",
    ),
    fc.constantFrom("evil.example", "@", ":", "?", "&", "=", "%", "#", ";", "http:", "logos", "i18n", "assets"),
    fc.string({ unit: "grapheme-ascii", maxLength: 5 }).map((text) => text.replaceAll(/\s/g, "+")),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const answer = await get(`/${pieces.join("")}`)
      expect(answer.status).toBeGreaterThanOrEqual(200)
      expect(answer.status).toBeLessThan(500)
      const location = /^location: (.*)$/im.exec(answer.head)?.[1]?.trim()
      if (location !== undefined) expect(new URL(location, "http://self").origin).toBe("http://self")
    }),
    { numRuns: 400 },
  )
})

describe("any query string", () => {
  test("on /earn gives the page, at once or after one repair", async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const first = await site.ask(`/earn?${query}`)
        if (first.statusCode !== 302) {
          expect(first.statusCode).toBe(200)
          return
        }
        const repaired = await site.ask(String(first.headers.location))
        expect(repaired.statusCode).toBe(200)
      }),
      { numRuns: 150 },
    )
  })

  test("on the API gives data or names what is wrong", async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const answer = await site.ask(`/api/v1/offers?${query}`)
        expect([200, 400]).toContain(answer.statusCode)
        const body = answer.json<{ data?: unknown[]; fields?: Record<string, string> }>()
        if (answer.statusCode === 200) expect(Array.isArray(body.data)).toBe(true)
        else expect(Object.keys(body.fields ?? {})).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
