// What the form of alerts offers to choose from, and what things are called. Pure, over the market.
import type { Market, Offer } from "../market/model.ts"
import { type NamedFilter, type OfferChoice, type Option } from "./page-data.ts"
import type { AlertFilter } from "./rule.ts"
import { TYPES } from "./types/registry.ts"

/** How many of a kind a form lists; a list or a page of the site leads to the others. */
const MOST_OPTIONS: Record<NamedFilter, number> = {
  currencyId: 200,
  blockchain: 100,
  exchangeIds: 60,
  protocolIds: 60,
  walletIds: 60,
}

/** An offer as the form shows it: provider, currencies, and what tells it from the provider's others. */
export function offerChoice(offer: Offer): OfferChoice {
  const { id, slug, provider, currencies, label, blockchain, apy } = offer
  const symbols = currencies.map(({ symbol }) => symbol).join(" + ")
  const { params } = TYPES.rateThreshold.defaults(offer)
  return {
    id,
    slug,
    name: [`${provider.name} ${symbols}`, label, blockchain].filter((part) => part !== null).join(" · "),
    apy,
    thresholdPercent: params.percent as number,
  }
}

type Thing = { slug: string; name: string; offerCount: number; id?: number; symbol?: string }

function thingsOf(market: Market, key: NamedFilter): readonly Thing[] {
  return {
    currencyId: market.currencies,
    blockchain: market.chains,
    exchangeIds: market.exchanges,
    protocolIds: market.protocols,
    walletIds: market.wallets,
  }[key]
}

const labelOf = ({ symbol, name }: Thing) => (symbol === undefined ? name : `${symbol} · ${name}`)
const isCalled = (thing: Thing, value: string) => thing.slug === value || String(thing.id) === value

/** What a filter's value is called: by slug or id; what is not listed is called by what was given. */
export function nameOfFilter(market: Market, key: NamedFilter, value: string): string {
  const found = thingsOf(market, key).find((thing) => isCalled(thing, value))
  return found ? labelOf(found) : value
}

const compareLabels = new Intl.Collator("en").compare

/** Those with most offers and those that the filter names, by name. */
export function filterOptions(market: Market, filter: AlertFilter): Record<NamedFilter, Option[]> {
  const options = (key: NamedFilter): Option[] => {
    const chosen = [filter[key] ?? []].flat()
    const things = thingsOf(market, key)
    const most = things
      .filter(({ offerCount }) => offerCount > 0)
      .sort((a, b) => b.offerCount - a.offerCount)
      .slice(0, MOST_OPTIONS[key])
    // What was named by its id stays named so: the form chooses by this very value.
    const named = chosen.map((value) => ({ value, label: nameOfFilter(market, key, value) }))
    const others = most
      .filter((thing) => !chosen.some((value) => isCalled(thing, value)))
      .map((thing) => ({ value: thing.slug, label: labelOf(thing) }))
    return [...named, ...others].sort((a, b) => compareLabels(a.label, b.label))
  }
  return {
    currencyId: options("currencyId"),
    blockchain: options("blockchain"),
    exchangeIds: options("exchangeIds"),
    protocolIds: options("protocolIds"),
    walletIds: options("walletIds"),
  }
}
