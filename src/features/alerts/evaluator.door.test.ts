// From a run of a source to what people are told, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createFactories } from "../../../test/factories.ts"
import { row } from "../../../test/ingest.ts"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { DAY_MS, HOUR_MS } from "../../core/clock.ts"
import { FIXTURE_NOW } from "../ingest/sources/fixture-http.server.ts"
import { changeAlert, deleteAlert, snoozeAlert } from "./commands.server.ts"
import { alertRules, alertStates } from "./tables.server.ts"
import {
  ALERT_TABLES,
  alertsOf,
  createPeople,
  deliveriesOf,
  evaluateAll,
  publish,
  testEvaluator,
  toldTo,
} from "../../../test/alert-people.ts"

const clock = testClock()
let database: TestDb
let people: ReturnType<typeof createPeople>
let evaluator: ReturnType<typeof testEvaluator>
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set(FIXTURE_NOW)
  await database.sql.unsafe(`truncate offer, exchange, protocol, wallet, currency, market_version, source_state, source_run,
    ${ALERT_TABLES} restart identity cascade`)
  people = createPeople(database.db, clock)
  evaluator = testEvaluator(database.db, clock)
})

const now = (...rates: Parameters<typeof publish>[2][]) =>
  rates.reduce(async (before, rate) => {
    await before
    await publish(database.db, clock, rate)
  }, Promise.resolve())
const evaluate = () => evaluateAll(evaluator)
const waiting = async () => Number((await database.sql`select count(*) as n from offer_change`)[0]?.n)

describe("a rule tells what a run changed", () => {
  it("once per crossing, with its delivery, and the changes are done with", async () => {
    const ann = await people.person()
    await now({ a: 5, b: 5 })
    await people.alert(ann)
    await now({ a: 5.5, b: 7 }, { a: 6.2, b: 7.1 }, { a: 6.4, b: 5 })
    await evaluate()
    expect(await alertsOf(database.db, ann)).toEqual(["b rateThreshold.up 7", "a rateThreshold.up 6.2"])
    expect(await deliveriesOf(database.db, ann)).toMatchObject([
      { channel: "email", status: "queued" },
      { channel: "email", status: "queued" },
    ])
    expect(await waiting()).toBe(0)
    await now({ a: 6.4, b: 6.6 })
    await evaluate()
    expect(await alertsOf(database.db, ann)).toHaveLength(3)
  })

  it("the same however the changes are cut: all at once, or each by itself and by another process", async () => {
    const rates = [5, 7, 5.9, 6, 4, null, 6.5, 6.4, 5, 8]
    const [ann, ben] = [await people.person(), await people.person()]
    await now({ a: 4, b: 4 })
    const atOnce = async () => {
      for (const rate of rates) await now({ a: rate, b: 4 })
      await evaluate()
    }
    const rule = await people.alert(ann, { hysteresis: 0.5 })
    await atOnce()
    const together = await alertsOf(database.db, ann)
    await deleteAlert(database.db, ann.id, rule.id, clock())
    await now({ a: 4, b: 4 })
    await evaluate()
    await people.alert(ben, { hysteresis: 0.5 })
    for (const rate of rates) {
      await now({ a: rate, b: 4 })
      clock.move(31_000)
      await evaluateAll(testEvaluator(database.db, clock))
    }
    expect(together).toEqual(["a rateThreshold.up 7", "a rateThreshold.up 6.5", "a rateThreshold.up 8"])
    expect(await alertsOf(database.db, ben)).toEqual(together)
  })

  it("not what was before the rule was made", async () => {
    const ann = await people.person()
    await now({ a: 5 }, { a: 7 })
    await people.alert(ann)
    await evaluate()
    expect(await alertsOf(database.db, ann)).toEqual([])
  })

  it("by the filter's keys, new offers and statuses too", async () => {
    const pro = await people.person({ plan: "pro" })
    await now([row("a"), row("b")])
    await people.alert(pro, { type: "newOffer", params: {}, filter: { offerType: "lending" } })
    await people.alert(pro, { type: "offerStatus", params: { to: ["soldOut", "paused"] } })
    await now([row("a"), row("b", 5, { status: "soldOut" }), row("c"), row("d", 4, { category: "lending" })])
    await evaluate()
    expect((await alertsOf(database.db, pro)).sort()).toEqual(["b offerStatus.soldOut 5", "d newOffer 4"])
  })

  it("what time alone brings: the end of a promotion, once", async () => {
    const pro = await people.person({ plan: "pro" })
    const promoEndsAt = new Date(clock().getTime() + 10 * DAY_MS).toISOString()
    await now([row("a", 5, { terms: [{ promoEndsAt, rateAfterPromoPercent: 1 }] })])
    await people.alert(pro, { type: "promoEnds", params: { days: 3 } })
    await evaluate()
    for (let day = 0; day < 9; day++) {
      clock.move(DAY_MS)
      await evaluateAll(testEvaluator(database.db, clock))
    }
    expect(await alertsOf(database.db, pro)).toEqual(["a promoEnds 5"])
  })

  it("which offer is the best only when the run has ended", async () => {
    const ann = await people.person()
    await createFactories(database.db, clock).currency({ slug: "usdc", symbol: "USDC" })
    await now({ a: 5, b: 4 })
    await people.alert(ann, { type: "bestOffer", params: { metric: "apy" }, filter: { currencyId: "usdc" } })
    await now({ a: 5, b: 6 })
    await database.sql`update source_state set running_until = ${new Date(clock().getTime() + HOUR_MS).toISOString()}`
    await evaluate()
    expect(await alertsOf(database.db, ann)).toEqual([])
    await database.sql`update source_state set running_until = null`
    await evaluate()
    expect(await alertsOf(database.db, ann)).toEqual(["b bestOffer 6"])
  })
})

describe("a rule sleeps and wakes", () => {
  it("snoozed, switched off or deleted it says nothing, and afterwards it watches anew", async () => {
    const pro = await people.person({ plan: "pro" })
    await now({ a: 5, b: 5 })
    const [first, second, third] = [await people.alert(pro), await people.alert(pro), await people.alert(pro)]
    await evaluate()
    await snoozeAlert(database.db, pro.id, first.id, new Date(clock().getTime() + HOUR_MS), clock())
    await changeAlert(database.db, pro.id, second.id, { enabled: false }, () => null, clock())
    await deleteAlert(database.db, pro.id, third.id, clock())
    await now({ a: 7, b: 5 })
    await evaluate()
    expect(await alertsOf(database.db, pro)).toEqual([])
    clock.move(HOUR_MS)
    await evaluate()
    await now({ a: 5, b: 5 }, { a: 7, b: 5 })
    await evaluate()
    expect(await alertsOf(database.db, pro)).toEqual(["a rateThreshold.up 7"])
    await changeAlert(database.db, pro.id, second.id, { enabled: true }, () => null, clock())
    await now({ a: 7, b: 6 })
    await evaluate()
    expect(await alertsOf(database.db, pro)).toHaveLength(3)
  })

  it("changed between the evaluation and its writing, it tells nothing of what it was before", async () => {
    const ann = await people.person()
    await now({ a: 5 })
    const { id } = await people.alert(ann)
    await evaluate()
    await now({ a: 7 })
    // The rule changes after the evaluator has read it: its own connection writes in between.
    const { db } = database
    const racing = testEvaluator(
      new Proxy(db, {
        get(target, key, receiver) {
          if (key !== "transaction") return Reflect.get(target, key, receiver) as unknown
          return async (...args: Parameters<typeof db.transaction>) => {
            await changeAlert(db, ann.id, id, { name: "another" }, () => null, clock())
            return target.transaction(...args)
          }
        },
      }),
      clock,
    )
    clock.move(31_000)
    await racing.step()
    expect(await alertsOf(db, ann)).toEqual([])
    expect(await db.select().from(alertStates)).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it("of a person who is gone, nothing is written and nothing breaks", async () => {
    const [ann, ben] = [await people.person(), await people.person()]
    await now({ a: 5 })
    await people.alert(ann)
    await people.alert(ben)
    await evaluate()
    await now({ a: 7 })
    await database.sql`delete from user_account where id = ${ann.id}`
    await evaluate()
    expect(await alertsOf(database.db, ben)).toEqual(["a rateThreshold.up 7"])
    expect(await waiting()).toBe(0)
  })
})

describe("of several processes one evaluates", () => {
  it("the others wait until it is silent, and take over with what it left", async () => {
    const ann = await people.person()
    await now({ a: 5 })
    await people.alert(ann)
    const other = testEvaluator(database.db, clock)
    clock.move(31_000)
    await evaluate()
    await publish(database.db, clock, { a: 7 }, 1000)
    expect(await other.step()).toBe(false)
    expect(await waiting()).toBe(1)
    await evaluator.release()
    await evaluateAll(other)
    expect(await alertsOf(database.db, ann)).toEqual(["a rateThreshold.up 7"])
    await now({ a: 5 }, { a: 8 })
    await other.release()
    await evaluate()
    expect(await alertsOf(database.db, ann)).toHaveLength(2)
  })

  it("who lost the lease in the middle writes nothing", async () => {
    const ann = await people.person()
    await now({ a: 5 })
    await people.alert(ann)
    await evaluate()
    await now({ a: 7 })
    const { db } = database
    const other = testEvaluator(db, clock)
    let isTaken = false
    const slow = testEvaluator(
      new Proxy(db, {
        get(target, key, receiver) {
          if (key !== "transaction" || isTaken) return Reflect.get(target, key, receiver) as unknown
          return async (...args: Parameters<typeof db.transaction>) => {
            isTaken = true
            clock.move(60_000)
            await evaluateAll(other)
            return target.transaction(...args)
          }
        },
      }),
      clock,
    )
    clock.move(31_000)
    await evaluateAll(slow)
    expect(isTaken).toBe(true)
    expect(await alertsOf(db, ann)).toEqual(["a rateThreshold.up 7"])
  })
})

describe("plans", () => {
  it("a plan that ended pauses what is over the smaller one, before anything of it is told", async () => {
    const pro = await people.person({ plan: "pro" })
    await now({ a: 5 })
    for (const percent of [6, 6.1, 6.2]) await people.alert(pro, { percent })
    await people.subscribe(pro, "pro", new Date(clock().getTime() + HOUR_MS))
    clock.move(2 * HOUR_MS)
    await now({ a: 7 })
    await evaluate()
    expect(await alertsOf(database.db, pro)).toEqual(["a rateThreshold.up 7"])
    expect((await toldTo(database.db, pro)).map(({ kind }) => kind).sort()).toEqual(["alert", "planPause"])
    const rules = await database.db.select().from(alertRules).orderBy(alertRules.id)
    expect(rules.map(({ pausedByPlan }) => pausedByPlan)).toEqual([null, "count", "count"])
  })
})
