// Which advertisements the database gives, and that it agrees with the rule.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { type Ad, AD_PLACEMENTS, runsAt } from "./ad.ts"
import { listRunningAds } from "./queries.server.ts"
import { ads } from "./tables.server.ts"

const NOW = new Date("2026-11-20T12:00:00Z")
const before = new Date(NOW.getTime() - 1)
const later = new Date(NOW.getTime() + 1)

let database: TestDb
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(() => database.sql`truncate ad restart identity`)

let count = 0
async function insert(wishes: Partial<Omit<Ad, "id">> = {}): Promise<Ad> {
  const texts = { link: "https://example.org", linkText: "More", description: "Up to 5 %" }
  const [row] = await database.db
    .insert(ads)
    .values({ slug: `ad-${++count}`, type: "content", ...texts, ...wishes })
    .returning()
  if (!row) throw new Error("nothing was inserted")
  return row
}

describe("listRunningAds", () => {
  test.each<[string, Partial<Omit<Ad, "id">>, boolean]>([
    ["without dates", {}, true],
    ["begins now", { startDate: NOW }, true],
    ["begins later", { startDate: later }, false],
    ["ends now", { endDate: NOW }, false],
    ["ends later", { startDate: before, endDate: later }, true],
    ["is not published", { published: false }, false],
    ["has no weight", { weight: 0 }, false],
  ])("an ad that %s", async (_what, wishes, runs) => {
    const ad = await insert(wishes)
    expect(await listRunningAds(database.db, ["content"], NOW)).toHaveLength(runs ? 1 : 0)
    expect(runsAt(ad, NOW)).toBe(runs)
  })

  it("gives those of the placements asked for, in a stable order, with their translations", async () => {
    const translations = [{ locale: "de", link: null, linkText: "Mehr", description: null }]
    for (const type of AD_PLACEMENTS) await insert({ type, translations })
    const found = await listRunningAds(database.db, ["search", "buy"], NOW)
    expect(found.map(({ type }) => type)).toEqual(["buy", "search"])
    expect(found[0]?.translations).toEqual(translations)
    expect(await listRunningAds(database.db, [], NOW)).toEqual([])
  })
})
