import { expect, it, test } from "vitest"
import { LOCALE_CODES } from "../../i18n/locales.ts"
import { askCheckout, checkoutAttributes, paddleLocale, paddleOptions } from "./checkout.ts"
import { askPromo } from "./promo.ts"
import type { Checkout } from "./providers/provider.ts"

const CHECKOUT: Checkout = {
  provider: "paddle",
  isTest: true,
  url: null,
  clientToken: "test_token",
  environment: "sandbox",
  email: "ada@example.org",
  productId: "pri_1",
  referralId: "friend",
  affCode: "partner",
  coupon: "HONEY",
  userToken: "id.proof",
}
const SUCCESS = "https://apyary.test/de/preparing-account"
const ALL = {
  "data-items": '[{"priceId":"pri_1","quantity":1}]',
  "data-customer-email": "ada@example.org",
  "data-custom-data": '{"userToken":"id.proof","rcid":"friend","affCode":"partner"}',
  "data-success-url": SUCCESS,
  "data-referral-id": "friend",
  "data-discount-code": "HONEY",
}

it("a button carries e-mail, product, referral and coupon", () => {
  expect(checkoutAttributes(CHECKOUT, SUCCESS)).toEqual(ALL)
})

it("what is not there is left out", () => {
  const attributes = checkoutAttributes({ ...CHECKOUT, referralId: null, affCode: null, coupon: null }, SUCCESS)
  const { "data-referral-id": _referral, "data-discount-code": _coupon, ...rest } = ALL
  expect(attributes).toEqual({ ...rest, "data-custom-data": '{"userToken":"id.proof","rcid":null,"affCode":null}' })
  expect(paddleOptions(attributes, "en")).not.toHaveProperty("discountCode")
})

it("Paddle gets what the button carries", () => {
  expect(paddleOptions(ALL, "de")).toEqual({
    items: [{ priceId: "pri_1", quantity: 1 }],
    customer: { email: "ada@example.org" },
    customData: { userToken: "id.proof", rcid: "friend", affCode: "partner" },
    discountCode: "HONEY",
    settings: { displayMode: "overlay", locale: "de", successUrl: SUCCESS },
  })
})

it("Paddle is told its own names of languages", () => {
  expect(LOCALE_CODES.map(paddleLocale)).toEqual(["en", "zh-Hans", "de", "fr", "it", "pt-BR", "pt", "ru", "es"])
})

/** A server that gives one answer and notes what it was asked. */
function server(status: number, body: unknown) {
  const asked: { url: string; body: string | undefined }[] = []
  const ask = (async (url: string, init?: RequestInit) => {
    asked.push({ url, body: init?.body as string | undefined })
    return new Response(JSON.stringify(body), { status })
  }) as typeof fetch
  return { asked, ask }
}

it("asks for a plan and period, with the promo where there is one", async () => {
  const { asked, ask } = server(200, CHECKOUT)
  const purchase = { kind: "renew", code: "proPlus", period: "monthly" } as const
  expect(await askCheckout(purchase, null, ask)).toEqual({ isOk: true, checkout: CHECKOUT })
  await askCheckout(purchase, "spring-26", ask)
  expect(asked.map(({ url }) => url)).toEqual([
    "/api/checkout?tariffCode=proPlus&period=monthly",
    "/api/checkout?tariffCode=proPlus&period=monthly&promo=spring-26",
  ])
})

it("says why nobody can pay", async () => {
  const { ask } = server(503, { statusCode: 503, code: "provider_not_configured", message: "" })
  const answer = await askCheckout({ kind: "upgrade", code: "pro", period: "yearly" }, null, ask)
  expect(answer).toMatchObject({ isOk: false, code: "provider_not_configured" })
})

test("a promo is asked for by its slug, and not at all without one", async () => {
  const { asked, ask } = server(200, { data: { promo: { promoCode: "HONEY", sale: 80 } } })
  expect(await askPromo(null, ask)).toBeNull()
  expect(asked).toEqual([])
  expect(await askPromo("spring-26", ask)).toEqual({ slug: "spring-26", promoCode: "HONEY", sale: 80 })
  expect(asked).toHaveLength(1)
  expect(JSON.parse(asked[0]?.body ?? "")).toMatchObject({
    operationName: "getPromo",
    variables: { slug: "spring-26" },
  })
})

test.each<[string, number, unknown]>([
  ["an unknown slug", 200, { data: { promo: null } }],
  ["a failure", 503, {}],
  ["errors", 200, { data: null, errors: [{ message: "no" }] }],
])("%s shows nothing", async (_name, status, body) => {
  expect(await askPromo("spring-26", server(status, body).ask)).toBeNull()
})
