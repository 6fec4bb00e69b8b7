// What a person may say about an alert: the form and the doors check it with this.
import { z } from "zod"
import type { Codec } from "../../core/query.ts"
import { OFFER_CATEGORIES } from "../market/words.ts"
import { FILTER_SPEC, MAX_AMOUNT } from "../offers/query.ts"
import { ALERT_FILTER_KEYS, ALERT_TYPES, type AlertFilter, type AlertParams } from "./rule.ts"
import { typeOf } from "./types/registry.ts"

export const MAX_COOLDOWN_HOURS = 24 * 30
export const MAX_HYSTERESIS = 100

/** A value as the address of a list could say it: the bounds of the lists' filters are those of the alerts. */
function asInList<Value>(codec: Codec<NonNullable<Value>>, base: z.ZodType<NonNullable<Value>>) {
  return base.refine((value) => codec.read(codec.write(value)) !== undefined, "is out of bounds").nullish()
}

const ids = z.array(z.string()).min(1).max(50)

const filterFields = z.strictObject({
  apyFrom: asInList(FILTER_SPEC.apyFrom, z.number()),
  apyTo: asInList(FILTER_SPEC.apyTo, z.number()),
  blockchain: asInList(FILTER_SPEC.blockchain, z.string()),
  currencyId: asInList(FILTER_SPEC.currencyId, z.string()),
  exchangeIds: asInList(FILTER_SPEC.exchangeIds, ids),
  offerType: z.enum(OFFER_CATEGORIES).nullish(),
  protocolIds: asInList(FILTER_SPEC.protocolIds, ids),
  tvlFrom: asInList(FILTER_SPEC.tvlFrom, z.number()),
  tvlTo: asInList(FILTER_SPEC.tvlTo, z.number()),
  walletIds: asInList(FILTER_SPEC.walletIds, ids),
})

/** The spec's filter keys (spec 3); null and absent say nothing. Gives the canonical form: only what says something, lists in order. */
export const alertFilterSchema = filterFields
  .refine(({ apyFrom, apyTo }) => apyFrom == null || apyTo == null || apyFrom <= apyTo, {
    path: ["apyTo"],
    error: "is below apyFrom",
  })
  .refine(({ tvlFrom, tvlTo }) => tvlFrom == null || tvlTo == null || tvlFrom <= tvlTo, {
    path: ["tvlTo"],
    error: "is below tvlFrom",
  })
  .transform((given) => canonicalFilter(given))

/** Equal filters as equal texts: keys in the spec's order, lists sorted and without doubles. */
export function canonicalFilter(
  given: { [Key in keyof AlertFilter]?: AlertFilter[Key] | null | undefined },
): AlertFilter {
  const entries = ALERT_FILTER_KEYS.flatMap((key) => {
    const value = given[key]
    if (value == null) return []
    return [[key, Array.isArray(value) ? [...new Set(value)].sort() : value]]
  })
  return Object.fromEntries(entries) as AlertFilter
}

const anyParams = z.record(z.string(), z.unknown())

/** A rule as a person gives it; who owns it, its id and since when it watches come from the door. */
export const alertRuleSchema = z
  .strictObject({
    type: z.enum(ALERT_TYPES),
    params: anyParams,
    filter: alertFilterSchema.default({}),
    offerId: z.number().int().positive().nullable().default(null),
    amount: z.number().positive().max(MAX_AMOUNT).nullable().default(null),
    cooldownHours: z.number().min(0).max(MAX_COOLDOWN_HOURS),
    hysteresis: z.number().min(0).max(MAX_HYSTERESIS),
  })
  .transform((rule, context) => {
    const type = typeOf(rule.type)
    const params = type.params.safeParse(rule.params)
    if (!params.success) {
      for (const issue of params.error.issues)
        context.addIssue({ code: "custom", path: ["params", ...issue.path], message: issue.message })
      return z.NEVER
    }
    const checked = { ...rule, params: params.data satisfies AlertParams }
    const field = type.problemOf(checked)
    if (field === null) return checked
    context.addIssue({ code: "custom", path: field.split("."), message: "does not fit this type of alert" })
    return z.NEVER
  })
export type AlertRuleInput = z.output<typeof alertRuleSchema>
