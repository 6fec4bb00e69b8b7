// What a payment provider is to the rest: somewhere to pay, something that tells what was paid, and calls that change what runs.
import type { PaymentEvent, PlanState, RunningPlan } from "../ledger.ts"
import type { PlanTerm } from "../subscription.ts"
import type { TariffCode, TariffPeriod } from "../tariffs.ts"

export const PROVIDER_IDS = ["paddle", "sandbox"] as const
export type ProviderId = (typeof PROVIDER_IDS)[number]

/** A paid plan in a period: what a product of the provider is. */
export type Sold = { code: Exclude<TariffCode, "free">; period: TariffPeriod }

/** Which product is which plan; those that are no longer sold are known too. */
export type Products = {
  planOf(productId: string): Sold | undefined
  productOf(plan: Sold): string
}

/** What a button of a plan carries (spec 1, 7): everything that the provider's checkout needs. */
export type CheckoutWish = {
  email: string
  productId: string
  /** From the cookie rcid. */
  referralId: string | null
  /** From the cookie aff. */
  affCode: string | null
  coupon: string | null
  /** Says who buys, and proves that this site said so. */
  userToken: string
}

export type Checkout = CheckoutWish & {
  provider: ProviderId
  /** No money moves. */
  isTest: boolean
  /** Where to go to pay; null where the provider's script opens something in the page. */
  url: string | null
  /** For the provider's script. */
  clientToken: string | null
  environment: "sandbox" | "production" | null
}

/** What a webhook says of itself once its signature is verified. */
export type Envelope = { eventId: string; type: string; occurredAt: Date }

/** Hosts that the provider's script needs, for the content security policy. */
export type BrowserHosts = { script: string[]; frame: string[]; connect: string[]; style: string[] }

/**
 * A provider. The calls that change something give what the provider said about it as the text of an event, which is recorded like a
 * webhook; they throw AppError "unavailable" when they fail, and then nothing has changed.
 */
export type Provider = {
  id: ProviderId
  isTest: boolean
  browser: BrowserHosts
  checkout(wish: CheckoutWish): Checkout
  /** Throws AppError "signature_invalid" for what the provider did not send, or sent too long ago. */
  verify(raw: string, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<Envelope>
  /** Reads an event that was verified. null: nothing that matters here. Throws AppError "unknown_product" or "bad_request". */
  normalise(raw: string, products: Products): PaymentEvent | null
  /** The e-mail address of a customer, when only the provider knows it. */
  findEmail?(customerId: string): Promise<string | null>
  /** Lets another plan take over at the end of what is paid for, instead of whatever was to come. */
  schedule(running: RunningPlan, next: PlanTerm, products: Products): Promise<string>
  /** Takes back what was scheduled: the plan goes on as it is. */
  resume(running: RunningPlan, products: Products): Promise<string>
  /** Ends a subscription at once. */
  endNow(running: RunningPlan): Promise<string>
  /** For a provider that lives here: the event of a payment that is due, or null. */
  renew?(running: RunningPlan, now: Date): string | null
}

/** The provider that new payments go to (null: none), and all whose words are believed. */
export type Providers = { active: Provider | null; find(id: string): Provider | undefined }

/** A state with another plan to come. A plan that ends for the free one is paid no more. */
export function withNext(state: PlanState, next: PlanTerm | null): PlanState {
  return { ...state, next, renews: next?.code !== "free" }
}
