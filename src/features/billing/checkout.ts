// From a payment button to the provider's checkout. The server says what the button carries; the provider's script is fetched when it is needed.
import { callApi, type Refused } from "../accounts/api.ts"
import type { Purchase } from "./plan-flow.ts"
import type { Checkout } from "./providers/provider.ts"

export type CheckoutAnswer = { isOk: true; checkout: Checkout } | Refused

/** Asks what a payment button carries. Refused with "provider_not_configured" where nobody can pay, "unauthorized" without a session. */
export async function askCheckout(
  { code, period }: Purchase,
  promo: string | null,
  ask: typeof fetch = fetch,
): Promise<CheckoutAnswer> {
  const query = new URLSearchParams({ tariffCode: code, period, ...(promo === null ? {} : { promo }) })
  const answer = await callApi("GET", `/api/checkout?${query}`, undefined, ask)
  return answer.isOk ? { isOk: true, checkout: answer.data as Checkout } : answer
}

export type CheckoutAttributes = Readonly<Record<`data-${string}`, string>>

/**
 * The data attributes of a payment button (spec 1, 7): the person's e-mail, the product, who brought them (cookies rcid, aff), the
 * coupon. Named as Paddle.js names them: https://developer.paddle.com/paddle-js/about/html-data-attributes.
 */
export function checkoutAttributes(checkout: Checkout, successUrl: string): CheckoutAttributes {
  const { email, productId, referralId, affCode, coupon, userToken } = checkout
  return {
    "data-items": JSON.stringify([{ priceId: productId, quantity: 1 }]),
    "data-customer-email": email,
    "data-custom-data": JSON.stringify({ userToken, rcid: referralId, affCode }),
    "data-success-url": successUrl,
    ...(referralId === null ? {} : { "data-referral-id": referralId }),
    ...(coupon === null ? {} : { "data-discount-code": coupon }),
  }
}

/** What Paddle.Checkout.open() takes, from the button's attributes. */
export function paddleOptions(attributes: CheckoutAttributes, locale: string): PaddleOptions {
  const coupon = attributes["data-discount-code"]
  return {
    items: JSON.parse(attributes["data-items"] ?? "[]") as PaddleOptions["items"],
    customer: { email: attributes["data-customer-email"] ?? "" },
    customData: JSON.parse(attributes["data-custom-data"] ?? "{}") as PaddleOptions["customData"],
    settings: { displayMode: "overlay", locale, successUrl: attributes["data-success-url"] ?? "" },
    ...(coupon === undefined ? {} : { discountCode: coupon }),
  }
}

export type PaddleOptions = {
  items: { priceId: string; quantity: number }[]
  customer: { email: string }
  customData: Record<string, string | null>
  discountCode?: string
  settings: { displayMode: "overlay"; locale: string; successUrl: string }
}

/** The part of Paddle.js that is used here. */
export type PaddleScript = {
  Environment: { set(environment: "sandbox"): void }
  Initialize(settings: { token: string }): void
  Checkout: { open(options: PaddleOptions): void }
}

/** Paddle's names of our languages; others are as ours. */
const PADDLE_LOCALES: Readonly<Record<string, string>> = {
  "zh-CN": "zh-Hans",
  "pt-BR": "pt-BR",
  "pt-PT": "pt",
  "es-ES": "es",
}
export const paddleLocale = (locale: string): string => PADDLE_LOCALES[locale] ?? locale

const SCRIPT = "https://cdn.paddle.com/paddle/v2/paddle.js"
const PATIENCE_MS = 15_000

let loading: Promise<PaddleScript> | null = null

/** Fetches Paddle.js, once, and sets it up. Rejects when it cannot be had: blocked, offline, too slow. The next call tries again. */
export function loadPaddle({
  clientToken,
  environment,
}: Pick<Checkout, "clientToken" | "environment">): Promise<PaddleScript> {
  loading ??= fetchScript().then((paddle) => {
    if (environment === "sandbox") paddle.Environment.set("sandbox")
    paddle.Initialize({ token: clientToken ?? "" })
    return paddle
  })
  loading.catch(() => {
    loading = null
  })
  return loading
}

function fetchScript(): Promise<PaddleScript> {
  return new Promise((done, fail) => {
    const script = document.createElement("script")
    const giveUp = (reason: string) => {
      script.remove()
      fail(new Error(reason))
    }
    const timer = setTimeout(() => giveUp("Paddle.js takes too long."), PATIENCE_MS)
    script.addEventListener("error", () => {
      clearTimeout(timer)
      giveUp("Paddle.js did not load.")
    })
    script.addEventListener("load", () => {
      clearTimeout(timer)
      const { Paddle } = window as { Paddle?: PaddleScript }
      if (Paddle) done(Paddle)
      else giveUp("Paddle.js is not what it was.")
    })
    script.src = SCRIPT
    document.head.append(script)
  })
}
