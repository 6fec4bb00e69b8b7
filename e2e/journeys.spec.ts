// What visitors do, by what they see: find and compare, go back, move between pages, choose a language.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import { column, heads, percents, rows } from "./list.ts"
import { alive, expect, test } from "./site.ts"

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
      const { method = "GET", headers } = asked
      const sent = method === "POST" ? Buffer.concat(await asked.toArray()) : null
      const type = headers["content-type"] ?? "text/plain"
      const answer = await fetch(`${baseURL}${asked.url}`, { method, body: sent, headers: { "content-type": type } })
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
