import { describe, expect, it, test } from "vitest"
import { openApiDocument } from "../offers/openapi.ts"
import { endpointsOf, type OpenApi, type Schema, schemasOf, typeOf } from "./api-reference.ts"

const DOCUMENT = openApiDocument("https://apyary.test") as unknown as OpenApi

describe("types in words", () => {
  test.each<[Schema, string]>([
    [{ type: "string" }, "string"],
    [{ type: ["number", "null"] }, "number or null"],
    [{ type: "string", enum: ["asc", "desc"] }, "asc | desc"],
    [{ type: "string", format: "date" }, "string (YYYY-MM-DD)"],
    [{ $ref: "#/components/schemas/Offer" }, "Offer"],
    [{ type: "array", items: { $ref: "#/components/schemas/Offer" } }, "list of Offer"],
    [{ type: "object", properties: { a: { type: "string" } } }, "object"],
    [
      { type: "object", properties: { data: { type: "array", items: { type: "object" } }, page: { type: "object" } } },
      "{ data, page }: data is list of object",
    ],
    [{}, "any"],
  ])("%j is %s", (schema, words) => {
    expect(typeOf(schema)).toBe(words)
  })
})

describe("the document", () => {
  const endpoints = endpointsOf(DOCUMENT)

  it("is shown with every call, parameter and answer", () => {
    expect(endpoints.map(({ path }) => path)).toEqual(Object.keys(DOCUMENT.paths))
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length)
    for (const { path, parameters, answers } of endpoints) {
      const { parameters: known = [], responses } = DOCUMENT.paths[path]?.get ?? { responses: {} }
      expect(parameters.map(({ name }) => name)).toEqual(known.map(({ name }) => name))
      expect(answers.map(({ status }) => status)).toEqual(Object.keys(responses))
    }
  })

  it("says bounds, defaults and places of parameters", () => {
    const of = (path: string, name: string) =>
      endpoints.find((endpoint) => endpoint.path === path)?.parameters.find((parameter) => parameter.name === name)
    expect(of("/offers", "take")).toMatchObject({ type: "integer", note: "1 to 200, default 50" })
    expect(of("/offers", "skip")).toMatchObject({ note: "from 0" })
    expect(of("/offers", "order")).toMatchObject({ type: "string", values: ["asc", "desc"], note: null })
    expect(of("/offers/{slug}", "slug")).toMatchObject({ note: "in the path" })
  })

  it("names nested fields by their path", () => {
    const names = schemasOf(DOCUMENT)
      .find(({ name }) => name === "Offer")
      ?.fields.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(["provider", "provider.kind", "terms", "terms[].tiers[].apy", "source.raw"]),
    )
    expect(new Set(names).size).toBe(names?.length)
  })
})
