// The list of payment cards, and the page of one.
import { fact, feeText, linkFact, optionalFact, sourceFacts, yesNo } from "../catalog/facts.ts"
import { offersView } from "../catalog/detail.server.ts"
import type { FactView } from "../catalog/detail-data.ts"
import { commaText, firstFew } from "../catalog/labels.ts"
import { listPage, type TextContext } from "../catalog/list-page.server.ts"
import { countryName } from "../catalog/regions.server.ts"
import { href } from "../../routes.ts"
import type { Card } from "../market/model.ts"
import { definePage, notFound, type PageDefinition } from "../market/page.ts"
import { CARD_NETWORKS } from "../market/words.ts"
import { aboutCard } from "./about.ts"
import type { CardPageData, CardRow } from "./card-data.ts"
import { CARD_LIST } from "./card-list.ts"
import { cardForm, cashbackText, networksText } from "./texts.ts"

const REGIONS_IN_ROW = 2
const REGION_GROUPS = ["EEA", "LATAM", "APAC", "AFRICA", "WORLD"] as const

const CARD_LIST_PAGE = listPage<Card, CardRow, null>({
  route: "cards",
  features: ["catalog", "cards"],
  title: "cards:list.title",
  heading: "cards:list.heading",
  description: "cards:list.description",
  rules: CARD_LIST,
  things: (market) => market.cards,
  valueLabel,
  row(card, context) {
    const { t, formats } = context
    const form = cardForm(card)
    return {
      slug: card.slug,
      name: card.name,
      provider: card.provider?.name ?? null,
      networks: networksText(card, t),
      custody: card.custody && t(`cards:custody.${card.custody}`),
      form: form && t(`cards:form.${form}`),
      kind: card.kind && t(`cards:kind.${card.kind}`),
      cashback: cashbackText(card, t, formats),
      annualFee: card.annualFeeUsd === null ? null : formats.usd(card.annualFeeUsd),
      issueFee: card.issueFeeUsd === null ? null : formats.usd(card.issueFeeUsd),
      fxFee: card.fxFeePercent === null ? null : feeText(card.fxFeePercent, formats),
      regions: firstFew(
        card.regions.map((code) => regionName(code, context)),
        REGIONS_IN_ROW,
        t,
      ),
      status: card.status,
    }
  },
  more: () => null,
})

function valueLabel(filter: string, value: string, context: TextContext): string {
  const { t } = context
  const find = <Word extends string>(words: readonly Word[]) => words.find((word) => word === value)
  if (filter === "network") {
    const network = find(CARD_NETWORKS)
    return network ? t(`cards:network.${network}`) : value
  }
  if (filter === "kind") {
    const kind = find(["debit", "prepaid", "credit"] as const)
    return kind ? t(`cards:kind.${kind}`) : value
  }
  if (filter === "custody") {
    const custody = find(["self", "issuer"] as const)
    return custody ? t(`cards:custody.${custody}`) : value
  }
  return regionName(value, context)
}

/** A country, or a group of countries that issuers name together. */
function regionName(code: string, { t, locale }: TextContext): string {
  const group = REGION_GROUPS.find((name) => name === code)
  return group ? t(`cards:region.${group}`) : countryName(code, locale)
}

const CARD_PAGE = definePage<Record<string, never>, CardPageData>({
  features: ["offers", "catalog", "cards"],
  query: {},
  load(context) {
    const { market, params, t, formats } = context
    const card = market.cardBySlug.get(params.slug ?? "")
    if (!card) return notFound(t)
    const { name, slug, provider } = card
    return {
      status: 200,
      title: t("cards:detail.title", { name }),
      description: t("cards:detail.description", { name }),
      data: {
        slug,
        name,
        detail: networksText(card, t),
        about: aboutCard(card, t, formats),
        facts: factsOf(card, context),
        offers:
          provider &&
          offersView(
            { [`${provider.kind}Ids`]: [provider.slug] },
            t("catalog:offers.titleOf", { name: provider.name }),
            t("catalog:offers.noneOf", { name: provider.name }),
            context,
          ),
      },
    }
  },
}) as unknown as PageDefinition

function factsOf(card: Card, context: TextContext): FactView[] {
  const { t, formats } = context
  const usd = (value: number | null) => (value === null ? null : formats.usd(value))
  const list = (items: readonly string[]) => (items.length === 0 ? null : commaText(items, t))
  const form = cardForm(card)
  const { provider } = card
  return [
    ...(provider
      ? [
          {
            label: t("cards:fact.provider"),
            text: null,
            links: [{ text: provider.name, to: href(provider.kind, { slug: provider.slug }), external: false }],
          },
        ]
      : []),
    linkFact(t("catalog:facts.website"), [card.url]),
    fact(t("cards:column.status"), card.status && t(`cards:status.${card.status}`)),
    fact(t("cards:column.network"), networksText(card, t)),
    fact(t("cards:column.kind"), card.kind && t(`cards:kind.${card.kind}`)),
    fact(t("cards:column.form"), form && t(`cards:form.${form}`)),
    fact(t("cards:column.custody"), card.custody && t(`cards:custody.${card.custody}`)),
    fact(t("cards:column.regions"), list(card.regions.map((code) => regionName(code, context)))),
    fact(t("cards:column.cashback"), cashbackText(card, t, formats)),
    ...optionalFact(t("cards:fact.cashbackIn"), list(card.cashbackCurrencies)),
    fact(t("cards:column.annualFee"), usd(card.annualFeeUsd)),
    fact(t("cards:column.issueFee"), usd(card.issueFeeUsd)),
    fact(t("cards:column.fxFee"), card.fxFeePercent === null ? null : feeText(card.fxFeePercent, formats)),
    ...optionalFact(t("cards:fact.atm"), usd(card.atmFreePerMonthUsd)),
    fact(t("cards:fact.staking"), yesNo(card.stakingRequired, t)),
    ...optionalFact(
      t("cards:fact.balanceApy"),
      card.balanceApyPercent === null ? null : formats.percent(card.balanceApyPercent),
    ),
    fact(t("cards:fact.kyc"), card.kyc && t(`cards:kyc.${card.kyc}`)),
    ...sourceFacts(card, t, formats),
  ]
}

export const CARD_PAGES: Record<"cards" | "card", PageDefinition> = { cards: CARD_LIST_PAGE, card: CARD_PAGE }
