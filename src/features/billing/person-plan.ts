// The plan of the signed-in person, as the browser knows it.
import type { Person } from "../accounts/person.ts"
import type { Subscription } from "./subscription.ts"

type PlanFields = Pick<
  Person,
  "tariffCode" | "tariffPeriod" | "tariffCodeNext" | "tariffPeriodNext" | "tariffActiveFrom" | "tariffActiveTo"
>

const moment = (text: string | null) => (text === null ? null : new Date(text))

/** What getUser tells of a plan, as the rules take it: moments come as texts. */
export function subscriptionOf(person: PlanFields): Subscription {
  return {
    tariffCode: person.tariffCode,
    tariffPeriod: person.tariffPeriod,
    tariffCodeNext: person.tariffCodeNext,
    tariffPeriodNext: person.tariffPeriodNext,
    tariffActiveFrom: moment(person.tariffActiveFrom),
    tariffActiveTo: moment(person.tariffActiveTo),
  }
}
