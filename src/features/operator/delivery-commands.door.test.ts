// delivery:list and delivery:replay on real SQL.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { runAdmin } from "./run.server.ts"

const clock = testClock()
let database: TestDb
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set("2026-11-20T12:00:00Z")
  await database.sql`truncate user_account, notification, notification_delivery restart identity cascade`
  await database.sql`insert into user_account (id, email, locale, aff_code)
    values ('00000000-0000-4000-8000-000000000001', 'ann@example.org', 'en', 'ann')`
  for (const [id, status] of [
    [1, "sent"],
    [2, "dead"],
    [3, "dead"],
    [4, "queued"],
  ] as const) {
    await database.sql`insert into notification (id, user_id, kind, dedupe_key, fired_at, values)
      values (${id}, '00000000-0000-4000-8000-000000000001', 'test', ${`k${id}`}, now(), '{"kind":"test","ruleName":""}')`
    await database.sql`insert into notification_delivery (id, notification_id, user_id, channel, status, attempts, created_at, next_at, last_error)
      values (${id}, ${id}, '00000000-0000-4000-8000-000000000001', 'webhook', ${status}, 9, ${clock().toISOString()},
        ${clock().toISOString()}, ${status === "dead" ? "answered_500" : null})`
  }
})

async function admin(...words: string[]) {
  const said: string[] = []
  const code = await runAdmin(words, {
    open: async () => ({ ...database, close: async () => {} }),
    clock,
    print: (text) => void said.push(text),
    complain: (text) => void said.push(text),
  })
  return { code, text: said.join("\n") }
}
const statuses = async () =>
  (await database.sql`select status, attempts from notification_delivery order by id`).map(
    ({ status, attempts }) => `${status} ${attempts}`,
  )

it("lists deliveries, of one status or of all", async () => {
  const { code, text } = await admin("delivery:list")
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^id +status +attempts +made +next try +channel +person +error\n/),
  ])
  expect(text).toMatch(/^2 +dead +9 +2026-11-20 12:00 +webhook +00000000-0000-4000-8000-000000000001 +answered_500$/m)
  expect(text).toContain("4 deliveries.")
  expect((await admin("delivery:list", "--status", "failed")).text).toBe("There are no failed deliveries.")
  expect((await admin("delivery:list", "--status", "lost")).code).toBe(2)
  const json = await admin("delivery:list", "--status", "dead", "--json")
  expect((JSON.parse(json.text) as { deliveries: { id: number }[] }).deliveries.map(({ id }) => id)).toEqual([3, 2])
})

it("gives a dead one all its attempts again, or all of them; others it leaves alone", async () => {
  expect(await admin("delivery:replay", "2")).toEqual({
    code: 0,
    text: "1 delivery will be sent again within seconds where a worker runs.",
  })
  expect(await statuses()).toEqual(["sent 9", "queued 0", "dead 9", "queued 9"])
  expect((await admin("delivery:replay", "1")).text).toBe('Nothing to do for the delivery "1": it is sent, not dead.')
  expect((await admin("delivery:replay", "all-dead")).text).toMatch(/^1 delivery will/)
  expect((await admin("delivery:replay", "all-dead")).text).toBe("Nothing to do: there are no dead deliveries.")
  expect((await admin("delivery:replay", "99")).text).toMatch(/^There is no delivery "99"/)
  expect((await admin("delivery:replay", "x")).code).toBe(2)
  expect(await statuses()).toEqual(["sent 9", "queued 0", "queued 0", "queued 9"])
})
