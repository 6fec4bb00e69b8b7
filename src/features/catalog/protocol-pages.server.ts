// The list of protocols, and the page of one: chains, audits, what its offers pay and hold.
import { slugify } from "../../core/slug.ts"
import type { Protocol } from "../market/model.ts"
import { definePage, notFound, type PageDefinition } from "../market/page.ts"
import { aboutProtocol } from "./about.ts"
import { offersView } from "./detail.server.ts"
import type { EntityData, FactView } from "./detail-data.ts"
import { fact, linkFact, optionalFact, sourceFacts } from "./facts.ts"
import { commaText, firstFew, protocolCategoryText } from "./labels.ts"
import { listPage, type TextContext } from "./list-page.server.ts"
import { auditsOf, PROTOCOL_LIST } from "./protocol-list.ts"
import { rateView, topCategory } from "./rates.ts"
import type { ProtocolRow } from "./rows.ts"

export type ProtocolPageData = EntityData & { category: string | null }

const CHAINS_IN_ROW = 3

export const PROTOCOL_LIST_PAGE = listPage<Protocol, ProtocolRow, null>({
  route: "protocols",
  features: ["catalog"],
  title: "catalog:protocols.title",
  heading: "catalog:protocols.heading",
  description: "catalog:protocols.description",
  rules: PROTOCOL_LIST,
  things: (market) => market.protocols,
  valueLabel(filter, value, { market, t }) {
    const name = namesOf(market.protocols).get(`${filter}:${value}`)
    if (name === undefined) return value
    return filter === "category" ? protocolCategoryText(name, t) : name
  },
  row: (protocol, { t, formats }) => {
    const audits = auditsOf(protocol)
    return {
      slug: protocol.slug,
      name: protocol.name,
      category: protocol.category === null ? null : protocolCategoryText(protocol.category, t),
      chains: firstFew(protocol.chains, CHAINS_IN_ROW, t),
      tvl: protocol.offersTvlUsd === null ? null : formats.usdCompact(protocol.offersTvlUsd),
      offers: formats.number(protocol.offerCount),
      best: rateView(protocol.best, topCategory(protocol.best), t, formats),
      audits: audits === null ? null : formats.number(audits),
    }
  },
  more: () => null,
})

/** Filters name categories and chains by slug: the source's words for them, worked out once per market. */
const names = new WeakMap<readonly Protocol[], ReadonlyMap<string, string>>()

function namesOf(protocols: readonly Protocol[]): ReadonlyMap<string, string> {
  const known = names.get(protocols)
  if (known) return known
  const made = new Map<string, string>()
  for (const { category, chains } of protocols) {
    if (category !== null) made.set(`category:${slugify(category)}`, category)
    for (const chain of chains) made.set(`blockchain:${slugify(chain)}`, chain)
  }
  names.set(protocols, made)
  return made
}

export const PROTOCOL_PAGE = definePage<Record<string, never>, ProtocolPageData>({
  features: ["offers", "catalog"],
  query: {},
  load(context) {
    const { market, params, t, formats } = context
    const protocol = market.protocolBySlug.get(params.slug ?? "")
    if (!protocol) return notFound(t)
    const { name, slug } = protocol
    return {
      status: 200,
      title: t("catalog:protocol.title", { name }),
      description: t("catalog:protocol.description", { name }),
      data: {
        slug,
        name,
        category: protocol.category === null ? null : protocolCategoryText(protocol.category, t),
        about: aboutProtocol(protocol, t, formats),
        facts: factsOf(protocol, context),
        offers: offersView(
          { protocolIds: [slug] },
          t("catalog:offers.titleOf", { name }),
          t("catalog:offers.noneOf", { name }),
          context,
        ),
      },
    }
  },
}) as unknown as PageDefinition

function factsOf(protocol: Protocol, { t, formats }: TextContext): FactView[] {
  const usd = (value: number | null) => (value === null ? null : formats.usdCompact(value))
  return [
    linkFact(t("catalog:facts.website"), [protocol.url]),
    fact(t("catalog:column.category"), protocol.category && protocolCategoryText(protocol.category, t)),
    fact(t("catalog:column.chains"), protocol.chains.length === 0 ? null : commaText(protocol.chains, t)),
    fact(t("catalog:column.offersTvl"), usd(protocol.offersTvlUsd)),
    ...optionalFact(t("catalog:facts.tvl"), usd(protocol.tvlUsd)),
    fact(t("catalog:facts.offerCount"), formats.number(protocol.offerCount)),
    fact(t("catalog:facts.auditCount"), protocol.auditCount === null ? null : formats.number(protocol.auditCount)),
    linkFact(t("catalog:facts.audits"), protocol.auditUrls),
    fact(t("catalog:facts.listedOn"), protocol.listedOn === null ? null : formats.date(protocol.listedOn)),
    ...sourceFacts(protocol, t, formats),
  ]
}
