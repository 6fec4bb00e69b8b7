// A message to the operator on its whole way: accepted while the mail server is down, delivered when it is up.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { type TestSmtp, testSmtp } from "../../../test/smtp.ts"
import { createLogger } from "../../core/log.server.ts"
import { type Mailer, openMail } from "../../core/mail.server.ts"
import { deliverNext, listMails, onMailsWaiting, RETRY_DELAYS_SECONDS } from "../../core/mail-queue.server.ts"
import { contactSender } from "./contact-mail.server.ts"

const log = createLogger("silent")
const clock = testClock()
const MESSAGE = { replyTo: "ann@x.org", subject: "Apyary contact: public API", text: "From: Ann\n\nIt says 404." }
let database: TestDb
let smtp: TestSmtp
let mailer: Mailer
beforeAll(async () => {
  database = await openTestDb()
  smtp = await testSmtp()
  mailer = openMail({ smtpUrl: smtp.url, from: "Apyary <no-reply@apyary.test>", outboxDir: "", log })
})
afterAll(async () => {
  mailer.close()
  await smtp.stop()
  await database.remove()
})
beforeEach(async () => {
  smtp.received.length = 0
  await database.sql`truncate mail`
})

const send = (message = MESSAGE) => contactSender({ db: database.db, clock, to: "ops@apyary.test" })(message)
const deliver = () => deliverNext({ db: database.db, mailer, clock, log })

it("waits for the mail server, and reaches the operator, who can answer it", async () => {
  let told = 0
  const forget = onMailsWaiting(() => void told++)
  await smtp.stop()
  await send()
  forget()
  expect(told).toBe(1)
  expect(await deliver()).toBe(true)
  expect(await listMails(database.db, "failed", 10)).toMatchObject([{ kind: "contact", recipient: "ops@apyary.test" }])
  await smtp.start()
  clock.move((RETRY_DELAYS_SECONDS[0] ?? 0) * 1000)
  await deliver()
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toMatchObject({ to: ["ops@apyary.test"], text: expect.stringContaining("It says 404.") })
  expect(smtp.received[0]?.head("Reply-To")).toBe("ann@x.org")
})

it("is refused with what could change the headers, before it is written", async () => {
  await expect(send({ ...MESSAGE, replyTo: "ann@x.org\r\nBcc: evil@x.org" })).rejects.toMatchObject({
    code: "bad_request",
  })
  expect(await listMails(database.db, null, 10)).toEqual([])
})
