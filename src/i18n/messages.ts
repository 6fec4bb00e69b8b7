// The texts: one JSON file per language and feature, ICU messages by explicit ids such as common:validation.email (spec 5).
import { setupI18n } from "@lingui/core"
import type { CompiledMessage } from "@lingui/message-utils/compileMessage"
import type account from "./locales/en/account.json"
import type affiliate from "./locales/en/affiliate.json"
import type alerts from "./locales/en/alerts.json"
import type billing from "./locales/en/billing.json"
import type cards from "./locales/en/cards.json"
import type catalog from "./locales/en/catalog.json"
import type common from "./locales/en/common.json"
import type content from "./locales/en/content.json"
import type lists from "./locales/en/lists.json"
import type mail from "./locales/en/mail.json"
import type offer from "./locales/en/offer.json"
import type offers from "./locales/en/offers.json"
import type register from "./locales/en/register.json"
import type search from "./locales/en/search.json"
import type site from "./locales/en/site.json"
import type watchlist from "./locales/en/watchlist.json"
import type { Locale } from "./locales.ts"

/** The files that each language has. A page gets those of its features, and common. */
export const FEATURES = [
  "common",
  "offers",
  "offer",
  "lists",
  "catalog",
  "cards",
  "site",
  "search",
  "content",
  "register",
  "account",
  "billing",
  "affiliate",
  "alerts",
  "watchlist",
  "mail",
] as const
export type Feature = (typeof FEATURES)[number]

type Ids<Name extends Feature, Messages> = `${Name}:${Extract<keyof Messages, string>}`
export type MessageId =
  | Ids<"common", typeof common>
  | Ids<"offers", typeof offers>
  | Ids<"lists", typeof lists>
  | Ids<"offer", typeof offer>
  | Ids<"catalog", typeof catalog>
  | Ids<"cards", typeof cards>
  | Ids<"site", typeof site>
  | Ids<"search", typeof search>
  | Ids<"content", typeof content>
  | Ids<"register", typeof register>
  | Ids<"account", typeof account>
  | Ids<"billing", typeof billing>
  | Ids<"affiliate", typeof affiliate>
  | Ids<"alerts", typeof alerts>
  | Ids<"watchlist", typeof watchlist>
  | Ids<"mail", typeof mail>

/** Compiled messages of one feature, by their ids within it. */
export type Messages = Record<string, CompiledMessage>
export type MessageValues = Record<string, string | number>

/** Gives the text of an id with its values put in; a number that picks a plural form goes in as a number. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/**
 * A translator for one language over the given features, frozen: nobody can switch its language, so requests in different
 * languages never mix. An id that is not there gives the id itself, which the tests look for on every page.
 */
export function createTranslate(locale: Locale, features: Partial<Record<Feature, Messages>>): Translate {
  // Made when the first text comes that it is needed for: a page has hundreds of others.
  let formatter: ReturnType<typeof setupI18n> | null = null
  return (id, values = {}) => {
    const at = id.indexOf(":")
    const texts = features[id.slice(0, at) as Feature]
    const key = id.slice(at + 1)
    const message = texts && Object.hasOwn(texts, key) ? texts[key] : undefined
    if (message === undefined) return id
    const plain = withValues(message, values)
    if (plain !== null) return plain
    formatter ??= setupI18n({ locale, messages: { [locale]: {} } })
    return formatter._({ id, message: message as never, values })
  }
}

/** The text of a message that has nothing but places for values; null for one that picks a plural or formats. */
function withValues(message: CompiledMessage, values: MessageValues): string | null {
  let text = ""
  for (const token of message) {
    if (typeof token === "string") text += token
    else if (token.length === 1) text += values[token[0]] ?? ""
    else return null
  }
  return text
}
