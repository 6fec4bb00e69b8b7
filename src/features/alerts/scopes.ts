// Which rules look at an offer at all: by the offer itself, or by provider, currency, chain and category together, whichever of them
// the filter names. An offer asks for each combination of what it has, so that it meets exactly the rules made for such offers.
import type { Offer } from "../market/model.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import type { AlertFilter } from "./rule.ts"

/** So many different providers, currencies and chains fit into a key; more of them share keys, which costs time and nothing else. */
const SIZES = { currency: 2 ** 18, chain: 2 ** 12, category: 2 ** 3 }

/** Numbers for texts; 0 stands for "any". */
function numbering() {
  const numbers = new Map<string, number>()
  return {
    /** The number of a text, a new one when it has none. */
    give(text: string): number {
      const number = numbers.get(text) ?? numbers.size + 1
      numbers.set(text, number)
      return number
    },
    /** The number of a text that a rule names. */
    find: (text: string) => numbers.get(text),
  }
}

export function createScopes() {
  const [providers, currencies, chains] = [numbering(), numbering(), numbering()]
  const byKey = new Map<number, number>()
  const byOffer = new Map<number, number>()
  let count = 0

  const key = (provider: number, currency: number, chain: number, category: number) =>
    ((provider * SIZES.currency + (currency % SIZES.currency)) * SIZES.chain + (chain % SIZES.chain)) * SIZES.category +
    category

  function place<Key>(map: Map<Key, number>, of: Key): number {
    const known = map.get(of)
    if (known !== undefined) return known
    map.set(of, count)
    return count++
  }

  return {
    get count() {
      return count
    },
    ofOffer: (offerId: number) => place(byOffer, offerId),
    /** The scopes in which a rule with this filter stands; the ranges of its rates and TVL are not part of them. */
    ofFilter(filter: AlertFilter): number[] {
      const named = (["exchange", "protocol", "wallet"] as const).map((kind) =>
        filter[`${kind}Ids`]?.flatMap((id) => spellings(id).map((text) => providers.give(`${kind}:${text}`))),
      )
      const isAnyProvider = named.every((list) => list === undefined)
      const providerNumbers = isAnyProvider ? [0] : named.flatMap((list) => list ?? [])
      const currencyNumbers =
        filter.currencyId === undefined ? [0] : spellings(filter.currencyId).map((text) => currencies.give(text))
      const chain = filter.blockchain === undefined ? 0 : chains.give(filter.blockchain.toLowerCase())
      const category = filter.offerType === undefined ? 0 : OFFER_CATEGORIES.indexOf(filter.offerType) + 1
      const keys = providerNumbers.flatMap((provider) =>
        currencyNumbers.map((currency) => key(provider, currency, chain, category)),
      )
      return [...new Set(keys)].map((one) => place(byKey, one))
    },
    /** The scopes that an offer is in, as it was and as it is. */
    of(before: Offer | null, after: Offer | null): number[] {
      const offer = after ?? before
      if (offer === null) return []
      const found: number[] = []
      const own = byOffer.get(offer.id)
      if (own !== undefined) found.push(own)
      if (byKey.size === 0) return found
      const offers = before === null || after === null || isAlike(before, after) ? [offer] : [before, after]
      // 0 stands for rules that do not name one.
      const providerNumbers = [0]
      const currencyNumbers = [0]
      const chainNumbers = [0]
      const categories = [0]
      for (const { provider, providerId, currencies: its, currencyIds, blockchainSlug, category } of offers) {
        addNumber(providerNumbers, providers.find(`${provider.kind}:${provider.slug}`))
        addNumber(providerNumbers, providers.find(`${provider.kind}:${providerId}`))
        for (const { slug } of its) if (slug !== null) addNumber(currencyNumbers, currencies.find(slug))
        for (const id of currencyIds) addNumber(currencyNumbers, currencies.find(String(id)))
        if (blockchainSlug !== null) addNumber(chainNumbers, chains.find(blockchainSlug))
        addNumber(categories, OFFER_CATEGORIES.indexOf(category) + 1)
      }
      for (const provider of providerNumbers) {
        for (const currency of currencyNumbers) {
          for (const chain of chainNumbers) {
            for (const category of categories) {
              const scope = byKey.get(key(provider, currency, chain, category))
              if (scope !== undefined) found.push(scope)
            }
          }
        }
      }
      return found
    },
  }
}

function addNumber(list: number[], number: number | undefined): void {
  if (number !== undefined && !list.includes(number)) list.push(number)
}

/** Nearly always: rates change, what an offer is does not. */
function isAlike(one: Offer, other: Offer): boolean {
  return (
    one.category === other.category &&
    one.blockchainSlug === other.blockchainSlug &&
    one.providerId === other.providerId &&
    one.provider.kind === other.provider.kind &&
    one.provider.slug === other.provider.slug &&
    one.currencies.length === other.currencies.length &&
    one.currencies.every(({ slug }, at) => slug === other.currencies[at]?.slug) &&
    one.currencyIds.length === other.currencyIds.length &&
    one.currencyIds.every((id, at) => id === other.currencyIds[at])
  )
}

/** An id may be written with zeros before it, and may be a slug all the same (offers/list.ts). */
export function spellings(id: string): string[] {
  return /^\d{1,9}$/.test(id) ? [...new Set([id, String(Number(id))])] : [id]
}
