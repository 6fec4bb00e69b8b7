// The list of exchanges: by the number of offers, then by rating.
import { wordCodec } from "../../core/query.ts"
import type { Exchange } from "../market/model.ts"
import { byName, type Criterion, type ListRules } from "./list.ts"
import { topRate } from "./rates.ts"

const offers: Criterion<Exchange> = { order: "desc", value: (exchange) => exchange.offerCount }
const rating: Criterion<Exchange> = { order: "desc", value: (exchange) => exchange.rating }

export const EXCHANGE_LIST: ListRules<Exchange> = {
  words: (exchange) => exchange.name,
  sorts: {
    usual: "offers",
    keys: {
      offers,
      rating,
      name: byName(),
      since: { order: "asc", value: (exchange) => exchange.yearEstablished },
      maker: { order: "asc", value: (exchange) => exchange.makerFeePercent },
      taker: { order: "asc", value: (exchange) => exchange.takerFeePercent },
      proof: { order: "desc", value: (exchange) => exchange.proofOfReservesAsOf },
      rate: { order: "desc", value: (exchange) => topRate(exchange.best) },
    },
    ties: [offers, rating, byName()],
  },
  filters: [
    {
      kind: "select",
      name: "kind",
      label: "catalog:filter.kind",
      all: "catalog:filter.all",
      codec: wordCodec(["centralized", "decentralized"]),
      valuesOf: (exchange) => [exchange.decentralized ? "decentralized" : "centralized"],
    },
    {
      kind: "flag",
      name: "withOffers",
      label: "catalog:filter.withOffers",
      test: (exchange) => exchange.offerCount > 0,
    },
    {
      kind: "flag",
      name: "proofOfReserves",
      label: "catalog:filter.proofOfReserves",
      test: (exchange) => exchange.proofOfReservesUrl !== null,
    },
  ],
}
