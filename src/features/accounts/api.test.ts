import { expect, it, test } from "vitest"
import { callApi } from "./api.ts"

const answering = (body: string | null, init: ResponseInit) => async () => new Response(body, init)

it("sends JSON to the own site, and gives the answer's", async () => {
  let asked: [string, RequestInit] | undefined
  const answer = await callApi("POST", "/api/auth/login", { email: "a@b.de" }, async (path, init) => {
    asked = [path as string, init as RequestInit]
    return Response.json({ id: "1" })
  })
  expect(answer).toEqual({ isOk: true, data: { id: "1" } })
  expect(asked).toEqual([
    "/api/auth/login",
    {
      method: "POST",
      credentials: "same-origin",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: '{"email":"a@b.de"}',
    },
  ])
})

it("takes an empty answer", async () => {
  expect(await callApi("POST", "/x", undefined, answering(null, { status: 204 }))).toEqual({ isOk: true, data: null })
})

test.each([
  [
    JSON.stringify({ statusCode: 400, code: "email_exists", fields: { email: "email_exists" } }),
    { status: 400 },
    { status: 400, code: "email_exists", fields: { email: "email_exists" }, retryAfterSeconds: null },
  ],
  [
    JSON.stringify({ code: "too_many_requests" }),
    { status: 429, headers: { "retry-after": "90" } },
    { status: 429, code: "too_many_requests", fields: {}, retryAfterSeconds: 90 },
  ],
  ["null", { status: 503 }, { status: 503, code: "unavailable", fields: {}, retryAfterSeconds: null }],
  ["<html>", { status: 502 }, { status: 0, code: "unavailable", fields: {}, retryAfterSeconds: null }],
])("%s with %j is refused", async (body, init, expected) => {
  expect(await callApi("GET", "/x", undefined, answering(body, init))).toEqual({ isOk: false, ...expected })
})

it("no answer is unavailable", async () => {
  const answer = await callApi("GET", "/x", undefined, async () => {
    throw new TypeError("offline")
  })
  expect(answer).toMatchObject({ isOk: false, status: 0, code: "unavailable" })
})
