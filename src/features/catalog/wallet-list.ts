// The list of wallets: by security rating, then by name.
import { wordCodec, wordsCodec } from "../../core/query.ts"
import type { Wallet } from "../market/model.ts"
import { NODE_TYPES, WALLET_FEATURES, WALLET_PLATFORMS, WALLET_TYPES } from "../market/words.ts"
import { sourceOpenness } from "./labels.ts"
import { byName, type ListRules } from "./list.ts"

const OPENNESS_ORDER = { yes: 2, viewable: 1, no: 0 } as const

export const WALLET_LIST: ListRules<Wallet> = {
  words: (wallet) => wallet.name,
  sorts: {
    usual: "security",
    keys: {
      security: { order: "desc", value: (wallet) => wallet.securityRating },
      anonymity: { order: "desc", value: (wallet) => wallet.anonymityRating },
      ease: { order: "desc", value: (wallet) => wallet.easeOfUseRating },
      name: byName(),
      openSource: {
        order: "desc",
        value: (wallet) => {
          const openness = sourceOpenness(wallet)
          return openness === null ? null : OPENNESS_ORDER[openness]
        },
      },
      coins: { order: "desc", value: (wallet) => wallet.numCoins },
    },
    ties: [byName()],
  },
  filters: [
    {
      kind: "select",
      name: "type",
      label: "catalog:filter.type",
      all: "catalog:filter.all",
      codec: wordCodec(WALLET_TYPES),
      valuesOf: (wallet) => (wallet.type === null ? [] : [wallet.type]),
    },
    {
      kind: "select",
      // Not "nodeType": a field of that name would stand in for the form's own property, and React could not take the form over.
      name: "node",
      label: "catalog:filter.nodeType",
      all: "catalog:filter.all",
      codec: wordCodec(NODE_TYPES),
      valuesOf: (wallet) => (wallet.nodeType === null ? [] : [wallet.nodeType]),
    },
    {
      kind: "checks",
      name: "platforms",
      label: "catalog:filter.platforms",
      all: "catalog:filter.all",
      codec: wordsCodec(WALLET_PLATFORMS),
      valuesOf: (wallet) => wallet.platforms,
    },
    {
      kind: "checks",
      name: "features",
      label: "catalog:filter.features",
      all: "catalog:filter.all",
      codec: wordsCodec(WALLET_FEATURES),
      valuesOf: (wallet) => wallet.features,
    },
  ],
}
