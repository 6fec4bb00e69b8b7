// An alert in words: what it waits for, what it watches. Pure.
import type { Formats } from "../../i18n/formats.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { MessageId, Translate } from "../../i18n/messages.ts"
import { CATEGORY_LABEL } from "../offers/labels.ts"
import { bodyOf, type Draft } from "./draft.ts"
import { windowText } from "./message.ts"
import type { NamedFilter } from "./page-data.ts"
import type { AlertFilter, AlertParams, AlertTypeName } from "./rule.ts"
import { typeOf } from "./types/registry.ts"

type Rule = { type: AlertTypeName; params: AlertParams; amount: number | null }
export type NameOf = (filter: NamedFilter, value: string) => string
type Words = { t: Translate; formats: Formats; locale: Locale }
/** The same, and how long a name may be. */
type NameWords = Words & { longestName: number }

/** What an alert waits for: "APY rises to 5.00% or more". */
export function conditionText({ type, params, amount }: Rule, { t, formats, locale }: Words): string {
  const { message, values } = typeOf(type).describe({ params, amount })
  // "rateThreshold.up": in the ids of texts a dot divides.
  const id = `alerts:rule.${message.replace(".", "-")}` as MessageId
  const texts: Record<string, string | number> = {}
  if (typeof values.metric === "string")
    texts.metric = t(`alerts:metric.${values.metric}` as MessageId, { amount: formats.number(amount ?? 0, 8) })
  if (typeof values.percent === "number") texts.percent = formats.percent(values.percent)
  if (typeof values.points === "number") texts.points = formats.number(values.points)
  if (typeof values.windowHours === "number") texts.window = windowText(values.windowHours, t)
  if (typeof values.days === "number") texts.days = values.days
  if (typeof values.to === "string") {
    const words = values.to.split(",").map((status) => t(`offers:status.${status}` as MessageId))
    texts.statuses = new Intl.ListFormat(locale, { type: "disjunction" }).format(words)
  }
  return t(id, texts)
}

/** What an alert is called that nobody named: its messages say which one it is. */
const usualName = (rule: Rule, words: NameWords) => conditionText(rule, words).slice(0, words.longestName)

/** The name that somebody gave it; "" for the usual one. */
export function ownName(alert: Rule & { name: string }, words: NameWords): string {
  return alert.name === usualName(alert, words) ? "" : alert.name
}

/** What POST and PATCH take, with a name in any case. */
export function namedBody(draft: Draft, words: NameWords) {
  const body = bodyOf(draft)
  return { ...body, name: body.name || usualName(body as Rule, words) }
}

/** What a filter takes, one text for each part of it; none for everything. */
export function filterTexts(filter: AlertFilter, nameOf: NameOf, { t, formats }: Words): string[] {
  const named = (key: NamedFilter, values: readonly string[] | undefined) =>
    (values ?? []).map((value) => nameOf(key, value))
  const one = (value: string | undefined) => (value === undefined ? undefined : [value])
  const texts = [
    ...(filter.offerType === undefined ? [] : [t(CATEGORY_LABEL[filter.offerType])]),
    ...named("currencyId", one(filter.currencyId)),
    ...named("blockchain", one(filter.blockchain)),
    ...named("exchangeIds", filter.exchangeIds),
    ...named("protocolIds", filter.protocolIds),
    ...named("walletIds", filter.walletIds),
  ]
  if (filter.apyFrom !== undefined) texts.push(t("lists:chip.apyFrom", { rate: formats.percent(filter.apyFrom) }))
  if (filter.apyTo !== undefined) texts.push(t("lists:chip.apyTo", { rate: formats.percent(filter.apyTo) }))
  if (filter.tvlFrom !== undefined) texts.push(t("lists:chip.tvlFrom", { tvl: formats.usdCompact(filter.tvlFrom) }))
  if (filter.tvlTo !== undefined) texts.push(t("lists:chip.tvlTo", { tvl: formats.usdCompact(filter.tvlTo) }))
  return texts
}
