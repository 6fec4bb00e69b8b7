// The filters that are on, as chips that take them off one by one.
import type { Formats } from "../../i18n/formats.ts"
import type { Translate } from "../../i18n/messages.ts"
import type { Market } from "../market/model.ts"
import type { OfferCategory } from "../market/words.ts"
import { CATEGORY_LABEL } from "./labels.ts"
import type { Chip } from "../../ui/Chips.tsx"
import type { OfferQuery } from "./query.ts"
import { timeToCashText } from "./view.ts"

type ChipContext = { t: Translate; formats: Formats; link: (change: Partial<OfferQuery>) => string }

/** One chip for each filter that is on. The category of the list itself is no filter. */
export function chipsOf(
  query: OfferQuery,
  category: OfferCategory | null,
  market: Market,
  { t, formats, link }: ChipContext,
): Chip[] {
  const chips: Chip[] = []
  const add = (id: keyof OfferQuery, label: string, change: Partial<OfferQuery>) =>
    chips.push({ id: `${id}:${label}`, label, removeTo: link(change) })
  const nameIn = (
    bySlug: ReadonlyMap<string, { name: string }>,
    all: readonly { id: number; name: string }[],
    id: string,
  ) => bySlug.get(id)?.name ?? all.find((thing) => String(thing.id) === id)?.name ?? id

  if (query.search) add("search", t("lists:chip.search", { text: query.search }), { search: null })
  if (query.offerType && category === null) add("offerType", t(CATEGORY_LABEL[query.offerType]), { offerType: null })
  if (query.currencyId)
    add("currencyId", nameIn(market.currencyBySlug, market.currencies, query.currencyId), { currencyId: null })
  if (query.blockchain) {
    const chain = market.chains.find(({ slug }) => slug === query.blockchain)
    add("blockchain", chain?.name ?? query.blockchain, { blockchain: null })
  }
  const lists = [
    ["exchangeIds", market.exchangeBySlug, market.exchanges],
    ["protocolIds", market.protocolBySlug, market.protocols],
    ["walletIds", market.walletBySlug, market.wallets],
  ] as const
  for (const [key, bySlug, all] of lists) {
    for (const id of query[key] ?? []) {
      const rest = (query[key] ?? []).filter((other) => other !== id)
      add(key, nameIn(bySlug, all, id), { [key]: rest.length > 0 ? rest : null })
    }
  }
  if (query.apyFrom !== null)
    add("apyFrom", t("lists:chip.apyFrom", { rate: formats.percent(query.apyFrom) }), { apyFrom: null })
  if (query.apyTo !== null) add("apyTo", t("lists:chip.apyTo", { rate: formats.percent(query.apyTo) }), { apyTo: null })
  if (query.tvlFrom !== null)
    add("tvlFrom", t("lists:chip.tvlFrom", { tvl: formats.usdCompact(query.tvlFrom) }), { tvlFrom: null })
  if (query.tvlTo !== null)
    add("tvlTo", t("lists:chip.tvlTo", { tvl: formats.usdCompact(query.tvlTo) }), { tvlTo: null })
  if (query.cashWithin !== null) {
    const time = timeToCashText(query.cashWithin, t, formats) ?? ""
    add("cashWithin", t("lists:chip.cashWithin", { time }), { cashWithin: null })
  }
  if (query.stablecoin) add("stablecoin", t("offers:filter.stablecoin"), { stablecoin: null })
  if (query.commissionFree) add("commissionFree", t("offers:filter.commissionFree"), { commissionFree: null })
  if (query.amount !== null)
    add("amount", t("lists:chip.amount", { amount: formats.number(query.amount, 8) }), { amount: null })
  for (const reason of query.show ?? []) {
    const rest = (query.show ?? []).filter((other) => other !== reason)
    add("show", t("lists:chip.show", { reason: t(`offers:hidden.${reason}`) }), {
      show: rest.length > 0 ? rest : null,
    })
  }
  return chips
}
