// Runs of sources from end to end on real SQL: what is taken in, what is dropped or held, and what stays as it is.
import { describe, expect, test } from "vitest"
import { createFactories, daysOf, eventsOf, offersOf } from "../../../test/factories.ts"
import { row, SETTINGS, sourceOf, useIngest } from "../../../test/ingest.ts"
import { DAY_MS, dayOf, HOUR_MS } from "../../core/clock.ts"
import { createLogger } from "../../core/log.server.ts"
import { getMarketVersion } from "../market/queries.server.ts"
import { sourceCurrencySchema, type SourceOfferInput, type SourceProtocol } from "../market/schema.ts"
import { currencies, offers, protocols, sourceRuns } from "../market/tables.server.ts"
import { upsertDays } from "./commands.server.ts"
import { fillHistory } from "./history.server.ts"
import { runSource } from "./run.server.ts"
import { seedIfEmpty } from "./seed.server.ts"
import { EMPTY_BATCH, OPERATOR_PREFIX, type Source, SOURCE_IDS } from "./source.ts"
import { FIXTURE_NOW, fixtureHttp } from "./sources/fixture-http.server.ts"
import { SOURCES } from "./sources/registry.ts"

const bench = useIngest()
const { clock, run, stored, one, statusesOf, everything } = bench

describe("every source, with its recorded answers", () => {
  test.each(SOURCE_IDS)("%s: takes everything in once; the same answers again change nothing", async (id) => {
    const first = await run(SOURCES[id])
    expect([first.outcome, first.error, first.changed]).toEqual(["ok", null, 0])
    expect(first.read).toBeGreaterThan(0)
    const rows = await offersOf(bench.database.db, id)
    expect(first.added).toBe(rows.size)
    for (const offer of rows.values()) {
      expect(await eventsOf(bench.database.db, offer.id)).toMatchObject([{ fromStatus: null, toStatus: offer.status }])
      const fetchDay = dayOf(id === "manual" ? (offer.rate.observedAt as Date) : FIXTURE_NOW)
      expect(dayOf(offer.rate.fetchedAt)).toBe(fetchDay)
      if (offer.rate.apy !== null)
        expect((await daysOf(bench.database.db, offer.id)).filter(({ day }) => day === fetchDay)).toHaveLength(1)
    }
    const before = await everything()
    clock.move(HOUR_MS)
    const second = await run(SOURCES[id])
    expect(second).toMatchObject({ outcome: "ok", added: 0, changed: 0, read: first.read, dropped: first.dropped })
    expect(await everything()).toEqual(before)
  })

  test("all of them live beside each other", async () => {
    for (const id of SOURCE_IDS) expect((await run(SOURCES[id])).outcome).toBe("ok")
    const all = await bench.database.db.select({ slug: offers.slug, source: offers.source }).from(offers)
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length)
    expect(new Set(all.map(({ source }) => source)).size).toBeGreaterThanOrEqual(8)
    expect(await bench.database.db.select().from(currencies)).not.toEqual([])
  })
})

describe("a run", () => {
  test("counts new, changed and unchanged offers, and writes down how it went", async () => {
    expect(await run(sourceOf([row("a"), row("b"), row("c")]))).toMatchObject({ read: 3, added: 3, changed: 0 })
    const second = await run(sourceOf([row("a"), row("b", 6), row("c", 5, { label: "new name" }), row("d")]))
    expect(second).toMatchObject({ outcome: "ok", read: 4, added: 1, changed: 2, dropped: {} })
    const runs = await bench.database.db.select().from(sourceRuns).orderBy(sourceRuns.id)
    expect(runs.map(({ added, changed, outcome }) => [added, changed, outcome])).toEqual([
      [3, 0, "ok"],
      [1, 2, "ok"],
    ])
    expect((await one("b")).rate).toMatchObject({ apy: 6, raw: "6" })
    expect((await one("c")).label).toBe("new name")
  })

  test("moves the version of the market, a dry one does not and writes nothing at all", async () => {
    await run(sourceOf([row("a")]))
    const version = await getMarketVersion(bench.database.db)
    expect(version).toBeGreaterThan(0)
    const before = await everything()
    const dry = await run(sourceOf([row("a", 9), row("b")]), { dry: true })
    expect(dry).toMatchObject({ outcome: "ok", added: 1, changed: 1 })
    expect(await everything()).toEqual(before)
    expect(await getMarketVersion(bench.database.db)).toBe(version)
    expect(await bench.database.db.select().from(sourceRuns)).toHaveLength(1)
    await run(sourceOf([row("a", 9)]))
    expect(await getMarketVersion(bench.database.db)).toBeGreaterThan(version)
  })

  test("keeps an offer's address for ever, also when everything about it changes", async () => {
    await run(sourceOf([row("a"), row("twin", 5, { label: "a" })]))
    const [slug, twin] = [(await one("a")).slug, (await one("twin")).slug]
    expect(twin).not.toBe(slug)
    await run(
      sourceOf([row("twin", 5, { label: "a" }), row("a", 7, { label: "z", symbols: ["ETH"], blockchain: "Base" })]),
    )
    expect([(await one("a")).slug, (await one("twin")).slug]).toEqual([slug, twin])
  })

  test("tells since when a rate has been exactly the same", async () => {
    await run(sourceOf([row("a", 5)]))
    clock.move(2 * HOUR_MS)
    await run(sourceOf([row("a", 5)]))
    expect((await one("a")).rate.unchangedSince).toEqual(FIXTURE_NOW)
    expect((await one("a")).rate.fetchedAt).toEqual(clock())
    await run(sourceOf([row("a", 5.5)]))
    expect((await one("a")).rate.unchangedSince).toEqual(clock())
  })
})

describe("bad rows", () => {
  test("are dropped and counted, never the batch", async () => {
    const bad = [
      row("no-symbol", 5, { symbols: [] }),
      row("bad-url", 5, { sourceUrl: "javascript:alert(1)" }),
      row("huge", 1e12),
      row("nan", Number.NaN),
      row("low", -101),
      row("", 5),
      { externalId: "nothing" } as SourceOfferInput,
      null as unknown as SourceOfferInput,
    ]
    const report = await run(sourceOf([row("good"), ...bad, row("also good")]))
    expect(report).toMatchObject({ outcome: "ok", added: 2, dropped: { malformed: bad.length } })
    expect(report.examples.length).toBeGreaterThan(0)
    expect([...(await stored()).keys()].sort()).toEqual(["also good", "good"])
  })

  test("a second row with the same id is a duplicate: the first counts", async () => {
    const report = await run(sourceOf([row("a", 5), row("a", 7)]))
    expect(report).toMatchObject({ added: 1, dropped: { duplicate: 1 } })
    expect((await one("a")).rate.apy).toBe(5)
  })

  test("a liquid-staking rate outside 1 to 10 % is a unit fault, and the known rate stays", async () => {
    const lido = (percent: number) =>
      row("steth", percent, {
        category: "staking",
        provider: { kind: "protocol", slug: "lido", name: "Lido" },
        symbols: ["STETH"],
      })
    await run(sourceOf([lido(2.6)]))
    for (const wrong of [0.026, 260]) {
      clock.move(2 * DAY_MS)
      expect(await run(sourceOf([lido(wrong)]))).toMatchObject({ dropped: { unitFault: 1 }, changed: 0 })
      expect((await one("steth")).rate.apy).toBe(2.6)
    }
    expect(await statusesOf("steth")).toEqual([[null, "active"]])
  })

  test("hostile texts are stored as they are, and nothing else happens", async () => {
    const nasty = "'; drop table offer; -- $1 {} \\ \u2028 💰 ٣ %s"
    const report = await run(sourceOf([row(nasty, 5, { label: nasty, rate: { percent: 5, kind: "apy", raw: nasty } })]))
    expect(report).toMatchObject({ outcome: "ok", added: 1 })
    const offer = await one(nasty)
    expect([offer.label, offer.rate.raw]).toEqual([nasty, nasty])
    expect(offer.slug).toMatch(/^[a-z0-9-]+$/)
  })

  test.each(["null\u0000byte", "half \ud83d a character"])(
    "%j, which no text of a database can hold, costs its row",
    async (text) => {
      const coin = { slug: "coin", symbol: "C", kind: "coin", sourceUrl: "https://example.org", asOf: "2026-11-20" }
      const report = await run(
        sourceOf(
          [
            row("good"),
            row(text),
            row("label", 5, { label: text }),
            row("raw", 5, { rate: { percent: 5, kind: "apy", raw: text } }),
          ],
          {
            currencies: [
              sourceCurrencySchema.parse({ ...coin, name: text }),
              sourceCurrencySchema.parse({ ...coin, slug: "fine", name: "Fine" }),
            ],
          },
        ),
      )
      expect(report).toMatchObject({ outcome: "ok", added: 1, dropped: { malformed: 4 } })
      expect([...(await stored()).keys()]).toEqual(["good"])
      expect((await bench.database.db.select().from(currencies)).map(({ slug }) => slug)).toEqual(["fine"])
    },
  )
})

describe("a jump", () => {
  test("is held, and believed when the next fetch says the same", async () => {
    await run(sourceOf([row("a", 4), row("b", 4)]))
    clock.move(HOUR_MS)
    expect(await run(sourceOf([row("a", 40), row("b", 4)]))).toMatchObject({ dropped: { jump: 1 }, changed: 0 })
    expect((await one("a")).rate).toMatchObject({ apy: 4, pendingApy: 40 })
    clock.move(HOUR_MS)
    expect(await run(sourceOf([row("a", 41), row("b", 4)]))).toMatchObject({ dropped: {}, changed: 1 })
    expect((await one("a")).rate).toMatchObject({ apy: 41, pendingApy: null })
    expect(await statusesOf("a")).toEqual([[null, "active"]])
  })

  test("that is gone with the next fetch leaves nothing behind", async () => {
    await run(sourceOf([row("a", 4)]))
    clock.move(HOUR_MS)
    await run(sourceOf([row("a", 40)]))
    clock.move(HOUR_MS)
    await run(sourceOf([row("a", 4.1)]))
    expect((await one("a")).rate).toMatchObject({ apy: 4.1, pendingApy: null })
    const [day] = await daysOf(bench.database.db, (await one("a")).id)
    expect(day?.apy).toBe(4.1)
  })
})

describe("days", () => {
  test("one row per offer and day: the day's last value", async () => {
    for (const [hours, percent] of [
      [0, 5],
      [6, 5.5],
      [23, 6],
      [24, 6.5],
    ] as const) {
      clock.set(new Date(Date.parse("2026-11-20T00:30:00Z") + hours * HOUR_MS))
      await run(sourceOf([row("a", percent)]))
    }
    const days = await daysOf(bench.database.db, (await one("a")).id)
    expect(days.map(({ day, apy }) => [day, apy])).toEqual([
      ["2026-11-20", 6],
      ["2026-11-21", 6.5],
    ])
  })

  test("history fills the past but never overwrites a recorded day, and asks once a day", async () => {
    const report = await run(SOURCES.defillama)
    expect(report.outcome).toBe("ok")
    const pool = "747c1d2a-c668-4682-b9f9-296708a3dd90"
    const offer = (await offersOf(bench.database.db, "defillama")).get(pool)
    if (!offer) throw new Error("the fixture has no such pool")
    const http = fixtureHttp("defillama")
    const past = await SOURCES.defillama.history?.(pool, {
      http,
      settings: SETTINGS,
      now: clock(),
      progress: () => {},
    })
    const known = past?.[0]?.day as string
    await upsertDays(bench.database.db, [
      {
        offerId: offer.id,
        day: known,
        apyPercent: 99,
        apyBasePercent: null,
        apyRewardPercent: null,
        tvlUsd: null,
        source: "own",
      },
    ])
    const before = await daysOf(bench.database.db, offer.id)
    const version = await getMarketVersion(bench.database.db)
    const deps = { db: bench.database.db, clock, settings: SETTINGS, httpOf: () => http }
    expect(await fillHistory(offer.id, deps)).toBe(past?.length)
    const after = await daysOf(bench.database.db, offer.id)
    for (const day of before) expect(after).toContainEqual(day)
    expect(after.length).toBeGreaterThan(before.length)
    expect(await getMarketVersion(bench.database.db)).toBeGreaterThan(version)

    const calls = http.asked.length
    expect(await fillHistory(offer.id, deps)).toBeNull()
    expect(http.asked).toHaveLength(calls)
    clock.move(DAY_MS)
    await fillHistory(offer.id, deps)
    expect(http.asked.length).toBeGreaterThan(calls)
    expect(await daysOf(bench.database.db, offer.id)).toEqual(after)
  })

  test("a history that cannot be had is no fault", async () => {
    await run(SOURCES.defillama)
    const [offer] = [...(await offersOf(bench.database.db, "defillama")).values()].filter(
      ({ externalId }) => externalId !== "747c1d2a-c668-4682-b9f9-296708a3dd90",
    )
    const deps = { db: bench.database.db, clock, settings: SETTINGS, httpOf: () => fixtureHttp("defillama") }
    await fillHistory(offer?.id as number, deps)
    expect(await fillHistory(999_999, deps)).toBeNull()
  })
})

test("protocols are joined by DefiLlama's id: a rename there neither doubles them nor moves their address", async () => {
  const make = createFactories(bench.database.db, clock)
  const facts: Partial<SourceProtocol> = {
    slug: "old-name",
    name: "Old",
    defillamaId: "182",
    defillamaSlugs: ["old-name"],
  }
  const known = await make.protocol(facts)
  const renamed = { ...known.facts, slug: "new-name", name: "New", defillamaSlugs: ["new-name"] }
  const pool = row("pool", 5, { provider: { kind: "protocol", slug: "new-name", name: "New" }, category: "lending" })
  await run(sourceOf([pool], { protocols: [renamed] }))
  const [stays, ...others] = await bench.database.db.select().from(protocols)
  expect(others).toEqual([])
  expect(stays).toMatchObject({ id: known.id, slug: "old-name", defillamaId: "182" })
  expect(stays?.facts).toMatchObject({ slug: "old-name", name: "New", defillamaSlugs: ["old-name", "new-name"] })
  expect((await one("pool")).protocolId).toBe(known.id)
  // and another protocol that takes over the freed name is another one
  const other = { ...known.facts, slug: "old-name", name: "Other", defillamaId: "999", defillamaSlugs: ["old-name"] }
  await run(sourceOf([pool], { protocols: [renamed, other] }))
  expect(await bench.database.db.select().from(protocols)).toHaveLength(2)
  expect((await one("pool")).protocolId).toBe(known.id)
})

describe("hand-verified rows of the operator's own folder", () => {
  const handVerified = (...rows: SourceOfferInput[]): Source => ({ ...sourceOf(rows), id: "manual" })
  const checked = (id: string, percent: number, day: string) =>
    row(id, percent, {
      rate: { percent, kind: "apy", raw: `${percent} %`, observedAt: `${day}T00:00:00Z` },
    })
  const manualOffer = async (id: string) => {
    const offer = (await offersOf(bench.database.db, "manual")).get(id)
    if (!offer) throw new Error(`${id} is not stored`)
    const days = (await daysOf(bench.database.db, offer.id)).map(({ day, apy }) => [day, apy])
    return { origin: offer.origin, status: offer.status, fetched: dayOf(offer.rate.fetchedAt), days }
  }

  test.each(["seed", "live"] as const)(
    "count from the day they were checked, never from today (%s)",
    async (origin) => {
      await run(handVerified(checked("a", 5, "2026-10-01")), { origin })
      clock.move(DAY_MS)
      await run(handVerified(checked("a", 5, "2026-10-01")), { origin })
      const first = { origin, fetched: "2026-10-01", days: [["2026-10-01", 5]] }
      expect(await manualOffer("a")).toMatchObject(first)
      await run(handVerified(checked("a", 6, "2026-11-02")), { origin })
      expect(await manualOffer("a")).toMatchObject({ fetched: "2026-11-02", days: [...first.days, ["2026-11-02", 6]] })
    },
  )

  test("replace the demo rows, however few they are; the operator's own offers stay", async () => {
    const demo = Array.from({ length: 20 }, (_, at) => checked(`demo${at}`, 5, "2026-01-01"))
    await run(handVerified(...demo), { origin: "seed" })
    const make = createFactories(bench.database.db, clock)
    await make.offer({ source: "manual", externalId: `${OPERATOR_PREFIX}own` })
    const own = handVerified(checked("demo0", 6, "2026-11-01"), checked("new", 4, "2026-11-01"))
    expect((await run(own)).outcome).toBe("ok")
    expect(await manualOffer("demo0")).toMatchObject({ origin: "live", status: "active" })
    expect(await manualOffer("demo1")).toMatchObject({ origin: "seed", status: "paused" })
    clock.move(3 * DAY_MS)
    expect((await run(own)).outcome).toBe("ok")
    expect(await manualOffer("demo1")).toMatchObject({ status: "ended" })
    expect(await manualOffer("new")).toMatchObject({ status: "active" })
    expect(await manualOffer(`${OPERATOR_PREFIX}own`)).toMatchObject({ status: "active" })
  })

  test("that shrink to a fraction of themselves are held like any source", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => checked(`o${at}`, 5, "2026-11-01"))
    await run(handVerified(...rows))
    expect((await run(handVerified(...rows.slice(0, 2)))).outcome).toBe("held")
    expect((await manualOffer("o11")).status).toBe("active")
  })
})

describe("demo data", () => {
  test("fills an empty database only, and live figures replace it", async () => {
    const log = createLogger("silent")
    expect(await seedIfEmpty(bench.database.db, clock, log)).toBe(true)
    const count = async (table: string) =>
      Number((await bench.database.sql.unsafe(`select count(*) as n from ${table}`))[0]?.n)
    expect(await count("currency")).toBeGreaterThanOrEqual(200)
    expect(await count("exchange")).toBeGreaterThanOrEqual(60)
    expect(await count("protocol")).toBeGreaterThanOrEqual(100)
    expect(await count("wallet")).toBeGreaterThanOrEqual(60)
    expect(await count("card")).toBeGreaterThanOrEqual(40)
    expect(await count("offer")).toBeGreaterThanOrEqual(250)
    expect(await count("rate_daily")).toBeGreaterThan(1000)
    const categories = await bench.database.sql`select category from offer where origin = 'seed' group by 1 order by 1`
    expect(categories.map(({ category }) => category)).toEqual(["defi", "lending", "saving", "staking"])
    expect(await count("offer where origin <> 'seed' or source_url not like 'http%'")).toBe(0)
    expect(await count("offer_event")).toBe(0)

    const before = await everything()
    expect(await seedIfEmpty(bench.database.db, clock, log)).toBe(false)
    expect(await everything()).toEqual(before)

    const [first] = await bench.database.sql`select * from offer where source = 'defillama' order by id limit 1`
    const pools = [row(first?.external_id as string, 3, { category: "lending" })]
    const live = await runSource(
      { ...SOURCES.defillama, fetch: async () => null, parse: () => ({ ...EMPTY_BATCH, read: 1, offers: pools }) },
      { db: bench.database.db, clock, http: fixtureHttp("defillama"), settings: SETTINGS, origin: "live" },
    )
    expect(live.error).toBeNull()
    const [now] = await bench.database.sql`select origin, slug from offer where id = ${first?.id as number}`
    expect(now).toEqual({ origin: "live", slug: first?.slug })
  })
})
