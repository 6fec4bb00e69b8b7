// The five lists of offers: /earn with all categories, and one for each.
import { type Codec, writeQuery } from "../../core/query.ts"
import type { MessageId } from "../../i18n/messages.ts"
import { href, type RouteName } from "../../routes.ts"
import { HIDDEN_REASONS } from "../market/hidden.ts"
import type { Market } from "../market/model.ts"
import { definePage, type PageDefinition } from "../market/page.ts"
import type { OfferCategory } from "../market/words.ts"
import { chipsOf } from "./chips.ts"
import { selectOffers } from "./list.ts"
import type { OfferListData, Option } from "./list-data.ts"
import { NATURAL_ORDER, OFFER_QUERY_SPEC, type OfferQuery, PAGE_SIZE, PAGE_SORT_KEYS, PRESETS } from "./query.ts"
import { offerRow } from "./view.ts"

type ListName = Extract<RouteName, "earn" | "savings" | "staking" | "lending" | "defi">

export const CATEGORY_OF: Record<ListName, OfferCategory | null> = {
  earn: null,
  savings: "saving",
  staking: "staking",
  lending: "lending",
  defi: "defi",
}

/** On a category's own list another category makes no sense: the address is repaired. */
const noCodec: Codec<OfferCategory> = { read: () => undefined, write: (category) => category }

/** How many choices a select or a list of checkboxes offers; the search finds the rest. */
const MOST_OPTIONS = 16

const CSV_DOOR = "/api/v1/offers.csv"

export const OFFER_LISTS = Object.fromEntries(
  (Object.keys(CATEGORY_OF) as ListName[]).map((name) => [name, offerList(name)]),
) as Record<ListName, PageDefinition>

/** The whole list as a file, in its order and for its amount. */
function csvAddress(query: OfferQuery): string {
  const asked = writeQuery(OFFER_QUERY_SPEC, { ...query, page: null })
  return asked === "" ? CSV_DOOR : `${CSV_DOOR}?${asked}`
}

function offerList(name: ListName): PageDefinition {
  const category = CATEGORY_OF[name]
  return definePage<OfferQuery, OfferListData>({
    features: ["offers"],
    query: category === null ? OFFER_QUERY_SPEC : { ...OFFER_QUERY_SPEC, offerType: noCodec },
    load({ market, query, t, formats }) {
      const sort = query.sort ?? "rank"
      const page = query.page ?? 1
      const filter = category === null ? query : { ...query, offerType: category }
      const skip = (page - 1) * PAGE_SIZE
      const selection = selectOffers(market, {
        filter,
        sort,
        order: query.order,
        amount: query.amount,
        skip,
        take: PAGE_SIZE,
      })
      const link = (change: Partial<OfferQuery>) =>
        href(name, null, writeQuery(OFFER_QUERY_SPEC, { ...query, page: null, ...change }))
      const view = { t, formats, amount: query.amount }
      const pages = Math.max(1, Math.ceil(selection.total / PAGE_SIZE))
      const isFiltered = Object.values(query).some((value) => value !== null)
      return {
        status: 200,
        title: t(`lists:${name}.title` as MessageId),
        description: t(`lists:${name}.description` as MessageId),
        noindex: isFiltered,
        data: {
          list: name,
          heading: t(`lists:${name}.heading` as MessageId),
          intro: t(`lists:${name}.description` as MessageId),
          path: href(name),
          query,
          rows: selection.offers.map((offer) => offerRow(offer, view)),
          total: { count: selection.total, text: formats.number(selection.total) },
          range: {
            from: formats.number(selection.total === 0 ? 0 : skip + 1),
            to: formats.number(skip + selection.offers.length),
          },
          hidden: HIDDEN_REASONS.filter((reason) => selection.hidden[reason] > 0).map((reason) => ({
            reason,
            count: selection.hidden[reason],
            text: formats.number(selection.hidden[reason]),
            to: link({ show: [...(query.show ?? []), reason] }),
          })),
          sort,
          order: query.order ?? NATURAL_ORDER[sort],
          sortLinks: Object.fromEntries(
            PAGE_SORT_KEYS.map((key) => {
              const now = query.order ?? NATURAL_ORDER[key]
              const next = key === sort ? (now === "asc" ? "desc" : "asc") : NATURAL_ORDER[key]
              return [
                key,
                link({ sort: key === "rank" ? null : key, order: next === NATURAL_ORDER[key] ? null : next }),
              ]
            }),
          ) as OfferListData["sortLinks"],
          paging: {
            page,
            pages,
            previous: page > 1 ? link({ page: page === 2 ? null : page - 1 }) : null,
            next: page < pages ? link({ page: page + 1 }) : null,
            text: t("common:paging.pageOf", { page: formats.number(page), pages: formats.number(pages) }),
          },
          chips: chipsOf(query, category, market, { t, formats, link }),
          resetTo: href(name),
          csvTo: csvAddress(filter),
          alertTo: href(
            "alerts",
            null,
            writeQuery(OFFER_QUERY_SPEC, { ...filter, sort: null, order: null, page: null, show: null }),
          ),
          presets: PRESETS.map((preset) => ({
            id: preset.id,
            to: isActive(query, preset.query)
              ? link(Object.fromEntries(Object.keys(preset.query).map((key) => [key, null])))
              : link(preset.query),
            active: isActive(query, preset.query),
          })),
          options: optionsOf(market, query),
        },
      }
    },
  })
}

function isActive(query: OfferQuery, preset: Partial<OfferQuery>): boolean {
  return Object.entries(preset).every(([key, value]) => String(query[key as keyof OfferQuery]) === String(value))
}

const compareLabels = new Intl.Collator("en").compare
const usualOf = new WeakMap<object, { most: readonly unknown[]; options: Option[] }>()

type Thing = { slug: string; name: string; offerCount: number; id?: number; symbol?: string }

/** The things with most offers, and the choices that they are. A market's lists never change, so this is worked out once. */
function usual<One extends Thing>(things: readonly One[]): { most: readonly One[]; options: Option[] } {
  const known = usualOf.get(things) as { most: readonly One[]; options: Option[] } | undefined
  if (known) return known
  const most = things
    .filter((thing) => thing.offerCount > 0)
    .sort((a, b) => b.offerCount - a.offerCount)
    .slice(0, MOST_OPTIONS)
  const made = { most, options: asOptions(most, () => false) }
  usualOf.set(things, made)
  return made
}

function asOptions<One extends Thing>(things: Iterable<One>, isChosen: (thing: One) => boolean): Option[] {
  return [...things]
    .map((thing) => ({
      value: thing.slug,
      label: thing.symbol === undefined ? thing.name : `${thing.symbol} · ${thing.name}`,
      chosen: isChosen(thing),
    }))
    .sort((a, b) => compareLabels(a.label, b.label))
}

/** The choices with most offers, and those that are chosen already. */
function optionsOf(market: Market, query: OfferQuery): OfferListData["options"] {
  const top = <One extends Thing>(things: readonly One[], chosen: readonly string[]): Option[] => {
    if (chosen.length === 0) return usual(things).options
    const isChosen = (thing: One) =>
      chosen.includes(thing.slug) || (thing.id !== undefined && chosen.includes(String(thing.id)))
    return asOptions(new Set([...usual(things).most, ...things.filter(isChosen)]), isChosen)
  }
  return {
    currencies: top(market.currencies, query.currencyId ? [query.currencyId] : []),
    blockchains: top(market.chains, query.blockchain ? [query.blockchain] : []),
    exchanges: top(market.exchanges, query.exchangeIds ?? []),
    protocols: top(market.protocols, query.protocolIds ?? []),
    wallets: top(market.wallets, query.walletIds ?? []),
  }
}
