// Steps that the browser tests of plans share.
import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"
import { alive } from "./site.ts"

export const card = (page: Page, plan: "free" | "pro" | "proPlus") => page.locator(`[data-plan=${plan}]`)
export const modal = (page: Page) => page.getByRole("dialog")
export const period = (page: Page, name: "Monthly" | "Yearly") => page.getByRole("radio", { name })

/** An account of its own, signed in. */
export async function signedIn(page: Page): Promise<string> {
  const email = `plan-${Date.now()}-${Math.round(Math.random() * 1e9)}@example.org`
  const data = {
    email,
    password: "correct horse",
    name: "",
    locale: "en",
    termsConfirmed: true,
    privacyConfirmed: true,
  }
  const { origin } = new URL(page.url() === "about:blank" ? await baseOf(page) : page.url())
  const response = await page.request.post(`${origin}/api/registration`, { headers: { origin }, data })
  expect(response.status()).toBe(201)
  return email
}

async function baseOf(page: Page): Promise<string> {
  await page.goto("/pricing")
  return page.url()
}

/** Buys a plan at the sandbox's checkout, without its pages. */
export async function bought(page: Page, code: "pro" | "proPlus", term: "monthly" | "yearly"): Promise<void> {
  const { origin } = new URL(page.url())
  const asked = await page.request.get(`${origin}/api/checkout?tariffCode=${code}&period=${term}`)
  expect(asked.status()).toBe(200)
  const { url } = (await asked.json()) as { url: string }
  const paid = await page.request.post(origin + url, { headers: { origin }, form: { outcome: "pay" }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
}

/** Opens the plans, once the page knows who looks. */
export async function openPlans(page: Page): Promise<void> {
  await page.goto("/pricing")
  await alive(page)
  await expect(card(page, "pro").getByRole("button").first()).toBeVisible()
}

/** As in crawl.spec.ts. */
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

/** What axe has to say about the page as it stands. */
export async function axeProblems(page: Page): Promise<string[]> {
  // What fades in has less contrast on its way.
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.all(fading.map((one) => one.finished.catch(() => null)))
  })
  const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** Lets getUser tell of another plan than the recorded one, as long as the given function says so. */
export async function tellOfPlan(page: Page, planOf: () => object | null): Promise<void> {
  await page.route("**/api/graphql", async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    const given = operationName === "getUser" ? planOf() : null
    if (given === null) return route.fallback()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { user: object } }
    return route.fulfill({ json: { data: { user: { ...data.user, isEmailConfirmed: true, ...given } } } })
  })
}

/** Lets getPromo know a promo; `sale` is what buyers pay, in percent. */
export async function tellOfPromo(page: Page, promo: { slug: string; promoCode: string; sale: number }): Promise<void> {
  await page.route("**/graphql", async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      operationName: string
      variables: { slug?: string }
    }
    if (operationName !== "getPromo" || variables.slug !== promo.slug) return route.fallback()
    return route.fulfill({ json: { data: { promo: { promoCode: promo.promoCode, sale: promo.sale } } } })
  })
}
