import { describe, expect, it } from "vitest"
import { coinpaprika } from "./coinpaprika.ts"
import { FIXTURE_NOW, fixtureContext } from "./fixture-http.server.ts"

const batchOf = async () => coinpaprika.parse(await coinpaprika.fetch(fixtureContext("coinpaprika")), FIXTURE_NOW)

describe("coinpaprika", () => {
  it("reads the recorded ticker", async () => {
    expect((await batchOf()).currencies[0]).toMatchObject({
      slug: "bitcoin",
      name: "Bitcoin",
      symbol: "BTC",
      kind: "coin",
      marketCapRank: 1,
      priceUsd: 18971.41529377382,
      marketCapUsd: 363426751817,
      coinpaprikaId: "btc-bitcoin",
      coingeckoId: null,
      sourceUrl: "https://coinpaprika.com/coin/btc-bitcoin/",
      asOf: "2022-09-21",
    })
  })

  it.each([
    ["usdc-usd-coin", "usd-coin", "token", 6],
    // The symbol was MATIC when the id was given.
    ["matic-polygon", "polygon", "token", 40],
    ["foo-unranked", "unranked", "coin", null],
  ])("%s becomes %s, a %s of rank %j", async (id, slug, kind, marketCapRank) => {
    const currency = (await batchOf()).currencies.find((row) => row.coinpaprikaId === id)
    expect(currency).toMatchObject({ slug, kind, marketCapRank })
  })

  it("keeps an unknown price unknown", async () => {
    const currency = (await batchOf()).currencies.find((row) => row.slug === "unranked")
    expect(currency).toMatchObject({ priceUsd: null, marketCapUsd: null })
  })

  it("drops inactive coins and those of which nobody says what they are", async () => {
    expect((await batchOf()).dropped.map(({ key, reason }) => [key, reason])).toEqual([
      ["bar-gone", "excluded"],
      ["new-brand-new", "malformed"],
    ])
  })
})
