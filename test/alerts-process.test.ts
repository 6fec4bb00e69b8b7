// The worker as it is started: what a run changed becomes a mail and a message in a chat, and a stop leaves nothing half done.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { afterEach, expect, it } from "vitest"
import { NOWHERE } from "./commands.ts"
import { openDatabase } from "../src/core/db/database.server.ts"
import { changeSettings } from "../src/features/alerts/settings-commands.server.ts"
import { alertSettings } from "../src/features/alerts/tables.server.ts"
import { createPeople, publish } from "./alert-people.ts"
import { testSmtp, type TestSmtp } from "./smtp.ts"
import { startTelegramStandIn, type TelegramStandIn } from "./telegram-stand-in.ts"
import { testClock } from "./test-clock.ts"
import { createTestDb, removeTestDb, type TestDb } from "./test-db.ts"

const MAIN = resolve(import.meta.dirname, "../src/main.ts")

let place: TestDb["settings"] | undefined
let worker: ChildProcess | undefined
let smtp: TestSmtp | undefined
let telegram: TelegramStandIn | undefined
afterEach(async () => {
  if (worker && worker.exitCode === null && worker.signalCode === null) {
    worker.kill("SIGKILL")
    await once(worker, "exit")
  }
  await smtp?.stop()
  await telegram?.close()
  if (place) await removeTestDb(place)
})

it("a worker evaluates, mails and writes to the chat, and ends when it is told to", async () => {
  place = await createTestDb("demo")
  smtp = await testSmtp()
  telegram = await startTelegramStandIn()
  const database = await openDatabase(place)
  const clock = testClock(new Date(Date.now() - 600_000))
  const people = createPeople(database.db, clock)
  const ann = await people.person({ locale: "de" })
  await changeSettings(database.db, ann.id, { digestHour: 9 })
  await database.db.update(alertSettings).set({ telegramChatId: "77" })
  await publish(database.db, clock, { a: 5 })
  await people.alert(ann, {}, { channels: ["email", "telegram"] })
  await publish(database.db, clock, { a: 7 })
  await database.close()

  worker = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      SERVICES: "worker",
      LOG_LEVEL: "error",
      SMTP_URL: smtp.url,
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_URL: telegram.url,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      ...NOWHERE,
    },
  })
  let complaints = ""
  worker.stderr?.on("data", (piece: Buffer) => (complaints += piece.toString()))
  const subjects = () => smtp?.received.map((mail) => mail.head("Subject"))
  await expect.poll(subjects, { timeout: 90_000, interval: 200 }).toEqual(["Bybit · USDC: gestiegen auf 7,00 %"])
  await expect.poll(() => telegram?.texts(77).length, { timeout: 30_000 }).toBe(1)
  expect(telegram.texts(77)[0]).toMatch(/^Bybit · USDC: gestiegen auf 7,00.%/)
  worker.kill("SIGTERM")
  expect((await once(worker, "exit"))[0]).toBe(0)
  expect(complaints).toBe("")
}, 180_000)
