import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestApp, testApp } from "../../test/test-app.ts"
let site: TestApp
beforeAll(async () => { site = await testApp({ data: "demo" }) })
afterAll(() => site.close())
test("spike", async () => {
  const a = await site.ask("/earn")
  expect(a.statusCode).toBe(200)
  console.log(a.headers, a.body.length)
  console.log((await site.ask("/api/v1/offers?take=1")).headers)
  console.log((await site.ask("/%E0%A4%A")).statusCode)
})
