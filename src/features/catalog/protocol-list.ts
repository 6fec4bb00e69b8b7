// The list of protocols: by what their listed offers hold, then by how many offers there are.
import { slugCodec } from "../../core/query.ts"
import { slugify } from "../../core/slug.ts"
import type { Protocol } from "../market/model.ts"
import { byName, type Criterion, type ListRules } from "./list.ts"
import { topRate } from "./rates.ts"

const tvl: Criterion<Protocol> = { order: "desc", value: (protocol) => protocol.offersTvlUsd }
const offers: Criterion<Protocol> = { order: "desc", value: (protocol) => protocol.offerCount }

/** How many audits are on record: what DefiLlama counts, or the reports that are linked when those are more. */
export function auditsOf(protocol: Pick<Protocol, "auditCount" | "auditUrls">): number | null {
  if (protocol.auditCount === null && protocol.auditUrls.length === 0) return null
  return Math.max(protocol.auditCount ?? 0, protocol.auditUrls.length)
}

export const PROTOCOL_LIST: ListRules<Protocol> = {
  words: (protocol) => [protocol.name, protocol.category ?? ""].join(" "),
  sorts: {
    usual: "tvl",
    keys: {
      tvl,
      offers,
      name: byName(),
      rate: { order: "desc", value: (protocol) => topRate(protocol.best) },
      audits: { order: "desc", value: auditsOf },
    },
    ties: [offers, byName()],
  },
  filters: [
    {
      kind: "select",
      name: "category",
      label: "catalog:filter.category",
      all: "catalog:filter.all",
      codec: slugCodec,
      valuesOf: (protocol) => (protocol.category === null ? [] : [slugify(protocol.category)]),
    },
    {
      kind: "select",
      name: "blockchain",
      label: "catalog:filter.chain",
      all: "catalog:filter.all",
      codec: slugCodec,
      valuesOf: (protocol) => protocol.chains.map(slugify),
    },
    {
      kind: "flag",
      name: "withOffers",
      label: "catalog:filter.withOffers",
      test: (protocol) => protocol.offerCount > 0,
    },
  ],
}
