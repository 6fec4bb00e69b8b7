// A list of offers as a visitor sees it.
import type { Locator, Page } from "@playwright/test"
import { expect } from "./site.ts"

export const table = (page: Page): Locator => page.getByRole("main").getByRole("table").first()
export const heads = (page: Page): Locator => table(page).getByRole("columnheader")
/** The rows of the list without its head. */
export const rows = (page: Page): Locator => table(page).locator("tbody tr")

/** The texts of one column, as a reader sees them. */
export async function column(page: Page, name: string): Promise<string[]> {
  const names = await heads(page).allInnerTexts()
  const at = names.findIndex((text) => text.trim().startsWith(name))
  expect(at, `a column "${name}"`).toBeGreaterThanOrEqual(0)
  return rows(page)
    .locator(`> :nth-child(${at + 1})`)
    .allInnerTexts()
}

export const percents = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => {
    const found = /(-?[\d,]+(?:\.\d+)?)\s?%/.exec(text)
    return found ? [Number((found[1] as string).replaceAll(",", ""))] : []
  })
