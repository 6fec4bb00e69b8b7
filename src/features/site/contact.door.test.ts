// The contact form's door on a real mail server.
import { mkdtempSync, rmSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fastify, { type FastifyInstance } from "fastify"
import { SMTPServer } from "smtp-server"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { TEST_URL, type TestApp, testApp } from "../../../test/test-app.ts"
import { createLogger } from "../../core/log.server.ts"
import { type Mailer, openMail } from "../../core/mail.server.ts"
import { registerContact } from "./contact.server.ts"

const publicUrl = "https://apyary.test"
const OWN = { origin: publicUrl, "sec-fetch-site": "same-origin" }
const GOOD = { name: "Ann", email: "ann@x.org", subject: "figure", message: "The rate of Lido is wrong since May." }
const FORM = "application/x-www-form-urlencoded"

const received: { to: string[]; source: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData(stream, { envelope }, done) {
    const pieces: Buffer[] = []
    stream.on("data", (piece: Buffer) => pieces.push(piece))
    stream.on("end", () => {
      received.push({
        to: envelope.rcptTo.map(({ address }) => address),
        source: Buffer.concat(pieces).toString("utf8"),
      })
      done()
    })
  },
})
let folder: string
let mailer: Mailer
let app: FastifyInstance
let isDown = false

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apyary-contact-"))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  mailer = openMail({
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    from: "Apyary <no-reply@apyary.test>",
    outboxDir: folder,
    log: createLogger("silent"),
  })
})
afterAll(async () => {
  mailer.close()
  rmSync(folder, { recursive: true, force: true })
  await new Promise<void>((done) => server.close(done))
})
beforeEach(async () => {
  received.length = 0
  isDown = false
  app = fastify()
  await registerContact(app, {
    publicUrl,
    log: createLogger("silent"),
    showAgain: async (locale, refused) => Buffer.from(JSON.stringify([locale, refused])),
    send: (mail) => (isDown ? Promise.reject(new Error("down")) : mailer.send({ ...mail, to: "ops@apyary.test" })),
  })
})
afterEach(() => app.close())

const send = (body: unknown, headers: Record<string, string> = OWN, remoteAddress = "10.0.0.1", url = "/api/contact") =>
  app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...headers },
    payload: typeof body === "string" ? body : JSON.stringify(body),
    remoteAddress,
  })
/** As a browser without a script does it: to the page that the form is on. */
const submit = (fields: Record<string, string>, path = "/contact") =>
  send(new URLSearchParams(fields).toString(), { ...OWN, "content-type": FORM }, "10.0.0.1", path)

describe("a message", () => {
  it("reaches the operator, who can answer it", async () => {
    const answer = await send({ ...GOOD, locale: "de" })
    expect([answer.statusCode, answer.body]).toEqual([204, ""])
    expect(answer.headers["cache-control"]).toBe("no-store")
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(["ops@apyary.test"])
    const source = received[0]?.source ?? ""
    expect(source).toMatch(/^Reply-To: ann@x\.org\r$/m)
    expect(source).toMatch(/^Subject: Apyary contact: a wrong or missing figure\r$/m)
    expect(source).toContain("From: Ann <ann@x.org>\r\nLanguage: de\r\n\r\nThe rate of Lido is wrong since May.")
  })

  test.each([
    ["/contact", "/contact?sent=true"],
    ["/de/contact", "/de/contact?sent=true"],
    ["/contact?to=//evil.com", "/contact?sent=true"],
    ["/pt-BR/contact?sent=true", "/pt-BR/contact?sent=true"],
  ])("from a form without a script on %s leads back to %s", async (path, location) => {
    const answer = await submit(GOOD, path)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, location])
    expect(answer.headers["cache-control"]).toBe("no-store")
    expect(received).toHaveLength(1)
  })

  test.each([
    ["site", { "sec-fetch-site": "same-origin" }],
    ["origin", { origin: publicUrl }],
    ["host", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }],
  ])("may say only its %s", async (_what, headers) => {
    expect((await send(GOOD, headers as Record<string, string>)).statusCode).toBe(204)
  })
})

describe("is refused", () => {
  test.each<[string, Record<string, string>]>([
    ["from another site", { origin: "https://evil.com" }],
    ["from a name that begins alike", { origin: "https://apyary.test.evil.com" }],
    ["from plain http", { origin: "http://apyary.test" }],
    ["from a sandbox", { origin: "null" }],
    ["from another port of the host", { origin: "http://127.0.0.1:3001", host: "127.0.0.1:3000" }],
    ["across sites", { "sec-fetch-site": "cross-site" }],
    ["from a subdomain", { origin: publicUrl, "sec-fetch-site": "same-site" }],
    ["without a word about its origin", {}],
  ])("%s", async (_what, headers) => {
    const answer = await send(GOOD, headers)
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { statusCode: 403, message: "Only the site's own pages may send this.", code: "wrong_origin" },
    ])
    expect(received).toEqual([])
  })

  test.each([
    [{ email: "a@x.org\r\nBcc: evil@x.org" }, { email: "email_invalid" }],
    [{ email: "a@x.org,evil@x.org" }, { email: "email_invalid" }],
    [{ name: "Ann\r\nBcc: evil@x.org" }, { name: "name_invalid" }],
    [{ subject: "other\r\nBcc: evil@x.org" }, { subject: "subject_invalid" }],
    [{ subject: "constructor" }, { subject: "subject_invalid" }],
    [
      { message: "short", email: "" },
      { email: "email_invalid", message: "message_too_short" },
    ],
    [{ message: "m".repeat(4001) }, { message: "message_too_long" }],
    [{ email: ["a@x.org", "evil@x.org"] }, { email: "invalid" }],
    [{ message: { toString: "x" } }, { message: "invalid" }],
  ])("with %j, as JSON and by the form", async (change, fields) => {
    const answer = await send({ ...GOOD, ...change })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { statusCode: 400, message: "The message cannot be sent like this.", code: "bad_request", fields },
    ])
    if (Object.values(change).every((value) => typeof value === "string")) {
      const typed = { ...GOOD, ...(change as Record<string, string>) }
      const form = await submit(typed, "/fr/contact")
      expect([form.statusCode, form.headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"])
      expect([form.headers["cache-control"], form.headers.location]).toEqual(["no-store", undefined])
      expect(form.json()).toEqual(["fr", { typed, errors: { problems: Object.values(fields), failures: [] } }])
    }
    expect(received).toEqual([])
  })

  test.each([
    ["malformed JSON", "{", "application/json", 400, "bad_request"],
    ["an empty body", "", "application/json", 400, "bad_request"],
    ["a list", "[]", "application/json", 400, "bad_request"],
    ["null", "null", "application/json", 400, "bad_request"],
    ["a poisoned prototype", '{"__proto__":{"name":"x"}}', "application/json", 400, "bad_request"],
    ["plain text", "hello", "text/plain", 415, "unsupported_media_type"],
    ["a form with files", "--x--", "multipart/form-data; boundary=x", 415, "unsupported_media_type"],
    [
      "too much",
      JSON.stringify({ ...GOOD, message: "m".repeat(70_000) }),
      "application/json",
      413,
      "payload_too_large",
    ],
  ])("%s", async (_what, body, type, status, code) => {
    const answer = await send(body, { ...OWN, "content-type": type })
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { statusCode: status, code }])
    expect(received).toEqual([])
  })

  it("when one address sends more than five in an hour; mistakes do not count, other addresses go on", async () => {
    for (let at = 0; at < 8; at++) expect((await send({ ...GOOD, email: "x" })).statusCode).toBe(400)
    // All the form's doors count as one.
    for (let at = 0; at < 4; at++) expect((await send(GOOD)).statusCode).toBe(204)
    expect((await submit(GOOD, "/de/contact")).statusCode).toBe(303)
    const refused = await send(GOOD)
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { statusCode: 429, code: "too_many_requests" }])
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000)
    const form = await submit(GOOD)
    expect(form.statusCode).toBe(429)
    expect(Number(form.headers["retry-after"])).toBeGreaterThan(3000)
    expect(form.json()).toEqual(["en", { typed: GOOD, errors: { problems: [], failures: ["too_many_requests"] } }])
    expect((await send(GOOD, OWN, "10.0.0.2")).statusCode).toBe(204)
    expect(received).toHaveLength(6)
  })
})

describe("otherwise", () => {
  it("a program that fills in the hidden field hears what it wants to hear", async () => {
    expect((await send({ ...GOOD, website: "https://spam.example" })).statusCode).toBe(204)
    expect((await submit({ ...GOOD, website: "x" })).headers.location).toBe("/contact?sent=true")
    expect(received).toEqual([])
  })

  it("a mail server that is down is said in the contract's shape, without its words", async () => {
    isDown = true
    const answer = await send(GOOD)
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { statusCode: 503, code: "unavailable" }])
    expect(answer.body).not.toContain("down")
    const form = await submit(GOOD)
    expect(form.statusCode).toBe(503)
    expect(form.json()).toEqual(["en", { typed: GOOD, errors: { problems: [], failures: ["unavailable"] } }])
  })
})

describe("the page that comes again after a mistake", () => {
  let site: TestApp
  beforeAll(async () => {
    site = await testApp()
  })
  afterAll(() => site.close())

  const post = (fields: Record<string, string>, url: string) =>
    site.app.inject({
      method: "POST",
      url,
      headers: { origin: TEST_URL, "content-type": FORM },
      payload: new URLSearchParams(fields).toString(),
    })

  const escaped = (text: string) => text.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
  const EVIL = `"><script>alert(1)</script></textarea>`
  const typed = {
    name: `Ann ${EVIL}`,
    email: `ann@x ${EVIL}`,
    subject: "api",
    message: `\r\n${EVIL}\r\nSecond line, long enough`,
  }

  it("keeps what was typed and says what is wrong, in its language; nothing of it is kept or in an address", async () => {
    const answer = await post(typed, "/de/contact")
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([400, "no-store"])
    const [body = ""] = answer.body.split(`<script id="page"`)
    expect(body).toMatch(/<html lang="de"/)
    expect(body).toContain(`value="${escaped(typed.name)}"`)
    expect(body).toContain(`value="${escaped(typed.email)}"`)
    expect(body).toMatch(/<option value="api" selected/)
    // A textarea loses its first line end, so that there have to be two.
    expect(body).toContain(`>\n\n${escaped(EVIL)}\nSecond line, long enough</textarea>`)
    expect(body).toMatch(/<input(?=[^>]* name="email")(?=[^>]* aria-invalid="true")/)
    expect(body).not.toMatch(/<input(?=[^>]* name="name")(?=[^>]* aria-invalid)/)
    expect(answer.body.replaceAll(escaped(EVIL), "")).not.toContain("<script>alert")
    expect(answer.body).not.toMatch(/(?:href|action|content)="[^"]*Ann/)
  })

  it("is not what the next visitor gets", async () => {
    await post(typed, "/de/contact")
    const answer = await site.ask("/de/contact")
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain("Ann")
    expect(answer.body).not.toContain("Second line")
  })
})
