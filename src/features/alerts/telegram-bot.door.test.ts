// The bot against a Bot API on loopback: linking, ending, blocking, snoozing, and one listener among many processes.
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { startTelegramStandIn, type TelegramStandIn } from "../../../test/telegram-stand-in.ts"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { createLogger } from "../../core/log.server.ts"
import { loadCatalogs } from "../../i18n/catalogs.server.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { findBotName, findSettings } from "./queries.server.ts"
import { alertRules, alertSettings } from "./tables.server.ts"
import { createTelegramBot, type TelegramBot } from "./telegram-bot.server.ts"
import { ALERT_TABLES, createPeople, type Person, toldTo } from "../../../test/alert-people.ts"

const clock = testClock()
const catalogs = loadCatalogs()
let database: TestDb
let telegram: TelegramStandIn
let people: ReturnType<typeof createPeople>
const bots: TelegramBot[] = []
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set(FIXTURE_NOW)
  await database.sql.unsafe(`truncate ${ALERT_TABLES} restart identity cascade`)
  people = createPeople(database.db, clock)
  telegram = await startTelegramStandIn()
})
afterEach(async () => {
  await Promise.all(bots.splice(0).map((bot) => bot.stop()))
  await telegram.close()
})

function startBot(): TelegramBot {
  const bot = createTelegramBot({
    db: database.db,
    clock,
    log: createLogger("silent"),
    token: telegram.token,
    apiUrl: telegram.url,
    translate: (locale) => catalogs.translate(locale),
    publicUrl: "https://apyary.test",
    waitSeconds: 1,
  })
  bots.push(bot)
  bot.start()
  return bot
}
const heard = () => expect.poll(() => telegram.unconfirmed(), { timeout: 10_000 }).toBe(0)
const tokenOf = async ({ id }: Person) => (await findSettings(database.db, id)).telegramToken
const chatOf = async ({ id }: Person) => (await findSettings(database.db, id)).telegramChatId

describe("a chat", () => {
  it("is linked by the person's link, in their language; the link works once", async () => {
    const ann = await people.person({ locale: "es-ES" })
    const token = await tokenOf(ann)
    startBot()
    telegram.write(77, `/start ${token}`)
    await heard()
    expect(await chatOf(ann)).toBe("77")
    expect(telegram.texts(77)).toEqual([catalogs.translate("es-ES")("alerts:telegram.linked")])
    expect(await findBotName(database.db)).toBe("apyary_test_bot")
    expect(await tokenOf(ann)).not.toBe(token)
    telegram.write(78, `/start ${token}`, "de")
    await heard()
    expect(telegram.texts(78)).toEqual([catalogs.translate("de")("alerts:telegram.unknownToken")])
    telegram.write(77, `/start ${token}`)
    await heard()
    expect(telegram.texts(77)).toHaveLength(2)
    expect(await chatOf(ann)).toBe("77")
  })

  it("belongs to the account that it was linked to last", async () => {
    const [ann, ben] = [await people.person(), await people.person()]
    startBot()
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    await heard()
    telegram.write(77, `/start ${await tokenOf(ben)}`)
    await heard()
    expect([await chatOf(ann), await chatOf(ben)]).toEqual([null, "77"])
  })

  it("is told how to begin, and hears no more after /stop", async () => {
    const ann = await people.person()
    startBot()
    telegram.write(77, "/start", "it")
    await heard()
    expect(telegram.texts(77)[0]).toBe(
      catalogs.translate("it")("alerts:telegram.hello", { url: "https://apyary.test/it/alerts" }),
    )
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    telegram.write(77, "/stop")
    await heard()
    expect(await chatOf(ann)).toBeNull()
    expect(telegram.texts(77).at(-1)).toBe(catalogs.translate("en")("alerts:telegram.stopped"))
  })

  it("that blocks the bot is switched off, and the site says so", async () => {
    const ann = await people.person()
    startBot()
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    telegram.block(77)
    await heard()
    expect(await chatOf(ann)).toBeNull()
    expect((await toldTo(database.db, ann)).map(({ values }) => values)).toEqual([
      { kind: "channelOff", channel: "telegram", reason: "blocked" },
    ])
  })

  it("snoozes an alert of its own by the button under it, and none of somebody else's", async () => {
    const [ann, ben] = [await people.person(), await people.person()]
    const [mine, theirs] = [await people.alert(ann), await people.alert(ben)]
    await database.db.update(alertSettings).set({ telegramChatId: null })
    startBot()
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    telegram.press(77, `snooze:${mine.id}`)
    telegram.press(77, `snooze:${theirs.id}`)
    telegram.press(77, "something else")
    await heard()
    const snoozed = async (id: number) =>
      (await database.db.select().from(alertRules).where(eq(alertRules.id, id)))[0]?.snoozedUntil
    expect(await snoozed(mine.id)).toEqual(new Date(FIXTURE_NOW.getTime() + 86_400_000))
    expect(await snoozed(theirs.id)).toBeNull()
  })
})

describe("many processes", () => {
  it("one listens; the next one does when it stops, and goes on where it was", async () => {
    const ann = await people.person()
    const first = startBot()
    await expect.poll(() => telegram.listening(), { timeout: 10_000 }).toBe(1)
    startBot()
    telegram.write(77, "hello")
    await heard()
    await first.stop()
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    await expect.poll(() => chatOf(ann), { timeout: 15_000 }).toBe("77")
    await heard()
    expect(telegram.texts(77)).toHaveLength(1)
  }, 30_000)

  it("a chat that cannot be answered keeps nobody else waiting", async () => {
    const ann = await people.person()
    telegram.refuse("sendMessage", { code: 403, description: "Forbidden: bot was blocked by the user" })
    startBot()
    telegram.write(66, "/start")
    telegram.write(77, `/start ${await tokenOf(ann)}`)
    await heard()
    expect(await chatOf(ann)).toBe("77")
  })
})
