// Plans as people use them: what a visitor sees, and every action of free, pro, proPlus, scheduled and expired users, in the sandbox.
import { axeProblems, bought, card, modal, openPlans, period, signedIn, tellOfPlan } from "./plans.ts"
import { alive, expect, test } from "./site.ts"

test.describe("a visitor", () => {
  test("sees prices of both periods, and each plan leads to the registration", async ({ page }) => {
    await page.goto("/pricing#plans")
    await alive(page)
    await expect(period(page, "Yearly")).toBeChecked()
    await expect(page.getByText("up to 25% off")).toBeVisible()
    await expect(card(page, "pro")).toContainText("$9")
    await period(page, "Monthly").check()
    await expect(card(page, "pro").getByText("$12")).toBeVisible()
    await expect(card(page, "pro").getByText("$9")).toBeHidden()
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(9)
    for (const plan of ["free", "pro", "proPlus"] as const)
      await expect(card(page, plan).getByRole("link")).toHaveAttribute("href", "/auth/register")
    expect(await axeProblems(page)).toEqual([])
    await card(page, "proPlus").getByRole("link").click()
    await expect(page).toHaveURL(/\/auth\/register$/)
  })

  test("sees as many cards as there is room for", async ({ page }) => {
    const shown = async () => {
      const plans = ["free", "pro", "proPlus"] as const
      const all = await Promise.all(plans.map((plan) => card(page, plan).isVisible()))
      return plans.filter((_, at) => all[at])
    }
    const tab = (name: string) => page.getByRole("tab", { name, exact: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/pricing")
    await alive(page)
    await tab("Free").click()
    expect(await shown()).toEqual(["free"])
    await tab("Free").press("End")
    await expect(tab("Pro+")).toBeFocused()
    expect(await shown()).toEqual(["proPlus"])
    await expect(page.getByRole("table")).toBeHidden()
    expect(await axeProblems(page)).toEqual([])
    await page.setViewportSize({ width: 820, height: 1000 })
    expect(await shown()).toEqual(["pro", "proPlus"])
    await tab("Free").click()
    expect(await shown()).toEqual(["free", "pro"])
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(await shown()).toEqual(["free", "pro", "proPlus"])
    await expect(page.getByRole("tablist")).toBeHidden()
    await expect(page.getByRole("table")).toBeVisible()
  })

  test("of the subscription reads what it is, and can sign up there", async ({ page }) => {
    await page.goto("/settings/subscription")
    await alive(page)
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/auth/login")
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole("main").getByRole("link", { name: "Join" }).click()
    await modal(page).getByLabel("E-mail").fill(`join-${Date.now()}@example.org`)
    await modal(page).getByLabel("Password", { exact: true }).fill("correct horse")
    await modal(page).getByRole("checkbox").check()
    await modal(page).getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("region", { name: "Your plan" })).toContainText("Free")
  })

  test("is told on /preparing-account to sign in", async ({ page }) => {
    await page.goto("/preparing-account")
    await alive(page)
    await expect(page.getByText("Sign in to see whether your plan is there.")).toBeVisible()
    expect(await axeProblems(page)).toEqual([])
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })
  test("all plans can be read, in both periods", async ({ page, complaints }) => {
    complaints.expect(/request failed: .*\.js csp/)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto("/de/pricing")
    for (const plan of ["free", "pro", "proPlus"] as const) await expect(card(page, plan)).toBeVisible()
    await expect(card(page, "pro").getByText("pro Monat, jährlich abgerechnet")).toBeVisible()
    await page.getByRole("radio", { name: "Monatlich" }).check()
    await expect(card(page, "pro").getByText("pro Monat, monatlich abgerechnet")).toBeVisible()
    await expect(card(page, "pro").getByText("jährlich abgerechnet")).toBeHidden()
  })
})

test("a free user upgrades: declined, then paid, then the plan is there", async ({ page }) => {
  const email = await signedIn(page)
  await page.context().addCookies([{ name: "rcid", value: "friend-1", url: page.url() }])
  await openPlans(page)
  await expect(card(page, "free").getByText("Current", { exact: true })).toBeVisible()
  await expect(card(page, "free").getByRole("button")).toHaveCount(0)
  await card(page, "pro").getByRole("button", { name: "Upgrade to Pro" }).click()
  await expect(modal(page)).toContainText("$108 per year")
  const pay = modal(page).getByRole("button", { name: "Go to the checkout" })
  await expect(pay).toHaveAttribute("data-customer-email", email)
  await expect(pay).toHaveAttribute("data-items", /"priceId":"pro-yearly"/)
  await expect(pay).toHaveAttribute("data-referral-id", "friend-1")
  await expect(pay).toBeFocused()
  expect(await axeProblems(page)).toEqual([])
  await pay.click()
  await expect(page.getByRole("heading", { name: "Test checkout" })).toBeVisible()
  await page.getByRole("button", { name: "Have the card declined" }).click()
  await expect(page.getByRole("alert")).toBeVisible()
  await page.getByRole("button", { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/settings\/subscription\?paid=true$/)
  const plan = page.getByRole("region", { name: "Your plan" })
  await expect(page.getByText("the payment is confirmed")).toBeVisible()
  await expect(plan).toContainText("Pro")
  await expect(plan).toContainText("Yearly")
  await expect(plan).toContainText("Paid until")
  await expect(page.getByRole("region", { name: "Usage" })).toContainText("0 of 10")
  expect(await axeProblems(page)).toEqual([])
})

test("a free user who leaves the checkout has paid nothing", async ({ page }) => {
  await signedIn(page)
  await openPlans(page)
  await card(page, "proPlus").getByRole("button", { name: "Upgrade to Pro+" }).click()
  await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
  await page.getByRole("link", { name: "Leave without paying" }).click()
  await expect(card(page, "free").getByText("Current", { exact: true })).toBeVisible()
})

test("a pro user switches to the other period", async ({ page }) => {
  await signedIn(page)
  await bought(page, "pro", "yearly")
  await openPlans(page)
  await expect(card(page, "pro").getByText("Current", { exact: true })).toBeVisible()
  await period(page, "Monthly").check()
  await expect(card(page, "pro").getByText("Current", { exact: true })).toBeHidden()
  await card(page, "pro").getByRole("button", { name: "Switch to monthly billing" }).click()
  await expect(modal(page)).toContainText("$12 per month")
  await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
  await page.getByRole("button", { name: /^Pay/ }).click()
  await expect(page.getByRole("region", { name: "Your plan" })).toContainText("Monthly")
})

test("a pro user cancels: five reasons, at least one, and the last opens the text box", async ({ page }) => {
  await signedIn(page)
  await bought(page, "pro", "yearly")
  await openPlans(page)
  await card(page, "pro").getByRole("button", { name: "Cancel Pro" }).click()
  const survey = modal(page)
  const confirm = survey.getByRole("button", { name: "Cancel the plan" })
  await expect(survey.getByRole("checkbox")).toHaveCount(5)
  await expect(survey.getByRole("checkbox").first()).toBeFocused()
  await expect(confirm).toBeDisabled()
  await survey.getByRole("checkbox").first().check()
  await expect(confirm).toBeEnabled()
  await expect(survey.getByRole("textbox")).toHaveCount(0)
  await survey.getByRole("checkbox").last().check()
  await expect(survey.getByRole("textbox")).toHaveAttribute("rows", "4")
  await survey.getByRole("textbox").fill("line\n".repeat(30))
  await expect(survey.getByRole("textbox")).toHaveAttribute("rows", "12")
  await survey.getByRole("textbox").fill("I moved on")
  expect(await axeProblems(page)).toEqual([])
  const sent = page.waitForRequest("**/api/tariff/cancel")
  await confirm.click()
  expect((await sent).postDataJSON()).toEqual({ comment: "It costs too much. Another reason: I moved on" })
  await expect(modal(page).getByRole("heading", { name: "Your plan is cancelled" })).toBeVisible()
  await expect(modal(page).getByRole("status")).toContainText(/Pro runs until \w+ \d+, 20\d\d/)
  expect(await axeProblems(page)).toEqual([])
  const reloaded = page.waitForEvent("load")
  await modal(page).getByRole("button", { name: "Done" }).click()
  await reloaded
  await expect(card(page, "pro").getByRole("button", { name: /^Expires on/ })).toBeDisabled()
  await expect(card(page, "free").getByText("Next", { exact: true })).toBeVisible()
})

test("a proPlus user goes down to pro, sees it scheduled, and takes it back", async ({ page }) => {
  await signedIn(page)
  await bought(page, "proPlus", "yearly")
  await openPlans(page)
  await card(page, "pro").getByRole("button", { name: "Change to Pro" }).click()
  await expect(modal(page).getByRole("checkbox")).toHaveCount(3)
  await modal(page).getByRole("checkbox").nth(1).check()
  await modal(page).getByRole("button", { name: "Continue" }).click()
  await expect(modal(page).getByRole("heading", { name: "Change to Pro?" })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await modal(page).getByRole("button", { name: "Change to Pro" }).click()
  await expect(modal(page).getByRole("status")).toContainText("Then Pro begins.")
  await page.keyboard.press("Escape")
  await expect(card(page, "pro").getByText("Next", { exact: true })).toBeVisible()
  await expect(card(page, "pro").getByRole("button")).toHaveCount(0)
  await expect(card(page, "proPlus").getByRole("button", { name: /^Expires on/ })).toBeDisabled()

  await page.goto("/settings/subscription")
  const plan = page.getByRole("region", { name: "Your plan" })
  await expect(plan).toContainText("Ends on")
  await expect(plan).toContainText("Pro (Yearly)")
  await plan.getByRole("button", { name: "Keep Pro+" }).click()
  await modal(page).getByRole("button", { name: "Keep Pro+" }).click()
  await modal(page).getByRole("button", { name: "Done" }).click()
  await expect(plan).toContainText("Paid until")
  await expect(plan.getByRole("button", { name: "Keep Pro+" })).toHaveCount(0)
})

test("a proPlus user goes down to free in one step, from the panel in a modal", async ({ page }) => {
  await signedIn(page)
  await bought(page, "proPlus", "monthly")
  await page.goto("/settings/subscription")
  await alive(page)
  await page.getByRole("button", { name: "Change plan" }).click()
  await expect(page.getByRole("heading", { name: "Plans and prices" })).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  await card(page, "free").getByRole("button", { name: "Change to Free" }).click()
  const survey = modal(page).last()
  await expect(survey.getByRole("checkbox")).toHaveCount(5)
  await survey.getByRole("checkbox").first().check()
  await survey.getByRole("button", { name: "Continue" }).click()
  await survey.getByRole("button", { name: "Change to Free" }).click()
  await survey.getByRole("button", { name: "Done" }).click()
  const plan = page.getByRole("region", { name: "Your plan" })
  await expect(plan).toContainText("After that")
  await expect(plan).toContainText("Free")
  await expect(plan.getByRole("button", { name: /^Cancel/ })).toHaveCount(0)
})

test("a cancellation that fails says so, and trying again works", async ({ page, complaints }) => {
  complaints.expect(/503/)
  await signedIn(page)
  await bought(page, "pro", "monthly")
  await page.goto("/settings/subscription")
  await alive(page)
  let isBroken = true
  await page.route("**/api/tariff/cancel", (route) =>
    isBroken
      ? route.fulfill({ status: 503, json: { statusCode: 503, code: "unavailable", message: "" } })
      : route.fallback(),
  )
  await page.getByRole("button", { name: "Cancel Pro" }).click()
  await modal(page).getByRole("checkbox").first().check()
  await modal(page).getByRole("button", { name: "Cancel the plan" }).click()
  await expect(modal(page).getByRole("heading", { name: "The plan could not be cancelled" })).toBeVisible()
  await expect(modal(page).getByRole("link", { name: "Contact us" })).toHaveAttribute("href", "/contact")
  expect(await axeProblems(page)).toEqual([])
  isBroken = false
  await modal(page).getByRole("button", { name: "Try again" }).click()
  await expect(modal(page).getByRole("heading", { name: "Your plan is cancelled" })).toBeVisible()
})

test("an expired plan is renewed from the banner", async ({ page }) => {
  await signedIn(page)
  let isOver = true
  const over = { tariffCode: "pro", tariffPeriod: "monthly", tariffActiveTo: "2026-01-01T00:00:00.000Z" }
  await tellOfPlan(page, () => (isOver ? over : null))
  await openPlans(page)
  await expect(card(page, "free").getByText("Current", { exact: true })).toBeVisible()
  await expect(card(page, "pro").getByRole("button", { name: "Switch to yearly billing" })).toBeVisible()
  await expect(card(page, "pro").getByRole("button", { name: "Renew Pro" })).toBeVisible()
  await period(page, "Monthly").check()
  await expect(card(page, "pro").getByRole("button")).toHaveCount(1)
  await page.locator("[data-banner-kind=renew]").getByRole("link").click()
  const plan = page.getByRole("region", { name: "Your plan" })
  await expect(plan).toContainText("Ended on")
  await expect(page.getByRole("region", { name: "What Free includes" })).toBeVisible()
  await plan.getByRole("button", { name: "Renew Pro" }).click()
  await expect(modal(page).getByRole("heading", { name: "Renew Pro" })).toBeVisible()
  await expect(modal(page)).toContainText("$12 per month")
  await modal(page).getByRole("button", { name: "Go to the checkout" }).click()
  isOver = false
  await page.getByRole("button", { name: /^Pay/ }).click()
  await expect(plan).toContainText("Paid until")
})

test("waiting for a payment's news says what to do when it takes long", async ({ page }) => {
  await signedIn(page)
  await page.clock.install()
  await page.goto("/preparing-account?promo=spring")
  await expect(page.getByText("Waiting for the payment to be confirmed")).toBeVisible()
  expect(await axeProblems(page)).toEqual([])
  const late = page.getByText("This takes longer than usual")
  await expect(async () => {
    await page.clock.runFor(30_000)
    await expect(late).toBeVisible({ timeout: 300 })
  }).toPass()
  await bought(page, "pro", "monthly")
  await page.getByRole("button", { name: "Look again" }).click()
  await expect(page).toHaveURL(/\/settings\/subscription/)
  await expect(page.getByRole("region", { name: "Your plan" })).toContainText("Pro")
})

for (const [width, scheme] of [
  [390, "dark"],
  [1280, "light"],
] as const) {
  test(`what belongs to a person moves nothing on the plans, ${width} px, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1400 })
    await page.emulateMedia({ colorScheme: scheme })
    await signedIn(page)
    await bought(page, "pro", "yearly")
    // The banner about the e-mail has its own rule and its own tests.
    await tellOfPlan(page, () => ({}))
    await openPlans(page)
    await expect(card(page, "pro").getByText("Current", { exact: true })).toBeVisible()
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const seen: string[] = []
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              value: number
              hadRecentInput: boolean
              sources: { node: Node | null }[]
            })[])
              if (!entry.hadRecentInput && entry.value > 0.001)
                seen.push(...entry.sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 120) ?? "?"))
          }).observe({ type: "layout-shift", buffered: true })
          setTimeout(() => done(seen), 300)
        }),
    )
    expect(moved).toEqual([])
    expect(await axeProblems(page)).toEqual([])
  })
}
