// The watchlist as people use it: stars before an account, the page with notes, undo and files, and the list that comes along.
import { readFile } from "node:fs/promises"
import AxeBuilder from "@axe-core/playwright"
import type { Locator, Page } from "@playwright/test"
import { rows } from "./list.ts"
import { alive, expect, test, shiftOf } from "./site.ts"

const starOf = (row: Locator) => row.getByRole("button", { name: /^Watch / })
const group = (page: Page, name: "Currencies" | "Offers") => page.getByRole("region", { name })
const entries = (page: Page, name: "Currencies" | "Offers") => group(page, name).locator("tbody tr")
const kept = (page: Page) => page.evaluate(() => localStorage.getItem("watchlist"))

/** Puts the first offer and a currency on the list; gives the offer's provider. */
async function watchSome(page: Page): Promise<string> {
  await page.goto("/earn")
  await alive(page)
  const row = rows(page).first()
  const name = await row.getByRole("link").first().innerText()
  await starOf(row).click()
  await expect(starOf(row)).toHaveAttribute("aria-pressed", "true")
  await page.goto("/currencies/bitcoin")
  await alive(page)
  const star = page.getByRole("button", { name: "Watch Bitcoin", exact: true })
  await star.click()
  await expect(star).toHaveAttribute("aria-pressed", "true")
  await expect.poll(() => kept(page)).toMatch(/"currency:bitcoin".*"addedRatePercent":\d/)
  return name.split("\n")[0] ?? ""
}

async function signUp(page: Page): Promise<void> {
  await page.goto("/auth/register")
  await alive(page)
  const form = page.getByRole("main")
  await form.getByLabel("E-mail").fill(`watcher-${Date.now()}-${Math.round(Math.random() * 1e9)}@example.org`)
  await form.getByLabel("Password", { exact: true }).fill("correct horse")
  await form.getByRole("checkbox").check()
  await form.getByRole("button", { name: "Create account" }).click()
  await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible()
}

test("a visitor's stars are remembered, everywhere and in every tab", async ({ page, context }) => {
  const name = await watchSome(page)
  await page.goto("/earn")
  await alive(page)
  await expect(starOf(rows(page).first())).toHaveAttribute("aria-pressed", "true")
  await expect(starOf(rows(page).nth(1))).toHaveAttribute("aria-pressed", "false")
  await rows(page).first().getByRole("link").first().click()
  await expect(page).toHaveURL(/\/offers\//)
  const star = page
    .getByRole("main")
    .getByRole("button", { name: `Watch ${name}` })
    .first()
  await expect(star).toHaveAttribute("aria-pressed", "true")

  const other = await context.newPage()
  await other.goto("/watchlist")
  await expect(entries(other, "Offers")).toHaveCount(1)
  await star.press("Enter")
  await expect(star).toHaveAttribute("aria-pressed", "false")
  await expect(entries(other, "Offers")).toHaveCount(0)
  await expect(entries(other, "Currencies")).toHaveCount(1)
})

test("the first star says where the list is; where nothing can be kept it turns back", async ({ page }) => {
  await page.goto("/earn")
  await alive(page)
  await starOf(rows(page).first()).click()
  await expect(page.getByRole("status").filter({ hasText: "On your watchlist." })).toBeVisible()
  await page.getByRole("link", { name: "Open watchlist" }).click()
  await expect(page).toHaveURL("/watchlist")

  // storage that takes nothing
  await page.goto("/earn")
  await alive(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError")
    }
  })
  const star = starOf(rows(page).nth(1))
  await star.click()
  await expect(page.getByRole("alert").filter({ hasText: "This browser keeps no more data" })).toBeVisible()
  await expect(star).toHaveAttribute("aria-pressed", "false")
})

test("a star whose page was left at once is on the list", async ({ page }) => {
  await page.goto("/contact")
  await page.evaluate(() => localStorage.setItem("watchlist-clicks", '{"currency:bitcoin":true,"nonsense":true}'))
  await page.goto("/watchlist")
  await expect(entries(page, "Currencies")).toHaveCount(1)
})

test("notes, order, removing and taking it back", async ({ page }) => {
  await watchSome(page)
  await page.goto("/cryptocurrencies")
  await alive(page)
  await starOf(rows(page).nth(1)).click()
  await page.goto("/watchlist")
  await expect(entries(page, "Currencies")).toHaveCount(2)
  const first = () => entries(page, "Currencies").first()
  await expect(first()).toContainText("Ethereum")
  await page.getByLabel("Sort by").selectOption("Name")
  await expect(first()).toContainText("Bitcoin")
  await expect(first()).toContainText("unchanged")

  await first().getByRole("button", { name: "Add a note" }).click()
  const field = page.getByLabel("Note on Bitcoin")
  await expect(field).toBeFocused()
  await field.fill("Not this")
  await field.press("Escape")
  await expect(first().getByRole("button", { name: "Add a note" })).toBeFocused()
  await first().getByRole("button", { name: "Add a note" }).click()
  await field.fill("For the long run")
  await page.getByRole("button", { name: "Save" }).click()
  await expect(first()).toContainText("For the long run")
  await page.reload()
  await page.getByLabel("Sort by").selectOption("Name")
  await expect(first()).toContainText("For the long run")

  await first().getByRole("button", { name: "Remove Bitcoin" }).click()
  await expect(entries(page, "Currencies")).toHaveCount(1)
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused()
  expect(await kept(page)).not.toContain("currency:bitcoin")
  await page.keyboard.press("Enter")
  await expect(entries(page, "Currencies")).toHaveCount(2)
  await expect(first()).toContainText("For the long run")
  await expect(first().getByRole("link", { name: "Create alert Bitcoin" })).toHaveAttribute(
    "href",
    "/alerts?currencyId=bitcoin",
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test("a list goes as a file and comes back, and a wrong file changes nothing", async ({ page }) => {
  await watchSome(page)
  await page.goto("/watchlist")
  for (const format of ["JSON", "CSV"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Export as ${format}` }).click(),
    ])
    const path = await download.path()
    await entries(page, "Currencies")
      .getByRole("button", { name: /^Remove/ })
      .click()
    await expect(group(page, "Currencies")).toHaveCount(0)
    const name = download.suggestedFilename()
    expect(name).toBe(`apyary-watchlist.${format.toLowerCase()}`)
    await page.getByLabel("Import a file").setInputFiles({ name, mimeType: "", buffer: await readFile(path) })
    await expect(page.getByText("1 entry added. 1 was there already.")).toBeVisible()
    await expect(entries(page, "Currencies")).toHaveCount(1)
  }
  const csv = "kind,slug\ncurrency,ethereum\ncurrency,no-such-coin\ncard,x\n"
  await page.getByLabel("Import a file").setInputFiles({ name: "x.csv", mimeType: "", buffer: Buffer.from(csv) })
  await expect(page.getByText("1 entry added. 2 rows were left out:")).toBeVisible()
  await expect(page.getByText("Row 2, no-such-coin: is not listed on Apyary")).toBeVisible()
  await page.getByLabel("Import a file").setInputFiles({ name: "x.json", mimeType: "", buffer: Buffer.from("{") })
  await expect(page.getByRole("alert").filter({ hasText: "not a watchlist exported from Apyary" })).toBeVisible()
  await expect(entries(page, "Currencies")).toHaveCount(2)
})

test("what a visitor watched comes along into their account, once", async ({ page, browser, baseURL }) => {
  const name = await watchSome(page)
  await signUp(page)
  await page.goto("/watchlist")
  await expect(page.getByText("2 entries from this browser are now in your account.")).toBeVisible()
  await expect(entries(page, "Offers")).toContainText(name)
  await expect(entries(page, "Currencies")).toContainText("Bitcoin")
  expect(await kept(page)).toBeNull()
  await page.reload()
  await expect(entries(page, "Currencies")).toHaveCount(1)
  await expect(page.getByText("from this browser")).toHaveCount(0)

  // the stars know the account's list, and change it
  await page.goto("/currencies/bitcoin")
  await alive(page)
  const star = page.getByRole("button", { name: "Watch Bitcoin", exact: true })
  await expect(star).toHaveAttribute("aria-pressed", "true")
  await star.click()
  await expect(star).toHaveAttribute("aria-pressed", "false")
  const listed = async () => {
    const { data } = (await (await page.request.get("/api/watchlist/keys")).json()) as { data: { key: string }[] }
    return data.map(({ key }) => key.split(":")[0])
  }
  await expect.poll(listed).toEqual(["offer"])

  // removed and put back on the page, it is as it was
  await page.goto("/watchlist")
  await entries(page, "Offers").getByRole("button", { name: "Add a note" }).click()
  await page.getByRole("textbox", { name: /^Note on/ }).fill("mine")
  await page.getByRole("textbox", { name: /^Note on/ }).press("Control+Enter")
  await expect(page.getByRole("textbox", { name: /^Note on/ })).toHaveCount(0)
  await expect(entries(page, "Offers")).toContainText("mine")
  await entries(page, "Offers")
    .getByRole("button", { name: /^Remove/ })
    .click()
  await expect.poll(listed).toEqual([])
  await page.getByRole("button", { name: "Undo" }).click()
  await expect.poll(listed).toEqual(["offer"])
  await expect(entries(page, "Offers")).toContainText("mine")

  // nobody else sees it
  const other = await browser.newContext({ baseURL: baseURL as string })
  const stranger = await other.newPage()
  await stranger.goto("/watchlist")
  await expect(stranger.getByRole("heading", { name: "Nothing on your watchlist yet" })).toBeVisible()
  await other.close()
})

test("without JavaScript there is no star, no gap in its place, and words on the page", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
  const page = await context.newPage()
  await page.goto("/earn")
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole("button", { name: /^Watch / })).toHaveCount(0)
  await page.goto("/watchlist")
  await expect(page.locator("noscript p")).toBeVisible()
  await expect(page.locator("noscript p")).toContainText("needs JavaScript")
  await expect(page.getByText("on its way")).toBeHidden()
  await context.close()
})

test("stars come into room that is kept for them", async ({ page }) => {
  for (const path of ["/earn", "/cryptocurrencies", "/currencies/bitcoin"]) {
    await page.goto(path, { waitUntil: "networkidle" })
    await expect(page.getByRole("button", { name: /^Watch / }).first()).toBeVisible()
    const shift = await shiftOf(page)
    expect(shift, path).toBeLessThan(0.02)
  }
})
