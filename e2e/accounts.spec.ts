// Accounts as people meet them: sign up, read the mail, confirm, change things, leave, come back; with and without JavaScript.
import AxeBuilder from "@axe-core/playwright"
import type { BrowserContext, Page } from "@playwright/test"
import { linkIn, type OwnSite, startOwnSite } from "./own-site.ts"
import { alive, expect, test } from "./site.ts"

let site: OwnSite
test.beforeAll(async () => {
  test.setTimeout(90_000)
  site = await startOwnSite()
})
// Where it did not start there is nothing to stop.
test.afterAll(() => (site as OwnSite | undefined)?.stop())

const PASSWORD = "correct horse"
let people = 0
const newEmail = () => `person-${process.pid}-${++people}@example.org`

const main = (page: Page) => page.getByRole("main")
const header = (page: Page) => page.getByRole("banner")
const email = (page: Page) => page.getByLabel("E-mail", { exact: true })
const password = (page: Page) => page.getByLabel("Password", { exact: true })

async function open(page: Page, path: string) {
  await page.goto(site.url + path)
  await alive(page)
}

async function fillSignUp(page: Page, address: string) {
  await email(page).fill(address)
  await password(page).fill(PASSWORD)
  await page.getByRole("checkbox").check()
}

async function register(page: Page, address: string) {
  await open(page, "/auth/register")
  await fillSignUp(page, address)
  await page.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible()
}

async function signIn(page: Page, address: string, secret = PASSWORD) {
  await open(page, "/auth/login")
  await email(page).fill(address)
  await password(page).fill(secret)
  await main(page).getByRole("button", { name: "Sign in" }).click()
}

async function openMenu(page: Page) {
  await header(page).locator(".person-menu > summary").click()
}

async function signOut(page: Page) {
  await openMenu(page)
  // spec 4: the page is loaded anew
  const reloaded = page.waitForEvent("load")
  await header(page).getByRole("button", { name: "Sign out" }).click()
  await reloaded
  await alive(page)
  await expect(header(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible()
}

/** Somebody with an account, signed in on that page. */
async function somebody(page: Page): Promise<string> {
  const address = newEmail()
  await register(page, address)
  return address
}

async function noAxeProblems(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)).toEqual(
    [],
  )
}

test("from signing up over the mail and the settings to a forgotten password", async ({ page }) => {
  test.setTimeout(90_000)
  const address = newEmail()
  await register(page, address)
  await expect(main(page)).toContainText(address)

  await test.step("the header knows at once, and the banner asks to confirm", async () => {
    await expect(header(page).getByText("Account")).toBeVisible()
    await page.getByRole("link", { name: "Compare offers" }).click()
    await expect(page.locator("[data-banner-kind=confirmEmail]")).toBeVisible()
    await page.locator("[data-banner-kind=confirmEmail]").getByRole("link").click()
    await expect(page).toHaveURL(`${site.url}/settings`)
    await expect(page.getByText("not confirmed", { exact: true })).toBeVisible()
  })

  await test.step("the mail's link confirms", async () => {
    await page.goto(linkIn(await site.mailTo(address, /confirm/i), site))
    await expect(page).toHaveURL(`${site.url}/settings?confirmed=true`)
    await expect(page.getByText("Your e-mail address is confirmed.")).toBeVisible()
    await expect(page.getByText("confirmed", { exact: true })).toBeVisible()
    await expect(page.locator("[data-banner-kind]")).toHaveCount(0)
    await noAxeProblems(page)
  })

  await test.step("settings are kept", async () => {
    await page.getByLabel("Name (optional)").fill("Ann")
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText("Saved.")).toBeVisible()
    await page.getByLabel("Time zone").selectOption("Europe/Lisbon")
    await page.getByLabel("News from Apyary").check()
    await page.getByRole("combobox", { name: "Appearance" }).selectOption("dark")
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await page.reload()
    await expect(page.getByLabel("Name (optional)")).toHaveValue("Ann")
    await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Lisbon")
    await expect(page.getByLabel("News from Apyary")).toBeChecked()
  })

  await test.step("the language is that of the account and of the page", async () => {
    await page.getByRole("combobox", { name: "Language" }).selectOption("de")
    await expect(page).toHaveURL(`${site.url}/de/settings`)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen")
    await page.getByRole("combobox", { name: "Sprache" }).selectOption("en")
    await expect(page).toHaveURL(`${site.url}/settings`)
  })

  await test.step("out, and in again to where one was", async () => {
    await open(page, "/wallets")
    await signOut(page)
    await expect(page).toHaveURL(`${site.url}/wallets`)
    await header(page).getByRole("link", { name: "Sign in" }).first().click()
    await email(page).fill(address)
    await password(page).fill(PASSWORD)
    await main(page).getByRole("button", { name: "Sign in" }).click()
    await expect(page).toHaveURL(`${site.url}/wallets`)
    await expect(header(page).getByText("Account")).toBeVisible()
    await signOut(page)
  })

  await test.step("a forgotten password is chosen anew by a mail", async () => {
    await open(page, "/auth/login")
    await page.getByRole("link", { name: "Forgot your password?" }).click()
    await expect(page).toHaveURL(`${site.url}/auth/restore`)
    await email(page).fill(address)
    await page.getByRole("button", { name: "Send the link" }).click()
    await expect(page.getByRole("heading", { name: "Look into your inbox" })).toBeVisible()
    await page.goto(linkIn(await site.mailTo(address, /new password/i), site))
    await alive(page)
    await noAxeProblems(page)
    await page.getByLabel("New password", { exact: true }).fill("battery staple")
    await page.getByRole("button", { name: "Set password" }).click()
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible()
    await signIn(page, address, "battery staple")
    await expect(page).toHaveURL(`${site.url}/settings`)
  })
})

test.describe("the sign-up form (spec 5, 8)", () => {
  test("shows nothing before the first try, then everything, and follows each change", async ({ page }) => {
    await open(page, "/auth/register")
    await email(page).fill("not an address")
    await email(page).blur()
    await expect(main(page).getByRole("alert")).toBeEmpty()
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(main(page).getByRole("alert").getByRole("link")).toHaveCount(3)
    await expect(email(page)).toBeFocused()
    await expect(email(page)).toHaveAttribute("aria-invalid", "true")
    await expect(email(page)).toHaveAccessibleDescription("Enter an e-mail address such as name@example.org.")
    await noAxeProblems(page)
    await email(page).fill(newEmail())
    await expect(main(page).getByRole("alert").getByRole("link")).toHaveCount(2)
    await password(page).fill("12345")
    await expect(password(page)).toHaveAccessibleDescription(/at least 6 characters/)
    await password(page).fill("123456")
    await page.getByRole("checkbox").check()
    await expect(main(page).getByRole("alert")).toBeEmpty()
  })

  test("a known e-mail is told at its field, and the password is blanked with a space", async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status(?: of)? 400/)
    const address = await somebody(page)
    await signOut(page)
    await open(page, "/auth/register")
    await fillSignUp(page, address)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(email(page)).toHaveAccessibleDescription(/There is an account with this e-mail already/)
    await expect(email(page)).toBeFocused()
    await expect(password(page)).toHaveValue(" ")
    // The form is open again, and the space is no part of what is typed next.
    await email(page).fill(newEmail())
    await password(page).click()
    await page.keyboard.type(PASSWORD)
    await expect(password(page)).toHaveValue(PASSWORD)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible()
  })

  test("is sent once, however often it is submitted", async ({ page }) => {
    const sent: string[] = []
    await page.route("**/api/registration", async (route) => {
      sent.push(route.request().postData() ?? "")
      await new Promise((done) => setTimeout(done, 300))
      await route.continue()
    })
    await open(page, "/auth/register")
    const address = newEmail()
    await fillSignUp(page, address)
    await page.getByRole("button", { name: "Create account" }).dblclick()
    await password(page).press("Enter")
    await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible()
    expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([
      { email: address, password: PASSWORD, name: null, locale: "en", termsConfirmed: true, privacyConfirmed: true },
    ])
  })

  test("a password can be looked at", async ({ page }) => {
    await open(page, "/auth/login")
    await password(page).fill("abc")
    await page.getByRole("button", { name: "Show Password" }).click()
    await expect(password(page)).toHaveAttribute("type", "text")
    await page.getByRole("button", { name: "Hide Password" }).click()
    await expect(password(page)).toHaveAttribute("type", "password")
  })

  test("opens over the alerts' page, and leads from there to the account", async ({ page }) => {
    await open(page, "/lp/alerts")
    await page.getByRole("link", { name: "Join Apyary" }).click()
    const popup = page.getByRole("dialog", { name: "Join Apyary" })
    await expect(popup.getByRole("link", { name: "Sign in" })).toBeVisible()
    await noAxeProblems(page)
    await popup.getByLabel("E-mail", { exact: true }).fill(newEmail())
    await popup.getByLabel("Password", { exact: true }).fill(PASSWORD)
    await popup.getByRole("checkbox").check()
    await popup.getByRole("button", { name: "Create account" }).click()
    await expect(popup.getByRole("heading", { name: "Almost there" })).toBeVisible()
    await popup.getByRole("button", { name: "Close" }).click()
    await expect(page.getByRole("link", { name: "Join Apyary" })).toBeHidden()
  })

  test("providers that are not set up say so", async ({ page }) => {
    await open(page, "/auth/login")
    await expect(main(page).getByText("not available here")).toHaveCount(2)
  })
})

test("a wrong password and a blocked account are told, the latter everywhere at once", async ({ page, complaints }) => {
  complaints.expect(/status(?: of)? 401/)
  const address = await somebody(page)
  await open(page, "/settings")
  await expect(page.getByRole("heading", { name: "Where you are signed in" })).toBeVisible()
  await site.admin("user:block", address, "--reason", "test")
  await page.reload()
  await expect(main(page)).toContainText("This account is blocked")
  await expect(header(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible()
  await signIn(page, address)
  await expect(main(page).getByRole("alert")).toContainText("This account is blocked")
  await signIn(page, newEmail())
  await expect(main(page).getByRole("alert")).toContainText("E-mail and password do not go together.")
})

test("a session that ends elsewhere ends here, and all of them end at once", async ({ page, browser, complaints }) => {
  complaints.expect(/status(?: of)? 401/)
  const address = await somebody(page)
  const other = await browser.newContext()
  const there = await other.newPage()
  await signIn(there, address)
  await expect(there).toHaveURL(`${site.url}/settings`)
  await expect(there.locator("section[aria-labelledby=sessions] li")).toHaveCount(2)
  await there.getByRole("button", { name: "Sign out everywhere" }).click()
  await expect(there.getByText("Sign in to see and change your settings.")).toBeVisible()
  await open(page, "/settings")
  await expect(page.getByText("Sign in to see and change your settings.")).toBeVisible()
  await other.close()
})

test("an account takes its data along and ends", async ({ page }) => {
  const address = await somebody(page)
  await open(page, "/settings")
  const download = page.waitForEvent("download")
  await page.getByRole("link", { name: "Download my data" }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join("")
  expect(JSON.stringify(JSON.parse(text))).toContain(address)

  await page.getByRole("button", { name: "Delete my account" }).click()
  const popup = page.getByRole("dialog")
  await popup.getByLabel("E-mail", { exact: true }).fill("another@example.org")
  await popup.getByLabel("Current password").fill(PASSWORD)
  await popup.getByRole("button", { name: "Delete for good" }).click()
  await expect(popup.getByLabel("E-mail", { exact: true })).toHaveAccessibleDescription(
    "This is not the address of your account.",
  )
  await popup.getByLabel("E-mail", { exact: true }).fill(address)
  await popup.getByRole("button", { name: "Delete for good" }).click()
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible()
  await expect(header(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible()
  await site.mailTo(address, /deleted/i)
})

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
