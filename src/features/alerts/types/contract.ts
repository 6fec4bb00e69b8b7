// The one contract of all alert types. A type is a file beside this one with such an object, and a line in registry.ts.
import type { ZodType } from "zod"
import type { Offer } from "../../market/model.ts"
import type { AlertFilter, AlertParams, AlertRule, AlertState, AlertTypeName, Fired, MessageValues } from "../rule.ts"
import type { OfferTrack } from "./track.ts"

/** A rule as a type sees it. */
export type Watch<Params> = {
  ruleId: number
  params: Params
  filter: AlertFilter
  offerId: number | null
  amount: number | null
  cooldownHours: number
  hysteresis: number
}

export type EvaluateContext = {
  /**
   * The moment of the change, in milliseconds since 1970: that of the market's version, not the wall clock, so that whoever evaluates
   * a change again says the same of it, under the same key.
   */
  nowMs: number
  /** Set when only time has passed: the moment up to which that was looked at before. */
  sinceMs: number | null
  /** What is remembered of the offer: figures at the full hours and midnights. */
  track: OfferTrack | null
  /** Whether the rule watched the offer before the change, and does after it. A rule fires only where one of them holds. */
  wasWatched: boolean
  isWatched: boolean
  /** Whether the rule watches any other offer. */
  watches: (offer: Offer) => boolean
  /** An offer as it is after the changes. */
  offerById: (id: number) => Offer | undefined
}

export type Outcome = {
  /** null = nothing to remember beyond what the offer itself tells. */
  state: AlertState | null
  fired: Omit<Fired, "ruleId" | "type"> | null
}

/** Levels that a change can matter to: those above `above`, up to and with `upTo`. */
export type Reach = { above: number; upTo: number }
export type ReachContext = Pick<EvaluateContext, "nowMs" | "sinceMs" | "track">

/** Where a rule stands in the index. */
export type Plan = {
  /** Rules with the same gauge look at the same figure in the same way. */
  gauge: string
  /** The levels of this gauge that a change reaches; null = none. A rule whose level is not reached must be indifferent to the change. */
  reach: (before: Offer | null, after: Offer | null, context: ReachContext) => Reach | null
  /** The window that the gauge looks back over, in hours. */
  windowHours: number | null
}

/** Reaches every level. */
export const EVERY_LEVEL: Reach = { above: Number.NEGATIVE_INFINITY, upTo: Number.POSITIVE_INFINITY }

export type AlertDefaults = Pick<AlertRule, "params" | "cooldownHours" | "hysteresis">

export type AlertType<Params extends AlertParams = AlertParams> = {
  name: AlertTypeName
  params: ZodType<Params>
  /** "best": looks at the best of all that match, not at one offer; `before` and `after` are the best ones then. */
  looksAt: "offer" | "best"
  /** true: watches offers that lists leave out as well. */
  seesHidden: boolean
  /** true: has to be asked when only time has passed. */
  isTimed: boolean
  /** The field of a rule that is wrong or missing for this type; null when it fits. */
  problemOf(rule: Omit<AlertRule, "id" | "userId" | "sinceMs">): string | null
  /** Takes the threshold out of the params, as a level: the index keeps it in an array of numbers, and one copy of what is left. */
  pack(params: Params): { rest: AlertParams; level: number }
  unpack(rest: AlertParams, level: number): Params
  plan(watch: Pick<Watch<Params>, "params" | "amount">): Plan
  /**
   * What a change does to a rule. Pure. `before` null: the offer is seen for the first time; `after` null: it is gone. `before` has
   * the last known figures in place of unknown ones. Unknown figures never fire and leave the state as it is.
   */
  evaluate(
    watch: Watch<Params>,
    state: AlertState | null,
    before: Offer | null,
    after: Offer | null,
    context: EvaluateContext,
  ): Outcome
  /** What the rule asks for, for the text that names it: which text, and its values. */
  describe(watch: Pick<Watch<Params>, "params" | "amount">): { message: string; values: MessageValues }
  /** What a form starts with; about one offer where it is given. */
  defaults(offer?: Offer): AlertDefaults
}
