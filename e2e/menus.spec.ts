// What unfolds folds again: by a click beside it, by the focus moving on, by Escape.
import type { Page } from "@playwright/test"
import { alive, expect, test } from "./site.ts"

const header = (page: Page) => page.getByRole("banner")
const menu = (page: Page) => header(page).locator("details:has(> summary:has-text('Appearance'))")
const searchField = (page: Page) => header(page).getByRole("combobox")
const searchPanel = (page: Page) => page.locator("#search-panel")

async function unfold(page: Page, what: string): Promise<void> {
  if (what === "a menu") await menu(page).locator("> summary").click()
  else await searchField(page).click()
  await expectFolded(page, what, false)
}

async function expectFolded(page: Page, what: string, isFolded: boolean): Promise<void> {
  if (what === "a menu") await expect(menu(page)).toHaveJSProperty("open", !isFolded)
  else await expect(searchPanel(page)).toBeVisible({ visible: !isFolded })
}

for (const what of ["a menu", "the search"]) {
  test(`${what} closes by a click beside it, not by one inside`, async ({ page }) => {
    await page.goto("/methodology")
    await alive(page)
    await unfold(page, what)
    if (what === "a menu") await menu(page).getByRole("radio", { name: "Dark" }).check()
    else await searchPanel(page).getByRole("heading").first().click()
    await expectFolded(page, what, false)
    // Its beginning: the search's panel lies over its middle.
    await page.getByRole("heading", { level: 1 }).click({ position: { x: 8, y: 8 } })
    await expectFolded(page, what, true)
    // ... and opens again
    await unfold(page, what)
  })

  test(`${what} closes when the focus moves on`, async ({ page }) => {
    await page.goto("/methodology")
    await alive(page)
    await unfold(page, what)
    await page.getByRole("contentinfo").getByRole("link").first().focus()
    await expectFolded(page, what, true)
  })

  test(`${what} closes by Escape, with the focus where it was opened`, async ({ page }) => {
    await page.goto("/methodology")
    await alive(page)
    await unfold(page, what)
    await page.keyboard.press("Escape")
    await expectFolded(page, what, true)
    await expect(what === "a menu" ? menu(page).locator("> summary") : searchField(page)).toBeFocused()
  })
}
