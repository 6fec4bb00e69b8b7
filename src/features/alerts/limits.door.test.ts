// The plans' limits under many calls at once: alerts created (1, 10, 100), notifications sent in a month (10, 100, 1000) (spec 9).
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { rowsOf } from "../../../test/ingest.ts"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { AppError } from "../../core/errors.ts"
import { type TariffCode, tariffOf } from "../billing/tariffs.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { deleteAlert } from "./commands.server.ts"
import { type NewNotification, notify } from "./notify.server.ts"
import { applyPlan } from "./plan.server.ts"
import { takeQuota } from "./quota.server.ts"
import { alertsOfUser, listAlerts } from "./queries.server.ts"
import {
  ALERT_TABLES,
  createPeople,
  deliveriesOf,
  evaluateAll,
  type Person,
  publish,
  testEvaluator,
  toldTo,
} from "../../../test/alert-people.ts"

const clock = testClock()
let database: TestDb
let people: ReturnType<typeof createPeople>
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set(FIXTURE_NOW)
  await database.sql.unsafe(`truncate offer, exchange, currency, market_version, source_state, source_run, ${ALERT_TABLES}
    restart identity cascade`)
  people = createPeople(database.db, clock)
})

const pausesOf = async (person: Person) => (await listAlerts(database.db, person.id)).map((row) => row.pausedByPlan)
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))

describe("alerts created", () => {
  test.each<[TariffCode, number]>([
    ["free", 1],
    ["pro", 10],
  ])("%s: of many calls at once exactly %i get through", async (plan, limit) => {
    const person = await people.person({ plan })
    const calls = Array.from({ length: limit + 12 }, () => people.alert(person).then(() => "made", codeOf))
    const results = await Promise.all(calls)
    expect(results.filter((it) => it === "made")).toHaveLength(limit)
    expect(new Set(results)).toEqual(new Set(["made", "alert_limit"]))
    expect(await listAlerts(database.db, person.id)).toHaveLength(limit)
  })

  it("tells the limit, and one that is deleted makes room", async () => {
    const person = await people.person()
    const { id } = await people.alert(person)
    const error = await people.alert(person).catch((it: unknown) => it)
    expect(error).toMatchObject({ code: "alert_limit", statusCode: 409, fields: { limit: "1" } })
    await deleteAlert(database.db, person.id, id, clock())
    await people.alert(person)
  })

  test.each([
    ["a type", { type: "offerStatus", params: { to: ["ended"] } }],
    ["the figure of Real APY", { params: { metric: "realApy", direction: "up", percent: 5 } }],
  ])("%s that the free plan does not have needs a plan", async (_what, rule) => {
    const [free, pro] = [await people.person(), await people.person({ plan: "pro" })]
    expect(await people.alert(free, rule).catch(codeOf)).toBe("plan_required")
    await people.alert(pro, rule)
  })
})

describe("a smaller plan", () => {
  it("keeps all rules, pauses what is over its number and what it does not have, and says so once", async () => {
    const person = await people.person({ plan: "pro" })
    await people.alert(person, { type: "offerStatus", params: { to: ["ended"] } })
    await people.alert(person, { params: { metric: "realApy", direction: "up", percent: 5 } })
    for (let at = 0; at < 3; at++) await people.alert(person)
    await people.subscribe(person, "free")
    const apply = () => database.db.transaction((tx) => applyPlan(tx, person.id, tariffOf("free"), clock()))
    expect(await apply()).toBe(4)
    expect(await pausesOf(person)).toEqual(["type", "type", null, "count", "count"])
    expect(await apply()).toBe(0)
    expect((await toldTo(database.db, person)).map(({ values }) => values)).toEqual([
      { kind: "planPause", paused: 4, tariff: "free" },
    ])
  })

  it("lets them go on when the plan grows again, and the next one when a running one is deleted", async () => {
    const person = await people.person({ plan: "pro" })
    for (let at = 0; at < 3; at++) await people.alert(person)
    const apply = (code: TariffCode) =>
      database.db.transaction((tx) => applyPlan(tx, person.id, tariffOf(code), clock()))
    await people.subscribe(person, "free")
    await apply("free")
    const [first] = await listAlerts(database.db, person.id)
    await deleteAlert(database.db, person.id, first?.id ?? 0, clock())
    expect(await pausesOf(person)).toEqual([null, "count"])
    await people.subscribe(person, "pro")
    await apply("pro")
    expect(await pausesOf(person)).toEqual([null, null])
  })
})

describe("notifications of a month", () => {
  const one = ({ id: userId }: Person, key: number | string): NewNotification => ({
    userId,
    ruleId: null,
    dedupeKey: `alert:${key}`,
    values: { kind: "alert", ruleName: "", message: "newOffer", values: { offerId: 1 } },
    channels: ["email"],
    isDigest: false,
  })
  const tell = (person: Person, ...keys: (number | string)[]) =>
    database.db.transaction((tx) =>
      notify(
        tx,
        clock(),
        keys.map((key) => one(person, key)),
        new Map([[person.id, 10]]),
      ),
    )

  it("of many at once exactly the plan's number is sent; the rest is listed, and the person is told once", async () => {
    const person = await people.person()
    await Promise.all(Array.from({ length: 25 }, (_, key) => tell(person, key)))
    const told = await toldTo(database.db, person)
    const alerts = told.filter(({ kind }) => kind === "alert")
    expect(alerts).toHaveLength(25)
    expect(alerts.filter(({ overQuota }) => !overQuota)).toHaveLength(10)
    expect(told.filter(({ kind }) => kind === "quota").map(({ values }) => values)).toEqual([
      { kind: "quota", limit: 10, month: FIXTURE_NOW.toISOString().slice(0, 7) },
    ])
    expect(await deliveriesOf(database.db, person)).toHaveLength(11)
    // What getUser tells: 25 and the word about the limit are unread, 10 count against the plan.
    expect(await alertsOfUser(database.db, person.id, clock())).toMatchObject({
      notificationsCount: 10,
      unreadCount: 26,
    })
  })

  it("the same thing twice counts once", async () => {
    const person = await people.person()
    expect(await tell(person, 1, 1, 2)).toBe(2)
    expect(await tell(person, 1, 2)).toBe(0)
    expect(await tell(person, ...Array.from({ length: 8 }, (_, at) => `other ${at}`))).toBe(8)
    expect((await toldTo(database.db, person)).some(({ overQuota }) => overQuota)).toBe(false)
  })

  it("a new month, in UTC, begins anew; a larger plan has more at once", async () => {
    const person = await people.person()
    const take = (wanted: number, limit: number) =>
      database.db.transaction(async (tx) =>
        (await takeQuota(tx, [{ userId: person.id, wanted, limit }], clock())).get(person.id),
      )
    clock.set("2026-11-30T23:59:59Z")
    expect(await take(7, 10)).toBe(7)
    expect(await take(7, 10)).toBe(3)
    expect(await take(1, 10)).toBe(0)
    expect(await take(100, 100)).toBe(90)
    expect(await take(5, 10)).toBe(0)
    clock.set("2026-12-01T00:00:00Z")
    expect(await take(12, 10)).toBe(10)
  })

  it("what was taken in a transaction that is not kept, is not taken", async () => {
    const person = await people.person()
    const failing = database.db.transaction(async (tx) => {
      await takeQuota(tx, [{ userId: person.id, wanted: 5, limit: 10 }], clock())
      throw new Error("not kept")
    })
    await expect(failing).rejects.toThrow("not kept")
    await tell(person, ...Array.from({ length: 10 }, (_, at) => at))
    expect((await toldTo(database.db, person)).some(({ overQuota }) => overQuota)).toBe(false)
  })

  it("a flood is one message that stands for all; programs get each, and the inbox lists each", async () => {
    const person = await people.person()
    await database.sql`insert into alert_setting (user_id, telegram_token, webhook_url)
      values (${person.id}, 'token', 'https://hooks.example.org')`
    await publish(database.db, clock, rowsOf(6))
    await people.alert(person, { percent: 6 }, { channels: ["email", "webhook"] })
    const evaluator = testEvaluator(database.db, clock)
    await publish(
      database.db,
      clock,
      rowsOf(6).map((it) => ({ ...it, rate: { ...it.rate, percent: 7 } })),
    )
    await evaluateAll(evaluator)
    const told = await toldTo(database.db, person)
    expect(told.filter(({ kind }) => kind === "alert")).toHaveLength(6)
    const [bundle] = told.filter(({ kind }) => kind === "bundle")
    expect(bundle?.values).toMatchObject({ count: 6 })
    const ways = await deliveriesOf(database.db, person)
    expect(ways.filter(({ channel }) => channel === "email").map((it) => it.notificationId)).toEqual([bundle?.id])
    expect(ways.filter(({ channel }) => channel === "webhook")).toHaveLength(6)
  })

  it("at the hour of the day's mail, or after quiet hours, in the person's time zone", async () => {
    const [digest, quiet] = [
      await people.person({ timeZone: "Asia/Tokyo" }),
      await people.person({ timeZone: "Asia/Tokyo" }),
    ]
    await database.sql`insert into alert_setting (user_id, telegram_token, quiet_from, quiet_to) values (${quiet.id}, 'q', 1320, 420)`
    clock.set("2026-11-20T14:00:00Z")
    await database.db.transaction((tx) => notify(tx, clock(), [{ ...one(digest, 1), isDigest: true }, one(quiet, 2)]))
    const [daily] = await deliveriesOf(database.db, digest)
    const [later] = await deliveriesOf(database.db, quiet)
    expect(daily).toMatchObject({ isDigest: true, nextAt: new Date("2026-11-20T23:00:00Z") })
    expect(later?.nextAt).toEqual(new Date("2026-11-20T22:00:00Z"))
  })
})
