// What accounts mean for the frame of every page, with and without JavaScript: the header's two sides, the banner, plain forms.
import type { BrowserContext, Page } from "@playwright/test"
import { type OwnSite, startOwnSite } from "./own-site.ts"
import { header, newEmail, noAxeProblems, openMenu, PASSWORD, signOut, stepsOn } from "./people.ts"
import { expect, test } from "./site.ts"

let site: OwnSite
test.beforeAll(async () => {
  test.setTimeout(90_000)
  site = await startOwnSite()
})
// Where it did not start there is nothing to stop.
test.afterAll(() => (site as OwnSite | undefined)?.stop())

const { open, somebody } = stepsOn(() => site)

test.describe("the header", () => {
  /** What the header's end shows at each frame that is painted, from the first on. */
  async function watchHeader(context: BrowserContext) {
    await context.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const button = document.querySelector("header .person-menu > summary")
        if (button && document.body) seen.push(getComputedStyle(button).visibility)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  }
  const seenBy = (page: Page) => page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])

  test("never shows the wrong one of its two sides, and nothing moves", async ({ page, context }) => {
    await watchHeader(context)
    await open(page, "/earn")
    expect(await seenBy(page)).toEqual(["hidden"])
    const widthOf = () =>
      header(page)
        .locator(".person-seat")
        .evaluate((seat) => seat.getBoundingClientRect().width)
    const asVisitor = await widthOf()
    await somebody(page)
    await open(page, "/earn")
    await openMenu(page)
    await expect(header(page).getByRole("link", { name: "Settings" })).toBeVisible()
    expect(await seenBy(page)).toEqual(["visible"])
    expect(await widthOf()).toBe(asVisitor)
    const moved = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
            done(shifts.filter((shift) => !shift.hadRecentInput).reduce((sum, { value }) => sum + value, 0))
          }).observe({ type: "layout-shift", buffered: true })
          setTimeout(() => done(0), 500)
        }),
    )
    expect(moved).toBeLessThan(0.01)
  })

  test("tells the other tabs", async ({ page, context }) => {
    await open(page, "/wallets")
    const other = await context.newPage()
    await somebody(other)
    await expect(header(page).locator(".person-menu > summary")).toBeVisible()
    await signOut(other)
    await expect(header(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible()
  })
})

test.describe("the banner (spec 2)", () => {
  const banner = (page: Page) => page.locator("[data-banner-kind]")
  const placeOf = (page: Page) =>
    banner(page).evaluate((element) => (getComputedStyle(element).position === "fixed" ? "below" : "above"))

  test("a promo stays with the visitor, moves nothing, and is not shown where nothing is", async ({ page }) => {
    await site.admin("promo:add", "autumn", "--promo-code", "AUTUMN", "--sale", "80")
    await open(page, "/wallets?promo=autumn")
    await expect(banner(page)).toContainText("20% off every paid plan.")
    expect(await placeOf(page)).toBe("above")
    await noAxeProblems(page)
    await open(page, "/lp/alerts")
    await expect(banner(page)).toHaveCount(0)
    await open(page, "/contact")
    await expect(banner(page)).toBeVisible()
    expect(await placeOf(page)).toBe("above")

    // Where no room was kept it lies over the end of the window, until the next page.
    await page.evaluate(() => localStorage.clear())
    await open(page, "/contact")
    await expect(banner(page)).toBeVisible()
    expect(await placeOf(page)).toBe("below")
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click()
    await expect(page).toHaveURL(`${site.url}/terms`)
    await expect.poll(() => placeOf(page)).toBe("above")
    await banner(page).getByRole("link").click()
    await expect(page).toHaveURL(`${site.url}/pricing`)
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("people register and sign in, and hear what is wrong", async ({ page, complaints }) => {
    // How the browser reports the scripts that it does not load.
    complaints.expect(/^request failed: \S+\.js csp$/)
    const address = newEmail()
    await page.goto(`${site.url}/de/auth/register`)
    await page.getByLabel("E-Mail-Adresse").fill(address)
    await page.getByLabel("Passwort").fill(PASSWORD)
    await page.getByRole("checkbox").check()
    await page.getByRole("button", { name: "Konto erstellen" }).click()
    await expect(page).toHaveURL(`${site.url}/de/settings?registered=true`)
    await expect(page.getByText("Dein Konto ist bereit.")).toBeVisible()
    await site.mailTo(address, /bestätige/i)

    await page.goto(`${site.url}/de/auth/register`)
    await page.getByLabel("E-Mail-Adresse").fill(address)
    await page.getByLabel("Passwort").fill(PASSWORD)
    await page.getByRole("checkbox").check()
    await page.getByRole("button", { name: "Konto erstellen" }).click()
    await expect(page).toHaveURL(`${site.url}/de/auth/register?error=email_exists`)
    await expect(page.getByRole("alert").getByText("Mit dieser E-Mail-Adresse gibt es schon ein Konto.")).toBeVisible()

    await page.goto(`${site.url}/de/auth/login`)
    await page.getByLabel("E-Mail-Adresse").fill(address)
    await page.getByLabel("Passwort").fill("wrong")
    await page.getByRole("button", { name: "Anmelden" }).click()
    await expect(page.getByText("E-Mail-Adresse und Passwort passen nicht zusammen.")).toBeVisible()
    await page.getByLabel("E-Mail-Adresse").fill(address)
    await page.getByLabel("Passwort").fill(PASSWORD)
    await page.getByRole("button", { name: "Anmelden" }).click()
    await expect(page).toHaveURL(`${site.url}/de/settings`)

    await page.goto(`${site.url}/de/unsubscribe_news?user=0b0e2b6e-0000-4000-8000-000000000001&signature=forged`)
    await page.getByRole("button", { name: "Abbestellen" }).click()
    await expect(page.getByText("Dieser Link ist unvollständig.")).toBeVisible()
  })
})
