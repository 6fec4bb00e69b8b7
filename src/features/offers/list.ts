// Filter, sort and page over the market in memory. Pure, and made for 20,000 offers in under a millisecond.
import { HIDDEN_REASONS, type HiddenReason } from "../market/hidden.ts"
import type { Market, Offer, SortKey } from "../market/model.ts"
import { type YourRate, yourRate } from "../market/rate.ts"
import { NATURAL_ORDER, type OfferFilter } from "./query.ts"

export type OfferSelection = {
  offers: Offer[]
  /** How many match in all, hidden ones not counted. */
  total: number
  /** How many would match but are left out, by reason. */
  hidden: Record<HiddenReason, number>
}

export type SelectOptions = {
  filter: Partial<OfferFilter>
  sort: SortKey | null
  order: "asc" | "desc" | null
  skip: number
  take: number
  /** With an amount, sorting by apy sorts by what that amount earns. */
  amount?: number | null
}

/** The offers of one page of a list. Every id that a filter names is looked up by id or slug; one that does not exist matches nothing. */
export function selectOffers(market: Market, options: SelectOptions): OfferSelection {
  const sort = options.sort ?? "rank"
  const order = market.order[sort][options.order ?? NATURAL_ORDER[sort]]
  const matches = compileFilter(market, options.filter)
  const shown = new Set(options.filter.show ?? [])
  const hidden = Object.fromEntries(HIDDEN_REASONS.map((reason) => [reason, 0])) as Record<HiddenReason, number>
  const byAmount = sort === "apy" && options.amount != null && options.amount > 0
  // First what matches, in the order in which offers lie in memory, then the page in the list's order: testing them in the list's
  // order takes several times as long.
  const { offers } = market
  const isFound = new Uint8Array(offers.length)
  let total = 0
  for (let at = 0; at < offers.length; at++) {
    const offer = offers[at] as Offer
    if (!matches(offer)) continue
    if (offer.hidden !== null && !shown.has(offer.hidden)) {
      hidden[offer.hidden]++
      continue
    }
    isFound[at] = 1
    total++
  }
  const end = options.skip + options.take
  const page: Offer[] = []
  let nth = 0
  for (let place = 0; place < order.length && (byAmount || nth < end); place++) {
    const at = order[place] as number
    if (isFound[at] === 0) continue
    if (byAmount || nth >= options.skip) page.push(offers[at] as Offer)
    nth++
  }
  if (!byAmount) return { offers: page, total, hidden }
  const sorted = sortByAmount(page, options.amount as number, options.order ?? "desc")
  return { offers: sorted.slice(options.skip, end), total, hidden }
}

/** What an amount earns with an offer: its first term is the one that the headline belongs to. */
export function offerYourRate(offer: Offer, amount: number): YourRate {
  return yourRate(offer.terms[0], offer.apy, amount)
}

/**
 * Only offers with tiers, a minimum or a maximum earn something else than their headline, and the list is in headline order
 * already: so those few are sorted by themselves and merged in. Offers that cannot take the amount come last.
 */
function sortByAmount(inHeadlineOrder: readonly Offer[], amount: number, order: "asc" | "desc"): Offer[] {
  const plain: Offer[] = []
  const special: { offer: Offer; rate: number }[] = []
  const last: Offer[] = []
  for (const offer of inHeadlineOrder) {
    const term = offer.terms[0]
    const isSpecial =
      term !== undefined && (term.tiers.length > 0 || term.minAmount !== null || term.maxAmount !== null)
    if (!isSpecial) {
      if (offer.apy === null) last.push(offer)
      else plain.push(offer)
      continue
    }
    const rate = offerYourRate(offer, amount)
    if (rate.kind === "rate") special.push({ offer, rate: rate.ratePercent })
    else last.push(offer)
  }
  const sign = order === "asc" ? 1 : -1
  special.sort((a, b) => sign * (a.rate - b.rate))
  const merged: Offer[] = []
  let at = 0
  for (const offer of plain) {
    for (let next = special[at]; next && sign * (next.rate - (offer.apy as number)) < 0; next = special[at]) {
      merged.push(next.offer)
      at++
    }
    merged.push(offer)
  }
  return [...merged, ...special.slice(at).map(({ offer }) => offer), ...last]
}

/** One predicate for a whole filter; what is not filtered costs nothing. */
export function compileFilter(market: Market, filter: Partial<OfferFilter>): (offer: Offer) => boolean {
  const tests: ((offer: Offer) => boolean)[] = []
  const { offerType, currencyId, blockchain, apyFrom, apyTo, tvlFrom, tvlTo, cashWithin, search } = filter
  if (offerType != null) tests.push((offer) => offer.category === offerType)
  if (currencyId != null) {
    const id = idOf(market.currencyBySlug, market.currencies, currencyId)
    tests.push((offer) => id !== undefined && offer.currencyIds.includes(id))
  }
  if (blockchain != null) {
    const slug = blockchain.toLowerCase()
    tests.push((offer) => offer.blockchainSlug === slug)
  }
  const providers = providerKeys(market, filter)
  if (providers) tests.push((offer) => providers.has(`${offer.provider.kind}:${offer.providerId}`))
  if (apyFrom != null) tests.push((offer) => offer.apy !== null && offer.apy >= apyFrom)
  if (apyTo != null) tests.push((offer) => offer.apy !== null && offer.apy <= apyTo)
  if (tvlFrom != null) tests.push((offer) => offer.tvlUsd !== null && offer.tvlUsd >= tvlFrom)
  if (tvlTo != null) tests.push((offer) => offer.tvlUsd !== null && offer.tvlUsd <= tvlTo)
  if (cashWithin != null) tests.push((offer) => offer.timeToCashHours !== null && offer.timeToCashHours <= cashWithin)
  if (filter.stablecoin) tests.push((offer) => offer.stablecoin === true)
  if (filter.commissionFree) tests.push((offer) => offer.commission === "none")
  if (search != null) {
    const words = search.toLowerCase().split(" ")
    tests.push((offer) => words.every((word) => offer.haystack.includes(word)))
  }
  return (offer) => {
    for (const test of tests) if (!test(offer)) return false
    return true
  }
}

/** Exchanges, protocols and wallets that are named together widen the choice: an offer is of one of them. */
function providerKeys(market: Market, filter: Partial<OfferFilter>): Set<string> | null {
  const { exchangeIds, protocolIds, walletIds } = filter
  if (exchangeIds == null && protocolIds == null && walletIds == null) return null
  const keys = (
    kind: string,
    ids: readonly string[] | null | undefined,
    bySlug: ReadonlyMap<string, { id: number }>,
    all: readonly { id: number }[],
  ) => (ids ?? []).map((id) => `${kind}:${idOf(bySlug, all, id) ?? "none"}`)
  return new Set([
    ...keys("exchange", exchangeIds, market.exchangeBySlug, market.exchanges),
    ...keys("protocol", protocolIds, market.protocolBySlug, market.protocols),
    ...keys("wallet", walletIds, market.walletBySlug, market.wallets),
  ])
}

/** An id as a number, or a slug; undefined when there is no such thing. */
function idOf(
  bySlug: ReadonlyMap<string, { id: number }>,
  all: readonly { id: number }[],
  text: string,
): number | undefined {
  const named = bySlug.get(text)
  if (named) return named.id
  const id = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return all.find((thing) => thing.id === id)?.id
}
