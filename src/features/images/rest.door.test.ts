import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fastify, { type FastifyInstance } from "fastify"
import sharp from "sharp"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDiskCache } from "./disk-cache.server.ts"
import { isOwnPath, ownPictures } from "./fetch-image.server.ts"
import { registerImages } from "./rest.server.ts"

const OWN: Record<string, Buffer | string> = {}
const resolve = vi.fn<(host: string) => Promise<{ address: string; family: number }[]>>()
const own = vi.fn<(path: string) => Promise<Buffer | null>>()
let folder: string
let app: FastifyInstance

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "apyary-images-"))
  const wide = { width: 1600, height: 400, channels: 3 as const, background: "#f0a91b" }
  OWN["/images/wide.png"] ??= await sharp({ create: wide }).png().toBuffer()
  OWN["/images/clear.png"] ??= await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  OWN["/logos/mark.svg"] =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48"/></svg>'
  own.mockImplementation(async (path) => {
    const found = OWN[path]
    return found === undefined ? null : Buffer.from(found)
  })
  resolve.mockImplementation(async () => [{ address: "127.0.0.1", family: 4 }])
  app = fastify()
  registerImages(
    app,
    { own, allowedHosts: ["pictures.example", "127.0.0.1", "[::1]", "localhost"], resolve },
    openDiskCache(folder, 10_000_000),
  )
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
  resolve.mockReset()
  own.mockReset()
})

const ask = (query: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url: `/_next/image?${query}`, headers })
const askFor = (url: string, more = "") => ask(`url=${encodeURIComponent(url)}${more}`)

describe("the picture", () => {
  test.each([
    ["", 600],
    ["&w=600", 600],
    ["&w=1200", 1200],
  ])("is as wide as asked: %j", async (more, width) => {
    const answer = await askFor("/images/wide.png", more)
    expect(answer.statusCode).toBe(200)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  })

  test.each([
    ["image/avif,image/webp,*/*", "avif", "heif"],
    ["image/webp,*/*", "webp", "webp"],
    ["IMAGE/WEBP", "webp", "webp"],
    ["image/avif;q=0, image/webp;q=0.5", "webp", "webp"],
    ["image/avif;q=0.0,*/*", "jpeg", "jpeg"],
    ["*/*", "jpeg", "jpeg"],
    ["", "jpeg", "jpeg"],
  ])("comes in the format that is taken: %j", async (accept, type, format) => {
    const answer = await ask("url=/images/wide.png", { accept })
    expect(answer.headers["content-type"]).toBe(`image/${type}`)
    expect((await sharp(answer.rawPayload).metadata()).format).toBe(format)
    expect(answer.headers.vary).toBe("accept")
  })

  test("has quality 75 unless told", async () => {
    const usual = await askFor("/images/wide.png")
    expect((await askFor("/images/wide.png", "&q=75")).rawPayload).toEqual(usual.rawPayload)
    expect((await askFor("/images/wide.png", "&q=10")).rawPayload).not.toEqual(usual.rawPayload)
  })

  test("is never enlarged, except a drawing, and is white where it was clear", async () => {
    const clear = await askFor("/images/clear.png")
    expect((await sharp(clear.rawPayload).metadata()).width).toBe(20)
    expect((await sharp(clear.rawPayload).stats()).channels[0]?.min).toBeGreaterThan(250)
    expect((await sharp((await askFor("/logos/mark.svg")).rawPayload).metadata()).width).toBe(600)
  })

  test("is made once and then kept, and answers its own tag with 304", async () => {
    const first = await askFor("/images/wide.png")
    own.mockClear()
    const again = await ask("url=/images/wide.png", { "if-none-match": String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ""])
    expect((await askFor("/images/wide.png")).rawPayload).toEqual(first.rawPayload)
    expect(own).not.toHaveBeenCalled()
  })

  test("is made once when many ask at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => askFor("/images/wide.png")))
    expect(new Set(all.map((answer) => answer.statusCode))).toEqual(new Set([200]))
    expect(own).toHaveBeenCalledTimes(1)
  })

  test("that is not there is 404 and asked again the next time", async () => {
    expect((await askFor("/images/none.png")).statusCode).toBe(404)
    expect((await askFor("/images/none.png")).statusCode).toBe(404)
    expect(own).toHaveBeenCalledTimes(2)
  })
})

test.each([
  "",
  "w=600",
  "url=",
  "url=/images/wide.png&w=601",
  "url=/images/wide.png&w=0",
  "url=/images/wide.png&w=-600",
  "url=/images/wide.png&w=6e2",
  "url=/images/wide.png&q=0",
  "url=/images/wide.png&q=101",
  "url=/images/wide.png&q=x",
  "url=/images/wide.png&h=5",
  "url=/images/wide.png&url=/images/wide.png",
  `url=/images/${"x".repeat(3000)}`,
])("the query %j is refused before anything is fetched", async (query) => {
  expect((await ask(query)).statusCode).toBe(400)
  expect(own).not.toHaveBeenCalled()
})

const HOSTILE = [
  "//pictures.example/a.png",
  "/\\pictures.example/a.png",
  "\\\\pictures.example\\a.png",
  "///pictures.example/a.png",
  "/images/../../etc/passwd",
  "/images/..",
  "/images/./wide.png",
  "/images//wide.png",
  "/images/%2e%2e/secret.txt",
  "/images/..%2f..%2fetc/passwd",
  "/images/%252e%252e/secret",
  "/images/wide.png%00.txt",
  "/images/wide.png\0",
  "/images/wide.png\n",
  "/images/wide.png?again=1",
  "/images/wide.png#part",
  "/images\\..\\secret",
  "/",
  "/earn",
  "/go/bybit",
  "/api/v1/offers",
  "/_data/earn",
  "/healthz",
  "/_next/image?url=/images/wide.png",
  "/og/en/earn.png",
  "images/wide.png",
  " /images/wide.png",
  "http://pictures.example/a.png",
  "https://pictures.example:8443/a.png",
  "https://user@pictures.example/a.png",
  "https://user:secret@pictures.example/a.png",
  "https://:secret@pictures.example/a.png",
  "https://pictures.example.evil.example/a.png",
  "https://evil.example/pictures.example/a.png",
  "https://evil.example#pictures.example",
  "https://pictures.example./a.png",
  "https://sub.pictures.example/a.png",
  "https://pictures.example@evil.example/a.png",
  "https://evil.example\\@pictures.example/a.png",
  "https://xn--pictures-.example/",
  "ftp://pictures.example/a.png",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "blob:https://pictures.example/1",
  "https://",
  "https://10.0.0.1/a.png",
  "https://169.254.169.254/latest/meta-data/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://[::ffff:127.0.0.1]/",
]

test.each(HOSTILE)("the address %j gets no picture and reaches nothing", async (url) => {
  resolve.mockResolvedValue([{ address: "127.0.0.1", family: 4 }])
  const answer = await askFor(url)
  expect(answer.statusCode).toBe(400)
  expect(own).not.toHaveBeenCalled()
  expect(resolve).not.toHaveBeenCalled()
})

test.each([
  ["loopback", "127.0.0.1"],
  ["the cloud's own", "169.254.169.254"],
  ["a private one", "10.0.0.8"],
  ["loopback in the new way", "::1"],
  ["loopback inside the new way", "::ffff:7f00:1"],
  ["a link's own", "fe80::1"],
])("an allowed name that leads to %s address is refused: %s", async (_what, address) => {
  resolve.mockResolvedValue([
    { address: "1.1.1.1", family: 4 },
    { address, family: address.includes(":") ? 6 : 4 },
  ])
  const answer = await askFor("https://pictures.example/a.png")
  expect(answer.statusCode).toBe(400)
  expect(resolve).toHaveBeenCalledTimes(1)
})

test.each(["https://127.0.0.1/a.png", "https://[::1]/a.png", "https://localhost/a.png", "https://127.1/a.png"])(
  "an inner address is refused also when the operator put it on the list: %s",
  async (url) => {
    expect((await askFor(url)).statusCode).toBe(400)
  },
)

test("a name that leads nowhere is 404", async () => {
  resolve.mockRejectedValue(new Error("ENOTFOUND"))
  expect((await askFor("https://pictures.example/a.png")).statusCode).toBe(404)
})

describe("the site's own pictures", () => {
  test.each([
    ["/logos/currency/btc.svg", true],
    ["/assets/a-1.B_2.png", true],
    ["/favicon.svg", true],
    ["/icons/icon-192.png", true],
    ["/favicon.svg/x", false],
    ["/logos/", false],
    ["/logos/a/../b.svg", false],
    ["/logosx/a.svg", false],
  ])("%s: %s", (path, expected) => {
    expect(isOwnPath(path)).toBe(expected)
  })

  test("are asked of the server itself, and only pictures are taken", async () => {
    const site = fastify()
    site.get("/images/a.png", (_request, reply) => reply.type("image/png").send(Buffer.from([1, 2])))
    site.get("/images/b.png", (_request, reply) => reply.type("text/html").send("page"))
    site.get("/images/c.png", (_request, reply) =>
      reply
        .code(500)
        .type("image/png")
        .send(Buffer.from([1])),
    )
    const ownOf = ownPictures(site)
    expect(await ownOf("/images/a.png")).toEqual(Buffer.from([1, 2]))
    for (const path of ["/images/b.png", "/images/c.png", "/images/none.png"]) expect(await ownOf(path)).toBeNull()
    await site.close()
  })
})
