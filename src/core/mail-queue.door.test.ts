// The outbox on a real database, with a real mail server on the other side.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest"
import { testClock } from "../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../test/test-db.ts"
import { type TestSmtp, testSmtp } from "../../test/smtp.ts"
import { DAY_MS } from "./clock.ts"
import { AppError } from "./errors.ts"
import { openJobs } from "./jobs.server.ts"
import { createLogger } from "./log.server.ts"
import { type Mailer, openMail, unsubscribeHeaders } from "./mail.server.ts"
import { sendMails, startMailJobs } from "./mail-jobs.server.ts"
import {
  afterFailure,
  claimMail,
  cleanMails,
  type Delivery,
  deliverMail,
  deliverNext,
  enqueueMail,
  findMail,
  forgetMails,
  KEEP_MS,
  LEASE_MS,
  listMails,
  mailsAreWaiting,
  type QueuedMail,
  replayMails,
  RETRY_DELAYS_SECONDS,
} from "./mail-queue.server.ts"
import { SEND_TIMEOUT_MS } from "./mail.server.ts"

const log = createLogger("silent")
const clock = testClock()
const MAIL: QueuedMail = {
  kind: "test",
  to: "ann@x.org",
  subject: "Hello",
  text: "token 123",
  html: "<p>token 123</p>",
}
let database: TestDb
let smtp: TestSmtp
let mailer: Mailer
let delivery: Delivery

beforeAll(async () => {
  database = await openTestDb()
  smtp = await testSmtp()
})
afterAll(async () => {
  await smtp.stop()
  await database.remove()
})
beforeEach(async () => {
  clock.set("2026-11-20T12:00:00Z")
  smtp.received.length = 0
  smtp.refuse(null)
  await database.sql`truncate mail`
  mailer = openMail({ smtpUrl: smtp.url, from: "Apyary <no-reply@apyary.test>", outboxDir: "", log })
  delivery = { db: database.db, mailer, clock, log }
})
afterEach(() => mailer.close())

const enqueue = (change: Partial<QueuedMail> = {}) => enqueueMail(database.db, { ...MAIL, ...change }, clock())
async function put(change: Partial<QueuedMail> = {}): Promise<string> {
  return (await enqueue(change)) ?? expect.fail("nothing was written")
}
const rowOf = (id: string) => findMail(database.db, id)
async function drain(): Promise<number> {
  let sent = 0
  while (await deliverNext(delivery)) sent++
  return sent
}

describe("a mail in the outbox", () => {
  it("arrives as it was written, and its text is gone from the database", async () => {
    const headers = unsubscribeHeaders("https://apyary.test/unsubscribe_alerts?token=1")
    const id = await put({ headers, toName: "Änn\r\nX", senderName: "Apyary Alarme", replyTo: "bob@x.org" })
    expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 0, text: "token 123", recipientName: "Änn X" })
    expect(await drain()).toBe(1)
    const [received] = smtp.received
    expect([received?.to, received?.text.trim(), received?.html.trim()]).toEqual([
      ["ann@x.org"],
      "token 123",
      "<p>token 123</p>",
    ])
    expect(
      ["To", "From", "Reply-To", "Subject", "Message-ID", "List-Unsubscribe"].map((name) => received?.head(name)),
    ).toEqual([
      "Änn X <ann@x.org>",
      "Apyary Alarme <no-reply@apyary.test>",
      "bob@x.org",
      "Hello",
      `<${id}@apyary.test>`,
      "<https://apyary.test/unsubscribe_alerts?token=1>",
    ])
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 1, text: null, html: null, endedAt: clock() })
    expect(JSON.stringify(await database.sql`select * from mail`)).not.toContain("123")
    expect(await drain()).toBe(0)
  })

  it("is there when its transaction is kept, and not otherwise", async () => {
    const failed = database.db.transaction(async (tx) => {
      await enqueueMail(tx, MAIL, clock())
      throw new Error("something else went wrong")
    })
    await expect(failed).rejects.toThrow("something else")
    await database.db.transaction((tx) => enqueueMail(tx, { ...MAIL, subject: "Kept" }, clock()))
    await drain()
    expect(smtp.received.map((mail) => mail.head("Subject"))).toEqual(["Kept"])
  })

  it("is written once per key, also by many at once", async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => enqueue({ dedupeKey: "alert:1:2026-11-20" })))
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    await drain()
    expect(await enqueue({ dedupeKey: "alert:1:2026-11-20" })).toBeNull()
    expect(await enqueue({ dedupeKey: "alert:2:2026-11-20" })).not.toBeNull()
    await drain()
    expect(smtp.received).toHaveLength(2)
  })

  test.each<Partial<QueuedMail>>([
    { to: "ann@x.org\r\nBcc: evil@x.org" },
    { replyTo: "a@x.org,b@x.org" },
    { headers: { "List-Unsubscribe": "<https://x>\r\nBcc: evil@x.org" } },
  ])("with %j is not taken", async (change) => {
    await expect(enqueue(change)).rejects.toMatchObject({ code: "bad_request" })
    expect(await listMails(database.db, null, 10)).toEqual([])
  })

  it("has a subject of one line, however it came", async () => {
    const id = await put({ subject: `Alert "a\r\nBcc: evil@x.org" ${"x".repeat(500)}` })
    await drain()
    expect((await rowOf(id))?.subject).toHaveLength(200)
    expect(smtp.received[0]?.to).toEqual(["ann@x.org"])
    expect(smtp.received[0]?.head("Subject")).toContain('Alert "a Bcc: evil@x.org" xxx')
    expect(smtp.received[0]?.head("Bcc")).toBeUndefined()
  })
})

describe("when it cannot be sent", () => {
  it("is tried again after each delay of the table, then it is dead, and nobody else waits for it", async () => {
    smtp.refuse({ at: "to", code: 450, to: "ann@x.org" })
    const id = await put()
    const other = await put({ to: "bob@x.org" })
    const waits: number[] = []
    for (;;) {
      await drain()
      const row = await rowOf(id)
      if (row?.status !== "failed") break
      waits.push((row.nextAttemptAt.getTime() - clock().getTime()) / 1000)
      clock.set(new Date(row.nextAttemptAt.getTime() - 1))
      expect(await drain()).toBe(0)
      clock.move(1)
    }
    expect(waits).toEqual([...RETRY_DELAYS_SECONDS])
    expect(await rowOf(id)).toMatchObject({
      status: "dead",
      attempts: RETRY_DELAYS_SECONDS.length + 1,
      endedAt: clock(),
    })
    expect((await rowOf(id))?.lastError).toContain("450")
    expect(await rowOf(other)).toMatchObject({ status: "sent", attempts: 1 })
    expect(await drain()).toBe(0)
  })

  it("for good, it is dead at once", async () => {
    smtp.refuse({ at: "to", code: 550 })
    const id = await put()
    await drain()
    expect(await rowOf(id)).toMatchObject({ status: "dead", attempts: 1, text: "token 123" })
    expect((await rowOf(id))?.lastError).toContain("550")
  })

  it("because the server is down, it leaves when the server is up again", async () => {
    await smtp.stop()
    const id = await put()
    await drain()
    expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 1 })
    await smtp.start()
    expect(await drain()).toBe(0)
    clock.move((RETRY_DELAYS_SECONDS[0] ?? 0) * 1000)
    await drain()
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 2, lastError: null })
    expect(smtp.received).toHaveLength(1)
  })

  test.each<[string, unknown, number, string]>([
    ["a refusal", new AppError("mail_refused"), 1, "dead"],
    ["an address that is none", new AppError("bad_request"), 1, "dead"],
    ["no server", new AppError("unavailable"), 1, "failed"],
    ["a fault of our own", new TypeError("x is not a function"), 8, "failed"],
    ["the last attempt", new AppError("unavailable"), 9, "dead"],
  ])("%s: %#", (_what, error, attempts, status) => {
    expect(afterFailure(error, attempts, clock()).status).toBe(status)
  })

  it("in time, a mail whose link has ended is not sent, and cannot be replayed", async () => {
    const id = await put({ expiresAt: new Date(clock().getTime() + 60_000) })
    clock.move(60_000)
    expect(await drain()).toBe(1)
    expect(smtp.received).toEqual([])
    expect(await rowOf(id)).toMatchObject({ status: "dead", text: null, html: null, endedAt: clock() })
    expect(await replayMails(database.db, "all", clock())).toEqual([])
  })
})

describe("a worker", () => {
  it("that dies with a mail leaves it to the next, with the same Message-ID", async () => {
    const id = await put()
    // It was taken and even sent, but nobody wrote that down.
    const row = await claimMail(database.db, clock())
    await mailer.send({ id, to: MAIL.to, subject: MAIL.subject, text: row?.text ?? "" })
    expect(await drain()).toBe(0)
    clock.move(LEASE_MS)
    expect(await drain()).toBe(1)
    expect(smtp.received.map((mail) => mail.head("Message-ID"))).toEqual([`<${id}@apyary.test>`, `<${id}@apyary.test>`])
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 2 })
  })

  it("has a mail for longer than sending may take", () => {
    expect(LEASE_MS).toBeGreaterThan(2 * SEND_TIMEOUT_MS)
  })

  it("that took too long does not overwrite what the next one wrote", async () => {
    const id = await put()
    const row = (await claimMail(database.db, clock())) ?? expect.fail("none was due")
    clock.move(LEASE_MS)
    await drain()
    smtp.refuse({ at: "to", code: 550 })
    await deliverMail(delivery, row)
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 2 })
  })

  it("that took too long does not end what the next one will try again", async () => {
    const id = await put()
    const row = (await claimMail(database.db, clock())) ?? expect.fail("none was due")
    clock.move(LEASE_MS)
    smtp.refuse({ at: "to", code: 450 })
    await drain()
    smtp.refuse({ at: "to", code: 550 })
    await deliverMail(delivery, row)
    expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 2 })
    expect((await rowOf(id))?.lastError).toContain("450")
  })

  it("shares with others: of many at once each mail is sent once", async () => {
    for (let at = 0; at < 40; at++) await put({ to: `r${at}@x.org` })
    await Promise.all(Array.from({ length: 6 }, drain))
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(
      Array.from({ length: 40 }, (_, at) => `r${at}@x.org`).sort(),
    )
  })

  it("sends what was there before it started, and what comes while it runs", async () => {
    const before = await Promise.all(Array.from({ length: 10 }, (_, at) => put({ to: `r${at}@x.org` })))
    const stop = sendMails(delivery)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(before.length), 10_000)
    await put({ to: "later@x.org" })
    mailsAreWaiting()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(before.length + 1), 10_000)
    // Without a word it is found as well.
    await put({ to: "silent@x.org" })
    await vi.waitFor(() => expect(smtp.received).toHaveLength(before.length + 2), 10_000)
    await stop()
    expect((await listMails(database.db, "sent", 100)).map(({ attempts }) => attempts)).toEqual(
      Array.from({ length: 12 }, () => 1),
    )
    await put({ to: "too-late@x.org" })
    mailsAreWaiting()
    expect(await listMails(database.db, "queued", 10)).toHaveLength(1)
  })

  it("works beside another one on the same outbox, on the queue's schedule", async () => {
    const { jobs, close } = await openJobs(database.address, log)
    const stops = [await startMailJobs(jobs, delivery), await startMailJobs(jobs, delivery)]
    for (let at = 0; at < 20; at++) await put({ to: `r${at}@x.org` })
    mailsAreWaiting()
    await vi.waitFor(async () => expect(await listMails(database.db, "sent", 100)).toHaveLength(20), 15_000)
    expect(new Set(smtp.received.flatMap(({ to }) => to)).size).toBe(20)
    expect(smtp.received).toHaveLength(20)
    expect(await jobs.getSchedules()).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "mail-clean", cron: "41 2 * * *" })]),
    )
    for (const stop of stops) await stop()
    await close()
  })
})

describe("what is over", () => {
  it("is removed after 30 days, sent or dead, and what waits stays", async () => {
    const sent = await put()
    await drain()
    smtp.refuse({ at: "to", code: 550 })
    const dead = await put()
    await drain()
    const waits = await put()
    clock.move(KEEP_MS)
    await cleanMails(database.db, clock())
    expect([await rowOf(sent), await rowOf(dead)]).toMatchObject([{ status: "sent" }, { status: "dead" }])
    clock.move(1)
    await cleanMails(database.db, clock())
    expect((await listMails(database.db, null, 10)).map(({ id }) => id)).toEqual([waits])
  })

  it("and may not be used any more, loses its text before", async () => {
    smtp.refuse({ at: "to", code: 550 })
    const id = await put({ expiresAt: new Date(clock().getTime() + DAY_MS) })
    await drain()
    await cleanMails(database.db, clock())
    expect((await rowOf(id))?.text).toBe("token 123")
    clock.move(DAY_MS)
    await cleanMails(database.db, clock())
    expect(await rowOf(id)).toMatchObject({ status: "dead", text: null, html: null })
  })

  it("can be forgotten by its address", async () => {
    await put()
    await put({ to: "bob@x.org" })
    await forgetMails(database.db, "ann@x.org")
    expect((await listMails(database.db, null, 10)).map(({ recipient }) => recipient)).toEqual(["bob@x.org"])
  })
})

describe("the operator", () => {
  it("cannot send what has no text any more", async () => {
    smtp.refuse({ at: "to", code: 550 })
    await put()
    await drain()
    await database.sql`update mail set text = null, html = null`
    expect(await replayMails(database.db, "all", clock())).toEqual([])
  })

  it("sees no texts, newest first, and sends what is dead again: one, or all", async () => {
    smtp.refuse({ at: "data", code: 554 })
    const ids: string[] = []
    for (const to of ["a@x.org", "b@x.org", "c@x.org"]) {
      clock.move(1000)
      ids.push(await put({ to }))
    }
    await drain()
    const dead = await listMails(database.db, "dead", 10)
    expect(dead.map(({ recipient }) => recipient)).toEqual(["c@x.org", "b@x.org", "a@x.org"])
    expect(JSON.stringify(dead)).not.toContain("token")
    expect(await listMails(database.db, "sent", 10)).toEqual([])
    smtp.refuse(null)
    expect((await replayMails(database.db, { id: ids[1] ?? "" }, clock())).map(({ id }) => id)).toEqual([ids[1]])
    await drain()
    expect(smtp.received.map(({ to }) => to)).toEqual([["b@x.org"]])
    expect(await replayMails(database.db, { id: ids[1] ?? "" }, clock())).toEqual([])
    expect(await replayMails(database.db, "all", clock())).toHaveLength(2)
    await drain()
    expect(await listMails(database.db, "sent", 10)).toHaveLength(3)
    expect((await listMails(database.db, "sent", 10)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  })
})
