// Plans and promos as the operator sets them, up to the checkout and back: a price, a promo, a plan given by hand that ends.
import { type OwnSite, startOwnSite } from "./own-site.ts"
import { card, modal, signedIn } from "./plans.ts"
import { alive, expect, test } from "./site.ts"

let site: OwnSite
test.beforeAll(async () => {
  site = await startOwnSite({ PAYMENT_PROVIDER: "sandbox" })
})
test.afterAll(() => site.stop())

test("a promo and a new price hold from the panel to the checkout", async ({ page }) => {
  await site.admin("promo:add", "spring", "--promo-code", "SPRING26", "--sale", "80")
  await site.admin("price:set", "pro", "yearly", "--cost", "96")
  await page.goto(`${site.url}/pricing`)
  await signedIn(page)
  await expect(async () => {
    await page.goto(`${site.url}/pricing?promo=spring`)
    await expect(card(page, "pro").getByText("per month, billed yearly ($76.80)")).toBeVisible({ timeout: 1000 })
  }).toPass()
  await alive(page)
  await expect(card(page, "pro").locator("s").filter({ visible: true })).toContainText("$8")
  await card(page, "pro").getByRole("button", { name: "Upgrade to Pro" }).click()
  const pay = modal(page).getByRole("button", { name: "Go to the checkout" })
  await expect(pay).toHaveAttribute("data-discount-code", "SPRING26")
  await pay.click()
  await page.getByRole("button", { name: "Pay $76.80" }).click()
  await expect(page).toHaveURL(/\/settings\/subscription\?paid=true$/)
  await expect(page.getByRole("region", { name: "Your plan" })).toContainText("Yearly")
})

test("a plan that the operator gave ends by its date alone, and can be renewed", async ({ page }) => {
  await page.goto(`${site.url}/pricing`)
  const email = await signedIn(page)
  const until = new Date(Date.now() + 15_000).toISOString()
  await site.admin("plan:grant", email, "pro", "monthly", "--until", until, "--reason", "a test")
  const plan = page.getByRole("region", { name: "Your plan" })
  await page.goto(`${site.url}/settings/subscription`)
  await expect(plan).toContainText("Paid until")
  await expect(async () => {
    await page.reload()
    await expect(plan).toContainText("Ended on", { timeout: 1500 })
  }).toPass()
  await expect(page.getByRole("region", { name: "Usage" })).toContainText("0 of 1")
  await plan.getByRole("button", { name: "Renew Pro" }).click()
  await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
  await page.getByRole("button", { name: /^Pay/ }).click()
  await expect(plan).toContainText("Paid until")
  await expect(page.getByRole("region", { name: "Usage" })).toContainText("0 of 10")
})
