// The banner in the content of a page: which pages have one, how it is labelled, and that nothing moves when it comes.
import { alive, expect, test, shiftOf } from "./site.ts"

const banner = (id: string) => ({
  id,
  logoUrl: "/favicon.svg",
  logoAlt: "Its logo",
  link: "https://example.org/en",
  linkText: `Look at ${id}`,
  description: "An offer",
  weight: 1,
  translations: [{ locale: "de", link: "https://example.org/de", linkText: null, description: "Ein Angebot" }],
})
const ANSWER = { buyAds: [banner("buy")], gamingAds: [banner("gaming")], contentAd: banner("content") }

test.beforeEach(async ({ page }) => {
  await page.route("**/graphql", async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    if (operationName === "getAds") await route.fulfill({ json: { data: ANSWER } })
    else await route.continue()
  })
})

for (const [path, placement] of [
  ["/", "content"],
  ["/blog", "content"],
  ["/savings", "content"],
  ["/cryptocurrencies", "buy"],
  ["/exchanges", "buy"],
  ["/wallets", "gaming"],
  ["/protocols", "gaming"],
] as const) {
  test(`${path} has one, of the placement ${placement}`, async ({ page }) => {
    await page.goto(path)
    const ad = page.getByRole("main").getByRole("complementary", { name: "Advertising" })
    await expect(ad).toContainText(`Look at ${placement}`)
    await expect(ad).toHaveCount(1)
    await expect(ad.getByRole("link")).toHaveAttribute("rel", /sponsored/)
    const logo = ad.getByRole("img", { name: "Its logo" })
    expect([await logo.getAttribute("width"), await logo.getAttribute("height")]).toEqual(["24", "24"])
  })
}

test("it speaks the language of the page, field by field", async ({ page }) => {
  await page.goto("/de/exchanges")
  const ad = page.getByRole("main").getByRole("complementary", { name: /Anzeige|Werbung/ })
  await expect(ad).toContainText("Ein Angebot")
  await expect(ad.getByRole("link", { name: "Look at buy" })).toHaveAttribute("href", "https://example.org/de")
})

for (const path of ["/methodology", "/contact", "/pricing", "/terms"]) {
  test(`${path} has none`, async ({ page }) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.postData() ?? ""))
    await page.goto(path, { waitUntil: "networkidle" })
    await alive(page)
    expect(asked.filter((body) => body.includes("getAds"))).toEqual([])
    await expect(page.getByRole("complementary", { name: "Advertising" })).toHaveCount(0)
  })
}

test("nothing that is seen moves when it comes, on the shortest page too", async ({ page }) => {
  // It comes when the page has been seen.
  await page.route("**/graphql", async (route) => {
    await page.waitForTimeout(500)
    await route.fallback()
  })
  for (const path of ["/exchanges?search=kraken", "/wallets?search=nothing-is-called-this", "/blog"]) {
    await page.goto(path)
    await expect(page.getByRole("main").getByRole("complementary", { name: "Advertising" })).toHaveCount(1)
    const shift = await shiftOf(page)
    expect(shift, path).toBeLessThan(0.01)
  }
})
