import { describe, expect, it } from "vitest"
import { sourceOfferSchema } from "../../market/schema.ts"
import { FIXTURE_NOW, fixtureContext } from "./fixture-http.server.ts"
import { OFFER_COLUMNS } from "./manual-rows.ts"
import { type ManualFile, manual } from "./manual.server.ts"

const filesOf = async () => (await manual.fetch(fixtureContext("manual"))) as ManualFile[]
const batchOf = async () => manual.parse(await filesOf(), FIXTURE_NOW)
const offerOf = async (id: string) => (await batchOf()).offers.find((offer) => offer.externalId === id)

const GOOD: Record<string, string> = {
  externalId: "a",
  category: "saving",
  providerKind: "exchange",
  providerSlug: "x",
  providerName: "X",
  symbols: "USDC",
  sourceUrl: "https://example.com",
  checkedAt: "2026-11-18",
  ratePercent: "4.5",
  rateKind: "apy",
}
/** One CSV offer with cells changed or, when undefined, emptied. */
function csvRow(changes: Record<string, string>) {
  const cells = OFFER_COLUMNS.map((column) => `"${changes[column] ?? GOOD[column] ?? ""}"`)
  const text = `# a comment\n${OFFER_COLUMNS.join(",")}\n${cells.join(",")}\n`
  return manual.parse([{ name: "offers.csv", text }], FIXTURE_NOW)
}

describe("the folder", () => {
  it("gives the files of the three kinds, by name, and no others", async () => {
    expect((await filesOf()).map((file) => file.name)).toEqual([
      "cards.csv",
      "cards.json",
      "offers-more.json",
      "offers.csv",
      "wallets-hardware.csv",
      "wallets.json",
    ])
  })

  it("fails in words when it is not there", async () => {
    const settings = { coingeckoKey: null, pendleKey: null, manualDir: "/nonexistent/folder" }
    const fetching = manual.fetch(fixtureContext("manual", { settings }))
    await expect(fetching).rejects.toMatchObject({ code: "source_unreachable" })
  })
})

describe("offers", () => {
  it("has the columns of the contract", () => {
    expect(OFFER_COLUMNS.toSorted()).toEqual(
      (
        "externalId,category,providerKind,providerSlug,providerName,symbols,rewardSymbols,blockchain,status,label,sourceUrl," +
        "checkedAt,ratePercent,rateKind,compoundingPerYear,basePercent,rewardPercent,tiers,lockDays,noticeDays,unbondDays," +
        "processingHours,earlyExit,minAmount,maxAmount,baseRatePercent,maxRatePercent,maxRateCondition,payout,autoCompound," +
        "promoEndsAt,countriesAllowed,countriesExcluded,raw"
      )
        .split(",")
        .toSorted(),
    )
  })

  it("reads a full CSV row", async () => {
    expect(await offerOf("example-usdc-flexible")).toMatchObject({
      category: "saving",
      provider: { kind: "exchange", slug: "example-exchange", name: "Example Exchange" },
      symbols: ["USDC"],
      blockchain: null,
      status: "active",
      terms: [
        {
          lockDays: 0,
          noticeDays: null,
          earlyExit: "allowed",
          minAmount: 1,
          maxAmount: null,
          tiers: [
            { from: 0, to: 1000, ratePercent: 10 },
            { from: 1000, to: null, ratePercent: 1 },
          ],
          maxRatePercent: 10,
          maxRateCondition: "on the first 1,000 USDC",
          payout: "daily",
          autoCompound: true,
          promoEndsAt: "2026-12-31T23:59:59Z",
          eligibility: { countriesAllowed: null, countriesExcluded: ["US", "GB"] },
        },
      ],
      rate: { percent: 4.5, kind: "apy", observedAt: "2026-11-18T00:00:00Z", raw: '"up to 10 %"' },
    })
  })

  it("keeps a row with an unknown rate, as unknown", async () => {
    const offer = await offerOf("example-eth-bonded")
    expect(offer).toMatchObject({
      rate: { percent: null, kind: "unknown" },
      terms: [{ unbondDays: 4.5, lockDays: null }],
    })
  })

  it("reads JSON rows", async () => {
    const offer = await offerOf("example-sol-liquid")
    expect(offer?.rate).toMatchObject({ percent: 6.1, observedAt: "2026-11-19T00:00:00Z", raw: "6.1 %" })
    expect(offer?.terms).toMatchObject([{ lockDays: 0 }])
  })

  it("drops with file, line and reason", async () => {
    const { dropped } = await batchOf()
    expect(dropped.map(({ reason, key, detail }) => [reason, key, detail?.slice(0, 30)])).toEqual([
      ["malformed", "offers-more.json line 2: no-checked-at", "checkedAt: no day"],
      ["malformed", "offers-more.json line 3: no name", "not an object"],
      ["malformed", "offers.csv line 5: example-no-day", "checkedAt: no day"],
      ["malformed", "offers.csv line 6: example-no-url", "sourceUrl: empty"],
      ["malformed", "offers.csv line 7: example-typo", 'ratePercent: "1,5" is no numbe'],
      ["duplicate", "offers.csv line 8: example-usdc-flexible", "the same external id again"],
      ["malformed", "offers.csv line 9: too", "3 cells for 34 columns"],
      ["malformed", "wallets.json line 2: Bad Slug", expect.stringContaining("slug")],
    ])
  })

  it.each([
    ["a good row", {}, "kept"],
    ["no externalId", { externalId: "" }, "malformed"],
    ["an unknown category", { category: "gambling" }, "malformed"],
    ["no currency", { symbols: "" }, "malformed"],
    ["a bad address", { sourceUrl: "javascript:alert(1)" }, "malformed"],
    ["a day that is none", { checkedAt: "2026-02-30" }, "malformed"],
    ["a day to come", { checkedAt: "2026-12-24" }, "malformed"],
    ["a year without a day", { checkedAt: "2026" }, "malformed"],
    ["a number in words", { lockDays: "thirty" }, "malformed"],
    ["percent sign in a number", { ratePercent: "4.5%" }, "malformed"],
    ["a tier that cannot be read", { tiers: "up to 1000: 5" }, "malformed"],
    ["an unknown payout", { payout: "sometimes" }, "malformed"],
    ["a country in words", { countriesExcluded: "Germany" }, "malformed"],
    ["autoCompound maybe", { autoCompound: "maybe" }, "malformed"],
    ["a rate beyond reason", { ratePercent: "2000000" }, "outOfBounds"],
    ["no rate", { ratePercent: "" }, "kept"],
  ])("%s: %j is %s", (_, changes, expected) => {
    const batch = csvRow(changes)
    expect(batch.read).toBe(1)
    expect(batch.dropped[0]?.reason ?? "kept").toBe(expected)
  })

  it("never turns an empty cell into 0", () => {
    const offer = csvRow({}).offers[0]
    expect(offer?.terms).toEqual([])
    expect(JSON.stringify(sourceOfferSchema.parse(offer))).not.toMatch(/:0\b/)
  })
})

describe("wallets and cards", () => {
  it("reads both forms", async () => {
    const { wallets, cards } = await batchOf()
    expect(wallets).toMatchObject([
      {
        slug: "example-key",
        type: "hardware",
        platforms: ["hardware", "windows", "macOS"],
        features: ["openSource"],
        numCoins: 5500,
        selfCustody: true,
        additionalServices: null,
        asOf: "2026-11-19",
      },
      { slug: "example-wallet", platforms: ["android", "iOS"], numCoins: null, asOf: "2026-11-19" },
    ])
    expect(cards).toMatchObject([
      {
        slug: "example-card-two",
        provider: { kind: "wallet", slug: "example-wallet" },
        networks: ["masterCard"],
        virtual: true,
        cashbackMaxPercent: 1.5,
        annualFeeUsd: null,
      },
      { slug: "example-card", provider: { kind: "exchange", slug: "example-exchange" }, cashbackMaxPercent: 2 },
    ])
  })

  it.each([
    ["2026", ["2026"]],
    ["2027", []],
    ["2026-11", []],
    ["26", []],
  ])("a checkedAt of %s stands as %j", (checkedAt, expected) => {
    const text = JSON.stringify({ rows: [{ slug: "a", name: "A", sourceUrl: "https://a.org", checkedAt }] })
    expect(manual.parse([{ name: "cards.json", text }], FIXTURE_NOW).cards.map((card) => card.asOf)).toEqual(expected)
  })
})

describe("broken files", () => {
  const good = {
    name: "cards.json",
    text: '{"rows":[{"slug":"a","name":"A","sourceUrl":"https://a.org","asOf":"2026-11-01"}]}',
  }

  it.each([
    ["not JSON", "offers.json", "{rows: []}"],
    ["no rows", "offers.json", "[]"],
    ["rows as a prototype", "wallets.json", '{"__proto__":{"rows":[]}}'],
    ["an unclosed quote", "offers.csv", 'externalId,category\n"a,b\n'],
    ["a misspelt column", "offers.csv", "externalId,lockdays\na,5\n"],
    ["a prototype column", "offers.csv", "__proto__,externalId\nx,a\n"],
    ["a column twice", "offers.csv", "externalId,externalId\na,b\n"],
  ])("%s costs that file only", (_, name, text) => {
    const batch = manual.parse([{ name, text }, good], FIXTURE_NOW)
    expect(batch.cards).toHaveLength(1)
    expect(batch.dropped).toMatchObject([{ reason: "malformed", key: name }])
    expect(batch.read).toBe(2)
  })

  it("reads a file with a byte order mark, Windows line ends and a comment", () => {
    const text = `\uFEFF# note\r\n${Object.keys(GOOD).join(",")}\r\n${Object.values(GOOD).join(",")}\r\n`
    expect(manual.parse([{ name: "offers-x.csv", text }], FIXTURE_NOW).offers).toHaveLength(1)
    const quoted = `\uFEFF"${Object.keys(GOOD).join('","')}"\n${Object.values(GOOD).join(",")}\n`
    expect(manual.parse([{ name: "offers-y.csv", text: quoted }], FIXTURE_NOW).offers).toHaveLength(1)
  })

  it("survives rows of any kind", () => {
    const rows = [null, 5, "x", [], {}, { rate: 5, checkedAt: "2026-11-01" }, { checkedAt: {}, rate: { percent: "5" } }]
    for (const kind of ["offers", "wallets", "cards"]) {
      const batch = manual.parse([{ name: `${kind}.json`, text: JSON.stringify({ rows }) }], FIXTURE_NOW)
      expect(batch.dropped).toHaveLength(rows.length)
      expect(batch.dropped.filter((row) => row.detail?.startsWith("unexpected"))).toEqual([])
    }
  })
})
