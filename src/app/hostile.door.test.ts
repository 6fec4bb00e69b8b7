// Hostile requests, sent through a real socket: a clear 4xx or a page, never a fault, a hang or another host.
import type { AddressInfo } from "node:net"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { getRaw, sendRaw } from "../../test/raw-http.ts"
import { TEST_ASSET, type TestApp, testApp } from "../../test/test-app.ts"

let site: TestApp
let port: number
beforeAll(async () => {
  site = await testApp({ data: "demo" })
  await site.app.listen({ port: 0, host: "127.0.0.1" })
  port = (site.app.server.address() as AddressInfo).port
})
afterAll(() => site.close())

const raw = (bytes: string | Buffer) => sendRaw(port, bytes)
const get = (target: string, headers?: string) => getRaw(port, target, headers)

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
