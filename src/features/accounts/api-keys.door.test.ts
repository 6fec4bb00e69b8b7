// Keys with which programs ask the public API under a person's plan.
import { afterAll, beforeAll, expect, it, test } from "vitest"
import { type TestApp, testApp } from "../../../test/test-app.ts"
import { person, visitor } from "../../../test/visitor.ts"
import { MOST_KEYS } from "./api-keys.server.ts"
import { blockUser } from "./commands.server.ts"
import { apiKeys } from "./tables.server.ts"

let site: TestApp
beforeAll(async () => {
  site = await testApp({ data: "demo" })
})
afterAll(() => site.close())

type Made = { id: string; key: string }
const make = async (who: Awaited<ReturnType<typeof person>>, name = "My script") =>
  (await who.post("/api/settings/keys", { name })).json<Made>()
const ask = (key: string) => visitor(site).get("/api/v1/offers?take=1", { authorization: `Bearer ${key}` })
const limitOf = (response: Awaited<ReturnType<typeof ask>>) => Number(response.headers["ratelimit-limit"])

it("is shown once, listed by its ending, kept as a hash, and removed", async () => {
  const who = await person(site)
  const { id, key } = await make(who)
  expect(key).toMatch(/^apyary_[\w-]{43}$/)
  const listed = () => who.get("/api/settings/keys")
  expect((await listed()).json()).toMatchObject([{ id, name: "My script", ending: key.slice(-4), lastUsedAt: null }])
  expect((await listed()).body).not.toContain(key)
  expect(JSON.stringify(await site.db.select().from(apiKeys))).not.toContain(key)
  expect((await ask(key)).statusCode).toBe(200)
  expect((await listed()).json()).toMatchObject([{ lastUsedAt: site.clock().toISOString() }])
  expect((await who.send("DELETE", `/api/settings/keys/${id}`)).statusCode).toBe(204)
  expect((await ask(key)).json()).toMatchObject({ statusCode: 401, message: "Unauthorized" })
})

it("counts for the person, wherever the program runs", async () => {
  const { key } = await make(await person(site))
  const [first, second] = [await ask(key), await ask(key)]
  expect(limitOf(first)).toBe(60)
  expect(Number(second.headers["ratelimit-remaining"])).toBe(Number(first.headers["ratelimit-remaining"]) - 1)
})

test.each(["Bearer x", "Bearer apyary_", `Bearer apyary_${"x".repeat(43)}`, "Basic abc", ""])(
  "%j opens nothing",
  async (authorization) => {
    const response = await visitor(site).get("/api/v1/offers?take=1", { authorization })
    expect(response.statusCode).toBe(401)
  },
)

it("belongs to its person: nobody else removes it, and a block stops it", async () => {
  const [owner, other] = [await person(site), await person(site)]
  const { id, key } = await make(owner)
  await other.send("DELETE", `/api/settings/keys/${id}`)
  expect((await ask(key)).statusCode).toBe(200)
  await blockUser(site.db, owner.email, "spam", site.clock())
  expect((await ask(key)).json()).toMatchObject({ statusCode: 401, message: "User is blocked" })
})

it("opens nothing but the public API", async () => {
  const { key } = await make(await person(site))
  const response = await visitor(site).get("/api/settings", { authorization: `Bearer ${key}` })
  expect(response.statusCode).toBe(401)
})

it("comes in limited number, also when all are asked for at once, and with a name", async () => {
  const who = await person(site)
  const answers = await Promise.all(
    Array.from({ length: MOST_KEYS + 3 }, (_, at) => who.post("/api/settings/keys", { name: `key ${at}` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(MOST_KEYS)
  expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    statusCode: 409,
    code: "key_limit",
  })
  const nameless = await who.post("/api/settings/keys", { name: "" })
  expect(nameless.json()).toMatchObject({ statusCode: 400, fields: { name: "bad_request" } })
})
