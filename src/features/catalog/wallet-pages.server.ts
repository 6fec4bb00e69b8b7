// The list of wallets, and the page of one: every field that is known, ratings with their facts, earn offers inside it, its cards.
import type { Locale } from "../../i18n/locales.ts"
import type { Wallet } from "../market/model.ts"
import { definePage, notFound, type PageDefinition } from "../market/page.ts"
import { NODE_TYPES, WALLET_FEATURES, WALLET_PLATFORMS, WALLET_TYPES } from "../market/words.ts"
import { aboutWallet } from "./about.ts"
import { cardsOf, offersView, ratingView } from "./detail.server.ts"
import type { CardLinkView, EntityData, FactView, RatingView } from "./detail-data.ts"
import { fact, linkFact, optionalFact, outside, sourceFacts } from "./facts.ts"
import { coinsText, commaText, firstFew, serviceText, sourceOpenness } from "./labels.ts"
import { listPage, type TextContext } from "./list-page.server.ts"
import { walletAnonymityFacts, walletEaseOfUseFacts, walletSecurityFacts } from "../market/ratings.ts"
import type { WalletRow } from "./rows.ts"
import { WALLET_LIST } from "./wallet-list.ts"

export type WalletPageData = EntityData & {
  type: string | null
  ratings: RatingView[]
  promo: { text: string; condition: string | null } | null
  cards: CardLinkView[]
}

const PLATFORMS_IN_ROW = 3
const SERVICES_IN_ROW = 3

export const WALLET_LIST_PAGE = listPage<Wallet, WalletRow, null>({
  route: "wallets",
  features: ["catalog"],
  title: "catalog:wallets.title",
  heading: "catalog:wallets.heading",
  description: "catalog:wallets.description",
  rules: WALLET_LIST,
  things: (market) => market.wallets,
  valueLabel: (filter, value, { t }) => valueLabel(filter, value, t),
  row(wallet, { t, formats }) {
    const number = (value: number | null) => (value === null ? null : formats.number(value))
    const openness = sourceOpenness(wallet)
    return {
      slug: wallet.slug,
      name: wallet.name,
      type: wallet.type === null ? null : t(`catalog:walletType.${wallet.type}`),
      platforms: firstFew(platformNames(wallet, t), PLATFORMS_IN_ROW, t),
      security: number(wallet.securityRating),
      anonymity: number(wallet.anonymityRating),
      ease: number(wallet.easeOfUseRating),
      openSource: openness === null ? null : t(`catalog:openSource.${openness}`),
      coins: coinsText(wallet, t, formats),
      services: firstFew(serviceNames(wallet, t), SERVICES_IN_ROW, t),
    }
  },
  more: () => null,
})

function valueLabel(filter: string, value: string, t: TextContext["t"]): string {
  const find = <Word extends string>(words: readonly Word[]) => words.find((word) => word === value)
  if (filter === "type") {
    const type = find(WALLET_TYPES)
    return type ? t(`catalog:walletType.${type}`) : value
  }
  if (filter === "node") {
    const nodeType = find(NODE_TYPES)
    return nodeType ? t(`catalog:nodeType.${nodeType}`) : value
  }
  if (filter === "platforms") {
    const platform = find(WALLET_PLATFORMS)
    return platform ? t(`catalog:platform.${platform}`) : value
  }
  const feature = find(WALLET_FEATURES)
  return feature ? t(`catalog:feature.${feature}`) : value
}

/** What it runs on; the device itself is the wallet's type, not a platform of a row. */
function platformNames(wallet: Wallet, t: TextContext["t"]): string[] {
  return wallet.platforms
    .filter((platform) => platform !== "hardware")
    .map((platform) => t(`catalog:platform.${platform}`))
}

function serviceNames(wallet: Wallet, t: TextContext["t"]): string[] {
  return (wallet.additionalServices ?? []).map((service) => serviceText(service, t))
}

export const WALLET_PAGE = definePage<Record<string, never>, WalletPageData>({
  features: ["offers", "catalog"],
  query: {},
  load(context) {
    const { market, params, locale, t, formats } = context
    const wallet = market.walletBySlug.get(params.slug ?? "")
    if (!wallet) return notFound(t)
    const { name, slug } = wallet
    return {
      status: 200,
      title: t("catalog:wallet.title", { name }),
      description: t("catalog:wallet.description", { name }),
      data: {
        slug,
        name,
        type: wallet.type === null ? null : t(`catalog:walletType.${wallet.type}`),
        about: aboutWallet(wallet, t, formats),
        facts: factsOf(wallet, context),
        offers: offersView(
          { walletIds: [slug] },
          t("catalog:offers.titleOf", { name }),
          t("catalog:offers.noneOf", { name }),
          context,
        ),
        ratings: [
          ratingView("catalog:column.security", wallet.securityRating, walletSecurityFacts(wallet), context),
          ratingView("catalog:column.anonymity", wallet.anonymityRating, walletAnonymityFacts(wallet), context),
          ratingView("catalog:column.ease", wallet.easeOfUseRating, walletEaseOfUseFacts(wallet), context),
        ],
        promo: promoOf(wallet, locale),
        cards: cardsOf(market, "wallet", slug, context),
      },
    }
  },
}) as unknown as PageDefinition

/** The promotion in the language of the page; nothing when it is not in that language. */
export function promoOf(
  wallet: Pick<Wallet, "promoTranslations" | "promoConditionTranslations">,
  locale: Locale,
): WalletPageData["promo"] {
  const text = wallet.promoTranslations.find((translation) => translation.locale === locale)?.text
  const condition = wallet.promoConditionTranslations.find((translation) => translation.locale === locale)?.text
  return text === undefined ? null : { text, condition: condition ?? null }
}

function factsOf(wallet: Wallet, { t, formats }: TextContext): FactView[] {
  const list = (items: readonly string[]) => (items.length === 0 ? null : commaText(items, t))
  const features = (names: Wallet["features"]) => list(names.map((name) => t(`catalog:feature.${name}`)))
  const openness = sourceOpenness(wallet)
  return [
    linkFact(t("catalog:facts.website"), [wallet.mainPageLink]),
    fact(t("catalog:column.type"), wallet.type && t(`catalog:walletType.${wallet.type}`)),
    fact(t("catalog:column.platforms"), list(wallet.platforms.map((platform) => t(`catalog:platform.${platform}`)))),
    fact(
      t("catalog:facts.custody"),
      wallet.selfCustody === null
        ? null
        : t(wallet.selfCustody ? "catalog:facts.custodyUser" : "catalog:facts.custodyProvider"),
    ),
    fact(t("catalog:column.openSource"), openness && t(`catalog:openSource.${openness}`)),
    {
      ...fact(t("catalog:facts.sourceCode"), null),
      links: wallet.sourceCodeUrl === null ? [] : [outside(wallet.sourceCodeUrl)],
    },
    fact(t("catalog:filter.nodeType"), wallet.nodeType && t(`catalog:nodeType.${wallet.nodeType}`)),
    fact(t("catalog:column.coins"), coinsText(wallet, t, formats)),
    fact(t("catalog:facts.features"), features(wallet.features)),
    ...optionalFact(t("catalog:facts.featuresAbsent"), features(wallet.featuresAbsent)),
    fact(
      t("catalog:column.services"),
      wallet.additionalServices === null ? null : (list(serviceNames(wallet, t)) ?? t("catalog:facts.none")),
    ),
    fact(
      t("catalog:facts.identity"),
      wallet.needsIdentity === null
        ? null
        : t(wallet.needsIdentity ? "catalog:facts.identityYes" : "catalog:facts.identityNo"),
    ),
    ...sourceFacts(wallet, t, formats),
  ]
}
