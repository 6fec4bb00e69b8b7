import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { AppError } from "./errors.ts"
import { getJson, type JsonRequest, retryAfterMs } from "./http-client.server.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin: string
/** What the server says to the first, second, ... request; the last answer goes on. */
let answers: Answer[]
let asked: IncomingMessage[]
let waits: number[]

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    answer?.(request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  answers = []
  asked = []
  waits = []
})

const json =
  (value: unknown): Answer =>
  (_request, response) =>
    response.end(JSON.stringify(value))
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(code, headers)
    response.end("no")
  }
const hang: Answer = () => {}
const cut: Answer = (_request, response) => {
  response.writeHead(200, { "content-length": "100" })
  response.write("{")
  setImmediate(() => response.destroy())
}
const get = (options: Partial<JsonRequest> = {}) =>
  getJson({ url: `${origin}/pools?x=1`, wait: async (ms) => void waits.push(ms), ...options })
const failure = async (options: Partial<JsonRequest> = {}) => {
  const error: unknown = await get(options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

it("asks for JSON, says who asks, and gives what came", async () => {
  answers = [json({ data: [1] })]
  expect(await get({ headers: { "x-key": "k" } })).toEqual({ data: [1] })
  expect(asked[0]?.url).toBe("/pools?x=1")
  expect(asked[0]?.headers).toMatchObject({ accept: "application/json", "x-key": "k" })
  expect(asked[0]?.headers["user-agent"]).toMatch(/^Apyary\//)
  expect(waits).toEqual([])
})

describe("a failure that may pass", () => {
  test.each<[string, Answer]>([
    ["a server error", status(500)],
    ["an overloaded server", status(503)],
    ["too many requests", status(429)],
    ["a connection that breaks", (request) => request.socket.destroy()],
    ["an answer that breaks off", cut],
  ])("is tried again: %s", async (_what, bad) => {
    answers = [bad, json("good")]
    expect(await get()).toBe("good")
    expect(asked).toHaveLength(2)
  })

  it("is tried three times more, each wait twice the last", async () => {
    answers = [status(502)]
    expect(await failure()).toMatchObject({ code: "source_status", statusCode: 502 })
    expect(asked).toHaveLength(4)
    expect(waits).toEqual([500, 1000, 2000])
  })

  it("is tried as often as asked", async () => {
    answers = [status(500)]
    await failure({ retries: 0 })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ["seconds", "7", [7000]],
    ["no seconds", "0", [0]],
    ["something unusable", "soon", [500]],
    ["a negative number, which is unusable", "-5", [500]],
    ["a broken number, which is unusable", "1.5", [500]],
  ])("is tried again when the server says: %s", async (_what, header, expected) => {
    answers = [status(429, { "retry-after": header }), json("good")]
    expect(await get()).toBe("good")
    expect(waits).toEqual(expected)
  })

  it("is tried again at the date that the server names", async () => {
    const date = new Date(Date.now() + 30_000)
    answers = [status(503, { "retry-after": date.toUTCString() }), json("good")]
    expect(await get()).toBe("good")
    expect(waits).toHaveLength(1)
    expect(waits[0]).toBeGreaterThan(15_000)
    expect(waits[0]).toBeLessThanOrEqual(30_000)
  })

  it("is left to the next run when the server asks for more than a minute", async () => {
    answers = [status(429, { "retry-after": "61" })]
    await failure()
    expect(asked).toHaveLength(1)
    expect(waits).toEqual([])
  })
})

describe("a failure that will not pass", () => {
  test.each([400, 401, 403, 404, 410])("is not tried again: status %s", async (code) => {
    answers = [status(code)]
    const error = await failure()
    expect(error.code).toBe("source_status")
    expect(error.message).toContain(String(code))
    expect(asked).toHaveLength(1)
  })

  test.each<[string, Answer]>([
    ["a page instead of JSON", (_request, response) => response.end("<html>Just a moment</html>")],
    ["an empty answer", (_request, response) => response.end()],
    ["half of an answer", (_request, response) => response.end('{"data":[1,')],
  ])("is not tried again: %s", async (_what, answer) => {
    answers = [answer]
    expect((await failure()).code).toBe("source_not_json")
    expect(asked).toHaveLength(1)
  })
})

describe("the size limit", () => {
  const text = JSON.stringify("x".repeat(98))

  it("lets an answer of just that size through", async () => {
    answers = [(_request, response) => response.end(text)]
    expect(await get({ maxBytes: 100 })).toHaveLength(98)
  })

  test.each<[string, Answer]>([
    ["one byte more", (_request, response) => response.end(`${text} `)],
    [
      "without an end",
      (_request, response) => {
        const more = () => void (response.write("x".repeat(1000)) && setImmediate(more))
        response.on("drain", more)
        more()
      },
    ],
  ])("stops an answer: %s", async (_what, answer) => {
    answers = [answer]
    const error = await failure({ maxBytes: 100 })
    expect(error.code).toBe("source_too_large")
    expect(error.message).toContain("100 bytes")
    expect(asked).toHaveLength(1)
  })
})

describe("the time limit", () => {
  test.each<[string, Answer]>([
    ["no answer at all", hang],
    ["an answer that never ends", (_request, response) => void response.write("{")],
  ])("ends %s", async (_what, answer) => {
    answers = [answer]
    const error = await failure({ timeoutMs: 50, retries: 1 })
    expect(error.code).toBe("source_unreachable")
    expect(error.message).toContain(origin)
    expect(waits).toEqual([500])
  })
})

it("follows a redirect", async () => {
  answers = [status(302, { location: "/moved" }), json("there")]
  expect(await get()).toBe("there")
  expect(asked[1]?.url).toBe("/moved")
})

it("gives up on redirects without end", async () => {
  answers = [status(302, { location: "/again" })]
  expect((await failure({ retries: 0 })).code).toBe("source_unreachable")
})

it("says which address cannot be reached", async () => {
  const error = await failure({ url: "http://127.0.0.1:1/x", retries: 1 })
  expect(error.code).toBe("source_unreachable")
  expect(error.message).toContain("http://127.0.0.1:1/x")
  expect(waits).toEqual([500])
})

test.each([
  [null, null],
  ["120", 120_000],
  [" 3 ", 3000],
  ["soon", null],
  ["", null],
  ["-5", null],
  ["1.5", null],
  ["Fri, 20 Nov 2026 12:00:10 GMT", 10_000],
  ["Fri, 20 Nov 2026 11:59:00 GMT", 0],
])("Retry-After %j asks for %s milliseconds", (header, ms) => {
  expect(retryAfterMs(header, Date.parse("2026-11-20T12:00:00Z"))).toBe(ms)
})
