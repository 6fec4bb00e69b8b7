// Every page in every language: it answers, nothing complains, no bare key, no axe violation, and all of its links lead somewhere.
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { ROUTES } from "../src/routes.ts"
import { allPaths, alive, Complaints, expect, LOCALE_CODES, type Locale, localePath, test } from "./site.ts"

const BARE_KEY = /\b(?:common|offers?|lists|catalog|cards|site|search|content):[a-z][\w.]*/
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
const SAMPLES = 2
/** Links of one language that are followed at most. */
const MOST_LINKS = 1500

async function visit(page: Page, address: string, locale: Locale, links: Set<string>): Promise<string[]> {
  const complaints = new Complaints()
  complaints.watch(page)
  const response = await page.goto(address)
  const problems: string[] = []
  if (response?.status() !== 200) problems.push(`status ${response?.status()}`)
  await alive(page).catch(() => problems.push("does not come alive"))
  const seen = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title,
    text:
      document.body.innerText +
      [...document.querySelectorAll("[aria-label],[title],[placeholder],[alt]")]
        .flatMap((element) =>
          ["aria-label", "title", "placeholder", "alt"].map((name) => element.getAttribute(name) ?? ""),
        )
        .join("\n"),
    headings: document.querySelectorAll("h1").length,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    links: [...document.querySelectorAll("a[href]")].map((link) => (link as HTMLAnchorElement).href),
  }))
  if (seen.lang !== locale) problems.push(`lang is "${seen.lang}"`)
  if (seen.title.trim() === "") problems.push("no title")
  if (seen.headings !== 1) problems.push(`${seen.headings} main headings`)
  if (seen.wide > 0) problems.push(`${seen.wide} px wider than the window`)
  const bare = BARE_KEY.exec(`${seen.title}\n${seen.text}`)
  if (bare) problems.push(`bare key ${bare[0]}`)
  page.removeAllListeners()
  for (const link of seen.links) links.add(link)
  return [...problems, ...complaints.unexpected]
}

async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
  return violations.map(
    ({ id, nodes }) =>
      `axe ${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.target.join(" "))
        .join(", ")}`,
  )
}

type Mode = { locale: Locale; scheme: "light" | "dark"; axe: boolean }
const MODES: Mode[] = [
  ...LOCALE_CODES.map((locale) => ({ locale, scheme: "light" as const, axe: ["en", "de", "zh-CN"].includes(locale) })),
  { locale: "en", scheme: "dark", axe: true },
]

for (const { locale, scheme, axe } of MODES) {
  test(`every page in ${locale}, ${scheme}${axe ? ", with axe" : ""}`, async ({ browser, baseURL, request }) => {
    test.setTimeout(180_000)
    const links = new Set<string>()
    const paths = await allPaths(request, SAMPLES)
    expect(paths.length).toBeGreaterThan(20)
    const context = await browser.newContext({ colorScheme: scheme, baseURL, viewport: { width: 1280, height: 900 } })
    // "/" goes by this cookie: without it the English home page would be asked for by the browser's language.
    await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL as string }])
    const page = await context.newPage()
    const problems: Record<string, string[]> = {}
    for (const pattern of Object.values(ROUTES)) {
      const [folder = ""] = pattern.split(":slug")
      if (!paths.some((path) => path.startsWith(folder))) problems[pattern] = ["nothing to visit was found"]
    }
    for (const path of paths) {
      const address = localePath(locale, path)
      const found = await visit(page, address, locale, links)
      if (axe) found.push(...(await axeProblems(page)))
      if (found.length > 0) problems[address] = found
    }
    await context.close()
    if (scheme === "light") {
      const broken = await brokenLinks(links, baseURL as string)
      if (broken.length > 0) problems.links = broken
    }
    expect(problems).toEqual({})
  })
}

/** Follows the links of this site, in small groups; each has to end at a page. */
async function brokenLinks(links: ReadonlySet<string>, base: string): Promise<string[]> {
  const own = [...links].flatMap((link) => (link.startsWith(base) ? [link.split("#")[0] as string] : []))
  const addresses = [...new Set(own)].slice(0, MOST_LINKS)
  expect(addresses.length).toBeGreaterThan(20)
  const broken: string[] = []
  async function follow() {
    for (let address = addresses.pop(); address !== undefined; address = addresses.pop()) {
      const response = await fetch(address, { headers: { cookie: "NEXT_LOCALE=en" } })
      await response.body?.cancel()
      if (response.status !== 200) broken.push(`${response.status} ${address}`)
    }
  }
  await Promise.all(Array.from({ length: 4 }, follow))
  return broken
}
