import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { type Stage, type TestSmtp, testSmtp } from "../../test/smtp.ts"
import { createLogger } from "./log.server.ts"
import { type Mail, type Mailer, openMail, unsubscribeHeaders } from "./mail.server.ts"

const log = createLogger("silent")
const from = "Apyary <no-reply@apyary.test>"
const MAIL: Mail = { to: "a@b.c", subject: "s", text: "t" }
let folder: string
let smtp: TestSmtp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apyary-mail-"))
  smtp = await testSmtp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await smtp.stop()
})

describe("over SMTP", () => {
  let mail: Mailer
  beforeEach(() => {
    smtp.received.length = 0
    smtp.refuse(null)
    mail = openMail({ smtpUrl: smtp.url, from, outboxDir: join(folder, "unused"), log })
  })
  afterEach(() => mail.close())

  it("arrives, with sender, recipient, reply address and text", async () => {
    await mail.send({ to: "ops@apyary.test", replyTo: "ann@x.org", subject: "Grüße", text: "Line one\nLine two ü" })
    expect(smtp.received).toHaveLength(1)
    const [received] = smtp.received
    expect(received).toMatchObject({ from: "no-reply@apyary.test", to: ["ops@apyary.test"] })
    expect(received?.head("Reply-To")).toBe("ann@x.org")
    expect(received?.head("Subject")).toBe("Grüße")
    expect(received?.source).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(received?.text.trimEnd()).toBe("Line one\nLine two ü")
    expect(readdirSync(folder)).not.toContain("unused")
  })

  it("brings names in any script, text and HTML, headers, and an id that is the same each time", async () => {
    const url = `https://apyary.test/unsubscribe_alerts?token=${"aB3-_.".repeat(40)}`
    const sent: Mail = {
      ...MAIL,
      id: "0b8f7a52-0000-4000-8000-000000000001",
      toName: "Анна Müller, 王芳 <x>",
      senderName: "Apyary: Änderungen",
      text: "Größe",
      html: "<p>Größe</p>",
      headers: { ...unsubscribeHeaders(url), "Auto-Submitted": "auto-generated" },
    }
    await mail.send(sent)
    await mail.send(sent)
    expect(smtp.received).toHaveLength(2)
    for (const received of smtp.received) {
      expect(received.to).toEqual(["a@b.c"])
      expect(received.head("To")).toBe("Анна Müller, 王芳 <x> <a@b.c>")
      expect(received.head("From")).toBe("Apyary: Änderungen <no-reply@apyary.test>")
      expect(received.head("Message-ID")).toBe("<0b8f7a52-0000-4000-8000-000000000001@apyary.test>")
      expect(received.head("List-Unsubscribe")).toBe(`<${url}>`)
      expect(received.head("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click")
      expect(received.head("Auto-Submitted")).toBe("auto-generated")
      expect([received.text.trim(), received.html.trim()]).toEqual(["Größe", "<p>Größe</p>"])
    }
  })

  test.each<[Stage, number, string]>([
    ["connect", 421, "unavailable"],
    ["connect", 554, "unavailable"],
    ["from", 451, "unavailable"],
    ["from", 550, "mail_refused"],
    ["from", 530, "unavailable"],
    ["to", 450, "unavailable"],
    ["to", 550, "mail_refused"],
    ["to", 503, "unavailable"],
    ["data", 452, "unavailable"],
    ["data", 554, "mail_refused"],
  ])("that is refused at %s with %d is %s", async (at, code, error) => {
    smtp.refuse({ at, code })
    await expect(mail.send(MAIL)).rejects.toMatchObject({ code: error })
    smtp.refuse(null)
    await mail.send(MAIL)
    expect(smtp.received).toHaveLength(1)
  })

  it("is not the mail's fault when the server does not let us in", async () => {
    const guarded = await testSmtp({ login: true })
    guarded.refuse({ at: "auth", code: 535 })
    const locked = openMail({ smtpUrl: guarded.url, from, outboxDir: folder, log })
    await expect(locked.send(MAIL)).rejects.toMatchObject({ code: "unavailable" })
    guarded.refuse(null)
    await locked.send(MAIL)
    expect(guarded.received).toHaveLength(1)
    locked.close()
    await guarded.stop()
  })

  it("says that it is unavailable when there is no server", async () => {
    const nowhere = openMail({ smtpUrl: "smtp://127.0.0.1:1", from, outboxDir: folder, log })
    await expect(nowhere.send(MAIL)).rejects.toMatchObject({ code: "unavailable" })
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
    { to: "a\u0000@b.c" },
    { toName: "Ann\r\nBcc: evil@x.org" },
    { toName: "Ann\u2028Bcc: evil@x.org" },
    { toName: "Ann \u202egro.x@live" },
    { senderName: "Apyary\nBcc: evil@x.org" },
    { id: "1>\r\nBcc: evil@x.org" },
    { headers: { "List-Unsubscribe": "<https://x.org>\r\nBcc: evil@x.org" } },
    { headers: { "List-Unsubscribe": "<https://x.org/ü>" } },
    { headers: { "List-Unsubscribe": "" } },
    { headers: { "List-Id": "x".repeat(901) } },
    { headers: { Bcc: "evil@x.org" } },
    { headers: { "List-Id\r\nBcc": "evil@x.org" } },
  ])("sends nothing that could change the headers: %j", async (change) => {
    await expect(mail.send({ ...MAIL, ...(change as Partial<Mail>) })).rejects.toMatchObject({ code: "bad_request" })
    expect(smtp.received).toEqual([])
  })

  it("keeps headers in a text out of the headers", async () => {
    await mail.send({ ...MAIL, text: "\r\n.\r\nRCPT TO:<evil@x.org>\r\nBcc: evil@x.org" })
    expect(smtp.received.map(({ to }) => to)).toEqual([["a@b.c"]])
    const head = smtp.received[0]?.source.split("\r\n\r\n")[0] ?? ""
    expect(head).not.toContain("evil")
  })
})

describe("the sender", () => {
  test.each([
    ["no-reply@apyary.test", "no-reply@apyary.test"],
    ["<no-reply@apyary.test>", "no-reply@apyary.test"],
    ['"Apyary, Alarme" <no-reply@apyary.test>', "Apyary, Alarme <no-reply@apyary.test>"],
    ["Apyäry <no-reply@apyary.test>", "Apyäry <no-reply@apyary.test>"],
  ])("%s is %s", async (setting, shown) => {
    const mail = openMail({ smtpUrl: smtp.url, from: setting, outboxDir: folder, log })
    smtp.received.length = 0
    await mail.send(MAIL)
    mail.close()
    expect(smtp.received[0]?.head("From")?.replaceAll('"', "")).toBe(shown)
  })

  test.each(["Apyary", "Apyary <no-reply>", "a@b.c, d@e.f", "A <a@b.c> <d@e.f>", "A\r\nBcc: x <a@b.c>"])(
    "%j is none, which is said at start",
    (setting) => {
      expect(() => openMail({ smtpUrl: smtp.url, from: setting, outboxDir: folder, log })).toThrow(
        expect.objectContaining({ code: "invalid_setting" }),
      )
    },
  )
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
