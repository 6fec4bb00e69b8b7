// Each way out of the site against a server that speaks its protocol, on loopback: what arrives, and what every refusal leads to.
import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { Bot } from "grammy"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { type HttpsStandIn, startHttpsStandIn } from "../../../test/https-stand-in.ts"
import { pushBrowser } from "../../../test/push-browser.ts"
import { testSmtp } from "../../../test/smtp.ts"
import { startTelegramStandIn, type TelegramStandIn } from "../../../test/telegram-stand-in.ts"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { renderMail } from "../../app/entry-mail.tsx"
import { createLogger } from "../../core/log.server.ts"
import { openMail } from "../../core/mail.server.ts"
import { deliverNext as sendMail } from "../../core/mail-queue.server.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { users } from "../accounts/tables.server.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { createMailWriter } from "../mail/write.server.ts"
import { type DeliverDeps, deliverNext, sendDueDigest } from "./deliver.server.ts"
import { createDeliverer } from "./deliverer.server.ts"
import { type NewNotification, notify } from "./notify.server.ts"
import { addPushSubscription, changeSettings } from "./settings-commands.server.ts"
import { ensureSettings } from "./settings.server.ts"
import { alertSettings, deliveries, pushSubscriptions } from "./tables.server.ts"
import { ALERT_TABLES, createPeople, deliveriesOf, type Person, toldTo } from "../../../test/alert-people.ts"
import { RETRY_DELAYS_SECONDS } from "./when.ts"
import type { SentChannel } from "./words.ts"

const clock = testClock()
const log = createLogger("silent")
const catalogs = loadCatalogs()
const publicUrl = "https://apyary.test"
let database: TestDb
let people: ReturnType<typeof createPeople>
let telegram: TelegramStandIn
let other: HttpsStandIn
let deps: DeliverDeps
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set(FIXTURE_NOW)
  await database.sql.unsafe(`truncate ${ALERT_TABLES} restart identity cascade`)
  people = createPeople(database.db, clock)
  telegram = await startTelegramStandIn()
  other = await startHttpsStandIn()
  const site = { publicUrl, operatorName: undefined, operatorContact: undefined }
  deps = await createDeliverer({
    db: database.db,
    clock,
    log,
    catalogs,
    writeMail: createMailWriter({ renderer: async () => renderMail, catalogs, site }),
    publicUrl,
    telegram: new Bot(telegram.token, { client: { apiRoot: telegram.url } }).api,
    findAddresses: other.findAddresses,
    ca: other.ca,
  })
})
afterEach(async () => {
  await telegram.close()
  await other.close()
})

const values = {
  kind: "alert",
  ruleName: "My ether",
  message: "rateThreshold.up",
  values: {
    offerId: 1,
    offerSlug: "lido-steth",
    provider: "Lido",
    symbols: "ETH",
    label: null,
    blockchain: "Ethereum",
    source: "lido",
    asOf: "2026-11-20T06:00:00.000Z",
    metric: "apy",
    amount: null,
    percent: 3,
    rateBefore: 2.9,
    rate: 3.1,
  },
} as const
const alertTo = ({ id: userId }: Person, key: string, channels: SentChannel[], isDigest = false): NewNotification => ({
  userId,
  ruleId: null,
  dedupeKey: `alert:${key}`,
  values,
  channels,
  isDigest,
})
const tell = (...list: NewNotification[]) => database.db.transaction((tx) => notify(tx, clock(), list))
const sendAll = async () => {
  while (await deliverNext(deps));
}
const statusOf = async (person: Person) => (await deliveriesOf(database.db, person)).map((it) => it.status)
const set = ({ id }: Person, change: Partial<typeof alertSettings.$inferInsert>) =>
  ensureSettings(database.db, [id]).then(() =>
    database.db.update(alertSettings).set(change).where(eq(alertSettings.userId, id)),
  )

describe("e-mail", () => {
  it("arrives by SMTP in the reader's language, with a way to unsubscribe by one click", async () => {
    const smtp = await testSmtp()
    const mailer = openMail({ smtpUrl: smtp.url, from: "Apyary <no-reply@apyary.test>", outboxDir: "", log, clock })
    try {
      const ann = await people.person({ locale: "de" })
      await tell(alertTo(ann, "1", ["email"]))
      await sendAll()
      while (await sendMail({ db: database.db, mailer, clock, log }));
      expect(await statusOf(ann)).toEqual(["sent"])
      const [mail] = smtp.received
      expect(mail?.to).toEqual([ann.email])
      expect(mail?.head("Subject")).toBe("Lido · ETH: gestiegen auf 3,10 %")
      expect(mail?.text).toContain("https://apyary.test/de/offers/lido-steth")
      expect(mail?.head("List-Unsubscribe")).toMatch(/^<https:\/\/apyary\.test\/de\/unsubscribe_alerts\?user=.+>$/)
      expect(mail?.head("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click")
    } finally {
      mailer.close()
      await smtp.stop()
    }
  })

  it("is put into the outbox once, also when it is delivered twice at once", async () => {
    const ann = await people.person()
    await tell(alertTo(ann, "1", ["email"]))
    await Promise.all([sendAll(), sendAll(), sendAll()])
    expect(await database.sql`select kind from mail`).toHaveLength(1)
  })

  it("one mail has all of a day, at the hour of it", async () => {
    const ann = await people.person({ timeZone: "Europe/Berlin" })
    await tell(alertTo(ann, "1", ["email"], true), alertTo(ann, "2", ["email"], true))
    expect(await sendDueDigest(deps)).toBe(false)
    expect(await deliverNext(deps)).toBe(false)
    clock.move(86_400_000)
    await Promise.all([sendDueDigest(deps), sendDueDigest(deps)])
    expect(await statusOf(ann)).toEqual(["sent", "sent"])
    const mails = await database.sql`select subject from mail`
    expect(mails.map(({ subject }) => subject as string)).toEqual(["2 alerts of the last day"])
  })

  it("waits for an address to be confirmed, and goes to nobody who unsubscribed or is blocked", async () => {
    const ann = await people.person({ emailConfirmedAt: null })
    await tell(alertTo(ann, "1", ["email"]))
    await sendAll()
    expect(await statusOf(ann)).toEqual(["failed"])
    await database.db.update(users).set({ emailConfirmedAt: clock() }).where(eq(users.id, ann.id))
    clock.move(60_000)
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
    const ben = await people.person()
    await tell(alertTo(ben, "2", ["email"]))
    await database.sql`delete from user_notification where user_id = ${ben.id}`
    const cat = await people.person()
    await tell(alertTo(cat, "3", ["email"]))
    await database.db.update(users).set({ blockedAt: clock() }).where(eq(users.id, cat.id))
    await sendAll()
    expect([await statusOf(ben), await statusOf(cat)]).toEqual([["dropped"], ["dropped"]])
    expect(await database.sql`select 1 from mail`).toHaveLength(1)
  })
})

describe("Telegram", () => {
  it("arrives as plain text in the reader's language", async () => {
    const ann = await people.person({ locale: "fr" })
    await set(ann, { telegramChatId: "77" })
    await tell(alertTo(ann, "1", ["telegram"]))
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
    expect(telegram.texts(77)[0]).toMatch(/^Lido · ETH : en hausse à 3,10.%\n/)
    expect(telegram.calls.find(({ method }) => method === "sendMessage")?.payload).not.toHaveProperty("parse_mode")
  })

  it("waits as long as the Bot API asks for", async () => {
    const ann = await people.person()
    await set(ann, { telegramChatId: "77" })
    await tell(alertTo(ann, "1", ["telegram"]))
    telegram.refuse("sendMessage", {
      code: 429,
      description: "Too Many Requests: retry after 90",
      parameters: { retry_after: 90 },
    })
    await sendAll()
    const [row] = await deliveriesOf(database.db, ann)
    expect(row).toMatchObject({ status: "failed", nextAt: new Date(clock().getTime() + 90_000) })
    telegram.refuse("sendMessage", undefined)
    clock.move(89_000)
    await sendAll()
    expect(telegram.texts(77)).toHaveLength(1)
    clock.move(1000)
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
  })

  test.each([
    [403, "Forbidden: bot was blocked by the user"],
    [400, "Bad Request: chat not found"],
  ])("%i %s switches the channel off, and the site says so", async (code, description) => {
    const ann = await people.person()
    await set(ann, { telegramChatId: "77" })
    await tell(alertTo(ann, "1", ["telegram"]), alertTo(ann, "2", ["telegram"]))
    telegram.refuse("sendMessage", { code, description })
    await sendAll()
    expect(await statusOf(ann)).toEqual(["dropped", "dead"])
    const [setting] = await database.db.select().from(alertSettings)
    expect(setting?.telegramChatId).toBeNull()
    expect((await toldTo(database.db, ann)).at(-1)?.values).toMatchObject({ kind: "channelOff", channel: "telegram" })
    await tell(alertTo(ann, "3", ["telegram"]))
    expect(await statusOf(ann)).toHaveLength(2)
  })
})

describe("webhook", () => {
  const hooked = async () => {
    const ann = await people.person()
    await changeSettings(database.db, ann.id, { webhookUrl: other.url("/alerts?x=1") })
    await tell(alertTo(ann, "1", ["webhook"]))
    return ann
  }

  it("arrives signed, with the same id at every attempt", async () => {
    const ann = await hooked()
    other.answer({ status: 503, headers: { "retry-after": "120" } })
    await sendAll()
    clock.move(120_000)
    other.answer({ status: 204 })
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
    const [first, second] = other.received
    expect(second?.path).toBe("/alerts?x=1")
    expect(JSON.parse(String(second?.body))).toMatchObject({
      id: "alert:1",
      kind: "alert",
      url: "https://apyary.test/offers/lido-steth",
      alert: { rule: "My ether", message: "rateThreshold.up", values: { rate: 3.1 } },
    })
    expect(first?.headers["apyary-delivery"]).toBe(second?.headers["apyary-delivery"])
    const [setting] = await database.db.select().from(alertSettings)
    const seconds = clock().getTime() / 1000
    const wanted = createHmac("sha256", setting?.webhookSecret ?? "").update(`${seconds}.${String(second?.body)}`)
    expect(second?.headers["apyary-signature"]).toBe(`t=${seconds},v1=${wanted.digest("hex")}`)
  })

  it("follows no redirect, and is given up after the last attempt of the table", async () => {
    const ann = await hooked()
    other.answer({ status: 302, headers: { location: other.url("/elsewhere") } })
    for (const seconds of [0, ...RETRY_DELAYS_SECONDS]) {
      clock.move(seconds * 1000)
      await sendAll()
    }
    expect(other.received).toHaveLength(RETRY_DELAYS_SECONDS.length + 1)
    expect(new Set(other.received.map(({ path }) => path))).toEqual(new Set(["/alerts?x=1"]))
    expect(await deliveriesOf(database.db, ann)).toMatchObject([{ status: "dead", lastError: "answered_302" }])
  })

  it("that is gone is switched off", async () => {
    const ann = await hooked()
    other.answer({ status: 410 })
    await sendAll()
    const [setting] = await database.db.select().from(alertSettings)
    expect([setting?.webhookUrl, await statusOf(ann)]).toEqual([null, ["dropped"]])
  })

  test.each([
    "http://hooks.example.org/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.1.2.3:8443/",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "https://user:password@hooks.example.org/",
    "ftp://hooks.example.org/",
    "hooks.example.org",
  ])("cannot be set to %s", async (webhookUrl) => {
    const ann = await people.person()
    await expect(changeSettings(database.db, ann.id, { webhookUrl })).rejects.toMatchObject({
      code: "invalid_parameter",
    })
  })

  it("whose name leads into the own network by the time it is sent reaches nobody", async () => {
    const ann = await hooked()
    const { publicAddresses } = await import("../../core/public-post.server.ts")
    await expect(publicAddresses("localhost")).rejects.toMatchObject({ code: "invalid_parameter" })
    const site = { publicUrl, operatorName: undefined, operatorContact: undefined }
    const strict = await createDeliverer({
      ...deps,
      catalogs,
      publicUrl,
      telegram: null,
      writeMail: createMailWriter({ renderer: async () => renderMail, catalogs, site }),
      findAddresses: () => publicAddresses("localhost"),
      ca: other.ca,
    })
    await deliverNext(strict)
    expect(other.received).toEqual([])
    expect(await deliveriesOf(database.db, ann)).toMatchObject([{ status: "failed" }])
  })
})

describe("web push", () => {
  it("arrives at each browser, readable by it alone, under a tag that shows it once", async () => {
    const ann = await people.person()
    const [laptop, phone] = [pushBrowser(other.url("/laptop")), pushBrowser(other.url("/phone"))]
    for (const { input } of [laptop, phone]) await addPushSubscription(database.db, ann.id, input, clock())
    await tell(alertTo(ann, "1", ["webPush"]))
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent", "sent"])
    const onPhone = other.received.find(({ path }) => path === "/phone")
    expect(phone.read(onPhone?.body ?? Buffer.alloc(0))).toMatchObject({
      title: "Lido · ETH: up to 3.10%",
      url: "https://apyary.test/offers/lido-steth",
      tag: "alert:1",
    })
    expect(() => laptop.read(onPhone?.body ?? Buffer.alloc(0))).toThrow()
    expect(onPhone?.headers.authorization).toMatch(/^vapid t=.+, k=.+/)
    expect(new Set(other.received.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  test.each([404, 410])("%i takes the browser out; the others stay", async (status) => {
    const ann = await people.person()
    for (const { input } of [pushBrowser(other.url("/gone")), pushBrowser(other.url("/there"))])
      await addPushSubscription(database.db, ann.id, input, clock())
    await tell(alertTo(ann, "1", ["webPush"]))
    other.answer(({ path }) => ({ status: path === "/gone" ? status : 201 }))
    await sendAll()
    expect((await statusOf(ann)).sort()).toEqual(["dropped", "sent"])
    const left = await database.db.select().from(pushSubscriptions)
    expect(left.map(({ endpoint }) => endpoint)).toEqual([other.url("/there")])
  })

  it("takes no subscription that leads into the own network", async () => {
    const ann = await people.person()
    const { keys } = pushBrowser(other.url("/x")).input
    const adding = addPushSubscription(database.db, ann.id, { endpoint: "https://127.0.0.1/x", keys }, clock())
    await expect(adding).rejects.toMatchObject({ code: "invalid_parameter" })
  })
})

describe("hours and pauses", () => {
  it("what comes due in quiet hours goes out at their end, and loses no attempt for it", async () => {
    const ann = await people.person({ timeZone: "America/New_York" })
    await set(ann, { telegramChatId: "77" })
    clock.set("2026-11-20T20:00:00Z")
    await tell(alertTo(ann, "1", ["telegram"]))
    await set(ann, { quietFrom: 15 * 60, quietTo: 16 * 60 + 30 })
    await sendAll()
    expect(await deliveriesOf(database.db, ann)).toMatchObject([
      { status: "queued", attempts: 0, nextAt: new Date("2026-11-20T21:30:00Z") },
    ])
    clock.set("2026-11-20T21:30:00Z")
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
  })

  it("somebody who pauses is told in the site alone", async () => {
    const ann = await people.person()
    await set(ann, { pausedUntil: new Date(clock().getTime() + 60_000) })
    await tell(alertTo(ann, "1", ["email"]))
    expect([await statusOf(ann), (await toldTo(database.db, ann)).length]).toEqual([[], 1])
    clock.move(60_000)
    await tell(alertTo(ann, "2", ["email"]))
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
  })

  it("a delivery that a killed worker had taken is taken again when its lease is over", async () => {
    const ann = await people.person()
    await tell(alertTo(ann, "1", ["email"]))
    const { claimDelivery, LEASE_MS } = await import("./deliver.server.ts")
    expect(await claimDelivery(database.db, clock())).toBeDefined()
    await sendAll()
    expect(await statusOf(ann)).toEqual(["queued"])
    clock.move(LEASE_MS)
    await sendAll()
    expect(await statusOf(ann)).toEqual(["sent"])
    expect((await database.db.select().from(deliveries))[0]?.attempts).toBe(2)
  })
})
