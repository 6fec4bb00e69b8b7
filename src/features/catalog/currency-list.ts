// The list of currencies: by market-cap rank, then by how many offers there are.
import { wordCodec } from "../../core/query.ts"
import type { Currency } from "../market/model.ts"
import { CURRENCY_KINDS, OFFER_CATEGORIES } from "../market/words.ts"
import { byName, type Criterion, type ListRules } from "./list.ts"

/** By its category, or by the currency that it is tied to. */
export function isStablecoin(currency: Pick<Currency, "category" | "pegCurrency">): boolean {
  return currency.category === "stablecoin" || currency.pegCurrency !== null
}

const offers: Criterion<Currency> = { order: "desc", value: (currency) => currency.offerCount }

export const CURRENCY_LIST: ListRules<Currency> = {
  words: (currency) => `${currency.symbol} ${currency.name}`,
  sorts: {
    usual: "rank",
    keys: {
      rank: { order: "asc", value: (currency) => currency.marketCapRank },
      name: byName(),
      price: { order: "desc", value: (currency) => currency.priceUsd },
      ...Object.fromEntries(
        OFFER_CATEGORIES.map((category) => [
          category,
          { order: "desc", value: (currency: Currency) => currency.best[category]?.apy ?? null } as const,
        ]),
      ),
      offers,
    },
    ties: [offers, byName()],
  },
  filters: [
    {
      kind: "select",
      name: "kind",
      label: "catalog:filter.kind",
      all: "catalog:filter.all",
      codec: wordCodec(CURRENCY_KINDS),
      valuesOf: (currency) => [currency.kind],
    },
    {
      kind: "flag",
      name: "withOffers",
      label: "catalog:filter.withOffers",
      test: (currency) => currency.offerCount > 0,
    },
    { kind: "flag", name: "stablecoin", label: "catalog:filter.stablecoin", test: isStablecoin },
  ],
}
