// /dev/outbox over mails that the real mailer has put there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fastify, { type FastifyInstance } from "fastify"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { testClock } from "../../../test/test-clock.ts"
import { createLogger } from "../../core/log.server.ts"
import { type Mail, openMail } from "../../core/mail.server.ts"
import { registerOutbox } from "./outbox.server.ts"

const clock = testClock()
const log = createLogger("silent")
let parent: string
let folder: string
let app: FastifyInstance
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "apyary-outbox-"))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))
beforeEach(() => {
  clock.set("2026-11-20T12:00:00Z")
  folder = mkdtempSync(join(parent, "outbox-"))
  app = fastify()
  registerOutbox(app, folder)
})
afterEach(() => app.close())

async function put(change: Partial<Mail> = {}): Promise<void> {
  const mailer = openMail({ smtpUrl: undefined, from: "Apyary <no-reply@apyary.test>", outboxDir: folder, log, clock })
  await mailer.send({ to: "ann@x.org", subject: "Hello", text: "Text", ...change })
  clock.move(1000)
}
const ask = (url: string) => app.inject({ url })
async function links(): Promise<string[]> {
  const { body } = await ask("/dev/outbox")
  return [...body.matchAll(/href="(\/dev\/outbox\/[^"]+)"/g)].map(([, link]) => link ?? "")
}

describe("the list", () => {
  it("is empty before the first mail, also where there is no folder yet", async () => {
    expect((await ask("/dev/outbox")).body).toContain("There are no mails.")
    rmSync(folder, { recursive: true })
    expect((await ask("/dev/outbox")).statusCode).toBe(200)
  })

  it("has the newest first, and is kept nowhere", async () => {
    await put({ subject: "First", to: "first@x.org" })
    await put({ subject: "Second" })
    writeFileSync(join(folder, "2026-broken.json"), "{")
    writeFileSync(join(folder, "notes.txt"), "not a mail")
    const { body, headers } = await ask("/dev/outbox")
    expect(body).toMatch(/2026-broken\.json cannot be read.*Second<.*First<\/a> to first@x\.org/s)
    expect(body).not.toContain("notes")
    expect(headers["cache-control"]).toBe("no-store")
  })
})

describe("a mail", () => {
  it("is shown with its head, its text with links, and its HTML in a frame that can do nothing", async () => {
    await put({
      toName: "Änn",
      replyTo: "bob@x.org",
      text: "Open https://apyary.test/x?token=1&a=2 <now>",
      html: `<p title="a">Open</p><script>alert(1)</script>`,
      headers: { "List-Unsubscribe": "<https://apyary.test/u>" },
    })
    const [link = ""] = await links()
    const { body, headers } = await ask(link)
    expect(body).toContain("<dt>To</dt><dd>Änn &lt;ann@x.org&gt;</dd>")
    expect(body).toContain("<dt>Reply-To</dt><dd>bob@x.org</dd>")
    expect(body).toContain("<dt>List-Unsubscribe</dt><dd>&lt;https://apyary.test/u&gt;</dd>")
    expect(body).toContain(
      '<a href="https://apyary.test/x?token=1&amp;a=2">https://apyary.test/x?token=1&amp;a=2</a> &lt;now&gt;',
    )
    expect(body).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;p title=&quot;a&quot;/,
    )
    expect(body).not.toContain("<script")
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    expect(headers["content-security-policy"]).not.toContain("script-src")
  })

  it("cannot break out of the page", async () => {
    await put({ subject: `"><script>alert(1)</script>`, text: `</pre><script>1</script> https://x"onclick=alert(1)` })
    const [link = ""] = await links()
    for (const page of [await ask("/dev/outbox"), await ask(link)]) {
      expect(page.body).not.toMatch(/<script|"onclick/)
      expect(page.body).toContain("&quot;&gt;&lt;script&gt;alert(1)")
    }
  })

  test.each([
    "/dev/outbox/2026-none.json",
    "/dev/outbox/..%2fsecret.json",
    "/dev/outbox/2026-x%2f..%2f..%2fsecret.json",
    "/dev/outbox/2026-..%2f..%2fsecret.json",
    "/dev/outbox/%2fetc%2fpasswd",
    "/dev/outbox/notes.txt",
  ])("is not found at %s", async (url) => {
    writeFileSync(
      join(parent, "secret.json"),
      JSON.stringify({ date: "", from: "", to: "", subject: "secret", text: "" }),
    )
    writeFileSync(join(folder, "notes.txt"), "not a mail")
    expect((await ask(url)).statusCode).toBe(404)
  })
})
