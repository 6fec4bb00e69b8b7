// Against a real server on the loopback, which the checks before (fetch-image) would never let through.
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { download } from "./download.server.ts"

const LIMITS = { maxBytes: 1000, timeoutMs: 5000 }
const PICTURE = Buffer.from("not really a picture, but nobody looks here")
const HERE = [{ address: "127.0.0.1", family: 4 }]

let answer: RequestListener
const asked: IncomingMessage[] = []
const secretAsked = vi.fn()
let server: Server
let secret: Server
let port = 0
let secretPort = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  secret = createServer((_request, response) => {
    secretAsked()
    response.writeHead(200, { "content-type": "image/png" }).end("the operator's secret")
  })
  port = await listen(server)
  secretPort = await listen(secret)
})
afterEach(() => {
  asked.length = 0
})
afterAll(() => {
  for (const each of [server, secret]) {
    each.closeAllConnections()
    each.close()
  }
})

function listen(each: Server): Promise<number> {
  return new Promise((resolve) => each.listen(0, "127.0.0.1", () => resolve((each.address() as AddressInfo).port)))
}
const url = (path = "/picture.png") => new URL(`http://pictures.example:${port}${path}`)
const reply =
  (status: number, headers: Record<string, string>, body: Buffer | string = PICTURE): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

test("gets the picture from the address that was given, with the name in the request", async () => {
  answer = reply(200, { "content-type": "image/png" })
  expect(await download(url("/a.png?x=1"), HERE, LIMITS)).toEqual(PICTURE)
  expect(asked[0]?.headers.host).toBe(`pictures.example:${port}`)
  expect(asked[0]?.url).toBe("/a.png?x=1")
  expect(asked[0]?.headers.cookie).toBeUndefined()
})

test("asks the name of nobody: without an address nothing is fetched", async () => {
  await expect(download(new URL(`http://localhost:${port}/`), [], LIMITS)).rejects.toThrow("no address")
  expect(asked).toHaveLength(0)
})

test.each([301, 302, 303, 307, 308])("a redirect (%d) to an inner address is not followed", async (status) => {
  answer = reply(status, { location: `http://127.0.0.1:${secretPort}/secret`, "content-type": "image/png" })
  await expect(download(url(), HERE, LIMITS)).rejects.toThrow(`answered ${status}`)
  expect(secretAsked).not.toHaveBeenCalled()
})

test.each([
  ["nothing there", reply(404, { "content-type": "image/png" })],
  ["a part of it", reply(206, { "content-type": "image/png" })],
  ["no type", reply(200, {})],
  ["a page", reply(200, { "content-type": "text/html" })],
  ["a type with a picture in its name", reply(200, { "content-type": "application/image/png" })],
  [
    "packed",
    reply(200, { "content-type": "image/png", "content-encoding": "gzip" }, gzipSync(Buffer.alloc(1_000_000))),
  ],
  ["announced as too large", reply(200, { "content-type": "image/png" }, Buffer.alloc(1001))],
  [
    "too large without saying so",
    ((_request, response) => {
      response.writeHead(200, { "content-type": "image/png" })
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(400), () => setImmediate(more))
      }
      more()
    }) as RequestListener,
  ],
  [
    "cut off",
    ((_request, response) => {
      response.writeHead(200, { "content-type": "image/png", "content-length": "900" })
      response.write("begins", () => response.destroy())
    }) as RequestListener,
  ],
  ["hung up", ((_request, response) => void response.destroy()) as RequestListener],
])("refuses an answer that is %s", async (_what, listener) => {
  answer = listener
  await expect(download(url(), HERE, LIMITS)).rejects.toThrow()
})

test("gives up on a server that never answers or never ends", async () => {
  answer = () => undefined
  await expect(download(url(), HERE, { ...LIMITS, timeoutMs: 50 })).rejects.toThrow()
  answer = (_request, response) => void response.writeHead(200, { "content-type": "image/png" }).write("begins")
  await expect(download(url(), HERE, { ...LIMITS, timeoutMs: 50 })).rejects.toThrow()
})
