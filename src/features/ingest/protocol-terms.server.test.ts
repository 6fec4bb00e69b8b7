import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { termSchema } from "../market/schema.ts"
import { PROTOCOL_TERMS_VERSION, protocolTerms } from "./protocol-terms.server.ts"

type Row = { protocolSlug: string; symbols?: string[]; term: object; sourceUrl: string; asOf: string }
const FILE = resolve(import.meta.dirname, "../../../db/seed/protocol-terms.json")
const { rows } = JSON.parse(readFileSync(FILE, "utf8")) as { rows: Row[] }
const general = rows.filter((row) => row.symbols === undefined)
const special = rows.filter((row) => row.symbols !== undefined)

describe("the terms known for protocols", () => {
  it("are given for a single currency, whole: what the row does not say is unknown", () => {
    for (const row of general)
      expect(protocolTerms(row.protocolSlug, ["NO-ROW-HAS-THIS"])).toEqual([termSchema.parse(row.term)])
  })

  it("of a currency go before those for all", () => {
    expect(special.length).toBeGreaterThan(0)
    for (const row of special)
      for (const symbol of row.symbols ?? [])
        expect(protocolTerms(row.protocolSlug, [symbol])).toEqual([termSchema.parse(row.term)])
  })

  it("are not given for a pair, nor for a protocol that is not there", () => {
    for (const row of rows) expect(protocolTerms(row.protocolSlug, ["A", "B"])).toEqual([])
    expect(protocolTerms("nope", ["USDC"])).toEqual([])
    expect(protocolTerms("__proto__", ["USDC"])).toEqual([])
  })

  it("stand once per protocol and currency: a second row would never be read", () => {
    const keys = rows.flatMap((row) => (row.symbols ?? ["*"]).map((symbol) => `${row.protocolSlug} ${symbol}`))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it("have a version by which offers are written anew when the file changes", () => {
    expect(PROTOCOL_TERMS_VERSION).toMatch(/^[\w-]{8}$/)
  })
})
