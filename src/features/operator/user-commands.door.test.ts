import { afterAll, beforeAll, expect, it } from "vitest"
import { account, eventText, planState, postSandbox, subscriber } from "../../../test/payments.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { PASSWORD, person, visitor } from "../../../test/visitor.ts"
import { runAdmin } from "./run.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

async function admin(...args: string[]) {
  let text = ""
  const say = (line: string) => void (text += line)
  const open = async () => ({ ...site.database, close: async () => {} })
  const code = await runAdmin(args, { open, clock: site.clock, print: say, complain: say })
  return { code, text }
}

it("shows an account without anything that lets somebody in", async () => {
  const { email } = await person(site)
  const { code, text } = await admin("user:show", email.toUpperCase(), "--json")
  expect(code).toBe(0)
  expect(JSON.parse(text)).toMatchObject({ email, hasPassword: true, logins: [], sessions: [{}] })
  expect(text).not.toMatch(/argon2|Hash/)
  expect((await admin("user:show", email)).text).toContain(`${email} (not confirmed)`)
})

it("blocks with a reason, at once, and lets in again", async () => {
  const who = await person(site)
  expect(await admin("user:block", who.email)).toMatchObject({ code: 2 })
  expect(await admin("user:block", who.email, "--reason", "spam")).toMatchObject({ code: 0 })
  expect((await who.get("/api/settings")).json()).toMatchObject({ message: "User is blocked" })
  expect((await admin("user:show", who.email)).text).toContain("spam")
  expect(await admin("user:unblock", who.email)).toMatchObject({ code: 0 })
  const login = await visitor(site).post("/api/auth/login", { email: who.email, password: PASSWORD })
  expect(login.statusCode).toBe(200)
})

it("deletes only when told twice", async () => {
  const who = await person(site)
  expect(await admin("user:delete", who.email)).toMatchObject({ code: 2 })
  expect(await admin("user:delete", who.email, "--sure", "yes")).toMatchObject({ code: 0 })
  expect((await who.get("/api/settings")).json()).toMatchObject({ message: "Unauthorized" })
  expect(await admin("user:show", who.email)).toMatchObject({ code: 1, text: expect.stringContaining(who.email) })
})

it("deletes nobody who would go on paying, and says where that is ended", async () => {
  const who = await subscriber(site, "pro", "yearly", { email: "payer@example.org", affCode: "payer" })
  const refused = await admin("user:delete", who.email, "--sure", "yes")
  expect(refused.code).toBe(1)
  expect(refused.text).toContain(`${who.email} would go on paying: sandbox sub ${who.token} (pro, paid until `)
  expect(JSON.parse((await admin("user:delete", who.email, "--sure", "yes", "--json")).text).error.code).toBe(
    "still_paid",
  )
  expect(await admin("user:show", who.email)).toMatchObject({ code: 0 })
  site.clock.move(1000)
  const ended = planState(site, "pro", "yearly", { renews: false, to: site.clock().toISOString() })
  await postSandbox(site, eventText(site, "canceled", who, { state: ended }))
  expect(await admin("user:delete", who.email, "--sure", "yes")).toMatchObject({ code: 0 })
})

it("deletes who was given a plan: nobody pays for that", async () => {
  const who = await account(site, { email: "guest@example.org", affCode: "guest" })
  const grant = ["plan:grant", who.email, "pro", "monthly", "--until", "2099-01-01", "--reason", "r"]
  expect(await admin(...grant)).toMatchObject({ code: 0 })
  expect(await admin("user:delete", who.email, "--sure", "yes")).toMatchObject({ code: 0 })
})
