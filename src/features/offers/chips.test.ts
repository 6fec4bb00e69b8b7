import { expect, it, test } from "vitest"
import { marketOf, offer } from "../../../test/guards/market-rows.ts"
import { readQuery } from "../../core/query.ts"
import { formatsOf } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import { chipsOf } from "./chips.ts"
import { FILTER_SPEC, OFFER_QUERY_SPEC, type OfferQuery } from "./query.ts"

const EMPTY = readQuery(OFFER_QUERY_SPEC, new URLSearchParams()).values
const MARKET = marketOf([offer(1, { protocolId: 1, blockchain: "OP Mainnet", rate: { tvlUsd: 1e7 } })])
const t: Translate = (id, values) => [id, ...Object.values(values ?? {})].join(" ")
const link = (change: Partial<OfferQuery>) => JSON.stringify(change)
const chips = (query: Partial<OfferQuery>, category: "saving" | null = null) =>
  chipsOf({ ...EMPTY, ...query }, category, MARKET, { t, formats: formatsOf("en"), link })

test.each<[string, Partial<OfferQuery>, [string, Partial<OfferQuery>][]]>([
  ["nothing is on", {}, []],
  ["a search", { search: "aave" }, [["lists:chip.search aave", { search: null }]]],
  ["a category", { offerType: "defi" }, [["offers:category.defi", { offerType: null }]]],
  ["a currency by slug", { currencyId: "ethereum" }, [["Ether", { currencyId: null }]]],
  ["a currency by id", { currencyId: "2" }, [["Ether", { currencyId: null }]]],
  ["one that does not exist shows as it was asked", { currencyId: "nope" }, [["nope", { currencyId: null }]]],
  ["a chain", { blockchain: "op-mainnet" }, [["OP Mainnet", { blockchain: null }]]],
  [
    "two exchanges come off one by one",
    { exchangeIds: ["kraken", "2"] },
    [
      ["Kraken", { exchangeIds: ["2"] }],
      ["OKX", { exchangeIds: ["kraken"] }],
    ],
  ],
  [
    "the last of a list leaves nothing, not an empty list",
    { protocolIds: ["lido"] },
    [["Lido", { protocolIds: null }]],
  ],
  ["a wallet", { walletIds: ["1"] }, [["Ledger", { walletIds: null }]]],
  ["a rate of 0 is a filter", { apyFrom: 0 }, [["lists:chip.apyFrom 0.00%", { apyFrom: null }]]],
  [
    "money back at once is a filter",
    { cashWithin: 0 },
    [["lists:chip.cashWithin lists:cash.instant", { cashWithin: null }]],
  ],
  ["a TVL", { tvlTo: 1e6 }, [["lists:chip.tvlTo $1M", { tvlTo: null }]]],
  ["an amount", { amount: 0.5 }, [["lists:chip.amount 0.5", { amount: null }]]],
  ["a reason", { show: ["thin"] }, [["lists:chip.show offers:hidden.thin", { show: null }]]],
  ["sort, order and page are no filters", { sort: "apy", order: "asc", page: 3 }, []],
])("%s", (_rule, query, expected) => {
  expect(chips(query).map(({ label, removeTo }) => [label, JSON.parse(removeTo)])).toEqual(expected)
})

it("does not offer to take off the category that the list is about", () => {
  expect(chips({ offerType: "saving" }, "saving")).toEqual([])
})

it("has a chip for every filter there is, each with an id of its own", () => {
  const all =
    "search=x&offerType=defi&currencyId=2&blockchain=base&exchangeIds=1&protocolIds=1&walletIds=1&apyFrom=1&apyTo=2&tvlFrom=1&tvlTo=2&cashWithin=24&stablecoin=true&commissionFree=true&show=thin,stale"
  const { values } = readQuery(OFFER_QUERY_SPEC, new URLSearchParams(all))
  const found = chips(values)
  expect(new Set(found.map((chip) => chip.id.split(":")[0]))).toEqual(new Set(Object.keys(FILTER_SPEC)))
  expect(new Set(found.map((chip) => chip.id)).size).toBe(found.length)
})
