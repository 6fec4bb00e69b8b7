import { describe, expect, test } from "vitest"
import { askGraphql } from "./graphql-client.ts"

const operation = { operationName: "getTariffs", query: "query getTariffs { tariffs { id } }" }
const answering = (status: number, body: string) => ({
  fetch: (async () => new Response(body, { status })) as typeof fetch,
})

describe("the GraphQL client (spec 8)", () => {
  test.each([
    [300, "{}", "server"],
    [404, "not found", "server"],
    [500, '{"data":{}}', "server"],
    [200, "<!doctype html>", "parse"],
    [200, "", "parse"],
    [200, "{}", "missingResponse"],
    [200, "null", "missingResponse"],
    [200, "[]", "missingResponse"],
    [200, '"text"', "missingResponse"],
  ])("status %i with %j is a %s error", async (status, body, kind) => {
    await expect(askGraphql(operation, answering(status, body))).rejects.toMatchObject({ kind, status })
  })

  test("errors of the server come with the reply", async () => {
    const reply = await askGraphql(operation, answering(200, '{"errors":[{"message":"no"}]}'))
    expect(reply).toEqual({ data: null, errors: [{ message: "no" }] })
  })

  test("sends operationName, variables and query by POST", async () => {
    const asked: [string, RequestInit][] = []
    const fetch = (async (url: string, init: RequestInit) => {
      asked.push([url, init])
      return new Response('{"data":{"tariffs":[]}}')
    }) as typeof globalThis.fetch
    await askGraphql({ ...operation, variables: { a: 1 } }, { fetch })
    expect(asked[0]?.[0]).toBe("/graphql")
    expect(asked[0]?.[1]).toMatchObject({ method: "POST", credentials: "same-origin" })
    expect(JSON.parse(asked[0]?.[1].body as string)).toEqual({ ...operation, variables: { a: 1 } })
  })
})
