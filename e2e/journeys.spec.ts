// What visitors do, by what they see: find and compare, go back, choose a language, use a phone or only a keyboard.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Locator, Page } from "@playwright/test"
import { allPaths, alive, expect, test } from "./site.ts"

const table = (page: Page): Locator => page.getByRole("main").getByRole("table").first()
const heads = (page: Page): Locator => table(page).getByRole("columnheader")
/** The rows of the list without its head. */
const rows = (page: Page): Locator => table(page).locator("tbody tr")

/** The texts of one column, as a reader sees them. */
async function column(page: Page, name: string): Promise<string[]> {
  const names = await heads(page).allInnerTexts()
  const at = names.findIndex((text) => text.trim().startsWith(name))
  expect(at, `a column "${name}"`).toBeGreaterThanOrEqual(0)
  return rows(page)
    .locator(`> :nth-child(${at + 1})`)
    .allInnerTexts()
}

const percents = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => {
    const found = /(-?[\d,]+(?:\.\d+)?)\s?%/.exec(text)
    return found ? [Number((found[1] as string).replaceAll(",", ""))] : []
  })

test.describe("a visitor with 2,000 USDC", () => {
  test("finds what it really earns, compares, and comes back to the same list", async ({ page }) => {
    await page.goto("/")
    await alive(page)
    await page
      .getByRole("main")
      .getByRole("link", { name: /compare/i })
      .first()
      .click()
    await expect(page).toHaveURL("/earn")

    await page.getByLabel("My amount").fill("2000")
    await page.getByLabel("My amount").press("Enter")
    await expect(page).toHaveURL("/earn?amount=2000")
    await expect(heads(page).filter({ hasText: "Your rate" })).toBeVisible()

    await page.getByRole("combobox", { name: "Currency" }).selectOption("usd-coin")
    await expect(page).toHaveURL(/currencyId=usd-coin/)
    await expect(page).toHaveURL(/amount=2000/)
    for (const text of await column(page, "Currency")) expect(text).toContain("USDC")
    expect(percents(await column(page, "Your rate")).length).toBeGreaterThan(0)

    // sorts by what the amount earns
    await heads(page).filter({ hasText: "Your rate" }).getByRole("link").click()
    await expect(page).toHaveURL(/sort=apy/)
    await expect(heads(page).filter({ hasText: "Your rate" })).toHaveAttribute("aria-sort", "descending")
    const best = percents(await column(page, "Your rate"))
    expect(best).toEqual(best.toSorted((a, b) => b - a))
    await heads(page).filter({ hasText: "Your rate" }).getByRole("link").click()
    await expect(heads(page).filter({ hasText: "Your rate" })).toHaveAttribute("aria-sort", "ascending")
    const worst = percents(await column(page, "Your rate"))
    expect(worst).toEqual(worst.toSorted((a, b) => a - b))

    // the address tells the whole state: a reload shows the same
    const before = await column(page, "Provider")
    await page.reload()
    await alive(page)
    expect(await column(page, "Provider")).toEqual(before)
    await expect(page.getByLabel("My amount")).toHaveValue("2000")

    // chips tell what is on, and take it off one by one or all at once
    const chips = page.getByRole("list", { name: "Active filters" })
    await expect(chips).toContainText("2,000")
    await chips.getByRole("link", { name: /USD/ }).click()
    await expect(page).not.toHaveURL(/currencyId/)
    await expect(page).toHaveURL(/amount=2000/)
    await chips.getByRole("link", { name: /reset/i }).click()
    await expect(page).toHaveURL("/earn")
    await expect(page.getByLabel("My amount")).toHaveValue("")
  })

  test("goes back to the place in the list, with the form as it was", async ({ page }) => {
    await page.goto("/earn?amount=2000")
    await alive(page)
    await page.getByLabel("Stablecoins only").check()
    await expect(page).toHaveURL(/stablecoin=true/)
    const link = rows(page).nth(12).getByRole("link").first()
    await link.hover()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(200)
    const names = await column(page, "Provider")
    await link.click()
    await expect(page).toHaveURL(/\/offers\//)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(/\/earn\?.*stablecoin=true/)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
    expect(await column(page, "Provider")).toEqual(names)
    await expect(page.getByLabel("Stablecoins only")).toBeChecked()
    await expect(page.getByLabel("My amount")).toHaveValue("2000")
    // one step further back the filter is off again, in the form too
    await page.goBack()
    await expect(page).not.toHaveURL(/stablecoin/)
    await expect(page.getByLabel("Stablecoins only")).not.toBeChecked()
    await page.goForward()
    await expect(page.getByLabel("Stablecoins only")).toBeChecked()
  })

  test("narrows by presets, sees how many rows are left out, and can show them", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    await page.getByRole("navigation", { name: "Quick choices" }).getByRole("link", { name: "USDC" }).click()
    await expect(page).toHaveURL("/earn?currencyId=usd-coin")
    const total = async () => Number(/of (\d+)/.exec(await page.getByRole("main").getByRole("status").innerText())?.[1])
    expect(await total()).toBeGreaterThan(0)
    await page.goto("/earn")
    await alive(page)
    const before = await total()
    const left = page.getByRole("region", { name: "Offers left out" })
    await expect(left).toBeVisible()
    await left.getByRole("link", { name: "Show" }).first().click()
    await expect(page).toHaveURL(/show=/)
    expect(await total()).toBeGreaterThan(before)
  })

  test("finds the same without JavaScript", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
    const page = await context.newPage()
    await page.goto("/")
    await page
      .getByRole("main")
      .getByRole("link", { name: /compare/i })
      .first()
      .click()
    await expect(page).toHaveURL("/earn")
    await page.getByLabel("My amount").fill("2000")
    await page.getByRole("combobox", { name: "Currency" }).selectOption("usd-coin")
    await page.getByRole("button", { name: "Apply" }).click()
    await expect(page).toHaveURL("/earn?currencyId=usd-coin&amount=2000")
    for (const text of await column(page, "Currency")) expect(text).toContain("USDC")
    await heads(page).filter({ hasText: "Your rate" }).getByRole("link").click()
    await expect(heads(page).filter({ hasText: "Your rate" })).toHaveAttribute("aria-sort", "descending")
    const best = percents(await column(page, "Your rate"))
    expect(best.length).toBeGreaterThan(0)
    expect(best).toEqual(best.toSorted((a, b) => b - a))
    await page.getByText("More filters").click()
    await page.getByRole("group", { name: "Protocols" }).getByRole("checkbox").first().check()
    await page.getByRole("group", { name: "Protocols" }).getByRole("checkbox").nth(1).check()
    await page.getByRole("button", { name: "Apply" }).click()
    await expect(page).toHaveURL(/protocolIds=[a-z0-9-]+,[a-z0-9-]+(?:&|$)/)
    await page.getByRole("list", { name: "Active filters" }).getByRole("link", { name: /reset/i }).click()
    await expect(page).toHaveURL("/earn")
    await rows(page).first().getByRole("link").first().click()
    await expect(page).toHaveURL(/\/offers\//)
    await page.getByLabel(/^Amount/).fill("500")
    await page.getByRole("button", { name: "Calculate" }).click()
    await expect(page).toHaveURL(/\/offers\/.*amount=500/)
    await expect(page.getByLabel(/^Amount/)).toHaveValue("500")
    await context.close()
  })
})

test.describe("moving between pages", () => {
  const menu = (page: Page) => page.getByRole("banner").getByRole("navigation")

  test("of two quick clicks the second wins, whichever answers first", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    let letGo = () => {}
    const held = new Promise<void>((done) => {
      letGo = done
    })
    await page.route("**/_data/savings", async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await menu(page).getByRole("link", { name: "Savings" }).click()
    await menu(page).getByRole("link", { name: "Staking" }).click()
    await expect(page).toHaveURL("/staking")
    const late = page.waitForResponse("**/_data/savings").catch(() => null)
    letGo()
    await late
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(page).toHaveURL("/staking")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Staking rewards")
    await expect(menu(page).getByRole("link", { name: "Staking" })).toHaveAttribute("aria-current", "page")
  })

  test("when the data does not come, the browser loads the page as a whole", async ({ page, complaints }) => {
    complaints.expect(/_data\/savings|Failed to load resource/)
    await page.goto("/earn")
    await alive(page)
    await page.evaluate(() => Object.assign(window, { isTheFirstDocument: true }))
    await page.route("**/_data/savings", (route) => route.abort("failed"))
    await menu(page).getByRole("link", { name: "Savings" }).click()
    await expect(page).toHaveURL("/savings")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Crypto savings rates")
    await expect.poll(() => page.evaluate(() => "isTheFirstDocument" in window)).toBe(false)
  })

  test("a page that arrives in pieces comes alive when it is complete", async ({ page, baseURL }) => {
    // the scripts are there from the visit before, the end of the document is late
    const proxy = createServer(async (asked, response) => {
      const answer = await fetch(`${baseURL}${asked.url}`)
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" })
      if (asked.url === "/earn") {
        response.write(body.subarray(0, body.length / 2))
        await page.waitForTimeout(700)
        response.end(body.subarray(body.length / 2))
      } else response.end(body)
    })
    await new Promise<void>((done) => proxy.listen(0, "localhost", done))
    try {
      await page.goto(`http://localhost:${(proxy.address() as AddressInfo).port}/earn`)
      await alive(page)
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  })

  test("a link changes the page in place, with its title and head", async ({ page }) => {
    await page.goto("/earn")
    await alive(page)
    await page.evaluate(() => Object.assign(window, { isTheFirstDocument: true }))
    await menu(page).getByRole("link", { name: "Lending" }).click()
    await expect(page).toHaveURL("/lending")
    await expect(page).toHaveTitle(/lending/i)
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/lending$/)
    await expect(page.locator("link[rel=alternate][hreflang=de]")).toHaveAttribute("href", /\/de\/lending$/)
    expect(await page.evaluate(() => "isTheFirstDocument" in window)).toBe(true)
  })
})

test.describe("languages", () => {
  const pick = async (page: Page, name: string) => {
    await page
      .getByRole("banner")
      .locator("summary", { hasText: /English|Deutsch|Français/ })
      .click()
    await page.getByRole("banner").getByRole("link", { name, exact: true }).click()
  }

  test("the picker keeps the page and what was asked, and / follows the choice", async ({ page, context }) => {
    await page.goto("/earn?amount=2000&currencyId=usd-coin")
    await alive(page)
    await pick(page, "Deutsch")
    await expect(page).toHaveURL(/\/de\/earn\?.*amount=2000/)
    await expect(page).toHaveURL(/currencyId=usd-coin/)
    await expect(page.locator("html")).toHaveAttribute("lang", "de")
    const cookie = (await context.cookies()).find(({ name }) => name === "NEXT_LOCALE")
    expect(cookie).toMatchObject({ value: "de", secure: true, path: "/", sameSite: "Lax" })
    await page.goto("/")
    await expect(page).toHaveURL("/de")
    // other pages never change by themselves
    await page.goto("/earn")
    await expect(page.locator("html")).toHaveAttribute("lang", "en")
    await alive(page)
    await pick(page, "English")
    await page.goto("/")
    await expect(page).toHaveURL("/")
  })

  test("without a choice / goes by the browser's language", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "fr-CA", baseURL: baseURL as string })
    const page = await context.newPage()
    await page.goto("/")
    await expect(page).toHaveURL("/fr")
    await context.close()
  })

  test("a link within a language stays in it", async ({ page }) => {
    await page.goto("/de/earn")
    await alive(page)
    await rows(page).first().getByRole("link").first().click()
    await expect(page).toHaveURL(/\/de\/offers\//)
    await expect(page.locator("html")).toHaveAttribute("lang", "de")
  })
})

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
          const all = [...document.querySelectorAll("a,button,input,select,summary,[tabindex]")]
          return all.indexOf(element)
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
    await expect(rows(page).first().getByText("Your rate")).toBeVisible()
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
