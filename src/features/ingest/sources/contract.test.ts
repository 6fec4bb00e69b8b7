// What every source must hold, run over its fixture: see ../source.ts.
import { describe, expect, it } from "vitest"
import { AppError } from "../../../core/errors.ts"
import { sourceOfferSchema } from "../../market/schema.ts"
import { SOURCE_IDS, type SourceBatch, type SourceId } from "../source.ts"
import { FIXTURE_NOW, fixtureContext, fixtureHttp, readFixture } from "./fixture-http.server.ts"
import { findSource, getSource, SOURCES } from "./registry.ts"

/** The hosts a source may ask: a typo here would send visitors' keys elsewhere. */
const HOSTS: Record<SourceId, string[]> = {
  defillama: ["yields.llama.fi", "api.llama.fi"],
  coinpaprika: ["api.coinpaprika.com"],
  coingecko: ["api.coingecko.com"],
  bybit: ["api.bybit.com"],
  okx: ["www.okx.com"],
  gate: ["api.gateio.ws"],
  bitfinex: ["api-pub.bitfinex.com"],
  gemini: ["api.gemini.com"],
  lido: ["eth-api.lido.fi"],
  pendle: ["api-v2.pendle.finance"],
  manual: [],
}

type Container = unknown[] | Record<string, unknown>

/** Where the rows lie in what fetch gives. */
const ROWS: Record<SourceId, (answers: unknown) => Container[]> = {
  defillama: (a) => [at(a, "pools", "data"), at(a, "protocols")],
  coinpaprika: (a) => [at(a, "tickers"), at(a, "coins")],
  coingecko: (a) => [at(a, "pages", 0), at(a, "pages", 1), at(a, "list")],
  bybit: (a) => ["FlexibleSaving", "OnChain", "FixedTerm"].map((call) => at(a, call, "result", "list")),
  okx: (a) => ["lending", "ETH", "SOL"].map((call) => at(a, call, "data")),
  gate: (a) => [at(a, 0, "data", "list")],
  bitfinex: (a) => [a as Container],
  gemini: (a) => [a as Container, ...Object.values(a as Record<string, Container>)],
  lido: (a) => [at(a, "sma", "data", "aprs"), at(a, "last", "data")],
  pendle: (a) => [at(a, 0, "answer", "markets"), at(a, 1, "answer", "markets")],
  // Its rows are text: manual.test.ts.
  manual: () => [],
}

function at(value: unknown, ...path: (string | number)[]): Container {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value) as Container
}

const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) as unknown
const HOSTILE: [string, unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["empty text", ""],
  ["spaces", "   "],
  ["a huge text", "x".repeat(200_000)],
  ["a huge number text", "9".repeat(5000)],
  ["zero", 0],
  ["a negative number", -1],
  ["a negative number text", "-1"],
  ["NaN", Number.NaN],
  ["1e400", JSON.parse("1e400") as unknown],
  ["1e400 as text", "1e400"],
  ["the largest number", Number.MAX_VALUE],
  ["true", true],
  ["an empty list", []],
  ["a list", [1, "2", null, {}]],
  ["20,000 lists in lists", deep],
  ["an empty object", {}],
  ["a prototype key", JSON.parse('{"__proto__":{"apy":5},"constructor":{"prototype":{}}}') as unknown],
  ["no toString", { toString: null, valueOf: null, toJSON: null }],
  ["the word __proto__", "__proto__"],
  ["a date far away", "275760-09-13T00:00:00.001Z"],
  ["a script address", "javascript:alert(1)"],
  ["a number with a comma", "1,475.5"],
  ["percent without a number", "%"],
]

const kept = (batch: SourceBatch) =>
  [batch.offers, batch.currencies, batch.protocols, batch.exchanges, batch.wallets, batch.cards].flat().length

function expectSound(batch: SourceBatch): void {
  expect(batch.read).toBe(kept(batch) + batch.dropped.length)
  expect(batch.dropped.filter((row) => row.detail?.startsWith("unexpected"))).toEqual([])
  for (const offer of batch.offers) {
    const parsed = sourceOfferSchema.safeParse(offer)
    expect(parsed.error).toBeUndefined()
    expect(offer.rate.raw.length).toBeLessThanOrEqual(2000)
  }
  for (const row of batch.dropped) {
    expect(row.key.length).toBeLessThanOrEqual(160)
    expect(row.detail?.length ?? 0).toBeLessThanOrEqual(300)
  }
}

function idsOf(batch: SourceBatch): string[] {
  return [
    ...batch.offers.map((offer) => offer.externalId),
    ...[...batch.currencies, ...batch.protocols].map((row) => row.slug),
  ]
}

/** Every place in the kept rows where a 0 stands: the row's own id, a space and the path in the row. */
function zeros(batch: SourceBatch): string[] {
  const found: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (value === 0) found.push(path)
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`)
  }
  for (const offer of batch.offers) walk(offer, `${offer.externalId} `)
  for (const row of [...batch.currencies, ...batch.protocols]) walk(row, `${row.slug} `)
  return found
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
  return value
}

describe("the registry", () => {
  it("has every source under its own id", () => {
    expect(Object.keys(SOURCES).toSorted()).toEqual([...SOURCE_IDS].toSorted())
    for (const [id, source] of Object.entries(SOURCES)) expect(source.id).toBe(id)
  })

  it("finds sources by their id only", () => {
    expect(findSource("lido")).toBe(SOURCES.lido)
    expect(findSource("__proto__")).toBeUndefined()
    expect(findSource("toString")).toBeUndefined()
    expect(() => getSource("nope")).toThrow(expect.objectContaining({ code: "unknown_source" }))
  })
})

describe.each([...SOURCE_IDS])("%s", (id) => {
  const source = SOURCES[id]
  const answersOf = () => source.fetch(fixtureContext(id))

  it("asks its own hosts, over https, and nothing that the fixture lacks", async () => {
    const http = fixtureHttp(id)
    await source.fetch(fixtureContext(id, { http }))
    for (const { url } of http.asked) {
      expect(new URL(url).protocol).toBe("https:")
      expect(HOSTS[id]).toContain(new URL(url).host)
    }
    const listed = id === "manual" ? [] : readFixture(id).requests.map((request) => request.url)
    expect(listed).toEqual(expect.arrayContaining(http.asked.map(({ url }) => url)))
    expect(http.asked.length > 0).toBe(id !== "manual")
  })

  it("tells how often to run and which page to show", () => {
    expect(source.intervalSeconds).toBeGreaterThanOrEqual(600)
    expect(source.homepage).toMatch(id === "manual" ? /^\// : /^https:\/\//)
  })

  it("tells what it is fetching", async () => {
    const steps: string[] = []
    await source.fetch(fixtureContext(id, { progress: (step) => steps.push(step) }))
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) expect(step).toMatch(new RegExp(`^${id}: `))
  })

  it("keeps sound rows and counts the others", async () => {
    const batch = source.parse(await answersOf(), FIXTURE_NOW)
    expectSound(batch)
    expect(kept(batch)).toBeGreaterThan(0)
    const ids = batch.offers.map((offer) => offer.externalId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("gives rates in percent: a fraction or basis points would leave the range", async () => {
    const batch = source.parse(await answersOf(), FIXTURE_NOW)
    for (const { externalId, rate, history } of batch.offers) {
      const rates = [rate.percent, ...(history ?? []).map((point) => point.apyPercent)]
      for (const percent of rates.filter((value) => value !== null)) {
        expect(percent, `${externalId} in percent`).toBeGreaterThan(0.1)
        expect(percent, `${externalId} in percent`).toBeLessThanOrEqual(100)
      }
    }
  })

  it("gives the same rows each time and leaves the answers alone", async () => {
    const answers = freeze(await answersOf())
    const first = source.parse(answers, FIXTURE_NOW)
    expectSound(first)
    expect(source.parse(answers, FIXTURE_NOW)).toEqual(first)
    expect(source.parse(await answersOf(), FIXTURE_NOW)).toEqual(first)
  })

  it("throws source_shape, and nothing else, when the envelope is wrong", () => {
    for (const [name, hostile] of [...HOSTILE, ["text", "<html>"] as [string, unknown]]) {
      let thrown: unknown = null
      try {
        expectSound(source.parse(hostile, FIXTURE_NOW))
      } catch (error) {
        thrown = error
      }
      if (thrown !== null) expect(thrown, name).toBeInstanceOf(AppError)
      if (thrown !== null) expect((thrown as AppError).code, name).toBe("source_shape")
      if (typeof hostile !== "object") expect(thrown, name).not.toBeNull()
    }
  })

  it("drops a hostile row and keeps the others", async () => {
    const containers = ROWS[id](await answersOf())
    const whole = kept(source.parse(await answersOf(), FIXTURE_NOW))
    for (const [index, container] of containers.entries()) {
      for (const key of Object.keys(container)) {
        for (const [name, hostile] of HOSTILE) {
          const answers = await answersOf()
          const rows = ROWS[id](answers)[index] as Record<string, unknown>
          // A provider of Gemini is a row and holds rows itself.
          const inside = id === "gemini" && index === 0 ? Object.keys(rows[key] as object).length : 1
          rows[key] = hostile
          const batch = source.parse(answers, FIXTURE_NOW)
          expectSound(batch)
          expect(kept(batch), `${key}: ${name}`).toBeGreaterThanOrEqual(whole - inside)
        }
      }
    }
  })

  it("survives a hostile value in any field of a row, and an empty text never becomes 0", async () => {
    const original = await answersOf()
    const whole = source.parse(original, FIXTURE_NOW)
    const before = zeros(whole)
    const known = new Set(idsOf(whole))
    for (const [index, container] of ROWS[id](original).entries()) {
      for (const [key, row] of Object.entries(container)) {
        if (typeof row !== "object" || row === null) continue
        for (const field of Object.keys(row)) {
          for (const [name, hostile] of HOSTILE) {
            const answers = structuredClone(original)
            const copy = (ROWS[id](answers)[index] as Record<string, Record<string, unknown>>)[key]
            if (copy !== undefined) copy[field] = hostile
            const batch = source.parse(answers, FIXTURE_NOW)
            expectSound(batch)
            if (hostile !== "" && hostile !== null) continue
            const appeared = zeros(batch).filter(
              (path) => !before.includes(path) && known.has(path.split(" ")[0] ?? ""),
            )
            expect(appeared, `${key}.${field}: ${name}`).toEqual([])
          }
        }
      }
    }
  })
})
