// Runs that meet trouble: offers that leave, answers that shrink or break, two runs at once. Nothing is lost, each change is one event.
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { row, rowsOf, sourceOf, useIngest } from "../../../test/ingest.ts"
import { DAY_MS, HOUR_MS } from "../../core/clock.ts"
import { AppError } from "../../core/errors.ts"
import { sourceStates } from "../market/tables.server.ts"
import { FIXTURE_NOW } from "./sources/fixture-http.server.ts"
import { SOURCES } from "./sources/registry.ts"

const bench = useIngest()
const { clock, run, stored, one, statusesOf, everything } = bench

describe("an offer that leaves its source", () => {
  test("is paused, ended after 72 hours, and open again when it comes back: one event each", async () => {
    await run(sourceOf([row("a"), row("b")]))
    clock.move(HOUR_MS)
    await run(sourceOf([row("b")]))
    expect(await one("a")).toMatchObject({ status: "paused", missingSince: clock() })
    for (const hours of [1, 30, 40]) {
      clock.move(hours * HOUR_MS)
      await run(sourceOf([row("b")]))
      expect((await one("a")).status).toBe("paused")
    }
    clock.move(HOUR_MS)
    await run(sourceOf([row("b")]))
    expect((await one("a")).status).toBe("ended")
    clock.move(DAY_MS)
    await run(sourceOf([row("b")]))
    expect(await statusesOf("a")).toEqual([
      [null, "active"],
      ["active", "paused"],
      ["paused", "ended"],
    ])
    clock.move(DAY_MS)
    await run(sourceOf([row("a"), row("b")]))
    expect(await one("a")).toMatchObject({ status: "active", missingSince: null })
    expect((await statusesOf("a")).at(-1)).toEqual(["ended", "active"])
    expect(await statusesOf("a")).toHaveLength(4)
    expect(await statusesOf("b")).toEqual([[null, "active"]])
  })

  test("and comes back within the time is open again", async () => {
    await run(sourceOf([row("a"), row("b")]))
    await run(sourceOf([row("b")]))
    clock.move(HOUR_MS)
    await run(sourceOf([row("a"), row("b")]))
    expect(await one("a")).toMatchObject({ status: "active", missingSince: null })
    expect(await statusesOf("a")).toEqual([
      [null, "active"],
      ["active", "paused"],
      ["paused", "active"],
    ])
  })

  test("is not taken for gone when its row was only bad", async () => {
    await run(sourceOf([row("a"), row("b")]))
    await run(sourceOf([row("b")], { dropped: [{ reason: "noRate", key: "a" }] }))
    expect((await one("a")).status).toBe("active")
  })

  test("is not taken for gone when its row is malformed here", async () => {
    await run(sourceOf([row("a"), row("b")]))
    await run(sourceOf([row("a", Number.NaN), row("b")]))
    expect((await one("a")).status).toBe("active")
  })

  test("a status that the source itself tells is an event too", async () => {
    await run(sourceOf([row("a")]))
    await run(sourceOf([row("a", 5, { status: "soldOut" })]))
    await run(sourceOf([row("a", 5, { status: "soldOut" })]))
    await run(sourceOf([row("a")]))
    expect(await statusesOf("a")).toEqual([
      [null, "active"],
      ["active", "soldOut"],
      ["soldOut", "active"],
    ])
  })
})

describe("a source that suddenly gives a fraction of its rows", () => {
  test("is held and marked stale: nothing is paused or ended, what came is taken in", async () => {
    await run(sourceOf(rowsOf(40)))
    clock.move(100 * HOUR_MS)
    const report = await run(sourceOf([row("o0", 6), row("new")]))
    expect(report).toMatchObject({ outcome: "held", added: 1, changed: 1 })
    const rows = [...(await stored()).values()]
    expect(rows).toHaveLength(41)
    expect(rows.every((offer) => offer.status === "active" && offer.missingSince === null)).toBe(true)
    const state = async () =>
      (await bench.database.db.select().from(sourceStates).where(eq(sourceStates.source, "bybit")))[0]
    expect(await state()).toMatchObject({ stale: true, lastOkAt: FIXTURE_NOW, runningUntil: null })
    expect((await one("o0")).rate.apy).toBe(6)
    await run(sourceOf(rowsOf(40)))
    expect(await state()).toMatchObject({ stale: false, lastOkAt: clock() })
  })

  test("and then nothing at all is held as well", async () => {
    await run(sourceOf(rowsOf(20)))
    expect((await run(sourceOf([]))).outcome).toBe("held")
    expect([...(await stored()).values()].every((offer) => offer.status === "active")).toBe(true)
  })
})

describe("a broken source", () => {
  test.each([
    ["that cannot be reached", { fetch: () => Promise.reject(new AppError("source_unreachable")) }],
    ["with answers of another shape", { fetch: () => Promise.resolve("<html>sorry</html>") }],
    ["with a fault of ours", { fetch: () => Promise.reject(new TypeError("x is not a function")) }],
  ])("%s gives a failed report; what is stored stays and others go on", async (_how, broken) => {
    await run(sourceOf([row("a")]))
    const before = await everything()
    const report = await run({ ...SOURCES.bybit, ...broken })
    expect(report).toMatchObject({ outcome: "failed", error: expect.any(String) })
    expect(await everything()).toEqual(before)
    expect((await run(SOURCES.gemini)).outcome).toBe("ok")
    // its claim has ended with it: the next run is not refused
    expect((await run(sourceOf([row("a")]))).outcome).toBe("ok")
  })
})

describe("two runs of one source at once", () => {
  test("the second is refused, a run of another source is not, and a dead run's claim ends by itself", async () => {
    let finish = () => {}
    const waits = new Promise<null>((done) => {
      finish = () => done(null)
    })
    const slow = { ...sourceOf([row("a")]), fetch: () => waits }
    const first = run(slow)
    await expect
      .poll(async () => (await bench.database.db.select().from(sourceStates)).map(({ source }) => source))
      .toEqual(["bybit"])
    await expect(run(sourceOf([row("a")]))).rejects.toMatchObject({ code: "source_running" })
    expect((await run(SOURCES.gemini)).outcome).toBe("ok")
    clock.move(HOUR_MS)
    expect((await run(sourceOf([row("a")]))).outcome).toBe("ok")
    finish()
    expect((await first).outcome).toBe("ok")
    expect((await stored()).size).toBe(1)
  })
})
