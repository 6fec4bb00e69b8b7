// What the browser tests share: a page that fails its test when anything goes wrong in it, and the addresses of the site.
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test"
import { LOCALE_CODES, type Locale, localePath } from "../src/i18n/locales.ts"
import { ROUTES, type RouteName } from "../src/routes.ts"

export { expect, LOCALE_CODES, localePath, type Locale }

/** Everything that a visitor's browser complained about. */
export class Complaints {
  readonly list: string[] = []
  #expected: RegExp[] = []

  /** What this test provokes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  get unexpected(): string[] {
    return this.list.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }

  watch(page: Page): void {
    page.on("console", (message) => this.list.push(`console ${message.type()}: ${message.text()}`))
    page.on("pageerror", (error) => this.list.push(`page error: ${error.message}`))
    page.on("requestfailed", (request) => {
      // What the browser itself gives up because the visitor moves on is no failure.
      if (request.failure()?.errorText !== "net::ERR_ABORTED")
        this.list.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on("response", (response) => {
      if (response.status() >= 400) this.list.push(`status ${response.status()}: ${response.url()}`)
    })
  }
}

export const test = base.extend<{ complaints: Complaints }>({
  complaints: [
    async ({ page }, use) => {
      const complaints = new Complaints()
      complaints.watch(page)
      await use(complaints)
      expect(complaints.unexpected).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until React has taken over: before that, links and forms are plain HTML. */
export async function alive(page: Page): Promise<void> {
  const isAlive = () => {
    const link = document.querySelector("main a, header a")
    return link !== null && Object.keys(link).some((key) => key.startsWith("__reactProps"))
  }
  await page.waitForFunction(isAlive, undefined, { timeout: 10_000 })
}

/** Where the public API lists the things of a route; others are found by the links of the page above them. */
const LISTED: Partial<Record<RouteName, string>> = {
  offer: "offers",
  card: "cards",
  currency: "currencies",
  exchange: "exchanges",
  protocol: "protocols",
  wallet: "wallets",
}

/** Every page of the site, without language: each route once, details with `samples` things each. */
export async function allPaths(request: APIRequestContext, samples: number): Promise<string[]> {
  const paths: string[] = []
  for (const [name, pattern] of Object.entries(ROUTES) as [RouteName, string][]) {
    if (!pattern.includes(":slug")) {
      paths.push(pattern)
      continue
    }
    const list = LISTED[name]
    const slugs = list
      ? await slugsOf(request, list, samples)
      : await linkedSlugs(request, pattern.replace(":slug", ""), samples)
    for (const slug of slugs) paths.push(pattern.replace(":slug", slug))
  }
  return paths
}

async function linkedSlugs(request: APIRequestContext, folder: string, samples: number): Promise<string[]> {
  const html = await (await request.get(folder.replace(/\/$/, ""))).text()
  const found = [...html.matchAll(/href="([^"?#]+)"/g)].flatMap(([, href = ""]) =>
    // Feeds and pictures beside the pages have a dot in their name.
    href.startsWith(folder) && !href.includes(".") ? [href.slice(folder.length)] : [],
  )
  return [...new Set(found)].slice(0, samples)
}

let calls = 0
const someAddress = () => `10.${process.pid % 250}.${++calls >> 8}.${calls & 255}`

/** The first and the last of a list: the second is often an odd one. */
async function slugsOf(request: APIRequestContext, list: string, samples: number): Promise<string[]> {
  const ask = async (query: string) => {
    const headers = { "x-forwarded-for": someAddress() }
    const response = await request.get(`/api/v1/${list}?${query}`, { headers })
    expect(response.status()).toBe(200)
    return (await response.json()) as { data: { slug: string }[]; page: { total: number } }
  }
  const first = await ask(`take=${samples}`)
  const last = await ask(`take=${samples}&skip=${Math.max(0, first.page.total - samples)}`)
  const half = Math.ceil(samples / 2)
  return [...first.data.slice(0, half), ...last.data.slice(-(samples - half))].map(({ slug }) => slug)
}

/** How much has moved on the page since it was loaded, in units of the layout-shift API. */
export const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: "layout-shift", buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 50)))
      }),
  )
