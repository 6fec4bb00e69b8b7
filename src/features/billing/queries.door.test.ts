// Promos on real SQL, and what may be said about one.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { addPromo, changePromo } from "./commands.server.ts"
import { findPromo } from "./queries.server.ts"
import { type PromoInput, promoSchema } from "./schema.ts"
import { promos } from "./tables.server.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const before = new Date(NOW.getTime() - 1)
const later = new Date(NOW.getTime() + 1)
const PROMO = { slug: "spring", promoCode: "SPRING26", sale: 80 }

let database: TestDb
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(() => database.sql`truncate promo restart identity`)

describe("findPromo", () => {
  test.each<[string, Partial<PromoInput>, boolean]>([
    ["without dates", {}, true],
    ["begins now", { startsAt: NOW }, true],
    ["begins later", { startsAt: later }, false],
    ["ends now", { endsAt: NOW }, false],
    ["ends later", { startsAt: before, endsAt: later }, true],
    ["is not published", { published: false }, false],
  ])("a promo that %s", async (_what, wishes, found) => {
    await database.db.insert(promos).values({ ...PROMO, ...wishes })
    expect(await findPromo(database.db, "spring", NOW)).toEqual(found ? { promoCode: "SPRING26", sale: 80 } : undefined)
  })

  it("knows a slug only as it is written, and gives the percentage as a number", async () => {
    await database.db.insert(promos).values({ ...PROMO, sale: 79.95 })
    expect((await findPromo(database.db, "spring", NOW))?.sale).toBe(79.95)
    for (const slug of ["Spring", "spring ", "", "' or 1=1 --", "%"]) {
      expect(await findPromo(database.db, slug, NOW)).toBeUndefined()
    }
  })
})

describe("addPromo and changePromo", () => {
  it("add once, change what is different, and say so", async () => {
    const input = promoSchema.parse(PROMO)
    const change = (wishes: Partial<PromoInput>) =>
      database.db.transaction((tx) => changePromo(tx, "spring", async () => ({ ...input, ...wishes })))
    expect(await database.db.transaction((tx) => addPromo(tx, input))).toMatchObject(PROMO)
    expect(await database.db.transaction((tx) => addPromo(tx, { ...input, sale: 10 }))).toBeUndefined()
    expect((await change({}))?.changed).toEqual([])
    expect((await change({ sale: 79.95, endsAt: later }))?.changed).toEqual(["sale", "endsAt"])
    expect((await change({ sale: 79.95, endsAt: later }))?.changed).toEqual([])
    expect(await findPromo(database.db, "spring", NOW)).toEqual({ promoCode: "SPRING26", sale: 79.95 })
    const missing = database.db.transaction((tx) => changePromo(tx, "summer", async () => input))
    expect(await missing).toBeUndefined()
  })
})

describe("promoSchema", () => {
  test.each<[string, object]>([
    ["sale", { sale: 0 }],
    ["sale", { sale: 0.99 }],
    ["sale", { sale: 100.01 }],
    ["sale", { sale: 79.955 }],
    ["promoCode", { promoCode: "A B" }],
    ["promoCode", { promoCode: "" }],
    ["company", { company: "a\nb" }],
    ["endsAt", { startsAt: later, endsAt: NOW }],
  ])("refuses a wrong %s: %j", (field, wishes) => {
    expect(promoSchema.safeParse({ ...PROMO, ...wishes }).error?.issues[0]?.path).toEqual([field])
  })

  test.each([1, 100, 79.95, 33.33])("takes a sale of %d", (sale) => {
    expect(promoSchema.parse({ ...PROMO, sale }).sale).toBe(sale)
  })
})
