// mail:list and mail:replay on real SQL.
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest"
import { testClock } from "../../../test/test-clock.ts"
import { openTestDb, type TestDb } from "../../../test/test-db.ts"
import { AppError } from "../../core/errors.ts"
import { createLogger } from "../../core/log.server.ts"
import { deliverNext, enqueueMail } from "../../core/mail-queue.server.ts"
import { runAdmin } from "./run.server.ts"

let database: TestDb
const clock = testClock()
beforeAll(async () => {
  database = await openTestDb()
})
afterAll(() => database.remove())
beforeEach(async () => {
  clock.set("2026-11-20T12:00:00Z")
  await database.sql`truncate mail`
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

/** Writes a mail and lets its delivery end with an error, or well. */
async function mail(to: string, error: AppError | null, expiresAt?: Date): Promise<string> {
  const written = { kind: "test", to, subject: "S", text: "token 123", ...(expiresAt ? { expiresAt } : {}) }
  const id = await enqueueMail(database.db, written, clock())
  const mailer = { send: async () => void (error && (await Promise.reject(error))), close: () => {} }
  await deliverNext({ db: database.db, mailer, clock, log: createLogger("silent") })
  return id ?? expect.fail()
}
const REFUSED = new AppError("mail_refused", { message: "550 No such user" })

it("lists mails for people and for programs, of one status or of all, never their texts", async () => {
  expect((await admin("mail:list")).text).toBe("There are no mails.")
  const dead = await mail("a@x.org", REFUSED)
  await mail("b@x.org", null)
  await mail("c@x.org", new AppError("unavailable", { message: "421 \u001b[31mlater" }))
  expect((await admin("mail:list", "--status", "queued")).text).toBe("There are no queued mails.")
  const { code, text } = await admin("mail:list")
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/^id +status +attempts +written +next try +kind +to +error\n/),
  ])
  expect(text).toMatch(new RegExp(`^${dead} +dead +1 +2026-11-20 12:00 +test +a@x\\.org +550 No such user$`, "m"))
  expect(text).toMatch(/ sent +1 +2026-11-20 12:00 +test +b@x\.org$/m)
  expect(text).toMatch(/ failed +1 +2026-11-20 12:00 +2026-11-20 12:00 +test +c@x\.org +421 \[31mlater$/m)
  expect(text).toContain("3 mails.")
  const json = await admin("mail:list", "--status", "dead", "--json")
  expect((JSON.parse(json.text) as { mails: object[] }).mails).toEqual([
    expect.objectContaining({ id: dead, canBeSent: true }),
  ])
  expect(text + json.text).not.toContain("token")
})

it("sends a dead mail again by its id, and all by one word", async () => {
  const ids = [await mail("a@x.org", REFUSED), await mail("b@x.org", REFUSED), await mail("c@x.org", REFUSED)]
  expect(await admin("mail:replay", ids[0] ?? "")).toEqual({
    code: 0,
    text: "1 mail will be sent again within seconds where a worker runs.",
  })
  expect(await admin("mail:replay", ids[0] ?? "")).toMatchObject({
    code: 0,
    text: expect.stringContaining("it is queued, not dead"),
  })
  const all = await admin("mail:replay", "all-dead", "--json")
  expect([all.code, JSON.parse(all.text)]).toMatchObject([
    0,
    { done: "replayed", mails: [{ status: "queued" }, { status: "queued" }] },
  ])
  expect((await admin("mail:replay", "all-dead")).text).toBe("Nothing to do: there are no dead mails that can be sent.")
})

it("says which dead mails are too late", async () => {
  const id = await mail("a@x.org", REFUSED, clock())
  expect((await admin("mail:list")).text).toMatch(/ dead, too late /)
  expect(await admin("mail:replay", id)).toMatchObject({
    code: 1,
    text: expect.stringContaining("it is too late for it"),
  })
})

test.each([
  [2, ["mail:list", "--status", "gone"], "--status must be one of queued, sent, failed, dead."],
  [2, ["mail:replay"], "mail:replay needs <id>"],
  [2, ["mail:replay", "everything"], "--id must be the id of a mail, or all-dead."],
  [1, ["mail:replay", "00000000-0000-4000-8000-000000000000"], "There is no mail"],
])("exit code %d for %j", async (code, words, sentence) => {
  expect(await admin(...words)).toMatchObject({ code, text: expect.stringContaining(sentence) })
})
