// What a payment button does: with Paddle, with a promo, and when nobody can pay. The sandbox's checkout is used in billing.spec.ts.
import { axeProblems, card, modal, openPlans, signedIn, tellOfPromo } from "./plans.ts"
import { alive, expect, test } from "./site.ts"

/** What the server says of a button when Paddle takes the payments. */
const paddle = {
  provider: "paddle",
  isTest: true,
  url: null,
  clientToken: "test_x",
  environment: "sandbox",
  email: "a@example.org",
  productId: "pri_1",
  referralId: null,
  affCode: null,
  coupon: null,
  userToken: "x",
}

test.describe("when nobody can pay", () => {
  const closed = { status: 503, json: { statusCode: 503, code: "provider_not_configured", message: "" } }
  for (const [name, answer] of [
    ["without a provider", closed],
    ["when the provider's script cannot load", { json: paddle }],
  ] as const) {
    test(`${name}, a payment button opens the technical-issues modal`, async ({ page, complaints }) => {
      complaints.expect(/503|paddle/i)
      await page.route("**/api/checkout?*", (route) => route.fulfill(answer))
      await signedIn(page)
      await openPlans(page)
      await card(page, "pro").getByRole("button", { name: "Upgrade to Pro" }).click()
      await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
      await expect(modal(page).getByRole("heading", { name: "Payment is not available right now" })).toBeVisible()
      expect(await axeProblems(page)).toEqual([])
      await modal(page).getByRole("button", { name: "Got it" }).click()
      await expect(modal(page)).toHaveCount(0)
      await expect(card(page, "pro").getByRole("button", { name: "Upgrade to Pro" })).toBeFocused()
    })
  }
})

test.describe("with Paddle", () => {
  // The site under test sells in the sandbox, so that its pages let no script of Paddle's in.
  test.use({ bypassCSP: true })
  test("the script comes with the click, and opens what the button carries over the page", async ({ page }) => {
    const scripts: string[] = []
    await page.route("https://cdn.paddle.com/**", (route) => {
      scripts.push(route.request().url())
      return route.fulfill({
        contentType: "text/javascript",
        body: `window.told = []; const tell = (name) => (value) => void window.told.push([name, value])
          window.Paddle = { Environment: { set: tell("set") }, Initialize: tell("Initialize"), Checkout: { open: tell("open") } }`,
      })
    })
    await page.route("**/api/checkout?*", (route) => route.fulfill({ json: { ...paddle, coupon: "HONEY" } }))
    await signedIn(page)
    await openPlans(page)
    for (const round of [1, 2]) {
      await card(page, "pro").getByRole("button", { name: "Upgrade to Pro" }).click()
      await expect(modal(page).getByRole("button", { name: "Go to the checkout" })).toHaveAttribute(
        "data-items",
        /pri_1/,
      )
      expect(scripts).toHaveLength(round === 1 ? 0 : 1)
      await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
      await expect(modal(page)).toHaveCount(0)
    }
    const { origin } = new URL(page.url())
    const open = {
      items: [{ priceId: "pri_1", quantity: 1 }],
      customer: { email: "a@example.org" },
      customData: { userToken: "x", rcid: null, affCode: null },
      discountCode: "HONEY",
      settings: { displayMode: "overlay", locale: "en", successUrl: `${origin}/preparing-account` },
    }
    expect(scripts).toEqual(["https://cdn.paddle.com/paddle/v2/paddle.js"])
    expect(await page.evaluate(() => (window as unknown as { told: unknown }).told)).toEqual([
      ["set", "sandbox"],
      ["Initialize", { token: "test_x" }],
      ["open", open],
      ["open", open],
    ])
  })
})

test("a promo is kept while browsing, strikes the old price, and stands in the confirmation", async ({ page }) => {
  await tellOfPromo(page, { slug: "spring", promoCode: "SPRING26", sale: 80 })
  await signedIn(page)
  await page.goto("/earn?promo=spring")
  await alive(page)
  await page.getByRole("contentinfo").getByRole("link", { name: "Exchanges" }).click()
  await expect(page).toHaveURL(/\/exchanges$/)
  await page.getByRole("banner").getByText("More").click()
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).first().click()
  await expect(page.getByText("Promo SPRING26: 20% off")).toBeVisible()
  await expect(card(page, "pro").locator("s").filter({ visible: true })).toContainText("$9")
  await expect(card(page, "pro").getByText("$7.20")).toBeVisible()
  await expect(card(page, "free").locator("s")).toHaveCount(0)
  await card(page, "pro").getByRole("button", { name: "Upgrade to Pro" }).click()
  await expect(modal(page)).toContainText("SPRING26, 20% off")
  await expect(modal(page).locator("s")).toContainText("$108")
  await expect(modal(page)).toContainText("$86.40 per year")
  expect(await axeProblems(page)).toEqual([])
})
