import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, describe, expect, it, test } from "vitest"
import { createLogger } from "./log.server.ts"
import { openMail } from "./mail.server.ts"

const log = createLogger("silent")
const from = "Apyary <no-reply@apyary.test>"
type Received = { from: string; to: string[]; source: string }
const received: Received[] = []
let refuses = false
let folder: string
let smtpUrl: string

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onMailFrom: (_address, _session, done) => done(refuses ? new Error("not now") : null),
  onData(stream, { envelope }, done) {
    const pieces: Buffer[] = []
    stream.on("data", (piece: Buffer) => pieces.push(piece))
    stream.on("end", () => {
      received.push({
        from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
        to: envelope.rcptTo.map(({ address }) => address),
        source: Buffer.concat(pieces).toString("utf8"),
      })
      done()
    })
  },
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apyary-mail-"))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await new Promise<void>((done) => server.close(done))
})

describe("over SMTP", () => {
  it("arrives, with sender, recipient, reply address and text", async () => {
    const mail = openMail({ smtpUrl, from, outboxDir: join(folder, "unused"), log })
    received.length = 0
    await mail.send({ to: "ops@apyary.test", replyTo: "ann@x.org", subject: "Grüße", text: "Line one\nLine two ü" })
    mail.close()
    expect(received).toHaveLength(1)
    const { source, ...envelope } = received[0] as Received
    expect(envelope).toEqual({ from: "no-reply@apyary.test", to: ["ops@apyary.test"] })
    expect(source).toMatch(/^Reply-To: ann@x\.org\r$/m)
    expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(source).toContain("Line one")
    expect(readdirSync(folder)).not.toContain("unused")
  })

  it("says that it is unavailable when the server refuses, and when there is none", async () => {
    const mail = openMail({ smtpUrl, from, outboxDir: folder, log })
    refuses = true
    await expect(mail.send({ to: "a@b.c", subject: "s", text: "t" })).rejects.toMatchObject({ code: "unavailable" })
    refuses = false
    mail.close()
    const nowhere = openMail({ smtpUrl: "smtp://127.0.0.1:1", from, outboxDir: folder, log })
    await expect(nowhere.send({ to: "a@b.c", subject: "s", text: "t" })).rejects.toMatchObject({ code: "unavailable" })
    nowhere.close()
  })

  test.each([
    { to: "a@b.c\r\nBcc: evil@x.org" },
    { to: "a@b.c, evil@x.org" },
    { to: "a@b.c; evil@x.org" },
    { to: "Ann <a@b.c>" },
    { to: "a@b.c evil@x.org" },
    { to: "" },
    { replyTo: "a@b.c\nBcc: evil@x.org" },
    { replyTo: '"x\r\ny"@b.c' },
    { subject: "Hello\r\nBcc: evil@x.org" },
    { subject: "Hello\u0000" },
  ])("sends nothing that could change the headers: %j", async (change) => {
    const mail = openMail({ smtpUrl, from, outboxDir: folder, log })
    received.length = 0
    await expect(mail.send({ to: "a@b.c", subject: "s", text: "t", ...change })).rejects.toMatchObject({
      code: "bad_request",
    })
    mail.close()
    expect(received).toEqual([])
  })

  it("keeps headers in a text out of the headers", async () => {
    const mail = openMail({ smtpUrl, from, outboxDir: folder, log })
    received.length = 0
    await mail.send({ to: "a@b.c", subject: "s", text: "\r\n.\r\nRCPT TO:<evil@x.org>\r\nBcc: evil@x.org" })
    mail.close()
    expect(received.map(({ to }) => to)).toEqual([["a@b.c"]])
    const head = received[0]?.source.split("\r\n\r\n")[0] ?? ""
    expect(head).not.toContain("evil")
  })
})

describe("without a server", () => {
  it("writes a file that only its owner can read", async () => {
    const outboxDir = join(folder, "deep/outbox")
    const clock = () => new Date("2026-11-20T10:00:00Z")
    const mail = openMail({ smtpUrl: undefined, from, outboxDir, log, clock })
    await mail.send({ to: "ops@apyary.test", replyTo: "ann@x.org", subject: "Hello", text: "Text" })
    const [file = "", ...others] = readdirSync(outboxDir)
    expect(others).toEqual([])
    expect(JSON.parse(readFileSync(join(outboxDir, file), "utf8"))).toEqual({
      date: "2026-11-20T10:00:00.000Z",
      from,
      to: "ops@apyary.test",
      replyTo: "ann@x.org",
      subject: "Hello",
      text: "Text",
    })
    expect(statSync(join(outboxDir, file)).mode & 0o777).toBe(0o600)
    await expect(mail.send({ to: "x", subject: "s", text: "t" })).rejects.toMatchObject({ code: "bad_request" })
  })
})
