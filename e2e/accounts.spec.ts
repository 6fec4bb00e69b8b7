// Accounts as people meet them: sign up, read the mail, confirm, change things, leave, come back.
import { linkIn, type OwnSite, startOwnSite } from "./own-site.ts"
import {
  email,
  fillSignUp,
  header,
  main,
  newEmail,
  noAxeProblems,
  PASSWORD,
  password,
  signOut,
  stepsOn,
} from "./people.ts"
import { alive, expect, test } from "./site.ts"

let site: OwnSite
test.beforeAll(async () => {
  test.setTimeout(90_000)
  site = await startOwnSite()
})
// Where it did not start there is nothing to stop.
test.afterAll(() => (site as OwnSite | undefined)?.stop())

const { open, register, signIn, somebody } = stepsOn(() => site)

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
