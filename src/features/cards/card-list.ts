// The list of cards: those that new customers can get first, then by name.
import { slugCodec, wordCodec } from "../../core/query.ts"
import { byName, type ListRules } from "../catalog/list.ts"
import type { Card } from "../market/model.ts"
import { CARD_NETWORKS } from "../market/words.ts"

/** What one can get comes before what one cannot; unknown lies between. */
const STATUS_ORDER = { open: 0, waitlist: 1, unknown: 2, paused: 3, closed: 4 } as const

/** The headline: the highest step of the cashback. */
export function topCashback(card: Pick<Card, "cashbackMinPercent" | "cashbackMaxPercent">): number | null {
  return card.cashbackMaxPercent ?? card.cashbackMinPercent
}

export const CARD_LIST: ListRules<Card> = {
  words: (card) => `${card.name} ${card.provider?.name ?? ""}`,
  sorts: {
    usual: "status",
    keys: {
      status: { order: "asc", value: (card) => STATUS_ORDER[card.status ?? "unknown"] },
      name: byName(),
      cashback: { order: "desc", value: topCashback },
      annualFee: { order: "asc", value: (card) => card.annualFeeUsd },
      issueFee: { order: "asc", value: (card) => card.issueFeeUsd },
      fxFee: { order: "asc", value: (card) => card.fxFeePercent },
    },
    ties: [byName()],
  },
  filters: [
    {
      kind: "select",
      name: "network",
      label: "cards:filter.network",
      all: "catalog:filter.all",
      codec: wordCodec(CARD_NETWORKS),
      valuesOf: (card) => card.networks,
    },
    {
      kind: "select",
      name: "kind",
      label: "cards:filter.kind",
      all: "catalog:filter.all",
      codec: wordCodec(["debit", "prepaid", "credit"]),
      valuesOf: (card) => (card.kind === null ? [] : [card.kind]),
    },
    {
      kind: "select",
      name: "custody",
      label: "cards:filter.custody",
      all: "catalog:filter.all",
      codec: wordCodec(["self", "issuer"]),
      valuesOf: (card) => (card.custody === null ? [] : [card.custody]),
    },
    {
      kind: "select",
      name: "region",
      label: "cards:filter.region",
      all: "catalog:filter.all",
      codec: slugCodec,
      valuesOf: (card) => card.regions,
      // A card for the whole world is one for each region.
      test: (card, region) => card.regions.includes(region) || card.regions.includes("WORLD"),
    },
    {
      kind: "flag",
      name: "noStaking",
      label: "cards:filter.noStaking",
      test: (card) => card.stakingRequired === false,
    },
    { kind: "flag", name: "open", label: "cards:filter.open", test: (card) => card.status === "open" },
  ],
}
