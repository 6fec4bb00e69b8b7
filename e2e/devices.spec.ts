// The same pages with a keyboard only, on a phone, and as they load; what a browser remembers and draws.
import { heads, rows } from "./list.ts"
import { allPaths, alive, expect, test } from "./site.ts"

test("the choice of columns is remembered over a reload and on other lists", async ({ page }) => {
  await page.goto("/earn")
  await alive(page)
  await expect(heads(page).filter({ hasText: "TVL" })).toBeVisible()
  await page.getByRole("main").locator("summary", { hasText: "Columns" }).click()
  await page.getByRole("checkbox", { name: "TVL" }).uncheck()
  await expect(heads(page).filter({ hasText: "TVL" })).toBeHidden()
  await page.reload()
  await alive(page)
  await expect(heads(page).filter({ hasText: "TVL" })).toBeHidden()
  await page.goto("/lending")
  await alive(page)
  await expect(heads(page).filter({ hasText: "TVL" })).toBeHidden()
  await page.getByRole("main").locator("summary", { hasText: "Columns" }).click()
  await page.getByRole("checkbox", { name: "TVL" }).check()
  await expect(heads(page).filter({ hasText: "TVL" })).toBeVisible()
})

test("an offer shows its past as a chart and a table, and what an amount would earn", async ({ page }) => {
  // an offer with a recorded past: the list draws a line for it
  await page.goto("/earn?currencyId=usd-coin")
  const withPast = rows(page)
    .filter({ has: page.locator("td[data-col=spark] svg") })
    .first()
  await withPast.getByRole("link").first().click()
  await expect(page).toHaveURL(/\/offers\//)
  await page.reload()
  await alive(page)
  const history = page.getByRole("region", { name: "Rate history" })
  await history.scrollIntoViewIfNeeded()
  await expect(history.locator("canvas")).toBeVisible()
  await history.getByText("Show as a table").click()
  expect(await history.getByRole("table").getByRole("row").count()).toBeGreaterThan(10)

  const calculator = page.getByRole("region", { name: "What it earns" })
  const result = calculator.getByRole("status")
  await calculator.getByLabel(/^Amount/).fill("1000")
  const few = await result.innerText()
  await calculator.getByLabel(/^Amount/).fill("100000")
  await expect(result).not.toHaveText(few)
  await calculator.getByLabel("Days").fill("0")
  await expect(result).toContainText("Enter an amount")
  await expect(page.getByRole("region", { name: "Where these numbers come from" })).toContainText("Source")
  await expect(page.getByRole("region", { name: "What can go wrong" }).getByRole("listitem").first()).toBeVisible()
})

test.describe("with a keyboard only", () => {
  test("the first stop skips to the content, and columns sort by Enter", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Skip to content")
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true)

    // the way through the form to the head of the table, with nothing in between that cannot be left
    const sort = heads(page).filter({ hasText: "APY" }).first().getByRole("link")
    let steps = 0
    while (!(await sort.evaluate((link) => link === document.activeElement))) {
      expect(++steps, "steps of the Tab key to the head of the table").toBeLessThan(60)
      await page.keyboard.press("Tab")
    }
    const outline = await sort.evaluate((link) => {
      const style = getComputedStyle(link)
      return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow}`
    })
    expect(outline, "the focus can be seen").not.toMatch(/^none .*none$/)
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/sort=apy/)
    await expect(heads(page).filter({ hasText: "APY" }).first()).toHaveAttribute("aria-sort", "descending")
    // the focus is still there, so Enter turns it round
    await expect(sort).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(heads(page).filter({ hasText: "APY" }).first()).toHaveAttribute("aria-sort", "ascending")
  })

  test("the order of the stops is the order on the page", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    expect(await page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count()).toBe(0)
    const tops: number[] = []
    for (let at = 0; at < 30; at++) {
      await page.keyboard.press("Tab")
      tops.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          // The search's panel opens and closes on the way: its stops belong to the search.
          const stops = "a,button,input,select,summary,[tabindex]"
          const all = [...document.querySelectorAll(stops)].filter((stop) => !stop.closest("#search-panel"))
          const isInPanel = element.closest("#search-panel") !== null
          return all.indexOf(isInPanel ? (document.querySelector("header input[type=search]") as Element) : element)
        }),
      )
    }
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("rows are cards, and no page scrolls sideways", async ({ page, request }) => {
    const wide: string[] = []
    for (const path of await allPaths(request, 2)) {
      await page.goto(path)
      const over = await page.evaluate(() => {
        const { scrollWidth } = document.documentElement
        return scrollWidth - document.documentElement.clientWidth
      })
      if (over > 0) wide.push(`${path}: ${over} px`)
    }
    expect(wide).toEqual([])
    await page.goto("/earn?amount=2000")
    expect(
      await rows(page)
        .first()
        .evaluate((row) => getComputedStyle(row).display),
    ).not.toBe("table-row")
    await expect(rows(page).first().locator("[data-col=yours]")).toBeVisible()
  })

  test("the menu leads everywhere", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    await page.getByRole("banner").getByText("Menu").click()
    await page.getByRole("banner").getByRole("link", { name: "Lending" }).click()
    await expect(page).toHaveURL("/lending")
  })
})

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }

test.describe("nothing jumps while a page loads", () => {
  for (const width of [390, 1280]) {
    test(`at ${width} px`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 844 })
      const [offer] = (await allPaths(request, 1)).filter((path) => path.startsWith("/offers/"))
      for (const path of ["/", "/earn", "/earn?amount=2000", offer as string]) {
        await page.goto(path, { waitUntil: "networkidle" })
        await alive(page)
        const shift = await page.evaluate(
          () =>
            new Promise<number>((done) => {
              let sum = 0
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) sum += entry.value
              }).observe({ type: "layout-shift", buffered: true })
              requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 50)))
            }),
        )
        expect(shift, path).toBeLessThan(0.1)
      }
    })
  }
})
