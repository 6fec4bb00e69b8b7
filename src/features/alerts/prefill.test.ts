import { expect, it, test } from "vitest"
import { readQuery } from "../../core/query.ts"
import type { OfferChoice } from "./page-data.ts"
import { PREFILL_SPEC, type PrefillQuery, prefillOf } from "./prefill.ts"
import { ALERT_FILTER_KEYS } from "./rule.ts"

const OFFER: OfferChoice = { id: 7, slug: "kraken-eth", name: "Kraken ETH", apy: 3, thresholdPercent: 3.5 }
const read = (address: string) => readQuery<PrefillQuery>(PREFILL_SPEC, new URLSearchParams(address))
const prefill = (address: string, offer: OfferChoice | null = null) => prefillOf(read(address).values, offer)

test.each<[address: string, type: string, filter: object]>([
  ["currencyId=bitcoin", "bestOffer", { currencyId: "bitcoin" }],
  ["currencyId=bitcoin&apyFrom=5", "newOffer", { apyFrom: 5, currencyId: "bitcoin" }],
  ["currencyId=bitcoin&stablecoin=true", "newOffer", { currencyId: "bitcoin" }],
  ["offerType=staking", "newOffer", { offerType: "staking" }],
  ["type=rateMove&currencyId=bitcoin", "rateMove", { currencyId: "bitcoin" }],
  ["amount=2000", "newOffer", {}],
  ["exchangeIds=okx,bybit,okx", "newOffer", { exchangeIds: ["bybit", "okx"] }],
])("%s starts %s", (address, type, filter) => {
  expect(prefill(address)).toMatchObject({ type, filter, offer: null })
  expect(prefill(address)?.filter).toEqual(filter)
})

it("takes all filter keys of the lists under their very names", () => {
  const address =
    "apyFrom=1&apyTo=9&blockchain=ethereum&currencyId=usd-coin&exchangeIds=okx&offerType=defi&protocolIds=aave-v3&tvlFrom=5&tvlTo=50&walletIds=ledger"
  expect(Object.keys(prefill(address)?.filter ?? {})).toEqual([...ALERT_FILTER_KEYS])
})

it("watches the rate of an offer, unless something else is asked", () => {
  expect(prefill("offer=kraken-eth", OFFER)).toMatchObject({ type: "rateThreshold", offer: OFFER, filter: {} })
  expect(prefill("offer=kraken-eth&type=tvlDrop", OFFER)).toMatchObject({ type: "tvlDrop", offer: OFFER })
})

it("asks for nothing with an empty address, and with an offer that is not there", () => {
  expect(prefill("")).toBeNull()
  expect(prefill("offer=nope")).toBeNull()
  expect(prefill("utm_source=x")).toBeNull()
})

it("says which filters of the list an alert does not have", () => {
  expect(prefill("stablecoin=true&search=aave&cashWithin=24&commissionFree=true&apyFrom=2")?.ignored).toEqual([
    "cashWithin",
    "stablecoin",
    "commissionFree",
    "search",
  ])
})

test.each(["type=everything", "apyFrom=lots", "offerType=casino", "amount=-1", "currencyId=<script>"])(
  "%s is broken and asks for nothing",
  (address) => {
    expect(read(address).isCanonical).toBe(false)
    expect(prefill(address)).toBeNull()
  },
)
