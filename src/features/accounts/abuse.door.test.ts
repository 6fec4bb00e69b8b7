// What somebody tries who wants into another's account, or to learn who has one.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { mailsTo, PASSWORD, person, visitor } from "../../../test/visitor.ts"
import { LIMITS } from "./attempts.server.ts"
import { sessions, users } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(() => site.clock.move(2 * 3_600_000))

const registration = (change: object) => ({
  email: "someone@example.org",
  name: null,
  password: PASSWORD,
  locale: "en",
  termsConfirmed: true,
  privacyConfirmed: true,
  ...change,
})
const login = (email: string, password: string, address?: string) =>
  visitor(site, address).post("/api/auth/login", { email, password })

describe("1,000 wrong logins", () => {
  it("are stopped from one place, and the owner comes in from another", async () => {
    const { email } = await person(site)
    const statuses: number[] = []
    for (let guess = 0; guess < 1000; guess++)
      statuses.push((await login(email, `guess ${guess}`, "203.0.113.7")).statusCode)
    const allowed = LIMITS.loginByAccountAndAddress.max
    expect(statuses.slice(0, allowed)).toEqual(Array.from({ length: allowed }, () => 401))
    expect(new Set(statuses.slice(allowed))).toEqual(new Set([429]))
    const late = await login(email, PASSWORD, "203.0.113.7")
    expect(late.json()).toMatchObject({ statusCode: 429, code: "too_many_requests" })
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0)
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
    site.clock.move(LIMITS.loginByAddress.windowSeconds * 1000 + 1)
    expect((await login(email, PASSWORD, "203.0.113.7")).statusCode).toBe(200)
  })

  it("are stopped from many places at once", async () => {
    const { email } = await person(site)
    const answers = await Promise.all(
      Array.from({ length: LIMITS.loginByAccount.max + 20 }, (_, at) => login(email, "guess", `198.51.100.${at}`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(LIMITS.loginByAccount.max)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20)
  })
})

it("one address registers no more than so many people in an hour", async () => {
  const who = visitor(site)
  const register = (n: number) => who.post("/api/registration", registration({ email: `many-${n}@example.org` }))
  expect((await register(1)).statusCode).toBe(201)
  const { max } = LIMITS.registrationByAddress
  await site.database.sql`update attempt set count = ${max - 1} where key like 'registrationByAddress:%'`
  expect((await register(2)).statusCode).toBe(201)
  const refused = await register(3)
  expect(refused.json()).toMatchObject({ statusCode: 429, code: "too_many_requests" })
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
  site.clock.move(LIMITS.registrationByAddress.windowSeconds * 1000 + 1)
  expect((await register(3)).statusCode).toBe(201)
})

describe("who has an account", () => {
  it("cannot be seen from a login or a restore", async () => {
    const { email } = await person(site)
    const [known, unknown] = [await login(email, "guess"), await login("nobody@example.org", "guess")]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const ask = (address: string) => visitor(site).post("/api/registration/restore", { email: address })
    const [one, other] = [await ask(email), await ask("nobody@example.org")]
    expect([one.statusCode, one.body]).toEqual([other.statusCode, other.body])
  })

  it("cannot be seen from the limit either", async () => {
    const { email } = await person(site)
    for (const address of [email, "nobody@example.org"]) {
      const statuses: number[] = []
      for (let at = 0; at <= LIMITS.restoreByAccount.max; at++)
        statuses.push((await visitor(site).post("/api/registration/restore", { email: address })).statusCode)
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
    }
  })
})

describe("another site's page", () => {
  test.each([
    ["POST", "/api/auth/login"],
    ["POST", "/api/auth/logout"],
    ["POST", "/api/registration"],
    ["POST", "/api/graphql"],
    ["PATCH", "/api/settings"],
    ["POST", "/api/settings/password"],
    ["POST", "/api/settings/delete"],
    ["DELETE", "/api/settings/sessions"],
  ] as const)("may not %s %s", async (method, url) => {
    const who = await person(site)
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      const response = await who.send(method, url, {}, headers)
      expect(response.json()).toMatchObject({ statusCode: 403, code: "wrong_origin" })
    }
    expect((await who.get("/api/settings")).statusCode).toBe(200)
  })
})

describe("a planted or stolen token", () => {
  test.each(["", "x", "x".repeat(43), "' or 1=1 --", "../../etc/passwd", "%00"])("%j opens nothing", async (token) => {
    const who = visitor(site)
    who.cookies.set("session", token)
    expect((await who.get("/api/settings")).json()).toMatchObject({ message: "Unauthorized" })
  })

  it("opens nothing after thirty days without use, and lives on while it is used", async () => {
    const [idle, active] = [await person(site), await person(site)]
    for (let day = 0; day < 29; day++) {
      site.clock.move(86_400_000)
      expect((await active.get("/api/settings")).statusCode).toBe(200)
    }
    site.clock.move(86_400_000)
    expect((await idle.get("/api/settings")).statusCode).toBe(401)
    expect((await active.get("/api/settings")).statusCode).toBe(200)
  })

  it("has its cookie prolonged by the question that every page asks", async () => {
    const who = await person(site)
    const ask = () => who.post("/api/graphql", { query: "query getUser { user { id } }", operationName: "getUser" })
    expect((await ask()).headers["set-cookie"]).toBeUndefined()
    site.clock.move(86_400_000)
    expect([(await ask()).headers["set-cookie"]].flat()[0]).toMatch(/^session=[\w-]{43}; HttpOnly; Max-Age=2592000;/)
    expect((await ask()).headers["set-cookie"]).toBeUndefined()
  })

  it("belongs to one person: nobody ends another's session", async () => {
    const [owner, other] = [await person(site), await person(site)]
    const [own] = (await owner.get("/api/settings")).json<{ sessions: { id: string }[] }>().sessions
    expect((await other.send("DELETE", `/api/settings/sessions/${own?.id}`)).statusCode).toBe(204)
    expect((await owner.get("/api/settings")).statusCode).toBe(200)
  })
})

describe("names and addresses that are more than that", () => {
  test.each([
    ["a line end", "Ada\r\nBcc: eve@example.org"],
    ["a null byte", "Ada\u0000"],
    ["101 characters", "a".repeat(101)],
    ["letters that run backwards", "Ada \u202egro.elpmaxe"],
  ])("a name with %s is refused", async (_what, name) => {
    const response = await visitor(site).post("/api/registration", registration({ name }))
    expect(response.json()).toMatchObject({ statusCode: 400, fields: { name: expect.any(String) } })
  })

  it("a name with markup is shown as text", async () => {
    const who = visitor(site)
    const name = '<img src=x onerror="alert(1)"> & Co'
    await who.post("/api/registration", registration({ email: "markup@example.org", name }))
    const [mail] = await mailsTo(site, "markup@example.org")
    expect(mail?.html).not.toContain("<img src=x")
  })

  test.each([
    "ada@exаmple.org",
    "ａda@example.org",
    "ada@example.org\u0000",
    '"ada smith"@example.org',
    "ada@[127.0.0.1]",
    "ada@localhost",
    "@example.org",
    "ada@@example.org",
  ])("%j is no address", async (email) => {
    const response = await visitor(site).post("/api/registration", registration({ email }))
    expect(response.json()).toMatchObject({ statusCode: 400, code: "email_invalid" })
  })
})

describe("bodies that are none", () => {
  test.each<[string, string, string, number, string]>([
    ["broken JSON", "{", "application/json", 400, "bad_request"],
    ["a list", "[]", "application/json", 400, "bad_request"],
    ["null", "null", "application/json", 400, "email_invalid"],
    ["other types", '{"email":{"$ne":null},"password":["x"]}', "application/json", 400, "email_invalid"],
    ["a prototype", '{"__proto__":{"email":"a@b.co"}}', "application/json", 400, "bad_request"],
    ["XML", "<a/>", "application/xml", 415, "unsupported_media_type"],
    ["100 kB", JSON.stringify({ email: "a".repeat(100_000) }), "application/json", 413, "payload_too_large"],
  ])("%s", async (_what, body, type, status, code) => {
    for (const url of ["/api/registration", "/api/auth/login"]) {
      const response = await visitor(site).send("POST", url, body, { "content-type": type })
      expect(response.json()).toMatchObject({ statusCode: status, code })
    }
  })
})

it("marks cookies as secure on https alone", async () => {
  const plain = await testApp({ publicUrl: "http://127.0.0.1:4000" })
  try {
    const response = await visitor(plain).post("/api/registration", registration({}))
    const cookies = [response.headers["set-cookie"]].flat().join("\n")
    expect(cookies).toContain("HttpOnly")
    expect(cookies).not.toContain("Secure")
  } finally {
    await plain.close()
  }
})

it("forgets a session that is revoked, and whom it belonged to with the account", async () => {
  const who = await person(site)
  const response = await who.post("/api/settings/delete", { email: who.email, password: PASSWORD })
  expect(response.statusCode).toBe(204)
  const left = await site.db.select().from(sessions)
  expect(left.filter(({ userId }) => userId === who.id)).toEqual([])
  expect((await site.db.select().from(users)).map(({ id }) => id)).not.toContain(who.id)
})
