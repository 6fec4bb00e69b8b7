// The demo data: it has the shapes of the market, is as much as promised, and says of every row where it is from and from when.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import { describe, expect, it, test } from "vitest"
import { z } from "zod"
import { dayOf } from "../../src/core/clock.ts"
import type { SourceBatch } from "../../src/features/ingest/source.ts"
import { manual } from "../../src/features/ingest/sources/manual.server.ts"
import {
  sourceCurrencySchema,
  sourceExchangeSchema,
  sourceOfferSchema,
  sourceProtocolSchema,
} from "../../src/features/market/schema.ts"
import { OFFER_CATEGORIES } from "../../src/features/market/words.ts"
import { ROOT } from "./source-files.ts"

const SEED = join(ROOT, "db/seed")
const provenance = z.object({
  sourceUrl: z.url({ protocol: /^https?$/ }),
  asOf: z.union([z.iso.date(), z.string().regex(/^\d{4}$/)]),
})
const document = (file: string) =>
  JSON.parse(readFileSync(join(SEED, file), "utf8")) as { about: string; rows: unknown[] }
function rowsOf<Row>(file: string, schema: z.ZodType<Row>): Row[] {
  return document(file).rows.map((row, at) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return parsed.data
    throw new Error(`${file}, row ${at + 1}: ${z.prettifyError(parsed.error)}`)
  })
}

const currencies = rowsOf("currencies.json", sourceCurrencySchema)
const exchanges = rowsOf("exchanges.json", sourceExchangeSchema)
const protocols = rowsOf("protocols.json", sourceProtocolSchema)
const pools = rowsOf("offers/defillama.json", sourceOfferSchema.extend({ asOf: z.iso.date() }))
const today = dayOf(new Date())
const manualDir = join(SEED, "manual")
const answers = await manual.fetch({
  http: { getJson: () => Promise.reject(new Error("the demo data asks nobody")) },
  settings: { manualDir, coingeckoKey: null, pendleKey: null },
  now: new Date(),
  progress: () => {},
})
const batch: SourceBatch = manual.parse(answers, new Date())
const offers = [...pools, ...batch.offers.map((offer) => sourceOfferSchema.parse(offer))]
const history = readdirSync(join(SEED, "history")).map((file) => {
  const text = readFileSync(join(SEED, "history", file), "utf8")
  return {
    file,
    about: text.split("\n")[0] ?? "",
    rows: parse(text, { columns: true, comment: "#" }) as Record<string, string>[],
  }
})

it("hand-written rows are all good", () => {
  expect(batch.dropped).toEqual([])
})

it("names no day that nobody knows: the year alone stands there", () => {
  // A year that was made a day of is its first one.
  const rows = [...currencies, ...exchanges, ...protocols, ...batch.wallets, ...batch.cards]
  expect(rows.filter(({ asOf }) => asOf.endsWith("-01-01")).map(({ slug, asOf }) => `${slug} ${asOf}`)).toEqual([])
})

describe("there is as much as promised", () => {
  test.each([
    ["currencies", currencies.length, 200],
    ["exchanges", exchanges.length, 60],
    ["protocols", protocols.length, 100],
    ["wallets", batch.wallets.length, 60],
    ["cards", batch.cards.length, 40],
    ["offers", offers.length, 250],
    ["recorded days", history.flatMap(({ rows }) => rows).length, 1000],
  ])("%s: %s, at least %s", (_what, count, least) => {
    expect(count).toBeGreaterThanOrEqual(least)
  })

  test.each(OFFER_CATEGORIES)("offers of the category %s", (category) => {
    expect(offers.filter((offer) => offer.category === category).length).toBeGreaterThanOrEqual(10)
  })
})

describe("every row says where it is from and from which day, which is not to come", () => {
  test.each<[string, { slug: string; sourceUrl: string; asOf: string }[]]>([
    ["currencies", currencies],
    ["exchanges", exchanges],
    ["protocols", protocols],
    ["wallets", batch.wallets],
    ["cards", batch.cards],
  ])("%s", (_what, rows) => {
    for (const row of rows) {
      expect(provenance.safeParse(row).error, row.slug).toBeUndefined()
      expect(row.asOf <= today, `${row.slug} ${row.asOf}`).toBe(true)
    }
  })

  it("offers", () => {
    for (const pool of pools)
      expect(provenance.safeParse(pool).success && pool.asOf <= today, pool.externalId).toBe(true)
    for (const offer of batch.offers) {
      expect(offer.sourceUrl, offer.externalId).toMatch(/^https?:\/\//)
      expect((offer.rate.observedAt ?? "9").slice(0, 10) <= today, offer.externalId).toBe(true)
      expect(offer.rate.raw, offer.externalId).not.toBe("")
    }
  })

  test.each([
    "currencies.json",
    "exchanges.json",
    "protocols.json",
    "offers/defillama.json",
    "protocol-terms.json",
    "manual/wallets.json",
    "manual/cards.json",
  ])("%s tells its sources as a whole, too", (file) => {
    expect(document(file).about.length).toBeGreaterThan(50)
  })

  test.each(history)("$file", ({ about, rows }) => {
    expect(about).toMatch(/^# .*as of \d{4}-\d{2}-\d{2}/)
    for (const row of rows) expect(row.source).toBeTruthy()
  })
})

describe("rows fit together", () => {
  test.each<[string, { slug: string }[]]>([
    ["currencies", currencies],
    ["exchanges", exchanges],
    ["protocols", protocols],
    ["wallets", batch.wallets],
    ["cards", batch.cards],
  ])("%s stand once", (_what, rows) => {
    const slugs = rows.map((row) => row.slug)
    expect(slugs.filter((slug, at) => slugs.indexOf(slug) !== at)).toEqual([])
  })

  it("offers stand once per source", () => {
    for (const list of [pools, batch.offers]) {
      const ids = list.map((offer) => offer.externalId)
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    }
  })

  const known = {
    exchange: new Set(exchanges.map((row) => row.slug)),
    protocol: new Set(protocols.flatMap((row) => [row.slug, ...row.defillamaSlugs])),
    wallet: new Set(batch.wallets.map((row) => row.slug)),
  }

  it("every offer's provider is listed", () => {
    const strays = offers.filter(({ provider }) => !known[provider.kind].has(provider.slug))
    expect(strays.map(({ externalId, provider }) => `${externalId}: ${provider.kind} ${provider.slug}`)).toEqual([])
  })

  it("every card's provider is listed", () => {
    const strays = batch.cards.filter(({ provider }) => provider && !known[provider.kind].has(provider.slug))
    expect(strays.map(({ slug, provider }) => `${slug}: ${provider?.kind} ${provider?.slug}`)).toEqual([])
  })

  it("protocol terms are of listed protocols", () => {
    const slugs = document("protocol-terms.json").rows.map(
      (row) => z.object({ protocolSlug: z.string() }).parse(row).protocolSlug,
    )
    expect(slugs.filter((slug) => !known.protocol.has(slug))).toEqual([])
  })

  it("recorded days are of listed offers, each day once, in the past, with sound rates", () => {
    const ids = new Set(pools.map((pool) => pool.externalId))
    const days = new Set<string>()
    for (const { file, rows } of history) {
      for (const { externalId = "", day = "", apyPercent = "", tvlUsd = "" } of rows) {
        expect(ids.has(externalId), `${file}: ${externalId}`).toBe(true)
        expect(z.iso.date().safeParse(day).success && day <= today, `${file}: ${day}`).toBe(true)
        expect(apyPercent, `${file}: ${externalId} ${day}`).toMatch(/^-?\d+(?:\.\d+)?$/)
        expect(tvlUsd, `${file}: ${externalId} ${day}`).toMatch(/^(?:\d+(?:\.\d+)?)?$/)
        expect(days.has(`${externalId} ${day}`), `${externalId} ${day} stands twice`).toBe(false)
        days.add(`${externalId} ${day}`)
      }
    }
  })
})
