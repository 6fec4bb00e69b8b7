// What a run says of the offers that it changed: in the transaction of the change, for whoever acts on it (alerts).
import { asc } from "drizzle-orm"
import { beforeEach, describe, expect, it } from "vitest"
import { row, sourceOf, useIngest } from "../../../test/ingest.ts"
import { DAY_MS, HOUR_MS } from "../../core/clock.ts"
import type { OfferChange } from "../market/changes.ts"
import { offerChanges } from "../market/tables.server.ts"

const ingest = useIngest()

beforeEach(async () => {
  await ingest.database.sql`truncate offer_change restart identity`
})

/** All changes that nobody has acted on, oldest first, by the label of the offer. */
async function changes(): Promise<Record<string, OfferChange[]>> {
  const rows = await ingest.database.db.select().from(offerChanges).orderBy(asc(offerChanges.id))
  const labels = new Map([...(await ingest.stored())].map(([externalId, { id }]) => [id, externalId]))
  const found: Record<string, OfferChange[]> = {}
  for (const change of rows.flatMap((it) => it.changes))
    (found[labels.get(change.offerId) ?? "unknown"] ??= []).push(change)
  return found
}
const seen = async () => {
  const found = await changes()
  await ingest.database.sql`truncate offer_change`
  return found
}
const run = (...rows: Parameters<typeof sourceOf>[0]) => ingest.run(sourceOf(rows))

describe("a run says which offers changed", () => {
  it("new ones without a before, changed ones with it, and nothing of those that stayed", async () => {
    await run(row("a", 5), row("b", 3))
    const first = await seen()
    expect(first).toMatchObject({
      a: [{ before: null, after: { status: "active", apy: 5, tvlUsd: null } }],
      b: [{ before: null, after: { apy: 3 } }],
    })
    ingest.clock.move(HOUR_MS)
    await run(row("a", 5.5), row("b", 3))
    const second = await seen()
    expect(Object.keys(second)).toEqual(["a"])
    expect(second.a).toMatchObject([{ before: { apy: 5 }, after: { apy: 5.5 } }])
    expect(second.a?.[0]).not.toHaveProperty("terms")
    ingest.clock.move(HOUR_MS)
    await run(row("a", 5.5), row("b", 3))
    expect(await seen()).toEqual({})
  })

  it("a status, a TVL and terms alone, with the terms as they were", async () => {
    const term = (ratePercent: number) => ({ tiers: [{ from: 0, to: null, ratePercent }] })
    const rate = { percent: 5, kind: "apy", raw: "5" } as const
    await run(row("a", 5), row("b", 5, { terms: [term(5)] }), row("c", 5, { rate: { ...rate, tvlUsd: 1e6 } }))
    await seen()
    ingest.clock.move(HOUR_MS)
    await run(
      row("a", 5, { status: "soldOut" }),
      row("b", 5, { terms: [term(7)] }),
      row("c", 5, { rate: { ...rate, tvlUsd: 900_000.004 } }),
    )
    expect(await seen()).toMatchObject({
      a: [{ before: { status: "active" }, after: { status: "soldOut" } }],
      b: [{ terms: { before: [{ tiers: [{ ratePercent: 5 }] }], after: [{ tiers: [{ ratePercent: 7 }] }] } }],
      c: [{ before: { tvlUsd: 1e6 }, after: { tvlUsd: 900_000 } }],
    })
  })

  it("that an offer left its source, and that it came back", async () => {
    const others = ["b", "c", "d", "e", "f"].map((id) => row(id))
    await run(row("a"), ...others)
    await seen()
    ingest.clock.move(DAY_MS)
    await run(...others)
    expect(await seen()).toMatchObject({
      a: [{ before: { status: "active", apy: 5 }, after: { status: "paused", apy: 5 } }],
    })
    ingest.clock.move(DAY_MS)
    await run(row("a"), ...others)
    expect(await seen()).toMatchObject({ a: [{ before: { status: "paused" }, after: { status: "active" } }] })
  })

  it("nothing of demo data, of a dry run, or of a rate that is held back as a jump", async () => {
    await ingest.run(sourceOf([row("a", 5)]), { origin: "seed" })
    await ingest.run(sourceOf([row("b", 5)]), { dry: true })
    expect(await seen()).toEqual({})
    await run(row("a", 5))
    await seen()
    ingest.clock.move(HOUR_MS)
    await run(row("a", 80))
    expect(await seen()).toEqual({})
  })

  it("with the moment of the run in all its rows, and the source", async () => {
    await run(...Array.from({ length: 1200 }, (_, at) => row(`o${at}`)))
    const rows = await ingest.database.db.select().from(offerChanges)
    expect(rows.map((it) => it.changes.length)).toEqual([1000, 200])
    expect(new Set(rows.map((it) => `${it.source} ${it.at.toISOString()}`)).size).toBe(1)
  })

  it("in the same transaction: what is not kept was not said", async () => {
    await ingest.database.sql`
      create function refuse_changes() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`
    await ingest.database
      .sql`create trigger refuse_changes before insert on offer_change execute function refuse_changes()`
    try {
      expect((await run(row("a"))).outcome).toBe("failed")
      expect(await ingest.stored()).toEqual(new Map())
    } finally {
      await ingest.database.sql`drop function refuse_changes cascade`
    }
  })
})
