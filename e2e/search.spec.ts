// The global search, by keyboard, on a phone and without JavaScript; and the advertisement that may stand on top of it.
import type { Page } from "@playwright/test"
import { alive, expect, test } from "./site.ts"

const field = (page: Page) => page.getByRole("banner").getByRole("combobox")
const panel = (page: Page) => page.locator("#search-panel")

test("is used by keyboard alone, from anywhere", async ({ page }) => {
  await page.goto("/methodology")
  await alive(page)
  await page.keyboard.press("Control+k")
  await expect(field(page)).toBeFocused()
  // before anything is typed: the popular list
  await expect(panel(page).getByRole("link", { name: /Bitcoin/ })).toBeVisible()
  await expect(panel(page).getByRole("link", { name: /Binance/ })).toBeVisible()

  await page.keyboard.type("eth")
  const links = panel(page).getByRole("link")
  await expect(links.first()).toContainText("Ethereum")
  await expect(panel(page).getByRole("heading", { name: "Cryptocurrencies" })).toBeVisible()
  // four of a category, and the way to all of them
  await expect(panel(page).getByRole("region", { name: "Cryptocurrencies" }).getByRole("listitem")).toHaveCount(4)
  const box = await panel(page).boundingBox()
  expect(box?.height).toBeLessThanOrEqual(320)

  await page.keyboard.press("ArrowDown")
  await expect(links.first()).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  await expect(field(page)).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(panel(page)).toBeHidden()
  await expect(field(page)).toBeFocused()

  await page.keyboard.press("Control+k")
  await expect(links.first()).toContainText("Ethereum")
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/currencies/ethereum")
})

test("shows the full list of one category and comes back", async ({ page }) => {
  await page.goto("/")
  await alive(page)
  await field(page).fill("eth")
  const all = panel(page).getByRole("button", { name: /See all .* Cryptocurrencies/ })
  await all.click()
  await expect(panel(page).getByRole("region")).toHaveCount(1)
  expect(await panel(page).getByRole("listitem").count()).toBeGreaterThan(4)
  await panel(page).getByRole("button", { name: /Back/ }).click()
  await expect(all).toBeVisible()
})

test("says what was typed when nothing is found, and announces results", async ({ page }) => {
  await page.goto("/")
  await alive(page)
  await field(page).fill("zzzzqq")
  await expect(panel(page)).toContainText("Nothing found for “zzzzqq”")
  await field(page).fill("kraken")
  await expect(panel(page).getByRole("status")).toHaveText(/\d+ results?/)
})

test("takes the words to a page of results on Enter", async ({ page }) => {
  await page.goto("/de/earn")
  await alive(page)
  await field(page).fill("  aave ")
  await field(page).press("Enter")
  await expect(page).toHaveURL("/de/search?query=aave")
  await expect(page.getByRole("main").getByRole("link", { name: /Aave/ }).first()).toBeVisible()
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 800 } })
  test("is an overlay over the whole screen", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click()
    const dialog = page.getByRole("dialog", { name: "Search" })
    await expect(dialog.getByRole("combobox")).toBeFocused()
    // once it has grown to its size
    await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 800 })
    await page.keyboard.type("btc")
    await expect(dialog.getByRole("link", { name: /Bitcoin/ }).first()).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
  })
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })
  test("the field leads to a page of results", async ({ page, complaints }) => {
    complaints.expect(/request failed: .*\.js csp/)
    await page.goto("/")
    await field(page).fill("lido")
    await field(page).press("Enter")
    await expect(page).toHaveURL("/search?query=lido")
    await expect(page.getByRole("heading", { name: /Protocols/ })).toBeVisible()
  })
})

const AD = {
  id: "1",
  logoUrl: null,
  logoAlt: null,
  link: "https://example.org/en",
  linkText: "Look",
  description: "An offer",
  translations: [{ locale: "de", link: null, linkText: "Ansehen", description: null }],
}

test.describe("advertising", () => {
  for (const [path, label, linkText] of [
    ["/", "Advertising", "Look"],
    ["/de", "Anzeige|Werbung", "Ansehen"],
  ] as const) {
    test(`stands labelled on top of the results on ${path}, in its language field by field`, async ({ page }) => {
      await page.route("**/graphql", async (route) => {
        const { operationName } = route.request().postDataJSON() as { operationName: string }
        if (operationName === "getSearchAd") await route.fulfill({ json: { data: { searchAd: AD } } })
        else await route.continue()
      })
      await page.goto(path)
      await alive(page)
      await field(page).focus()
      const ad = panel(page).getByRole("complementary", { name: new RegExp(label) })
      await expect(ad).toContainText("An offer")
      const link = ad.getByRole("link", { name: new RegExp(linkText) })
      await expect(link).toHaveAttribute("href", "https://example.org/en")
      await expect(link).toHaveAttribute("rel", /sponsored/)
      await expect(link).toHaveAttribute("target", "_blank")
    })
  }
})

test("appearance is chosen, applied at once and remembered", async ({ page }) => {
  await page.goto("/")
  await alive(page)
  await page.getByRole("banner").locator("summary", { hasText: "Appearance" }).click()
  await page.getByRole("radio", { name: "Dark" }).check()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})
