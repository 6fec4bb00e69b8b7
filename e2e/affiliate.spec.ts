// The affiliate program as somebody takes part in it: join, take the link along, and see what comes of it.
import type { Page } from "@playwright/test"
import { axeProblems, signedIn } from "./plans.ts"
import { alive, expect, test } from "./site.ts"

const panel = (page: Page) => page.getByRole("region", { name: "Your links" })
const fact = (page: Page, id: string) => panel(page).locator(`[data-own=${id}]`)
const joinBox = (page: Page) => page.getByRole("region", { name: "Take part" })

/** The affiliate link, once the panel has it. */
async function linkOf(page: Page): Promise<string> {
  const field = panel(page).getByLabel("Affiliate link", { exact: true })
  await expect(field).toHaveValue(/\/\?aff=\w+$/)
  return field.inputValue()
}

test("a visitor joins on the page, and it turns into their own", async ({ page }) => {
  await page.goto("/affiliate")
  await alive(page)
  await expect(panel(page)).toBeHidden()
  await joinBox(page).getByRole("link", { name: "Join" }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel("E-mail").fill(`affiliate-${Date.now()}-${Math.round(Math.random() * 1e9)}@example.org`)
  await form.getByLabel("Password", { exact: true }).fill("correct horse")
  await form.getByRole("checkbox").check()
  await form.getByRole("button", { name: "Create account" }).click()
  await expect(form.getByRole("heading", { name: "Almost there" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(joinBox(page)).toBeHidden()
  await linkOf(page)
})

test("who came through the link is counted, once as a click and once as a sign-up", async ({
  page,
  browser,
  baseURL,
}) => {
  await signedIn(page)
  await page.goto("/affiliate")
  const link = await linkOf(page)
  const code = new URL(link).searchParams.get("aff") as string
  await expect(fact(page, "code")).toHaveText(code)
  await expect(fact(page, "role")).toHaveText("Affiliate")
  for (const id of ["clicks", "signUps", "orders", "reversedOrders"]) await expect(fact(page, id)).toHaveText("0")
  await expect(panel(page)).toContainText("Nothing yet.")
  await expect(panel(page).getByLabel("Link for friends", { exact: true })).toHaveValue(new RegExp(`/\\?rcid=${code}$`))
  expect(await axeProblems(page)).toEqual([])

  const others = await browser.newContext({ baseURL: baseURL as string, locale: "en-US" })
  const other = await others.newPage()
  await other.goto(link)
  await other.goto("/pricing")
  await signedIn(other)
  await others.close()

  await expect(async () => {
    await page.reload()
    await expect(fact(page, "clicks")).toHaveText("1")
    await expect(fact(page, "signUps")).toHaveText("1")
  }).toPass()
})

test("the link is copied, and a failure can be tried again", async ({ page, context, complaints }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await signedIn(page)
  await page.goto("/affiliate")
  const link = await linkOf(page)
  await panel(page).getByRole("button", { name: "Copy: Affiliate link" }).click()
  await expect(panel(page).getByText("Copied.")).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  complaints.expect(/503/)
  await page.route("**/api/affiliate", (route) => route.fulfill({ status: 503, json: { code: "unavailable" } }))
  await page.reload()
  await expect(panel(page).getByRole("alert")).toContainText("could not be fetched")
  await page.unroute("**/api/affiliate")
  await panel(page).getByRole("button", { name: "Try again" }).click()
  await linkOf(page)
})

test("the page is the same for everybody, and nothing in it moves when the numbers come", async ({ page }) => {
  const before = await (await page.request.get("/affiliate")).text()
  await signedIn(page)
  expect(await (await page.request.get("/affiliate")).text()).toBe(before)

  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route("**/api/affiliate", async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/affiliate")
  await alive(page)
  await expect(panel(page)).toBeVisible()
  const height = () => panel(page).evaluate((element) => element.getBoundingClientRect().height)
  const waiting = await height()
  answer()
  await linkOf(page)
  expect(await height()).toBe(waiting)
})
