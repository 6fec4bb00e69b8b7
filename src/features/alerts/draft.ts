// The form of an alert as somebody fills it in: texts as they are typed, and the rule that they say. Pure.
import { alertRuleSchema } from "./schema.ts"
import { ALERT_FILTER_KEYS, type AlertFilter, type AlertParams, type AlertTypeName } from "./rule.ts"
import type { AlertItem, OfferChoice, Prefill } from "./page-data.ts"
import { typeOf } from "./types/registry.ts"
import type { Frequency, SentChannel } from "./words.ts"

type Typed = string | string[]
export type FilterDraft = Record<(typeof ALERT_FILTER_KEYS)[number], Typed>
export type DraftOffer = Pick<OfferChoice, "id" | "slug" | "name">

export type Draft = {
  /** null: a new one. */
  id: string | null
  name: string
  type: AlertTypeName
  /** Everything that the filter takes, or one offer. */
  scope: "filter" | "offer"
  /** The one that is watched; for `bestOffer` the one that the person holds. */
  offer: DraftOffer | null
  filter: FilterDraft
  params: Record<string, Typed>
  amount: string
  cooldownHours: string
  hysteresis: string
  channels: SentChannel[]
  frequency: Frequency
}

export type DraftAction =
  | { type: "typeChosen"; name: AlertTypeName }
  | {
      type: "set"
      change: Partial<
        Pick<Draft, "name" | "scope" | "amount" | "cooldownHours" | "hysteresis" | "channels" | "frequency">
      >
    }
  | { type: "param"; name: string; value: Typed }
  | { type: "filter"; name: keyof FilterDraft; value: Typed }
  | { type: "offerChosen"; offer: OfferChoice | null }

const LISTS = ["exchangeIds", "protocolIds", "walletIds"] as const
const NUMBERS: ReadonlySet<string> = new Set(["apyFrom", "apyTo", "tvlFrom", "tvlTo"])
/** The params that are numbers, of whatever type. */
const NUMBER_PARAMS: ReadonlySet<string> = new Set(["percent", "points", "windowHours", "days"])

const isList = (key: string) => (LISTS as readonly string[]).includes(key)
const typed = (value: string | number | readonly string[] | null | undefined): Typed =>
  value == null ? "" : typeof value === "object" ? [...value] : String(value)

function typedFilter(filter: AlertFilter): FilterDraft {
  return Object.fromEntries(
    ALERT_FILTER_KEYS.map((key) => [key, filter[key] === undefined && isList(key) ? [] : typed(filter[key])]),
  ) as FilterDraft
}

const typedParams = (params: AlertParams) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typed(value)]))

/** What a type starts with. */
function startOf(type: AlertTypeName): Pick<Draft, "type" | "params" | "cooldownHours" | "hysteresis"> {
  const { params, cooldownHours, hysteresis } = typeOf(type).defaults()
  return { type, params: typedParams(params), cooldownHours: String(cooldownHours), hysteresis: String(hysteresis) }
}

/** A new alert: as the address asks, else a threshold of everything. */
export function newDraft(prefill: Prefill | null): Draft {
  const draft: Draft = {
    ...startOf(prefill?.type ?? "rateThreshold"),
    id: null,
    name: "",
    scope: "filter",
    offer: null,
    filter: typedFilter(prefill?.filter ?? {}),
    amount: typed(prefill?.amount) as string,
    channels: ["email"],
    frequency: "single",
  }
  return prefill?.offer ? draftReducer(draft, { type: "offerChosen", offer: prefill.offer }) : draft
}

/** An alert that is there already, to be changed. `offer` is the one that it names. */
export function draftOf(alert: AlertItem, offer: DraftOffer | null): Draft {
  return {
    id: alert.id,
    name: alert.name,
    type: alert.type,
    scope: offer !== null && alert.type !== "bestOffer" ? "offer" : "filter",
    offer,
    filter: typedFilter(alert.filter),
    params: typedParams(alert.params),
    amount: typed(alert.amount) as string,
    cooldownHours: String(alert.cooldownHours),
    hysteresis: String(alert.hysteresis),
    channels: alert.channels,
    frequency: alert.frequency,
  }
}

export function draftReducer(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case "typeChosen": {
      const chosen = { ...draft, ...startOf(action.name) }
      return { ...chosen, scope: takesOneOffer(action.name) && draft.offer !== null ? draft.scope : "filter" }
    }
    case "set":
      return { ...draft, ...action.change }
    case "param":
      return { ...draft, params: { ...draft.params, [action.name]: action.value } }
    case "filter":
      return { ...draft, filter: { ...draft.filter, [action.name]: action.value } }
    case "offerChosen": {
      const { offer } = action
      if (offer === null) return { ...draft, offer: null }
      const { id, slug, name, thresholdPercent } = offer
      const isRising = draft.type === "rateThreshold" && draft.params.direction === "up"
      return {
        ...draft,
        offer: { id, slug, name },
        scope: takesOneOffer(draft.type) ? "offer" : draft.scope,
        params: isRising ? { ...draft.params, percent: String(thresholdPercent) } : draft.params,
      }
    }
  }
}

/** Whether an alert of the type can watch one offer alone: a new one has no name yet, and the best is one of many. */
export function takesOneOffer(type: AlertTypeName): boolean {
  return type !== "newOffer" && type !== "bestOffer"
}

/** Whether the amount plays a part. */
export function goesByAmount({ params }: Pick<Draft, "params">): boolean {
  return params.metric === "amount"
}

const number = (value: Typed | undefined) =>
  typeof value !== "string" || value.trim() === "" ? Number.NaN : Number(value.trim())

/** The rule as the doors take it; what was typed wrong is NaN in it. */
export function ruleOf(draft: Draft) {
  const isOne = takesOneOffer(draft.type) && draft.scope === "offer"
  const offerId = isOne || draft.type === "bestOffer" ? (draft.offer?.id ?? null) : null
  const filter = Object.fromEntries(
    Object.entries(draft.filter).flatMap(([key, value]) => {
      if (isOne || value === "" || value.length === 0) return []
      return [[key, NUMBERS.has(key) ? number(value) : value]]
    }),
  )
  return {
    type: draft.type,
    params: Object.fromEntries(
      Object.entries(draft.params).map(([name, value]) => [name, NUMBER_PARAMS.has(name) ? number(value) : value]),
    ),
    filter,
    offerId,
    amount: goesByAmount(draft) ? number(draft.amount) : null,
    cooldownHours: number(draft.cooldownHours),
    hysteresis: number(draft.hysteresis),
  }
}

/** What POST and PATCH take: the rule and how its messages go out. */
export function bodyOf(draft: Draft) {
  const { name, channels, frequency } = draft
  return { ...ruleOf(draft), name: name.trim(), channels, frequency }
}

/** The fields that are wrong, as the rule names them: "params.percent", "filter.currencyId", "offerId". */
export function wrongFields(draft: Draft): string[] {
  const wrong = new Set<string>()
  const parsed = alertRuleSchema.safeParse(ruleOf(draft))
  if (!parsed.success) for (const { path } of parsed.error.issues) wrong.add(path.slice(0, 2).join("."))
  if (takesOneOffer(draft.type) && draft.scope === "offer" && draft.offer === null) wrong.add("offerId")
  return [...wrong]
}
