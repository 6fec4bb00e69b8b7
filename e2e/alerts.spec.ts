// Alerts as people use them: from an offer or a list to the form, through the sign-up, over an ingestion, to the mail and the inbox.
import { type Page } from "@playwright/test"
import { type AlertSite, startAlertSite } from "./alert-site.ts"
import { alive, expect, test } from "./site.ts"

const PASSWORD = "correct horse"
let people = 0
const someAddress = () => `watcher${process.pid}n${++people}@example.org`

const form = (page: Page) => page.getByRole("form", { name: /alert/i })
const mine = (page: Page) => page.getByRole("region", { name: "My alerts" })

async function signUp(page: Page, email: string) {
  const popup = page.getByRole("dialog")
  await popup.getByLabel("E-mail").fill(email)
  await popup.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await popup.getByRole("checkbox").check()
  await popup.locator("form button[type=submit]").click()
  await expect(popup.getByRole("status")).toContainText(email)
  await popup.getByRole("button", { name: "Close" }).click()
}

test.describe("an alert that a visitor makes", () => {
  test("is saved when there is an account, from the filters of a list", async ({ page }) => {
    await page.goto("/savings?currencyId=usd-coin&apyFrom=2&stablecoin=true")
    await alive(page)
    await page.getByRole("main").getByRole("link", { name: "Alert me about these" }).click()
    await expect(page).toHaveURL(/\/alerts\?/)
    await expect(form(page).getByRole("radio", { name: /New offer/ })).toBeChecked()
    await expect(form(page).getByLabel("Currency", { exact: true })).toHaveValue("usd-coin")
    await expect(form(page).getByLabel("Category", { exact: true })).toHaveValue("saving")
    await expect(form(page).getByLabel("APY from")).toHaveValue("2")
    await expect(form(page)).toContainText("stablecoins only")

    await form(page).getByRole("button", { name: "Save" }).click()
    await signUp(page, someAddress())
    await expect(mine(page).getByRole("listitem").first()).toContainText("A new offer appears")
    await expect(mine(page)).toContainText("USDC")
    await expect(page.getByRole("main")).toContainText("1 of 1 alerts")

    // it is there after a reload, and it was saved once
    await page.reload()
    await expect(mine(page).getByRole("heading", { level: 3 })).toHaveCount(1)
    await expect(form(page)).toHaveCount(0)
  })

  test("is not saved when its figures are wrong, and says which", async ({ page }) => {
    await page.goto("/alerts")
    await alive(page)
    await form(page).getByLabel("Line (%)").fill("")
    await form(page).getByRole("button", { name: "Save" }).click()
    await expect(form(page).getByLabel("Line (%)")).toBeFocused()
    await expect(form(page).getByLabel("Line (%)")).toHaveAttribute("aria-invalid", "true")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await form(page)
      .getByRole("radio", { name: /Best offer/ })
      .check()
    await form(page).getByRole("button", { name: "Save" }).click()
    await expect(form(page)).toContainText("Choose the currency.")
  })
})

test("an alert is changed, snoozed, deleted and put back, and more than the plan has is refused", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status (?:403|409)|status of (?:403|409)/)
  await page.goto("/alerts?currencyId=bitcoin&type=rateThreshold")
  await alive(page)
  await form(page).getByRole("button", { name: "Save" }).click()
  await signUp(page, someAddress())
  const card = mine(page).getByRole("listitem").first()
  await expect(card).toContainText("APY rises to 5.00% or more")

  await card.getByRole("button", { name: "Change" }).click()
  await expect(page.getByRole("heading", { name: "Change the alert" })).toBeFocused()
  await form(page).getByLabel("Line (%)").fill("7.5")
  await form(page).getByRole("button", { name: "Save" }).click()
  await expect(card).toContainText("APY rises to 7.50% or more")

  await card.getByRole("combobox", { name: /Snooze/ }).selectOption("24")
  await expect(card).toContainText("snoozed until")
  await card.getByRole("button", { name: /End the snooze/ }).click()
  await expect(card).toContainText("active")

  await card.getByRole("button", { name: /Delete/ }).click()
  await expect(mine(page)).toHaveCount(0)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(card).toContainText("7.50%")

  await page.getByRole("button", { name: "New alert" }).click()
  await form(page).getByRole("button", { name: "Save" }).click()
  await expect(form(page).getByRole("alert")).toContainText("no room for another alert")
  await expect(form(page).getByRole("alert").getByRole("link")).toHaveAttribute("href", "/pricing")
  await form(page)
    .getByRole("radio", { name: /TVL falls/ })
    .check()
  await expect(form(page)).toContainText("Your plan does not have this kind of alert.")
})

test("without JavaScript the pages say what they need", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
  const page = await context.newPage()
  for (const path of ["/alerts", "/notifications"]) {
    await page.goto(path)
    await expect(page.locator("noscript p")).toContainText("Alerts need JavaScript")
    await expect(page.getByRole("main").locator("form")).toBeHidden()
  }
  await context.close()
})

test.describe("over an ingestion", () => {
  let site: AlertSite
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    site = await startAlertSite()
  })
  test.afterAll(() => site?.stop())

  test("a rate that crosses the line becomes one mail and one entry of the inbox", async ({ page }) => {
    test.setTimeout(150_000)
    const email = someAddress()
    await site.ingestOffer("Crossing", 4)
    const found = async () => {
      const answer = await page.request.get(`${site.url}/api/v1/offers?search=crossing`)
      return ((await answer.json()) as { data: { slug: string }[] }).data[0]?.slug
    }
    await expect.poll(found, { timeout: 20_000 }).toBeTruthy()

    // from the offer to the form, with the line half a point above today's rate
    await page.goto(`${site.url}/offers/${await found()}`)
    await alive(page)
    await page.getByRole("main").getByRole("link", { name: "Set an alert" }).click()
    await expect(form(page)).toContainText("Kraken USDC · Crossing")
    await expect(form(page).getByLabel("Line (%)")).toHaveValue("4.5")
    await form(page).getByRole("button", { name: "Save" }).click()
    await signUp(page, email)
    await expect(mine(page)).toContainText("Kraken USDC · Crossing")

    // mails wait for a confirmed address
    await expect.poll(() => site.mailsTo(email).length, { timeout: 20_000 }).toBe(1)
    const link = /https?:\/\/\S+token=[\w-]+/.exec(site.mailsTo(email)[0]?.text ?? "")?.[0] ?? ""
    await page.goto(link)
    await expect(page).toHaveURL(/\/settings/)

    // not yet, then across, then higher still: one crossing
    await site.ingestOffer("Crossing", 4.3)
    await site.ingestOffer("Crossing", 4.8)
    const alerts = () => site.mailsTo(email).slice(1)
    await expect.poll(() => alerts().length, { timeout: 40_000 }).toBe(1)
    await site.ingestOffer("Crossing", 5.1)
    const [mail] = alerts()
    expect(mail?.head("Subject")).toContain("4.80%")
    expect(mail?.text).toContain("4.50%")
    expect(mail?.text).toContain(`${site.url}/offers/${await found()}`)

    await page.goto(`${site.url}/notifications`)
    const entries = page.getByRole("main").getByRole("listitem")
    await expect(entries).toHaveCount(1)
    await expect(entries).toContainText("up to 4.80%")
    await expect(page.getByRole("banner")).toContainText("1 unread message")
    await entries.getByRole("button", { name: /Mark as read/ }).click()
    await expect(page.getByRole("main")).toContainText("All read.")
    await expect(page.getByRole("banner")).not.toContainText("unread")

    await page.goto(`${site.url}/alerts`)
    await expect(mine(page)).toContainText("Last fired:")
    await page.getByRole("button", { name: "Show the log" }).click()
    const log = page.getByRole("table", { name: "Delivery log" }).getByRole("row")
    await expect(log).toHaveCount(2)
    await expect(log.last()).toContainText(/E-mail.*sent/)
    expect(alerts()).toHaveLength(1)
  })
})
