// Steps that the browser tests of accounts share: people sign up, sign in and out.
import AxeBuilder from "@axe-core/playwright"
import { expect, type Page } from "@playwright/test"
import { alive } from "./site.ts"

export const PASSWORD = "correct horse"
let people = 0
export const newEmail = () => `person-${process.pid}-${++people}@example.org`

export const main = (page: Page) => page.getByRole("main")
export const header = (page: Page) => page.getByRole("banner")
export const email = (page: Page) => page.getByLabel("E-mail", { exact: true })
export const password = (page: Page) => page.getByLabel("Password", { exact: true })

export async function fillSignUp(page: Page, address: string) {
  await email(page).fill(address)
  await password(page).fill(PASSWORD)
  await page.getByRole("checkbox").check()
}

/** Steps on one site. */
export function stepsOn(site: () => { url: string }) {
  const open = async (page: Page, path: string) => {
    await page.goto(site().url + path)
    await alive(page)
  }
  const register = async (page: Page, address: string) => {
    await open(page, "/auth/register")
    await fillSignUp(page, address)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("heading", { name: "Almost there" })).toBeVisible()
  }
  return {
    open,
    register,
    signIn: async (page: Page, address: string, secret = PASSWORD) => {
      await open(page, "/auth/login")
      await email(page).fill(address)
      await password(page).fill(secret)
      await main(page).getByRole("button", { name: "Sign in" }).click()
    },
    /** Somebody with an account, signed in on that page. */
    somebody: async (page: Page): Promise<string> => {
      const address = newEmail()
      await register(page, address)
      return address
    },
  }
}

export async function openMenu(page: Page) {
  await header(page).locator(".person-menu > summary").click()
}

export async function signOut(page: Page) {
  await openMenu(page)
  // spec 4: the page is loaded anew
  const reloaded = page.waitForEvent("load")
  await header(page).getByRole("button", { name: "Sign out" }).click()
  await reloaded
  await alive(page)
  await expect(header(page).getByRole("link", { name: "Sign in" }).first()).toBeVisible()
}

export async function noAxeProblems(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`)).toEqual(
    [],
  )
}
