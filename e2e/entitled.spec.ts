// What plans add to public pages: the same HTML for everybody, and figures, days and files that entitled browsers fetch.
import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { addDays, dayOf } from "../src/core/clock.ts"
import { createFactories } from "../test/factories.ts"
import { column, rows } from "./list.ts"
import { type OwnSite, startOwnSite } from "./own-site.ts"
import { axeProblems, signedIn } from "./plans.ts"
import { alive, expect, test, shiftOf } from "./site.ts"

const RECORDED = 120
const LIST = "/earn?search=zolkar"
const OFFER = "/offers/zolkar-0"
/** What its recorded days really paid: it is in no public page, in no way of writing it. */
const FIGURE = "3.17%"
const WRITTEN = /3[.,]17|realApyText|"realApy":/
const FIGURES = "/api/me/real-apy"

let site: OwnSite
test.beforeAll(async () => {
  site = await startOwnSite()
  await site.withDatabase(async (db) => {
    const today = dayOf(new Date())
    const make = createFactories(db, () => new Date())
    const exchange = await make.exchange({ slug: "zolkar", name: "Zolkar" })
    for (let n = 0; n < 60; n++) {
      const days = Array.from({ length: n === 0 ? RECORDED : 25 }, (_, at) => ({
        day: addDays(today, -at),
        apyPercent: 7.3,
        apyBasePercent: 3.171,
      }))
      const rate = { apy: 7.3, apyBase: 3.171, tvlUsd: 1e9 - n }
      await make.offer({ slug: `zolkar-${n}`, exchangeId: exchange.id, stablecoin: n < 55, rate, days })
    }
    await make.publish()
  })
  await site.admin(
    "ad:add",
    "banner",
    "--type",
    "content",
    "--link",
    "https://example.org",
    "--link-text",
    "Look",
    "--description",
    "Here",
  )
  await expect.poll(async () => (await fetch(site.url + OFFER)).status).toBe(200)
})
test.afterAll(() => site.stop())

/** Somebody with an account, and with a plan when one is named. */
async function as(page: Page, plan: "free" | "pro" | "proPlus"): Promise<string> {
  await page.goto(`${site.url}/pricing`)
  const email = await signedIn(page)
  const given = ["monthly", "--until", "2099-01-01", "--reason", "a test"]
  if (plan !== "free") await site.admin("plan:grant", email, plan, ...given)
  return email
}

/** The addresses that the browser asks for from now on. */
function asked(page: Page): string[] {
  const list: string[] = []
  page.on("request", (request) => list.push(request.url()))
  return list
}
const countOf = (list: readonly string[], part: string) => list.filter((url) => url.includes(part)).length
const banner = (page: Page) => page.getByRole("main").getByRole("complementary", { name: "Advertising" })
const range = (page: Page, name: string) => page.getByRole("group", { name: "Time span" }).getByRole("button", { name })
const daysShown = (page: Page) => page.locator("figure details tbody tr")

for (const who of ["visitor", "free"] as const) {
  test(`${who}: verdicts in words, 30 days, ads; one quiet way to the plans, and no figure anywhere`, async ({
    page,
  }) => {
    if (who === "free") await as(page, "free")
    const list = asked(page)
    await page.goto(site.url + LIST)
    await alive(page)
    await expect(banner(page)).toBeVisible()
    for (const text of await column(page, "Real APY")) expect(text.trim()).toBe("pays far less")
    const plans = page.getByRole("main").locator("a[href='/pricing']")
    await expect(plans).toHaveCount(1)
    await expect(plans).toBeVisible()
    await expect(page.getByRole("link", { name: "Download CSV" })).toHaveCount(0)
    expect(await axeProblems(page)).toEqual([])

    await page.goto(site.url + OFFER)
    await alive(page)
    await expect(page.getByRole("main")).toContainText("See the figure with Pro")
    await expect(daysShown(page)).toHaveCount(30)
    await expect(range(page, "30 days")).toHaveAttribute("aria-pressed", "true")
    for (const name of ["90 days", "1 year", "All"])
      await expect(page.getByRole("link", { name: `${name} more with Pro` })).toHaveAttribute("href", "/pricing")
    expect(await axeProblems(page)).toEqual([])
    expect([countOf(list, FIGURES), countOf(list, "ask-figures"), countOf(list, "/history")]).toEqual([0, 0, 0])
    for (const path of [LIST, OFFER, `/_data${LIST}`, `/_data${OFFER}`]) {
      const source = await (await page.request.get(site.url + path)).text()
      expect([path, WRITTEN.test(source.replaceAll("3.171", ""))]).toEqual([path, false])
    }
  })
}

test("pro: figures in every list with one question, no ads, no file, and nothing moves", async ({ page }) => {
  await as(page, "pro")
  await page.goto(site.url + LIST)
  const cell = rows(page).first().locator("[data-col=realApy]")
  await expect(cell).toContainText(FIGURE)
  const list = asked(page)
  const adsAsked = page.waitForResponse((response) => response.request().postData()?.includes("getAds") === true)
  await page.reload()
  await expect(cell).toContainText(FIGURE)
  expect(await shiftOf(page)).toBeLessThan(0.001)
  await expect(rows(page)).toHaveCount(50)
  for (const text of await column(page, "Real APY")) expect(text.split("\n")).toEqual([FIGURE, "pays far less"])
  expect(countOf(list, FIGURES)).toBe(1)
  await adsAsked
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole("link", { name: "Download CSV" })).toHaveCount(0)
  await expect(page.getByRole("main").locator("a[href='/pricing']").first()).toBeHidden()
  expect(await axeProblems(page)).toEqual([])

  await page.getByRole("link", { name: "Next" }).click()
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).last().locator("[data-col=realApy]")).toContainText(FIGURE)
  expect(countOf(list, FIGURES)).toBe(2)
})

test("pro: on phones and tablets the figures move nothing either", async ({ page }) => {
  await as(page, "pro")
  await page.goto(site.url + LIST)
  await expect(rows(page).first()).toContainText(FIGURE)
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [LIST, OFFER]) {
      await page.goto(site.url + path)
      await expect(page.getByRole("main")).toContainText(FIGURE)
      expect([path, width, (await shiftOf(page)) < 0.001]).toEqual([path, width, true])
    }
  }
})

test("pro: an offer's figure with its share, and all days that were recorded", async ({ page }) => {
  await as(page, "pro")
  const list = asked(page)
  await page.goto(site.url + OFFER)
  await expect(page.getByText("paid 43% of the headline")).toBeVisible()
  await expect(page.getByRole("main")).toContainText(FIGURE)
  expect(countOf(list, FIGURES)).toBe(1)
  expect(countOf(list, "/history")).toBe(0)
  await expect(page.locator("figure .uplot")).toHaveCount(1)
  for (const [name, days] of [
    ["90 days", 90],
    ["1 year", RECORDED],
    ["All", RECORDED],
    ["30 days", 30],
  ] as const) {
    await range(page, name).click()
    await expect(range(page, name)).toHaveAttribute("aria-pressed", "true")
    await expect(daysShown(page)).toHaveCount(days)
    await expect(page.locator("figure .uplot")).toHaveCount(1)
  }
  expect(await axeProblems(page)).toEqual([])
})

test("pro: a history that does not come is said, and what was there stays", async ({ page, complaints }) => {
  complaints.expect(/503/)
  await as(page, "pro")
  await page.goto(site.url + OFFER)
  await page.route("**/history*", (route) => route.fulfill({ status: 503, json: {} }))
  await range(page, "All").click()
  await expect(page.getByRole("figure").getByRole("alert")).toContainText("Please try again")
  await expect(daysShown(page)).toHaveCount(30)
  await expect(range(page, "30 days")).toHaveAttribute("aria-pressed", "true")
  await page.unroute("**/history*")
  await range(page, "All").click()
  await expect(daysShown(page)).toHaveCount(RECORDED)
  await expect(page.getByRole("figure").getByRole("alert")).toHaveCount(0)
})

test("proPlus: the list as a file, with its filters and in its order", async ({ page }) => {
  await as(page, "proPlus")
  await page.goto(`${site.url}${LIST}&stablecoin=true&sort=tvl`)
  const link = page.getByRole("link", { name: "Download CSV" })
  const started = page.waitForEvent("download")
  await link.click()
  const lines = (await readFile(await (await started).path(), "utf8")).trim().split("\r\n")
  expect(lines).toHaveLength(56)
  expect(lines[0]).toContain("real_apy_percent")
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(Array.from({ length: 55 }, (_, n) => `zolkar-${n}`))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(link).toBeVisible()
  await expect(rows(page).first()).toContainText(FIGURE)
  expect(await shiftOf(page)).toBeLessThan(0.001)
  expect(await axeProblems(page)).toEqual([])
})

test("a plan that ends takes its figures along, and the room for them", async ({ page }) => {
  const email = await as(page, "pro")
  await page.goto(site.url + OFFER)
  await expect(page.getByRole("main")).toContainText(FIGURE)
  await site.admin("plan:revoke", email, "--reason", "a test")
  // The page does not know yet: the answer tells it.
  await range(page, "All").click()
  await expect(page.getByRole("link", { name: "All more with Pro" })).toBeVisible()
  await expect(page.getByRole("main")).not.toContainText(FIGURE)
  await expect(daysShown(page)).toHaveCount(30)
  await page.reload()
  await expect(page.getByText("See the figure with Pro")).toBeVisible()
  await expect(page.locator("html")).not.toHaveAttribute("data-paid")
})
