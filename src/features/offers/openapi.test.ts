import fastify from "fastify"
import { describe, expect, it, test } from "vitest"
import { marketOf, NOW, offer } from "../../../test/guards/market-rows.ts"
import type { Db } from "../../core/db/database.server.ts"
import type { AppError } from "../../core/errors.ts"
import { readQuery } from "../../core/query.ts"
import type { Catalogue } from "../market/catalogue.server.ts"
import { VISITOR_ENTITLEMENTS } from "../market/entitlements.ts"
import { offerBody } from "./api-bodies.ts"
import { openApiDocument } from "./openapi.ts"
import { FILTER_SPEC } from "./query.ts"
import { registerPublicApi } from "./rest.server.ts"

type Schema = {
  type?: string | string[]
  enum?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}
type Parameter = { name: string; in: string; required: boolean; schema: Schema; description?: string }
type Operation = { summary: string; parameters?: Parameter[]; responses: Record<string, { description: string }> }

const DOCUMENT = openApiDocument("https://apyary.test")
const PATHS = DOCUMENT.paths as unknown as Record<string, { get: Operation }>
const SCHEMAS = DOCUMENT.components.schemas as unknown as Record<string, Schema>
const OPERATIONS = Object.entries(PATHS).map(([path, { get }]) => [path, get] as const)
const namesOf = (path: string) => (PATHS[path]?.get.parameters ?? []).map((one) => one.name)

describe("the document", () => {
  it("has every door of the contract", () => {
    const doors =
      "/offers /offers.csv /offers/{slug} /offers/{slug}/history /currencies /exchanges /protocols /wallets /cards /openapi.json"
    expect(Object.keys(PATHS).sort()).toEqual(doors.split(" ").sort())
    expect(DOCUMENT.servers).toEqual([{ url: "https://apyary.test/api/v1" }])
    expect(DOCUMENT.openapi).toMatch(/^3\.1\.\d$/)
  })

  it("can be asked with a key and without", () => {
    expect(DOCUMENT.security).toEqual([{}, { key: [] }])
    expect(DOCUMENT.components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" })
  })

  it("resolves every reference", () => {
    const references = [...JSON.stringify(DOCUMENT).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? "")
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split("/")
        .reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], DOCUMENT)
      expect(found, reference).toBeTypeOf("object")
      expect(reference).toMatch(/^#\//)
    }
  })

  test.each(OPERATIONS)("%s says what it does, takes and answers", (path, operation) => {
    expect(operation.summary).not.toBe("")
    expect(Object.keys(operation.responses)).toContain("200")
    for (const { description } of Object.values(operation.responses)) expect(description).not.toBe("")
    const names = namesOf(path)
    expect(new Set(names).size).toBe(names.length)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = (operation.parameters ?? []).filter((one) => one.in === "path")
    expect(declared.map((one) => one.name)).toEqual(inPath)
    for (const one of operation.parameters ?? []) {
      expect(one.required).toBe(one.in === "path")
      expect(one.schema.type).toBeTypeOf("string")
      if (one.in === "query") expect(one.description).toBeTruthy()
    }
  })

  it("documents every parameter of the list of offers, and no other", () => {
    const own = ["amount", "sort", "order", "skip", "take"]
    expect(namesOf("/offers").sort()).toEqual([...Object.keys(FILTER_SPEC), ...own].sort())
  })

  test.each(["currencies", "exchanges", "protocols", "wallets", "cards"])("documents the parameters of /%s", (name) => {
    expect(namesOf(`/${name}`).sort()).toEqual(["search", "skip", "take"])
  })

  it("documents the range of a history", () => {
    expect(namesOf("/offers/{slug}/history")).toEqual(["slug", "from", "to"])
  })

  it("names only words that the doors take", () => {
    for (const { name, schema } of PATHS["/offers"]?.get.parameters ?? []) {
      if (!schema.enum || !Object.hasOwn(FILTER_SPEC, name)) continue
      for (const word of schema.enum) {
        const { problems } = readQuery(FILTER_SPEC, new URLSearchParams([[name, word]]))
        expect(problems, `${name}=${word}`).toEqual([])
      }
    }
  })
})

/** What of a value does not fit its schema, by path. */
function misfits(value: unknown, schema: Schema | undefined, at = "offer"): string[] {
  if (!schema) return [`${at}: not documented`]
  if (schema.$ref) return misfits(value, SCHEMAS[schema.$ref.split("/").at(-1) ?? ""], at)
  const types = [schema.type ?? []].flat()
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value
  if (!types.includes(type)) return [`${at}: ${type} is none of ${types.join(", ")}`]
  if (schema.enum && !schema.enum.includes(String(value))) return [`${at}: unknown word ${String(value)}`]
  if (Array.isArray(value)) return value.flatMap((inner, nth) => misfits(inner, schema.items, `${at}[${nth}]`))
  if (type !== "object" || value === null) return []
  const row = value as Record<string, unknown>
  const missing = (schema.required ?? [])
    .filter((key) => !Object.hasOwn(row, key))
    .map((key) => `${at}.${key}: missing`)
  return [...missing, ...Object.keys(row).flatMap((key) => misfits(row[key], schema.properties?.[key], `${at}.${key}`))]
}

it("documents parameters that the doors know: each may be malformed, none is unknown", async () => {
  const app = fastify()
  app.setErrorHandler((error, _request, reply) => reply.send({ fields: (error as AppError).fields ?? {} }))
  const market = marketOf([offer(1)])
  const catalogue = { market: () => market } as unknown as Catalogue
  const entitlements = { ...VISITOR_ENTITLEMENTS, realApyFigure: true, exportCsv: true }
  const callerOf = async () => ({ userId: "somebody", entitlements })
  const db = null as unknown as Db
  await app.register(registerPublicApi, { catalogue, db, publicUrl: "https://apyary.test", callerOf })
  for (const path of Object.keys(PATHS).filter((one) => !one.includes("{"))) {
    const query = new URLSearchParams(namesOf(path).map((name) => [name, "\u0000"]))
    const { fields = {} } = (await app.inject(`${path}?${query}`)).json<{ fields?: Record<string, string> }>()
    expect(Object.keys(fields).sort()).toEqual(namesOf(path).sort())
    expect(Object.values(fields).filter((code) => code !== "invalid_parameter")).toEqual([])
  }
  await app.close()
})

it("describes an offer as the door gives it, with all known and with all unknown", () => {
  const full = offer(1, {
    blockchain: "Base",
    symbols: ["XYZ"],
    currencyIds: [0],
    terms: [
      {
        lockDays: 1,
        noticeDays: 0,
        unbondDays: 0,
        processingHours: 0,
        minAmount: 1,
        maxAmount: 2,
        earlyExit: "none",
        payout: "daily",
        promoEndsAt: NOW.toISOString(),
        tiers: [{ from: 0, to: null, ratePercent: 5 }],
      },
    ],
    rate: { apy: 5, apyBase: 4, apyReward: 1, tvlUsd: 1e6, observedAt: NOW },
  })
  const empty = offer(2, { rate: { apy: null }, terms: [{}] })
  for (const one of marketOf([full, empty]).offers) {
    expect(
      misfits(offerBody(one, VISITOR_ENTITLEMENTS, "https://apyary.test"), { $ref: "#/components/schemas/Offer" }),
    ).toEqual([])
  }
})
