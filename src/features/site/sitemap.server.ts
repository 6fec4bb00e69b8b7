// The sitemap for people: every list with how much it holds, its first entries, the posts and the pages of words.
import { DEFAULT_LOCALE, localePath } from "../../i18n/locales.ts"
import { href } from "../../routes.ts"
import { listEnglishOnly, listPosts } from "../blog/posts.server.ts"
import type { Market, Offer } from "../market/model.ts"
import { definePage } from "../market/page.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { CATEGORY_LIST } from "../offers/labels.ts"
import { selectOffers } from "../offers/list.ts"
import { LEGAL_NAMES } from "./legal.server.ts"
import type { SitemapData, SitemapEntry } from "./data.ts"

const TOP_OFFERS = 6
const TOP_ENTITIES = 12
const SERVICES = ["methodology", "search", "pricing", "alertsLanding", "developers", "affiliate", "contact"] as const

export const SITEMAP_PAGE = definePage<Record<string, never>, SitemapData>({
  features: [],
  query: {},
  load({ market, locale, t, formats }) {
    const count = (value: number) => t("content:sitemap.entries", { count: value, text: formats.number(value) })
    const best = (category: Offer["category"] | null) =>
      selectOffers(market, {
        filter: category === null ? {} : { offerType: category },
        sort: "rank",
        order: null,
        skip: 0,
        take: TOP_OFFERS,
      })
    const all = best(null)
    const entities = entitiesOf(market)
    return {
      status: 200,
      title: t("content:sitemap.title"),
      description: t("content:sitemap.description"),
      data: {
        heading: t("content:sitemap.heading"),
        intro: t("content:sitemap.description"),
        groups: [
          {
            id: "earn",
            heading: t("content:sitemap.group.earn"),
            sections: [
              { label: t("common:nav.earn"), to: href("earn"), note: count(all.total), entries: [] },
              ...OFFER_CATEGORIES.map((category) => {
                const { offers, total } = best(category)
                const list = CATEGORY_LIST[category]
                return {
                  label: t(`common:nav.${list}`),
                  to: href(list),
                  note: count(total),
                  entries: offers.map(entryOf),
                }
              }),
              {
                label: t("common:nav.cards"),
                to: href("cards"),
                note: count(market.cards.length),
                entries: market.cards
                  .slice(0, TOP_ENTITIES)
                  .map(({ slug, name }) => ({ label: name, to: href("card", { slug }) })),
              },
            ],
          },
          {
            id: "explore",
            heading: t("content:sitemap.group.explore"),
            sections: entities.map(({ list, total, entries }) => ({
              label: t(`common:nav.${list}`),
              to: href(list),
              note: count(total),
              entries,
            })),
          },
          {
            id: "read",
            heading: t("content:sitemap.group.read"),
            sections: [
              {
                label: t("content:page.blog"),
                to: href("blog"),
                note: count(listPosts(locale).length + listEnglishOnly(locale).length),
                entries: [
                  ...listPosts(locale).map(({ slug, title }) => ({ label: title, to: href("post", { slug }) })),
                  ...listEnglishOnly(locale).map(({ slug, title }) => ({
                    label: title,
                    to: localePath(DEFAULT_LOCALE, href("post", { slug })),
                    lang: "en" as const,
                  })),
                ],
              },
            ],
          },
          {
            id: "site",
            heading: t("content:sitemap.group.site"),
            sections: [
              { label: t("content:page.home"), to: href("home"), entries: [] },
              ...SERVICES.map((name) => ({ label: t(`content:page.${name}`), to: href(name), entries: [] })),
              ...LEGAL_NAMES.map((name) => ({ label: t(`content:page.${name}`), to: href(name), entries: [] })),
            ],
          },
        ],
      },
    }
  },
})

function entryOf({ slug, provider, label, currencies, blockchain }: Offer): SitemapEntry {
  const symbols = currencies.map(({ symbol }) => symbol).join(" + ")
  return {
    label: [provider.name, symbols, label, blockchain].filter((part) => part !== null && part !== "").join(" · "),
    to: href("offer", { slug }),
  }
}

/** The entities that most people look for: currencies by rank, the others by how much they offer. */
function entitiesOf(market: Market) {
  const byOffers = (a: { offerCount: number; name: string }, b: { offerCount: number; name: string }) =>
    b.offerCount - a.offerCount || a.name.localeCompare(b.name, "en")
  const rankOf = (rank: number | null) => rank ?? Number.POSITIVE_INFINITY
  const top = <Entity extends { slug: string; name: string }>(
    sorted: readonly Entity[],
    kind: "currency" | "exchange" | "protocol" | "wallet",
  ): SitemapEntry[] =>
    sorted.slice(0, TOP_ENTITIES).map(({ slug, name }) => ({ label: name, to: href(kind, { slug }) }))
  return [
    {
      list: "cryptocurrencies" as const,
      total: market.currencies.length,
      entries: top(
        [...market.currencies].sort(
          (a, b) => rankOf(a.marketCapRank) - rankOf(b.marketCapRank) || a.name.localeCompare(b.name, "en"),
        ),
        "currency",
      ),
    },
    {
      list: "exchanges" as const,
      total: market.exchanges.length,
      entries: top([...market.exchanges].sort(byOffers), "exchange"),
    },
    {
      list: "protocols" as const,
      total: market.protocols.length,
      entries: top([...market.protocols].sort(byOffers), "protocol"),
    },
    {
      list: "wallets" as const,
      total: market.wallets.length,
      entries: top([...market.wallets].sort(byOffers), "wallet"),
    },
  ]
}
