// getGlobalSearch and everything it asks for (contract/operations.graphql). Where-inputs are flat: OR takes a match type of its
// own, so that the schema has no recursive inputs.
import { formatsOf } from "../../i18n/formats.ts"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { aboutWallet } from "../catalog/about.ts"
import type { GraphqlBuilder } from "../market/graphql.server.ts"
import type { Currency, Exchange, Protocol, Wallet } from "../market/model.ts"
import { type Found, find, ranked, searchIndex } from "./find.ts"

type LogoKind = "currency" | "exchange" | "protocol" | "wallet"

/** The address of a logo; the same at 64 px as at any other size, because it is drawn. */
function logoOf(kind: LogoKind, slug: string): string {
  return `/logos/${kind}/${slug}.svg`
}

export function addSearch(builder: GraphqlBuilder): void {
  const inputs = addInputs(builder)
  const pageInfo = builder.objectRef<Found<unknown>["pageInfo"]>("PageInfo").implement({
    fields: (t) => ({ skip: t.exposeInt("skip"), take: t.exposeInt("take"), total: t.exposeInt("total") }),
  })
  const currency = builder.objectRef<Currency>("Currency").implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => String(id) }),
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      symbol: t.exposeString("symbol"),
      category: t.exposeString("category", { nullable: true }),
      marketCapRank: t.exposeInt("marketCapRank", { nullable: true }),
      logo64: t.string({ resolve: ({ slug }) => logoOf("currency", slug) }),
    }),
  })
  const exchange = builder.objectRef<Exchange>("Exchange").implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => String(id) }),
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      logo64: t.string({ resolve: ({ slug }) => logoOf("exchange", slug) }),
    }),
  })
  const protocol = builder.objectRef<Protocol>("Protocol").implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => String(id) }),
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      url: t.exposeString("url", { nullable: true }),
      category: t.exposeString("category", { nullable: true }),
      logo64: t.string({ resolve: ({ slug }) => logoOf("protocol", slug) }),
    }),
  })
  const wallet = addWallet(builder)

  const found = <Entity>(name: string, node: { $inferType: Entity }) => {
    const ref = builder.objectRef<Found<Entity>>(`${name}Page`)
    return ref.implement({
      fields: (t) => ({
        pageInfo: t.field({ type: pageInfo, resolve: (page) => page.pageInfo }),
        nodes: t.field({ type: [node as never], resolve: (page) => page.nodes as never }),
      }),
    })
  }
  const pages = {
    currencies: found<Currency>("Currency", currency),
    exchanges: found<Exchange>("Exchange", exchange),
    wallets: found<Wallet>("Wallet", wallet),
    protocols: found<Protocol>("Protocol", protocol),
  }

  builder.queryFields((t) => ({
    currencies: t.field({
      type: pages.currencies,
      args: {
        where: t.arg({ type: inputs.currencyWhere }),
        orderBy: t.arg({ type: [inputs.currencyOrder] }),
        skip: t.arg.int(),
        take: t.arg.int(),
      },
      resolve: (_root, { where, orderBy, skip, take }, { market }) =>
        find(ranked(searchIndex(market).currencies, orderBy?.[0]?.marketCapRank), where, skip, take),
    }),
    exchanges: t.field({
      type: pages.exchanges,
      args: { where: t.arg({ type: inputs.exchangeWhere }), skip: t.arg.int(), take: t.arg.int() },
      resolve: (_root, { where, skip, take }, { market }) => find(searchIndex(market).exchanges, where, skip, take),
    }),
    wallets: t.field({
      type: pages.wallets,
      args: { where: t.arg({ type: inputs.walletWhere }), skip: t.arg.int(), take: t.arg.int() },
      resolve: (_root, { where, skip, take }, { market }) => find(searchIndex(market).wallets, where, skip, take),
    }),
    protocols: t.field({
      type: pages.protocols,
      args: { where: t.arg({ type: inputs.protocolWhere }), skip: t.arg.int(), take: t.arg.int() },
      resolve: (_root, { where, skip, take }, { market }) => find(searchIndex(market).protocols, where, skip, take),
    }),
  }))
}

function addWallet(builder: GraphqlBuilder) {
  const promoText = builder.objectRef<{ locale: string; text: string }>("PromoTranslation").implement({
    fields: (t) => ({ locale: t.exposeString("locale"), text: t.exposeString("text") }),
  })
  const translation = builder.objectRef<{ locale: string; aboutText: string }>("WalletTranslation").implement({
    fields: (t) => ({ locale: t.exposeString("locale"), aboutText: t.exposeString("aboutText") }),
  })
  return builder.objectRef<Wallet>("Wallet").implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => String(id) }),
      slug: t.exposeString("slug"),
      name: t.exposeString("name"),
      logo64: t.string({ resolve: ({ slug }) => logoOf("wallet", slug) }),
      mainPageLink: t.exposeString("mainPageLink"),
      numCoins: t.exposeInt("numCoins", { nullable: true }),
      numCoinsHasMore: t.exposeBoolean("numCoinsHasMore", { nullable: true }),
      additionalServices: t.exposeStringList("additionalServices", { nullable: true }),
      anonymityRating: t.exposeFloat("anonymityRating", { nullable: true }),
      easeOfUseRating: t.exposeFloat("easeOfUseRating", { nullable: true }),
      securityRating: t.exposeFloat("securityRating", { nullable: true }),
      platforms: t.exposeStringList("platforms"),
      type: t.exposeString("type", { nullable: true }),
      promoTranslations: t.field({ type: [promoText], resolve: (wallet) => wallet.promoTranslations }),
      promoConditionTranslations: t.field({
        type: [promoText],
        resolve: (wallet) => wallet.promoConditionTranslations,
      }),
      translations: t.field({
        type: [translation],
        resolve: (wallet, _args, { translate }) =>
          LOCALE_CODES.map((locale) => ({
            locale,
            aboutText: aboutWallet(wallet, translate(locale), formatsOf(locale)),
          })),
      }),
    }),
  })
}

function addInputs(builder: GraphqlBuilder) {
  const queryMode = builder.enumType("QueryMode", { values: ["default", "insensitive"] as const })
  const sortOrder = builder.enumType("SortOrder", { values: ["asc", "desc"] as const })
  const nullsOrder = builder.enumType("NullsOrder", { values: ["first", "last"] as const })
  const text = builder.inputType("StringFilter", {
    fields: (t) => ({
      contains: t.string(),
      equals: t.string(),
      in: t.stringList(),
      mode: t.field({ type: queryMode }),
    }),
  })
  const flag = builder.inputType("BoolFilter", { fields: (t) => ({ equals: t.boolean() }) })
  const rankOrder = builder.inputType("RankOrder", {
    fields: (t) => ({ sort: t.field({ type: sortOrder, required: true }), nulls: t.field({ type: nullsOrder }) }),
  })
  const currencyMatch = builder.inputType("CurrencyMatchInput", {
    fields: (t) => ({ name: t.field({ type: text }), symbol: t.field({ type: text }), slug: t.field({ type: text }) }),
  })
  const nameMatch = builder.inputType("NameMatchInput", {
    fields: (t) => ({ name: t.field({ type: text }), slug: t.field({ type: text }) }),
  })
  const named = (name: string) =>
    builder.inputType(name, {
      fields: (t) => ({
        published: t.field({ type: flag }),
        name: t.field({ type: text }),
        slug: t.field({ type: text }),
        OR: t.field({ type: [nameMatch] }),
      }),
    })
  return {
    currencyWhere: builder.inputType("CurrencyWhereInput", {
      fields: (t) => ({
        published: t.field({ type: flag }),
        name: t.field({ type: text }),
        symbol: t.field({ type: text }),
        slug: t.field({ type: text }),
        OR: t.field({ type: [currencyMatch] }),
      }),
    }),
    currencyOrder: builder.inputType("CurrencyOrderByInput", {
      fields: (t) => ({ marketCapRank: t.field({ type: rankOrder }) }),
    }),
    exchangeWhere: named("ExchangeWhereInput"),
    walletWhere: named("WalletWhereInput"),
    protocolWhere: named("ProtocolWhereInput"),
  }
}
