import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { person, visitor } from "../../../test/visitor.ts"
import { cleanAccounts } from "./jobs.server.ts"
import { attempts, sessions, tokens } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const counts = async () => [
  (await site.db.select().from(sessions)).length,
  (await site.db.select().from(tokens)).length,
  (await site.db.select().from(attempts)).length,
]

it("removes what is over, and nothing before", async () => {
  const who = await person(site)
  await visitor(site).post("/api/auth/login", { email: who.email, password: "wrong horse" })
  const before = await counts()
  await cleanAccounts(site.db, site.clock())
  expect(await counts()).toEqual(before)
  site.clock.move(2 * 3_600_000)
  await cleanAccounts(site.db, site.clock())
  expect(await counts()).toEqual([1, 1, 0])
  expect((await who.get("/api/settings")).statusCode).toBe(200)
  site.clock.move(40 * 86_400_000)
  await cleanAccounts(site.db, site.clock())
  expect(await counts()).toEqual([0, 0, 0])
})
