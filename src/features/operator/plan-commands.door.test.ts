// The operator's commands about plans and webhooks, and what the site makes of them at once.
import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest"
import { account, eventText, type Person, planState, postSandbox, subscriber } from "../../../test/payments.ts"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { DAY_MS } from "../../core/clock.ts"
import { findSubscription, loadProducts, tariffOf } from "../billing/queries.server.ts"
import { paymentEvents } from "../billing/tables.server.ts"
import { runAdmin } from "./run.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.clock.set("2026-11-20T12:00:00Z")
  await site.database.sql`truncate user_account, payment_event, tariff_price, tariff_product cascade`
})

async function admin(...args: string[]) {
  let text = ""
  const say = (line: string) => void (text += line)
  const open = async () => ({ ...site.database, close: async () => {} })
  const code = await runAdmin(args, { open, clock: site.clock, print: say, complain: say })
  return { code, text }
}
const codeOf = async ({ id }: Person) => (await tariffOf(site.db, id, site.clock())).code

it("price:set changes what the tariffs, the page and the checkout say; what was sold before stays known", async () => {
  const tariffs = async () =>
    (
      await site.app.inject({
        method: "POST",
        url: "/api/graphql",
        payload: { query: "{ tariffs { code monthCost yearCost yearProductId } }" },
      })
    ).json().data.tariffs
  const version = site.catalogue.market().version
  expect(await admin("price:set", "pro", "yearly", "--cost", "96.50", "--product-id", "pri_2")).toMatchObject({
    code: 0,
  })
  expect((await tariffs())[1]).toEqual({ code: "pro", monthCost: 12, yearCost: 96.5, yearProductId: "pri_2" })
  await admin("price:set", "pro", "yearly", "--product-id", "pri_3")
  expect((await tariffs())[1]).toEqual({ code: "pro", monthCost: 12, yearCost: 96.5, yearProductId: "pri_3" })
  const products = await loadProducts(site.db)
  for (const id of ["pro-yearly", "pri_2", "pri_3"])
    expect(products.planOf(id)).toEqual({ code: "pro", period: "yearly" })
  expect(products.productOf({ code: "pro", period: "yearly" })).toBe("pri_3")
  const user = await account(site)
  expect((await user.get("/api/checkout?tariffCode=pro&period=yearly")).json().productId).toBe("pri_3")
  await site.catalogue.refresh()
  expect(site.catalogue.market().version).not.toBe(version)
})

test.each([
  ["price:set", "free", "monthly", "--cost", "1"],
  ["price:set", "pro", "weekly", "--cost", "1"],
  ["price:set", "pro", "monthly"],
  ["price:set", "pro", "monthly", "--cost", "0"],
  ["price:set", "pro", "monthly", "--cost", "1.005"],
  ["price:set", "pro", "monthly", "--product-id", "a b"],
  ["plan:grant", "x@example.org", "free", "monthly", "--until", "2027-01-01", "--reason", "r"],
  ["plan:grant", "x@example.org", "pro", "monthly", "--until", "2027-01-01"],
  ["plan:grant", "x@example.org", "pro", "monthly", "--reason", "r"],
  ["plan:grant", "x@example.org", "pro", "monthly", "--until", "2026-11-01", "--reason", "r"],
  ["plan:revoke", "x@example.org"],
  ["affiliate:role", "x@example.org", "king"],
  ["webhook:replay", "one"],
])("%s %s %s %s %s is used in a wrong way", async (...args) => {
  expect((await admin(...args)).code).toBe(2)
})

it("plan:grant gives a plan until a day, with its reason in the books, and plan:revoke takes it back", async () => {
  const user = await account(site)
  const grant = ["plan:grant", user.email, "proPlus", "monthly", "--until", "2026-12-01", "--reason", "found a bug"]
  expect(await admin(...grant)).toEqual({ code: 0, text: `${user.email} has proPlus until 2026-12-01.` })
  expect(await codeOf(user)).toBe("proPlus")
  const [event] = await site.db.select().from(paymentEvents)
  expect(JSON.parse(event?.raw ?? "")).toMatchObject({ type: "granted", reason: "found a bug" })
  site.clock.set("2026-12-01T23:59:59.999Z")
  expect(await codeOf(user)).toBe("free")
  site.clock.set("2026-11-21T12:00:00Z")
  expect((await admin("plan:revoke", user.email, "--reason", "mistake")).text).toBe(`${user.email} has free now.`)
  expect(await codeOf(user)).toBe("free")
  expect((await admin("plan:revoke", user.email, "--reason", "mistake")).text).toContain("Nothing to do")
  expect((await admin("plan:grant", "nobody@example.org", ...grant.slice(2))).code).toBe(1)
})

it("what is paid for goes on behind what was given, and is not ended for it", async () => {
  const user = await subscriber(site, "pro", "yearly")
  await admin("plan:grant", user.email, "proPlus", "monthly", "--until", "2026-12-01", "--reason", "r")
  expect(await codeOf(user)).toBe("proPlus")
  site.clock.set("2026-12-02T00:00:00Z")
  expect(await codeOf(user)).toBe("pro")
  expect((await site.db.select().from(paymentEvents)).map(({ type }) => type)).toEqual(["activated", "granted"])
})

it("who was given a plan can end it like any other, without any provider", async () => {
  const user = await account(site)
  await admin("plan:grant", user.email, "pro", "monthly", "--until", "2026-12-01", "--reason", "r")
  site.clock.move(1000)
  const answer = await user.post("/api/tariff/cancel", { comment: "c" })
  expect([answer.statusCode, answer.json().tariffCodeNext]).toEqual([200, "free"])
  expect((await user.post("/api/tariff/resume")).json().tariffCodeNext).toBeNull()
})

it("webhook:list shows what is waiting and why, and webhook:replay acts upon it once it can", async () => {
  const raw = eventText(site, "activated", null, {
    person: { userToken: null, email: "late@example.org", customerId: null },
    state: planState(site, "pro", "monthly"),
  })
  await postSandbox(site, raw)
  const list = await admin("webhook:list", "--waiting", "yes", "--json")
  const [waiting] = JSON.parse(list.text).webhooks
  expect(waiting).toMatchObject({
    provider: "sandbox",
    type: "activated",
    error: "nobody here is known to have bought this",
  })
  expect(list.text).not.toContain('"raw"')
  expect(await admin("webhook:replay", String(waiting.id))).toMatchObject({
    code: 1,
    text: expect.stringContaining("nobody here"),
  })
  const user = await account(site, { email: "late@example.org" })
  for (let times = 0; times < 2; times++) {
    expect(await admin("webhook:replay", String(waiting.id))).toEqual({
      code: 0,
      text: `The webhook ${waiting.id} was acted upon.`,
    })
  }
  expect(await codeOf(user)).toBe("pro")
  expect((await admin("webhook:list", "--waiting", "yes")).text).toBe("There are no webhooks.")
  expect((await admin("webhook:list")).text).toContain("1 webhook.")
  expect((await admin("webhook:replay", "999999")).code).toBe(1)
})

it("the plan of somebody who was given one is over at its end, job or no job", async () => {
  const user = await account(site)
  await admin("plan:grant", user.email, "pro", "yearly", "--until", "2026-12-01", "--reason", "r")
  site.clock.set(new Date(Date.parse("2026-12-01T23:59:59.999Z") + DAY_MS))
  expect(await findSubscription(site.db, user.id, site.clock())).toMatchObject({
    tariffCode: "pro",
    tariffPeriod: "yearly",
  })
  expect(await codeOf(user)).toBe("free")
})
