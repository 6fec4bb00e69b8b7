// Health, security headers, files, texts and logos: what the server answers besides pages and the API.
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createFactories } from "../../test/factories.ts"
import { getRaw } from "../../test/raw-http.ts"
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

const get = (target: string, headers?: string) => getRaw(port, target, headers)

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
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')*;/)
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
